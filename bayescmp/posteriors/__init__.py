"""Posteriors of paired tables: exact ones, and one that mixes them over what training sets add.

Arguments that are not what their description says raise a TypeError or a ValueError.
"""

from bayescmp.posteriors._difference import DifferencePosterior
from bayescmp.posteriors._effective import (
    CrossedEffectsPosterior,
    EffectivePosterior,
    PartsPosterior,
    crossed_effects_of_sums,
    crossed_effects_posterior,
    effective_posterior,
)
from bayescmp.posteriors._embedded import EmbeddedPosterior
from bayescmp.posteriors._joint import (
    DirichletProcessPosterior,
    JointPosterior,
    JointStudent,
    Moments,
    dirichlet_process_posterior,
)
from bayescmp.posteriors._laws_over_datasets import NextDatasetPosterior
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._one_quantity import BetaPosterior, CellsPosterior, SampledPosterior, StudentPosterior
from bayescmp.posteriors._pair_posteriors import DrawnPosterior, MeanDifference
from bayescmp.posteriors._paired_posterior import PairedPosterior, paired_posterior
from bayescmp.posteriors._regions import bayesian_sign, bayesian_signed_rank, largest_region
from bayescmp.posteriors._student_population import StudentPopulation
from bayescmp.results import Interval, Posterior

__all__ = [
    "BetaPosterior", "CellsPosterior", "CrossedEffectsPosterior", "DifferencePosterior", "DirichletProcessPosterior",
    "DrawnPosterior", "EffectivePosterior", "EmbeddedPosterior", "Interval", "JointPosterior", "JointStudent",
    "MeanDifference", "MixturePosterior", "Moments", "NextDatasetPosterior", "PairedPosterior", "PartsPosterior",
    "Posterior", "SampledPosterior", "StudentPopulation", "StudentPosterior", "bayesian_sign", "bayesian_signed_rank",
    "crossed_effects_of_sums", "crossed_effects_posterior", "dirichlet_process_posterior", "effective_posterior",
    "largest_region", "paired_posterior",
]  # fmt: skip
