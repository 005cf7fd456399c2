"""Logs of evaluations: from what other tools write to predictions.

A reader knows one format, and nothing of statistics: it gives a row for each judged answer. What systems share is
matched in one place, by what identifies a record.
"""

from bayescmp.readers._helm import read_helm
from bayescmp.readers._inspect import read_inspect
from bayescmp.readers._lm_eval import read_lm_eval
from bayescmp.readers._read import read_logs as read_logs
from bayescmp.readers._read import wanted_of as wanted_of
from bayescmp.readers._registry import READERS as READERS
from bayescmp.readers._registry import reader_of as reader_of

__all__ = ["read_helm", "read_inspect", "read_lm_eval"]
