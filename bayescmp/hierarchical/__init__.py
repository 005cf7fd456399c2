"""Hierarchical models of correlated outcomes, sampled with PyMC, and the verdict on their draws."""

from bayescmp.hierarchical._crossed_effects import crossed_effects_mcmc
from bayescmp.hierarchical._crossed_sample import DRAWN, CrossedEffectsSample
from bayescmp.hierarchical._sampled import SampledPosterior
from bayescmp.hierarchical._verdict import Verdict, diagnostics_verdict

__all__ = [
    "DRAWN",
    "CrossedEffectsSample",
    "SampledPosterior",
    "Verdict",
    "crossed_effects_mcmc",
    "diagnostics_verdict",
]
