"""Comparisons to report on."""

import pytest

import bayescmp as bc
from bayescmp.methods import FoldCorrelation
from tests.data import cross_validated, known_correlations


@pytest.fixture(scope="session")
def predictions():
    """Return predictions of a 3 x 2 cross-validation of two made-up classifiers."""
    return cross_validated({"tree": 0.2, "svm": 0.1}, 80, 3, hard=0.2)


@pytest.fixture(scope="session")
def crossed(predictions):
    return bc.compare(predictions, rope=0.01)


@pytest.fixture(scope="session")
def unreliable(predictions):
    """Return a comparison that rests on draws which failed their diagnostics."""
    return bc.compare(predictions, method=FoldCorrelation(known=known_correlations(passed=False)), rope=0.01)
