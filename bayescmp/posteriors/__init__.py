"""Posteriors of paired tables: exact ones, and one that mixes them over what training sets add."""

from bayescmp.posteriors._beta import BetaPosterior
from bayescmp.posteriors._crossed_effects import (
    CrossedEffectsPosterior,
    crossed_effects_of_sums,
    crossed_effects_posterior,
    mixed_over_tau,
    variance_components,
)
from bayescmp.posteriors._crossed_sums import crossed_sums, crossed_sums_of_losses
from bayescmp.posteriors._difference import DifferencePosterior
from bayescmp.posteriors._effective import EffectivePosterior, effective_posterior
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._paired import PRIORS, PairedPosterior, paired_posterior
from bayescmp.posteriors._parts import PartsPosterior, variance_per_record
from bayescmp.posteriors._training_variance import TAU_PRIORS, tau_grid, tau_words

__all__ = [
    "PRIORS",
    "TAU_PRIORS",
    "BetaPosterior",
    "CrossedEffectsPosterior",
    "DifferencePosterior",
    "EffectivePosterior",
    "MixturePosterior",
    "PairedPosterior",
    "PartsPosterior",
    "crossed_effects_of_sums",
    "crossed_effects_posterior",
    "crossed_sums",
    "crossed_sums_of_losses",
    "effective_posterior",
    "mixed_over_tau",
    "paired_posterior",
    "tau_grid",
    "tau_words",
    "variance_components",
    "variance_per_record",
]
