"""The model of correlations between folds, sampled with PyMC, the verdict on its draws, and moment estimators.

Arguments that are not what their description says raise a TypeError or a ValueError.
"""

from bayescmp.hierarchical._fold_data import moment_correlations
from bayescmp.hierarchical._fold_sampled import fold_correlation
from bayescmp.hierarchical._run_correlations import new_experiment, run_correlations, shipped_correlations
from bayescmp.hierarchical._verdict import Verdict, diagnostics_verdict

__all__ = [
    "Verdict", "diagnostics_verdict", "fold_correlation", "moment_correlations", "new_experiment", "run_correlations",
    "shipped_correlations",
]  # fmt: skip
