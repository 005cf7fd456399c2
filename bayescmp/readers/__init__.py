"""Logs of evaluations: from what other tools write to predictions.

A reader knows one format, and nothing of statistics: it gives a row for each judged answer. What systems share is
matched in one place, by what identifies a record.
"""

from bayescmp.readers._logs import read_helm, read_inspect, read_lm_eval, read_logs
from bayescmp.readers._registry import READERS, is_beside, is_log

__all__ = ["read_helm", "read_inspect", "read_lm_eval", "read_logs"]
