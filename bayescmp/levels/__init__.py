"""Inference levels: how the difference of two classifiers is inferred from the evidence, one file each."""

from bayescmp.levels._decision import decision_of, probabilities_of
from bayescmp.levels._level import Level, Packed, PairPosterior, Told
from bayescmp.levels._registry import LEVELS
from bayescmp.levels._repeats import MeasuredRepeats, measured_repeats
from bayescmp.levels._tipping import TippingPoint, measured_excess, tipping_point
from bayescmp.levels._training import Training, VarianceParts

__all__ = [
    "LEVELS",
    "Level",
    "MeasuredRepeats",
    "Packed",
    "PairPosterior",
    "TippingPoint",
    "Told",
    "Training",
    "VarianceParts",
    "decision_of",
    "measured_excess",
    "measured_repeats",
    "probabilities_of",
    "tipping_point",
]
