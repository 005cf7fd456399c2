"""Weights of records: variances of means, and shares of classes."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import bayescmp as bc
from bayescmp.posteriors._drawn_records import drawn_weights
from tests.data import gathered

DRAWS = 60_000


@pytest.mark.parametrize("n", [6, 40])
def test_a_mean_has_the_variance_of_its_t_distribution(n):
    values = np.random.default_rng(n).exponential(size=n)
    weights = drawn_weights([n], DRAWS, np.random.default_rng(0))
    means = weights @ values / weights.sum(1)
    reference = stats.t(n - 1, loc=values.mean(), scale=values.std(ddof=1) / np.sqrt(n))
    assert means.mean() == pytest.approx(values.mean(), abs=5 * reference.std() / np.sqrt(DRAWS))
    assert means.var() == pytest.approx(reference.var(), rel=0.05)


@pytest.mark.parametrize("n", [99, 100])
def test_shares_vary_as_those_of_a_dirichlet_distribution_of_four_records_less(n):
    weights = drawn_weights([n], 20_000, np.random.default_rng(3))
    squares = np.square(weights / weights.sum(1, keepdims=True)).sum(1)
    assert squares.mean() - 1 / n == pytest.approx((n - 1) / (n * (n - 3)), rel=0.01)


def test_shares_of_classes_are_those_of_the_bayesian_bootstrap():
    weights = drawn_weights([30, 7], DRAWS, np.random.default_rng(1))
    share = weights[:, 30:].sum(1) / weights.sum(1)
    assert stats.kstest(share, stats.beta(7, 30).cdf).pvalue > 0.001


@pytest.mark.parametrize("n", [1, 2, 4])
def test_few_records_of_a_class_have_weights(n):
    weights = drawn_weights([20, n], 5000, np.random.default_rng(2))
    assert np.isfinite(weights).all()
    assert (weights[:, 20:].sum(1) > 0).all()


def long_frame(answers):
    rng = np.random.default_rng(4)
    keys = [(record, answer, name) for record in range(24) for answer in range(answers) for name in ("tree", "svm")]
    frame = pd.DataFrame(keys, columns=["record", "answer", "name"])
    p = rng.random(len(frame)).round(2)
    return frame.assign(site=frame["record"] // 3, y=frame["record"] % 2, loss=p, p_0=1 - p, p_1=p)


@pytest.mark.parametrize(("columns", "more"), [
    ({"y_true": "y", "y_prob": "p_{label}"}, {}),
    ({"loss": "loss"}, {"answer": "answer"}),
    ({"y_true": "y", "y_prob": "p_{label}"}, {"group": "site"}),
], ids=["once", "answers", "groups"])  # fmt: skip
def test_the_order_of_rows_and_of_classifiers_changes_no_draw(columns, more):
    frame, asked = long_frame(3 if "answer" in more else 1), {"record": "record", "classifier": "name"}

    def compared(rows):
        predictions = gathered(data=rows, **asked, **columns, **more)
        options = {} if "loss" in columns else {"metric": "roc_auc"}
        return bc.compare(predictions, first="tree", second="svm", method="bayesian-bootstrap", rng=0, **options)

    found = compared(frame)
    for seed in range(3):
        shuffled = compared(frame.sample(frac=1, random_state=seed))
        assert shuffled.prob_first_better == found.prob_first_better
        assert shuffled.difference.interval().low == pytest.approx(found.difference.interval().low, abs=1e-12)
