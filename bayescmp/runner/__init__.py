"""Units of work in a folder: each is kept whole or not at all, and a run that ended goes on; in processes of joblib."""

from bayescmp.runner._folder import WorkFolder
from bayescmp.runner._identity import fingerprint_of
from bayescmp.runner._kept import Shape, misfit, read_json, read_kept
from bayescmp.runner._work import Unit, going_on, run_here, run_units

__all__ = [
    "Shape",
    "Unit",
    "WorkFolder",
    "fingerprint_of",
    "going_on",
    "misfit",
    "read_json",
    "read_kept",
    "run_here",
    "run_units",
]
