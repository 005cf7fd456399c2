"""Scenarios with a known truth, and the runner that measures what methods do on them."""

from bayescmp.studies._builtin import builtin_studies, builtin_study
from bayescmp.studies._card import card
from bayescmp.studies._f1 import RareClass
from bayescmp.studies._fold_tables import correlation_table, fold_tables
from bayescmp.studies._on_files import Classifiers, Digits, Letter
from bayescmp.studies._outcomes import Batch, Outcomes
from bayescmp.studies._own_data import Population
from bayescmp.studies._registry import STUDY_METHODS, method_named
from bayescmp.studies._run import run_study
from bayescmp.studies._scenario import FittedScenario, LossScenario, Scenario, Truth
from bayescmp.studies._simulated import Epsilon, Simple, SixClass
from bayescmp.studies._study import Cell, Study
from bayescmp.studies._study_method import FINDINGS, StudyMethod
from bayescmp.studies._summary import read_study, summarise_study
from bayescmp.studies._text_classifiers import Text
from bayescmp.studies._tuning import Tune, Tuning, tune

__all__ = [
    "FINDINGS", "STUDY_METHODS", "Batch", "Cell", "Classifiers", "Digits", "Epsilon", "FittedScenario", "Letter",
    "LossScenario", "Outcomes", "Population", "RareClass", "Scenario", "Simple", "SixClass", "Study", "StudyMethod",
    "Text", "Truth", "Tune", "Tuning", "builtin_studies", "builtin_study", "card", "correlation_table", "fold_tables",
    "method_named", "read_study", "run_study", "summarise_study", "tune",
]  # fmt: skip
