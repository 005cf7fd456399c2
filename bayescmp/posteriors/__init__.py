"""Posteriors of paired tables: exact ones, and one that mixes them over what training sets add."""

from bayescmp.posteriors._beta import BetaPosterior
from bayescmp.posteriors._crossed_effects import (
    CrossedEffectsPosterior,
    crossed_effects_of_sums,
    crossed_effects_posterior,
)
from bayescmp.posteriors._difference import DifferencePosterior
from bayescmp.posteriors._dirichlet_process import DirichletProcessPosterior, dirichlet_process_posterior
from bayescmp.posteriors._drawn import DrawnPosterior
from bayescmp.posteriors._effective import EffectivePosterior, effective_posterior
from bayescmp.posteriors._embedded import EmbeddedPosterior
from bayescmp.posteriors._joint import JointPosterior, Moments
from bayescmp.posteriors._label_cells import LabelCells, label_cells
from bayescmp.posteriors._likelihood import likelihood_of_parts, likelihood_of_table
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._paired import PairedPosterior, paired_posterior
from bayescmp.posteriors._parts import PartsPosterior

__all__ = [
    "BetaPosterior",
    "CrossedEffectsPosterior",
    "DifferencePosterior",
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
    "crossed_effects_of_sums",
    "crossed_effects_posterior",
    "dirichlet_process_posterior",
    "effective_posterior",
    "label_cells",
    "likelihood_of_parts",
    "likelihood_of_table",
    "paired_posterior",
]
