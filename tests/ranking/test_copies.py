"""Classifiers that predict the same are exchangeable: no draw tells one from the other, whatever the seed."""

import pickle

import numpy as np
import pytest

import bayescmp as bc
from tests.data import splits_of

N = 60
EQUAL = pytest.approx((0.5, 0.5), abs=1e-14)  # weights of a mixture sum to 1 but for rounding


def data(seed, shape):
    """Return predictions of two copies, with a classifier between them by name that differs on four records."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, N)
    labels = np.where(rng.random((*shape, N)) < 0.7, y, rng.integers(0, 3, (*shape, N)))
    odds = 2.0 * np.eye(3)[labels] + rng.random((*shape, N, 3))
    probabilities = odds / odds.sum(-1, keepdims=True)
    other, unlike = labels.copy(), probabilities.copy()
    other[..., :4], unlike[..., :4, :] = (labels[..., :4] + 1) % 3, probabilities[..., :4, ::-1]
    splits = splits_of(N) if shape else None
    return bc.probabilities(
        y,
        {"a": probabilities, "b": unlike, "c": probabilities.copy()},
        y_pred={"a": labels, "b": other, "c": labels.copy()},
        how=splits and bc.splits(splits),
    )


def check_ranked(seed, shape, metric):
    ranking = bc.rank(data(seed, shape), metric=metric, draws=300, rng=seed)
    table = ranking.classifiers
    assert table.loc["a"].equals(table.loc["c"])
    assert not table.loc["a"].equals(table.loc["b"])  # the control
    ranks = ranking.rank_probabilities
    np.testing.assert_array_equal(ranks.sel(classifier="a"), ranks.sel(classifier="c"))
    pairs = ranking.pairs.set_index(["first", "second"])
    for prefix in ("", "pooled_"):
        pair = pairs.loc[("a", "c")]
        assert (pair[f"{prefix}prob_first_better"], pair[f"{prefix}prob_second_better"]) == EQUAL
        of_a, of_c = pairs.loc[("a", "b")], pairs.loc[("b", "c")]
        assert of_a[f"{prefix}prob_first_better"] == pytest.approx(of_c[f"{prefix}prob_second_better"], abs=1e-9)


@pytest.mark.parametrize(("metric", "shape", "seed"), [
    ("error", (5,), 0), ("f1_macro", (), 1), ("roc_auc_ovr", (), 2), ("neg_brier_score", (5,), 3),
])  # fmt: skip
def test_copies_share_everything(metric, shape, seed):
    result = bc.compare(data(seed, shape), first="a", second="c", metric=metric, rng=seed)
    assert (result.prob_first_better, result.prob_second_better) == EQUAL
    assert float(result.difference.mean) == 0
    assert result.interval.low == pytest.approx(-result.interval.high, abs=1e-12)
    check_ranked(seed, shape, metric)


def test_a_score_that_is_scaled_is_tied_but_for_rounding():
    rng = np.random.default_rng(0)
    y, p = rng.integers(0, 2, 100), rng.random(100)
    scores = {"a": p, "b": 0.3 * p + 0.1, "c": rng.random(100)}
    both = {name: np.stack([1 - one, one], -1) for name, one in scores.items()}
    labels = {name: (one > 0.5).astype(int) for name, one in scores.items()}
    predictions = bc.probabilities(y, both, y_pred=labels)
    result = bc.compare(predictions, first="a", second="b", metric="roc_auc", pos_label=1)
    assert result.prob_first_better == 0.5
    best = bc.rank(predictions, metric="roc_auc", pos_label=1).classifiers["prob_best"]
    assert best["a"] == pytest.approx(best["b"], abs=0.025)


def test_a_ranking_that_was_printed_can_be_pickled():
    result = bc.rank(data(0, ()), draws=400)
    said = str(result)
    assert str(pickle.loads(pickle.dumps(result))) == said  # noqa: S301
