"""Comparisons by a metric of labels on one hold-out."""

import re

import numpy as np
import pytest
from sklearn.metrics import f1_score

import bayescmp as bc
from bayescmp.metrics import Cost, FBeta, fold_values
from tests.data import answered, cross_validated, gathered, table

N = 300
RATES = {"tree": 0.1, "svm": 0.2}


def data(labels=(0, 1), seed=0):
    y, answers = answered(RATES, N, positive=0.3, seed=seed)
    names = np.asarray(labels)
    return bc.labels(names[y], {name: names[one] for name, one in answers.items()})


def no_positives():
    return bc.labels([0] * 20, {"a": [0] * 20, "b": [0] * 18 + [1] * 2})


@pytest.fixture(scope="module")
def result():
    return bc.compare(data(), metric="f1", rope=0.01)


def test_values_are_those_of_scikit_learn_in_their_own_units(result):
    predictions = data()
    labels, y = predictions["label"].to_numpy(), predictions["y_true"].to_numpy()
    for name, value in result.observed.items():
        predicted = labels[predictions["y_pred"].sel(classifier=name).to_numpy()[0]]
        assert value == pytest.approx(f1_score(labels[y], predicted))
    tree, svm = result.observed.values()
    assert result.difference.mean == pytest.approx(tree - svm, abs=0.02)


@pytest.mark.parametrize(("names", "design"), [((2, 0, 1), "hold-out"), (("rare", "often", "even"), "5 x 2")])
def test_other_labels_and_shuffled_records_have_the_same_draws(names, design):
    rng = np.random.default_rng(0)
    y = rng.choice(3, N, p=[0.2, 0.3, 0.5])
    shape = N if design == "hold-out" else (5, N)
    answers = {name: np.where(rng.random(shape) < rate, rng.choice(3, shape), y) for name, rate in RATES.items()}
    splits = list(bc.BlockRegularizedCV(5, random_state=0).split(np.zeros((N, 1)), y))

    def compared(names, order):
        place, new = np.argsort(order), np.asarray(names)
        moved = {name: new[one[..., order]] for name, one in answers.items()}
        options = {} if design == "hold-out" else {"splits": [(place[a], place[b]) for a, b in splits]}
        found = bc.compare(gathered(y_true=new[y[order]], y_pred=moved, **options), metric="f1_macro")
        return found.difference.mean, found.interval.low, found.interval.high, *found.probabilities

    assert compared(names, rng.permutation(N)) == pytest.approx(compared((0, 1, 2), np.arange(N)), abs=1e-12)


def test_a_metric_with_a_number_is_a_metric():
    two, one = bc.compare(data(), metric=FBeta(2)), bc.compare(data(), metric=FBeta(1))
    assert one.difference.mean == bc.compare(data(), metric="f1").difference.mean
    assert two.difference.mean != one.difference.mean


@pytest.mark.parametrize(("data_of", "options", "message"), [
    (lambda: data(("no", "yes")), {"metric": "f1"}, "`pos_label` must be given for the metric 'f1'"),
    (lambda: data(("no", "yes")), {"metric": "f1", "pos_label": "yess"}, "`pos_label` must be one of the labels"),
    (data, {"metric": "f1_macro", "pos_label": 1}, "`pos_label` is for metrics of one class"),
    (no_positives, {"metric": "f1"}, "must have a record of the class 1 for the metric 'f1', but have none"),
    (data, {"metric": "f1_marco"}, "Did you mean 'f1_macro'"),
    (lambda: table(2, 8, 1, 89), {"metric": "f1_macro"}, "none supports 'f1_macro'"),
])  # fmt: skip
def test_what_does_not_go_is_refused(data_of, options, message):
    with pytest.raises(ValueError, match=message):
        bc.compare(data_of(), **options)


@pytest.mark.parametrize("again", [bc.comparison.correlation_sensitivity, bc.plan])
def test_what_counts_tables_again_is_of_the_error(again):
    folded = bc.compare(cross_validated(RATES, N, positive=0.2), metric="f1")
    with pytest.raises(ValueError, match=r"must be of the error, for this counts .* again, but is of F1"):
        again(folded)


MOVED = re.compile(
    r"the prior moves (?:a|the) difference from (\S+), as observed, to (\S+), (towards|away from|across) 0, by (\S+) "
)


def test_a_difference_that_the_prior_moves_is_said():
    """One classifier knows twenty rare classes, the other always says the first."""
    y = np.arange(120) % 20
    predictions = bc.labels(y, {"knows": y, "constant": np.zeros(120, int)})
    result = bc.compare(predictions, metric="f1_macro")
    observed, mean, where, by = MOVED.search(" ".join(result.details().split())).groups()
    assert (float(observed), float(mean)) == pytest.approx((0.9952, result.difference.mean), abs=1e-3)
    assert where == "towards"
    assert float(by) > 0.5
    assert result.decision == "first better"
    assert MOVED.search(bc.rank(predictions, metric="f1_macro", draws=500).trust.sentence)
    assert "the prior moves" not in " ".join(bc.compare(data(), metric="f1_macro").details().split())  # the control


def test_tests_beside_are_of_the_metric_and_not_of_the_error():
    folded = cross_validated(RATES, N, positive=0.2)
    result = bc.compare(folded, metric="f1")
    rows = result.methods.set_index("method")
    values = fold_values(folded, metric="f1")
    expected = float((values.sel(classifier="tree") - values.sel(classifier="svm")).mean())
    assert rows.loc["calibrated_5x2_bcv_f", "estimate"] == pytest.approx(expected)
    assert expected != pytest.approx(-bc.compare(folded).methods["estimate"].iloc[-1], abs=0.01)  # that of the error


def test_a_rope_is_in_units_of_the_metric():
    costly = Cost({0: {1: 1.0}, 1: {0: 10.0}})
    assert bc.compare(data(), metric=costly, rope=5).rope == (-5, 5)
    assert bc.compare(data(), metric="matthews_corrcoef", rope=1.5).rope == (-1.5, 1.5)
    with pytest.raises(ValueError, match=r"`rope` must contain 0 and lie between -10 and 10, in units of the metric"):
        bc.compare(data(), metric=costly, rope=11)
    with pytest.raises(ValueError, match=r"between -1 and 1 .a proportion."):
        bc.compare(data(), metric="f1", rope=5)
