"""Comparisons to report on, reports without pictures, and a page's text."""

import pytest

import bayescmp as bc
from tests.data import cross_validated

"""Comparisons to report on, reports without pictures, and a page's text."""


@pytest.fixture(scope="session")
def predictions():
    """Return predictions of a 3 x 2 cross-validation of two made-up classifiers."""
    return cross_validated({"tree": 0.2, "svm": 0.1}, 80, 3, hard=0.2)


@pytest.fixture(scope="session")
def crossed(predictions):
    return bc.compare(predictions, rope=0.01)


@pytest.fixture(scope="session")
def sampled(predictions):
    """Return a comparison by far too few draws, which are not reliable."""
    few = {"draws": 60, "tune": 60, "chains": 2, "cores": 1, "progress": False}
    return bc.compare(predictions, level=bc.levels.CrossedEffectsMCMC(**few), rng=0, rope=0.01)
