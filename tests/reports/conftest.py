"""Comparisons to report on."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.levels import CrossedEffectsMCMC
from tests.data import cross_validated, sampled_tree


@pytest.fixture(scope="session")
def predictions():
    """Return predictions of a 3 x 2 cross-validation of two made-up classifiers."""
    return cross_validated({"tree": 0.2, "svm": 0.1}, 80, 3, hard=0.2)


@pytest.fixture(scope="session")
def crossed(predictions):
    return bc.compare(predictions, rope=0.01)


@pytest.fixture(scope="session")
def sampled(predictions):
    """Return a comparison by far too few draws, which are not reliable; no sampler is run for them."""
    settings = {"seed": 7, "tune": 60, "nuts_sampler": "nutpie", "target_accept": 0.9}
    difference = np.random.default_rng(0).normal(0.1, 0.03, (2, 60))
    tree = sampled_tree(difference, predictions, ("tree", "svm"), settings)
    return bc.compare(predictions, level=CrossedEffectsMCMC(sample=tree), rope=0.01)
