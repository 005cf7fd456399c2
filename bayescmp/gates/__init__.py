"""Gates: whether a system may take the place of its baseline, by a policy over tasks.

A policy says of each task which drop does not matter; a gate compares task by task, and adjusts what blocks for their
number.
"""

from bayescmp.gates._gate import Gate
from bayescmp.gates._of_tasks import gate

__all__ = ["Gate", "gate"]
