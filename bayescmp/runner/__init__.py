"""Units of work in a folder: each is kept whole or not at all, and a run that ended goes on; in processes of joblib."""

from bayescmp.runner._folder import WorkFolder
from bayescmp.runner._identity import fingerprint_of
from bayescmp.runner._work import Unit, announce, going_on, run_here, run_units, with_progress

__all__ = [
    "Unit", "WorkFolder", "announce", "fingerprint_of", "going_on", "run_here", "run_units", "with_progress",
]  # fmt: skip
