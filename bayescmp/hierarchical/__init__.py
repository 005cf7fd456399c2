"""Hierarchical models of correlated outcomes, sampled with PyMC, the verdict on their draws, and moment estimators."""

from bayescmp._sampled import SampledPosterior
from bayescmp.hierarchical._crossed_mcmc import CrossedEffectsSample, crossed_effects_mcmc
from bayescmp.hierarchical._fold_grid import FoldGrid, fold_correlation_grid
from bayescmp.hierarchical._fold_sampled import fold_correlation
from bayescmp.hierarchical._moments import MomentCorrelations, moment_correlations
from bayescmp.hierarchical._run_correlations import new_experiment, run_correlations, shipped_correlations
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
