"""Which way differences are, of every registered metric: value(first) - value(second)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.design import CROSS_VALIDATION, Design
from bayescmp.methods import METHODS
from bayescmp.metrics import METRICS

N = 60
ROPE = (-0.02, 0.05)
FEW = 1000
"""Draws, which are enough for what holds of every draw."""
FOLDS = Design(kind=CROSS_VALIDATION, n_records=90, has_records=True, test_to_train=1 / 4)
some_metrics = pytest.mark.parametrize("name", ["error", "f1_macro", "roc_auc", "neg_log_loss"])
seeds = given(seed=st.integers(0, 2**32 - 1))


@pytest.fixture(autouse=True, scope="module")
def _few_draws():
    with pytest.MonkeyPatch.context() as patch:
        for method in ("label_counts", "bootstrap"):
            patch.setattr(f"bayescmp.methods._{method}_method.DRAWS", FEW)
        yield


def hold_out(seed):
    """Labels 0 and 1, and probabilities of them by two classifiers of different quality."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(N) % 2)
    ones = {name: 1 / (1 + np.exp(-rng.normal(gap * (2 * y - 1)))) for name, gap in (("a", 1.5), ("b", 0.4))}
    y_prob = {name: np.stack([1 - p, p], axis=-1) for name, p in ones.items()}
    return bc.probabilities(y, y_prob, y_pred={name: (p > 0.5).astype(int) for name, p in ones.items()})


def both_ways(data, metric, rope=0.0):
    """Compare with the rope, and swapped, with the rope mirrored."""
    mirrored = (-rope[1], -rope[0]) if isinstance(rope, tuple) else rope
    one = bc.compare(data, first="a", second="b", metric=metric, rope=rope)
    return one, bc.compare(data, first="b", second="a", metric=metric, rope=mirrored)


@some_metrics
@settings(max_examples=3)
@seeds
def test_the_difference_is_that_of_the_values_and_swapping_mirrors_it(name, seed):
    one, other = both_ways(hold_out(seed), name)
    assert other.difference.mean == pytest.approx(-one.difference.mean, abs=1e-14)
    assert (other.interval.low, other.interval.high) == pytest.approx((-one.interval.high, -one.interval.low), abs=1e-9)
    assert other.prob_first_better == pytest.approx(one.prob_second_better, abs=1e-12)
    assert other.prob_second_better == pytest.approx(one.prob_first_better, abs=1e-12)
    apart = one.observed["a"] - one.observed["b"]
    assert abs(one.difference.mean - apart) < one.difference.sd
    leads = apart > 0 if METRICS[name].greater_is_better else apart < 0
    if abs(apart) > 2 * one.difference.sd:
        assert np.sign(one.difference.mean) == np.sign(apart)
        assert (one.prob_first_better > one.prob_second_better) == leads


@some_metrics
@settings(max_examples=2)
@seeds
def test_the_rope_of_the_swapped_pair_is_mirrored(name, seed):
    one, other = both_ways(hold_out(seed), name, ROPE)
    assert other.probabilities == pytest.approx(one.probabilities[::-1], abs=1e-12)
    below, within, above = one.difference.probabilities(*ROPE)
    expected = (above, within, below) if METRICS[name].greater_is_better else (below, within, above)
    assert one.probabilities == pytest.approx(tuple(map(float, expected)), abs=1e-12)


def test_the_better_one_is_found():
    """The control of the signs: on these data, a is the better one by every metric."""
    for name, metric in METRICS.items():
        one, other = both_ways(hold_out(0), name)
        sign = 1 if metric.greater_is_better else -1
        assert sign * one.difference.mean > 0 > sign * other.difference.mean
        assert sign * (one.observed["a"] - one.observed["b"]) > 0
        assert one.prob_first_better > 0.9


@pytest.mark.parametrize(
    "method", [name for name, method in METHODS.items() if method.fits(FOLDS, METRICS["accuracy"])]
)
def test_the_accuracy_is_the_negative_of_the_error_by_every_method(compared, method):
    """As sure, too: a rope that is not symmetric is mirrored."""
    error = compared("5-fold", method, metric="error", rope=(-ROPE[1], -ROPE[0]))
    accuracy = compared("5-fold", method, metric="accuracy", rope=ROPE)
    assert accuracy.difference.mean == -error.difference.mean
    assert accuracy.probabilities == pytest.approx(error.probabilities, abs=1e-12)
    assert accuracy.trust == error.trust
