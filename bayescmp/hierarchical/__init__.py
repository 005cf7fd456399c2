"""Hierarchical models of correlated outcomes, sampled with PyMC, the verdict on their draws, and moment estimators."""

from bayescmp._sampled import SampledPosterior
from bayescmp.hierarchical._crossed_effects import crossed_effects_mcmc
from bayescmp.hierarchical._crossed_sample import CrossedEffectsSample
from bayescmp.hierarchical._fold_correlation import fold_correlation
from bayescmp.hierarchical._fold_grid import FoldGrid, fold_correlation_grid
from bayescmp.hierarchical._known import new_experiment, shipped_correlations
from bayescmp.hierarchical._moments import MomentCorrelations, moment_correlations
from bayescmp.hierarchical._run_correlations import run_correlations
from bayescmp.hierarchical._verdict import Verdict, diagnostics_verdict

__all__ = [
    "CrossedEffectsSample",
    "FoldGrid",
    "MomentCorrelations",
    "SampledPosterior",
    "Verdict",
    "crossed_effects_mcmc",
    "diagnostics_verdict",
    "fold_correlation",
    "fold_correlation_grid",
    "moment_correlations",
    "new_experiment",
    "run_correlations",
    "shipped_correlations",
]
