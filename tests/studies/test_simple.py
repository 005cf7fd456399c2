"""The Simple scenario against closed forms of two normal classes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import SeedSequence
from scipy import stats
from scipy.special import expit

from bayescmp.studies import Simple, Truth

DRAWS = 40_000


def rule_error(threshold, shift):
    """Error of "class 1 above the threshold", from the normal cdf."""
    return (stats.norm.sf(threshold) + stats.norm.cdf(threshold - shift)) / 2


def test_defaults_are_those_of_the_paper():
    assert (Simple().n_records, Simple().shift) == (1000, 0.0)
    assert list(Simple().estimators()) == ["logistic regression", "majority"]


@pytest.mark.parametrize("shift", [0.0, -2.0])
def test_classes_are_equally_frequent_with_normal_features_as_in_the_population(shift):
    _, y = Simple(shift=shift).draw(DRAWS, rng=1)
    assert y.mean() == pytest.approx(0.5, abs=4 * 0.5 / np.sqrt(DRAWS))
    X, y = Simple(shift=shift).draw(DRAWS, rng=1)
    for label in (0, 1):
        assert stats.kstest(X[y == label, 0], stats.norm(shift * label).cdf).pvalue > 0.001
        assert stats.kstest(X[y == label, 0], stats.norm(shift * label + 0.1).cdf).pvalue < 0.001
    X, y = Simple(shift=shift).population()
    for label in (0, 1):
        assert stats.kstest(X[y == label, 0], stats.norm(shift * label).cdf).statistic < 1e-4


@given(threshold=st.floats(-4, 4), shift=st.floats(-3, 3))
def test_error_of_a_fixed_rule_on_the_population_is_exact(threshold, shift):
    X, y = Simple(shift=shift).population()
    assert np.mean((X[:, 0] > threshold) != y) == pytest.approx(rule_error(threshold, shift), abs=1.01e-4)


def test_at_shift_0_both_err_exactly_in_half():
    assert Simple().truth(500, draws=2, seed=0) == Truth(first=0.5, second=0.5, difference_se=0.0)


def test_many_records_approach_the_best_rule_few_do_worse_and_majority_errs_in_half():
    shift = 2.0
    truth = Simple(shift=shift).truth(4000, draws=5, seed=0)
    assert truth.first == pytest.approx(stats.norm.cdf(-shift / 2), abs=1e-3)
    truth = Simple(shift=shift).truth(20, draws=20, seed=0)
    assert truth.first > stats.norm.cdf(-shift / 2) + 1e-3
    assert Simple(shift=shift).truth(50, draws=5, seed=0).second == 0.5
    scenario, stream = Simple(shift=shift), SeedSequence(3)
    model = scenario.estimators()["logistic regression"].fit(*scenario.draw(60, np.random.default_rng(stream)))
    threshold = float(-model.intercept_[0] / model.coef_[0, 0])
    assert scenario.errors(60, stream) == pytest.approx((rule_error(threshold, shift), 0.5), abs=1.01e-4)


def test_logistic_regression_has_no_penalty():
    X, y = Simple(shift=1.0).draw(50, rng=0)
    model = Simple().estimators()["logistic regression"].fit(X, y)

    def score(model):  # the gradient of the likelihood, 0 at its maximum
        return float(X[:, 0] @ (y - expit(X[:, 0] * model.coef_[0, 0] + model.intercept_[0])))

    assert score(model) == pytest.approx(0, abs=1e-2)
    assert abs(score(model.set_params(C=1.0).fit(X, y))) > 0.1
