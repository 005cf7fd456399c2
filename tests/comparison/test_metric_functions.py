"""Metrics of the user: functions, costs, and what they must be; labels that one classifier alone predicts."""

import sys

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, hamming_loss

import bayescmp as bc
import tests.data
from bayescmp.metrics import Cost

N = 100
RATES = {"a": 0.17, "b": 0.26}


@pytest.fixture(scope="module")
def hold_out():
    return bc.labels(*tests.data.answered(RATES, N, seed=1))


@pytest.fixture(scope="module")
def cross_validated():
    return tests.data.cross_validated(RATES, N, seed=1)


@pytest.fixture(autouse=True)
def few_draws(monkeypatch):
    monkeypatch.setattr("bayescmp.methods._label_counts_method._DRAWS_BY_FUNCTION", 400)


def ignores(y_true, y_pred, sample_weight=None):
    return float(np.mean(y_true == y_pred))


def changes(y_true, y_pred, sample_weight=None):
    value = np.average(y_true == y_pred, weights=sample_weight)
    y_true.sort()
    return value


REFUSED = {
    "ignores weights": (ignores, ValueError, "must count a record of weight 2 as two records, but ignores is"),
    "changes its arguments": (changes, ValueError, "read-only"),
    "is a loss": (hamming_loss, ValueError, "must be greatest where all is right, but hamming_loss is 0 there"),
    "is constant": (lambda y, p, sample_weight=None: 0.7, ValueError, "must differ between predictions"),
    "is complex": (lambda y, p, sample_weight=None: np.array(1j), TypeError,
     "one number, but <lambda> returned ndarray"),
    "is not a number": (lambda y, p, sample_weight=None: np.nan, ValueError,
     "finite numbers, but <lambda> returned nan"),
    "divides by zero": (lambda y, p, sample_weight=None: 1 / 0, ValueError,
     "but <lambda> raised ZeroDivisionError: div"),
    "ends Python": (lambda y, p, sample_weight=None: sys.exit(3), RuntimeError,
     r"The metric <lambda> must not end .*exit\(3"),
}  # fmt: skip


@pytest.mark.parametrize(("metric", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_a_function_that_is_no_metric_is_refused(hold_out, metric, error, message):
    with pytest.raises(error, match=message):
        bc.compare(hold_out, metric=metric)


def test_what_a_function_raises_is_said_to_be_of_the_metric(hold_out):
    with pytest.raises(KeyError) as raised:
        bc.compare(hold_out, metric=lambda y, p, sample_weight=None: {}["x"])
    assert "`metric`" in "".join(raised.value.__notes__)


def test_a_step_has_no_influence(cross_validated):
    def step(y_true, y_pred, sample_weight=None):
        return float(accuracy_score(y_true, y_pred, sample_weight=sample_weight) > 0.78)

    with pytest.raises(ValueError, match="stays as it is where the classifiers differ, as a step does"):
        bc.compare(cross_validated, metric=step)


def test_a_sum_over_records_is_as_many_times_the_mean(cross_validated):
    def number_right(y_true, y_pred, sample_weight=None):
        return accuracy_score(y_true, y_pred, sample_weight=sample_weight, normalize=False)

    found, exact = bc.compare(cross_validated, metric=number_right), bc.compare(cross_validated)
    assert found.difference.sd / (5 * N) == pytest.approx(exact.difference.sd, rel=0.15)
    assert found.difference.mean / (5 * N) == pytest.approx(-exact.difference.mean, abs=0.2 * exact.difference.sd)


def test_a_cost_of_one_on_a_hold_out_is_the_error(hold_out):
    found = bc.compare(hold_out, metric=Cost({0: {1: 1.0}, 1: {0: 1.0}}))
    exact = bc.compare(hold_out)
    assert found.trust.prob_error < 0.004
    assert found.difference.sd == pytest.approx(exact.difference.sd, rel=0.02)
    assert found.prob_first_better == pytest.approx(exact.prob_first_better, abs=0.015)
    gain = bc.compare(hold_out, metric=Cost({0: {0: -2.0, 1: 0.0}, 1: {0: 0.0, 1: -2.0}}))
    assert gain.difference.mean == pytest.approx(2 * exact.difference.mean, abs=0.005)


def test_a_label_that_one_classifier_alone_predicts_is_its_own_fault():
    y, named = tests.data.answered(RATES, N, seed=1)
    stray = named["a"].copy()
    stray[0] = 2
    alone = bc.compare(bc.labels(y, named), metric="f1_macro")
    three = bc.labels(y, named | {"c": stray})
    beside = bc.compare(three, first="a", second="b", metric="f1_macro")
    assert beside.difference.mean == pytest.approx(alone.difference.mean, abs=1e-12)
    wrong = bc.compare(three, first="c", second="b", metric="f1_macro")
    first, second = wrong.observed.values()
    assert wrong.difference.mean == pytest.approx(first - second, abs=0.03)
    named_class = bc.compare(three, first="c", second="b", metric="f1", pos_label=1)
    assert named_class.difference.mean == pytest.approx(bc.compare(three, first="a", second="b", metric="f1",
                                                                   pos_label=1).difference.mean, abs=0.03)  # fmt: skip


def test_a_good_classifier_of_many_classes_keeps_its_value():
    """Forty pseudo-records, half of them wrong, would take .09 off; four take .01."""
    y = np.arange(200) % 20
    data = bc.labels(y, {"a": y, "b": np.where(np.arange(200) < 4, (y + 1) % 20, y)})
    ranking = bc.rank(data, metric="balanced_accuracy", draws=500)
    assert 0.98 < ranking.classifiers.loc["a", "estimate"] < 1


def test_a_function_has_its_own_units():
    """Per cent of the records that are right, where 1 is no bound."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 200)
    predicted = {name: np.where(rng.random(200) < share, y, (y + 1) % 3) for name, share in (("a", 0.9), ("b", 0.8))}

    def percent(true, predicted, sample_weight=None):
        return 100 * np.average(true == predicted, weights=sample_weight)

    result = bc.compare(bc.labels(y, predicted), metric=percent)
    found = result.classifiers
    assert found["observed"].between(found["low"], found["high"]).all()
    assert 1 < found["high"].max() < 100
