"""Scenarios with a known truth, and the runner that measures what methods do on them."""

from bayescmp.studies._allowed import data_loader
from bayescmp.studies._card import card, measure_card
from bayescmp.studies._f1 import RareClass
from bayescmp.studies._fold_tables import correlation_table, fold_tables
from bayescmp.studies._frontier import frontier_summary, frontier_table, repeats_table
from bayescmp.studies._method import FINDINGS, Method
from bayescmp.studies._on_files import Classifiers, Digits, Letter
from bayescmp.studies._outcomes import Batch, Outcomes
from bayescmp.studies._own_data import Population, population_of
from bayescmp.studies._registry import METHODS, SCENARIOS, method_named, register_method, register_scenario
from bayescmp.studies._run import run_study
from bayescmp.studies._scenario import FittedScenario, LossScenario, Scenario, Truth
from bayescmp.studies._several_classifiers import SeveralClassifiers, several_table
from bayescmp.studies._simulated import Epsilon, Simple, SixClass
from bayescmp.studies._study import Cell, Study
from bayescmp.studies._summary import read_study, summarise_study
from bayescmp.studies._text_classifiers import Text
from bayescmp.studies._toml import builtin_studies, read_study_file
from bayescmp.studies._tuning import Tune, Tuning, tune

__all__ = [
    "FINDINGS",
    "METHODS",
    "SCENARIOS",
    "Batch",
    "Cell",
    "Classifiers",
    "Digits",
    "Epsilon",
    "FittedScenario",
    "Letter",
    "LossScenario",
    "Method",
    "Outcomes",
    "Population",
    "RareClass",
    "Scenario",
    "SeveralClassifiers",
    "Simple",
    "SixClass",
    "Study",
    "Text",
    "Truth",
    "Tune",
    "Tuning",
    "builtin_studies",
    "card",
    "correlation_table",
    "data_loader",
    "fold_tables",
    "frontier_summary",
    "frontier_table",
    "measure_card",
    "method_named",
    "population_of",
    "read_study",
    "read_study_file",
    "register_method",
    "register_scenario",
    "repeats_table",
    "run_study",
    "several_table",
    "summarise_study",
    "tune",
]
