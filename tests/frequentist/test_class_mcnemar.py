"""McNemar's test among the records of a class: against scipy and of which metrics it is."""

import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from bayescmp.frequentist import TESTS
from bayescmp.metrics import METRICS, metric_of


def made(n=300, seed=0, share=0.3, same=False):
    """Labels by two classifiers; with `same`, of equal rates."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < share).astype(int)
    wrong = {"a": 0.3, "b": 0.3 if same else 0.15}
    return y, {name: np.where(rng.random(n) < rate, 1 - y, y) for name, rate in wrong.items()}


@pytest.mark.parametrize(("metric", "of"), [("recall", 1), ("sensitivity", 1), ("specificity", 0)])
def test_it_is_the_binomial_test_among_the_records_that_count(metric, of):
    y, said = made()
    result = bc.compare(bc.labels(y, said), metric=metric)
    right = {name: (one == y)[y == of] for name, one in said.items()}
    only = [int((right[one] & ~right[other]).sum()) for one, other in (("a", "b"), ("b", "a"))]
    row = result.methods.set_index("method").loc["class_mcnemar_exact"]
    assert row["pvalue"] == result.pvalue == pytest.approx(stats.binomtest(only[0], sum(only)).pvalue)
    assert row["estimate"] == pytest.approx(result.observed["a"] - result.observed["b"])
    assert row["estimate"] == pytest.approx(right["a"].mean() - right["b"].mean())


def test_of_several_classes_it_is_of_the_one_against_all_others():
    rng = np.random.default_rng(1)
    y = rng.choice(list("xyz"), 200)
    said = {
        name: np.where(rng.random(200) < rate, y, rng.choice(list("xyz"), 200))
        for name, rate in (("a", 0.3), ("b", 0.6))
    }
    for metric, counted in (("recall", y == "x"), ("specificity", y != "x")):
        right = [((one == "x") == (y == "x"))[counted] for one in said.values()]
        only = [int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())]
        found = bc.compare(bc.labels(y, said), metric=metric, pos_label="x").pvalue
        assert found == pytest.approx(stats.binomtest(only[0], sum(only)).pvalue)


def test_it_is_of_rates_of_true_labels_alone():
    test = TESTS["class_mcnemar_exact"]
    assert {name for name in METRICS if test.supports(metric_of(name))} == {"recall", "sensitivity", "specificity"}
