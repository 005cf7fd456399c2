"""Scenarios with a known truth, and the runner that measures what methods do on them."""

from bayescmp.studies import _label_bootstrap, _label_posterior, _label_proportions  # noqa: F401 - they register methods
from bayescmp.studies._allowed import data_loader
from bayescmp.studies._classifiers import Classifiers
from bayescmp.studies._digits import Digits
from bayescmp.studies._epsilon import Epsilon
from bayescmp.studies._figure1 import correlation_table
from bayescmp.studies._fold_tables import fold_tables
from bayescmp.studies._frontier import frontier_summary, frontier_table
from bayescmp.studies._frontier_repeats import repeats_table
from bayescmp.studies._letter import Letter
from bayescmp.studies._methods import METHODS, Method, method_named, register_method
from bayescmp.studies._outcomes import Batch, Outcomes
from bayescmp.studies._population import Population, population_of
from bayescmp.studies._rare_class import RareClass
from bayescmp.studies._run import run_study
from bayescmp.studies._scenario import FittedScenario, LossScenario, Scenario, Truth
from bayescmp.studies._scenarios import SCENARIOS, register_scenario
from bayescmp.studies._several import SeveralClassifiers
from bayescmp.studies._several_methods import several_table
from bayescmp.studies._simple import Simple
from bayescmp.studies._six_class import SixClass
from bayescmp.studies._study import Cell, Study
from bayescmp.studies._summary import read_study, summarise_study
from bayescmp.studies._text import Text
from bayescmp.studies._toml import builtin_studies, read_study_file
from bayescmp.studies._tuning import Tune, Tuning, tune

__all__ = [
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
    "correlation_table",
    "data_loader",
    "fold_tables",
    "frontier_summary",
    "frontier_table",
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
