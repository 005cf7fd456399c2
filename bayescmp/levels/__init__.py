"""Inference levels: how the difference of two classifiers is inferred from the evidence, one class each."""

from bayescmp.levels._bootstrap_level import BayesianBootstrap
from bayescmp.levels._correlated_t_level import CorrelatedT
from bayescmp.levels._crossed_effects_level import CrossedEffects, VarianceParts
from bayescmp.levels._judged_level import Judged
from bayescmp.levels._label_counts_level import LabelCounts
from bayescmp.levels._level import Level, PairPosterior, Told
from bayescmp.levels._mean_loss_level import MeanLoss
from bayescmp.levels._plain_level import level_of_plain as level_of_plain
from bayescmp.levels._plain_level import plain_argument as plain_argument
from bayescmp.levels._registry import LEVELS, Auto
from bayescmp.levels._tables_level import EffectiveTable, FoldCorrelation, Paired
from bayescmp.levels._what_tips import MeasuredRepeats, TippingPoint, measured_excess, measured_repeats, tipping_point
from bayescmp.results._settings import Settings
from bayescmp.results._trust import Trust

__all__ = [
    "LEVELS",
    "Auto",
    "BayesianBootstrap",
    "CorrelatedT",
    "CrossedEffects",
    "EffectiveTable",
    "FoldCorrelation",
    "Judged",
    "LabelCounts",
    "Level",
    "MeanLoss",
    "MeasuredRepeats",
    "PairPosterior",
    "Paired",
    "Settings",
    "TippingPoint",
    "Told",
    "Trust",
    "VarianceParts",
    "measured_excess",
    "measured_repeats",
    "tipping_point",
]
