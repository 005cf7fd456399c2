"""Posteriors of paired tables: exact ones, and one that mixes them over what training sets add."""

from bayescmp._population import DirichletPrior, StudentPrior
from bayescmp.posteriors._beta import BetaPosterior
from bayescmp.posteriors._cells import CellsPosterior
from bayescmp.posteriors._crossed_effects import (
    CrossedEffectsPosterior,
    crossed_effects_of_sums,
    crossed_effects_posterior,
)
from bayescmp.posteriors._difference import DifferencePosterior
from bayescmp.posteriors._dirichlet_mean import DirichletMeanPosterior
from bayescmp.posteriors._dirichlet_next import DirichletNextPosterior
from bayescmp.posteriors._dirichlet_population import DirichletPopulation
from bayescmp.posteriors._dirichlet_process import DirichletProcessPosterior, dirichlet_process_posterior
from bayescmp.posteriors._drawn import DrawnPosterior
from bayescmp.posteriors._effective import EffectivePosterior, effective_posterior
from bayescmp.posteriors._embedded import EmbeddedPosterior
from bayescmp.posteriors._joint import JointPosterior, Moments
from bayescmp.posteriors._label_cells import LabelCells, label_cells
from bayescmp.posteriors._likelihood import (
    likelihood_of_draws,
    likelihood_of_mean,
    likelihood_of_parts,
    likelihood_of_table,
)
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._paired import PairedPosterior, paired_posterior
from bayescmp.posteriors._parts import PartsPosterior
from bayescmp.posteriors._regions import largest_region
from bayescmp.posteriors._signed_rank import bayesian_sign, bayesian_signed_rank
from bayescmp.posteriors._student_population import StudentPopulation

__all__ = [
    "BetaPosterior",
    "CellsPosterior",
    "CrossedEffectsPosterior",
    "DifferencePosterior",
    "DirichletMeanPosterior",
    "DirichletNextPosterior",
    "DirichletPopulation",
    "DirichletPrior",
    "DirichletProcessPosterior",
    "DrawnPosterior",
    "EffectivePosterior",
    "EmbeddedPosterior",
    "JointPosterior",
    "LabelCells",
    "MixturePosterior",
    "Moments",
    "PairedPosterior",
    "PartsPosterior",
    "StudentPopulation",
    "StudentPrior",
    "bayesian_sign",
    "bayesian_signed_rank",
    "crossed_effects_of_sums",
    "crossed_effects_posterior",
    "dirichlet_process_posterior",
    "effective_posterior",
    "label_cells",
    "largest_region",
    "likelihood_of_draws",
    "likelihood_of_mean",
    "likelihood_of_parts",
    "likelihood_of_table",
    "paired_posterior",
]
