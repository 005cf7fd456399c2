"""Hierarchical models of correlated outcomes, sampled with PyMC, the verdict on their draws, and moment estimators."""

from bayescmp._sampled import SampledPosterior
from bayescmp.hierarchical._crossed_mcmc import CrossedEffectsSample, crossed_effects_mcmc
from bayescmp.hierarchical._fold_sampled import fold_correlation
from bayescmp.hierarchical._moments import moment_correlations
from bayescmp.hierarchical._run_correlations import new_experiment, run_correlations, shipped_correlations
from bayescmp.hierarchical._verdict import Verdict, diagnostics_verdict

__all__ = [
    "CrossedEffectsSample",
    "SampledPosterior",
    "Verdict",
    "crossed_effects_mcmc",
    "diagnostics_verdict",
    "fold_correlation",
    "moment_correlations",
    "new_experiment",
    "run_correlations",
    "shipped_correlations",
]
