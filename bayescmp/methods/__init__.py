"""Methods: how the difference of two classifiers is inferred from the evidence, one class each."""

from bayescmp.methods._bootstrap_method import BayesianBootstrap
from bayescmp.methods._correlated_t_method import CorrelatedT
from bayescmp.methods._crossed_effects_method import CrossedEffects, VarianceParts
from bayescmp.methods._judged_method import Judged
from bayescmp.methods._label_counts_method import LabelCounts
from bayescmp.methods._mean_loss_method import MeanLoss
from bayescmp.methods._method import Analysis, Method, PairPosterior
from bayescmp.methods._plain_method import method_of_plain, plain_argument
from bayescmp.methods._registry import METHODS, Auto
from bayescmp.methods._runs_t_method import RunsT
from bayescmp.methods._tables_method import EffectiveTable, FoldCorrelation, Paired
from bayescmp.methods._what_tips import MeasuredRepeats, TippingPoint, measured_excess, measured_repeats, tipping_point
from bayescmp.results import Settings, Trust

__all__ = [
    "METHODS", "Analysis", "Auto", "BayesianBootstrap", "CorrelatedT", "CrossedEffects", "EffectiveTable",
    "FoldCorrelation", "Judged", "LabelCounts", "MeanLoss", "MeasuredRepeats", "Method", "PairPosterior", "Paired",
    "RunsT", "Settings", "TippingPoint", "Trust", "VarianceParts", "measured_excess", "measured_repeats",
    "tipping_point",
]  # fmt: skip
