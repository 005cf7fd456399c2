"""Metrics of labels against scikit-learn's, their derivatives against finite differences."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

from bayescmp.metrics import METRICS, Cost, FBeta, check_class, metric_of

AVERAGED = {"f1": sk.f1_score, "precision": sk.precision_score, "recall": sk.recall_score, "jaccard": sk.jaccard_score}
OF_TESTS = {  # for a disease: a function of scikit-learn, and the class that it is of where 1 is the positive one
    "sensitivity": (sk.recall_score, 1), "specificity": (sk.recall_score, 0),
    "ppv": (sk.precision_score, 1), "npv": (sk.precision_score, 0),
}  # fmt: skip
OURS = [name for name in METRICS if METRICS[name].formula is not None]
OF_CLASS = [name for name in OURS if METRICS[name].of_class is not None]
records = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 3)), min_size=1, max_size=25)


def theirs(name, y, predicted, weights):
    """The value by scikit-learn."""
    family, _, average = name.partition("_")
    if family in AVERAGED:
        options = {"average": average} if average else {"average": "binary", "pos_label": 1}
        return AVERAGED[family](y, predicted, sample_weight=weights, zero_division=0, **options)
    if name in OF_TESTS:
        function, positive = OF_TESTS[name]
        return function(y, predicted, pos_label=positive, sample_weight=weights, zero_division=0)
    function = {"cohen_kappa": sk.cohen_kappa_score}.get(name) or getattr(sk, {"accuracy": "accuracy_score",
        "balanced_accuracy": "balanced_accuracy_score"}.get(name, name))  # fmt: skip
    return function(y, predicted, sample_weight=weights)


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=10)
@given(records=records)
def test_values_are_those_of_scikit_learn(name, records):
    y, predicted, weights = np.array(records).T
    if name in OF_CLASS:
        y, predicted = (np.minimum(labels, 1) for labels in (y, predicted))
        if not {1 if name not in OF_TESTS else OF_TESTS[name][1]} & {*y, *predicted}:
            return  # scikit-learn refuses a label that does not occur; here the value is 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = theirs(name, y, predicted, weights)
    if np.isfinite(expected):  # kappa of one class
        assert METRICS[name].value(y, predicted, weights) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=8)
@given(records=records)
def test_derivatives_are_those_of_finite_differences(name, records):
    y, predicted, _ = np.array([(0, 1, 1), (1, 0, 1), (0, 0, 1), (1, 1, 1), *records]).T
    if name in OF_CLASS:
        y, predicted = (np.minimum(labels, 1) for labels in (y, predicted))
    metric, n, step = METRICS[name], len(y), 1e-5

    def value(weights):
        return metric.value(y, predicted, sample_weight=weights)

    slopes = [(value(1 + step * one) - value(1 - step * one)) / (2 * step) for one in np.eye(n)]
    np.testing.assert_allclose(metric.influence(y, predicted), n * (np.mean(slopes) - slopes), atol=1e-7 * n)


def test_the_positive_label_must_be_said_where_it_is_not_obvious():
    f1 = METRICS["f1"]
    assert f1.value([1, 1, 0], [1, 0, 0]) == f1.value([True, True, False], [True, False, False]) == pytest.approx(2 / 3)
    assert f1.value([1, 1, -1], [1, -1, -1]) == pytest.approx(2 / 3)
    assert metric_of("f1", "a").value(["a", "a", "b"], ["a", "b", "b"]) == pytest.approx(2 / 3)
    assert metric_of("f1", 1).value([0, 0], [0, 0]) == 0
    with pytest.raises(ValueError, match=r"`pos_label` must be given for the metric 'f1'.*: which of the labels"):
        f1.value(["a", "b"], ["a", "b"])
    assert metric_of("f1", "c").value(["a", "b"], ["a", "b"]) == 0  # as on a fold without the class
    with pytest.raises(ValueError, match="`pos_label` must be one of the labels"):
        check_class(metric_of("f1", "c"), ["a", "b"])
    one_of_three = metric_of("f1", 2).value([0, 1, 2, 2], [0, 2, 2, 1])
    assert one_of_three == pytest.approx(sk.f1_score([0, 1, 2, 2], [0, 2, 2, 1], labels=[2], average="macro"))
    with pytest.raises(ValueError, match="is for two classes, but there are 3"):
        f1.value([0, 1, 2], [0, 1, 2])
    with pytest.raises(ValueError, match="`pos_label` is for metrics of one class, such as 'f1'"):
        metric_of("f1_macro", 1)


@given(records)
def test_specificity_and_npv_are_recall_and_precision_of_all_other_classes_as_one(records):
    y, predicted, weights = np.array(records).T
    for positive in range(5):  # 4 never occurs
        others = y != positive, predicted != positive
        for name, twin, *of_twin in (
            ("sensitivity", "recall", positive, y, predicted), ("specificity", "recall", 1, *others),
            ("ppv", "precision", positive, y, predicted), ("npv", "precision", 1, *others),
        ):  # fmt: skip
            expected = metric_of(twin, of_twin[0]).value(*of_twin[1:], weights)
            assert metric_of(name, positive).value(y, predicted, weights) == pytest.approx(expected, abs=1e-12)


@given(st.floats(0.2, 5), records)
def test_f_beta_is_that_of_scikit_learn(beta, records):
    y, predicted, weights = np.minimum(np.array(records), [1, 1, 3]).T
    if {1} & {*y, *predicted}:
        expected = sk.fbeta_score(y, predicted, beta=beta, sample_weight=weights, zero_division=0)
        assert FBeta(beta).value(y, predicted, weights) == pytest.approx(expected, abs=1e-12)


def test_costs_are_the_mean_over_records():
    cost = Cost({"ill": {"well": 10.0}, "well": {"ill": 1.0}})
    assert cost.value(["ill", "ill", "well", "well"], ["well", "ill", "ill", "well"]) == 11 / 4
    assert cost.value(["ill", "well"], ["well", "ill"], [1, 3]) == 13 / 4
    assert cost.bounds == (0.0, 10.0)
    assert not cost.greater_is_better
    assert cost.influence(["ill", "well"], ["well", "ill"]).tolist() == [4.5, -4.5]
    with pytest.raises(ValueError, match="`matrix` must have a cost of predicting 'odd' for 'ill', but has none"):
        cost.value(["ill"], ["odd"])


@pytest.mark.parametrize("beta", [0, 1e7])
def test_beta_must_be_above_0(beta):
    with pytest.raises((TypeError, ValueError), match="`beta` must be"):
        FBeta(beta)
