"""Records that follow each other and differ alike are noticed, as often as chance allows where they do not."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.evidence import _in_order
from bayescmp.evidence._fact import IN_ORDER
from tests.data import gathered

N = 200


def series(rho, n=N, seed=0, runs=1):
    """Autoregressions with variance 1, (runs, n)."""
    noise = np.random.default_rng(seed).standard_normal((runs, n + 100))
    found = noise / np.sqrt(1 - rho**2)
    for at in range(1, n + 100):
        found[:, at] = rho * found[:, at - 1] + noise[:, at]
    return found[:, 100:] * np.sqrt(1 - rho**2)


def losses(apart, seed=1, **more):
    base = np.random.default_rng(seed).normal(5, 1, apart.size)
    return gathered(loss={"a": base, "b": base + apart}, **more)


def noticed(data, first="a", second="b"):
    facts = bc.compare(data, first=first, second=second).evidence.facts
    return next((fact for fact in facts if fact.kind == IN_ORDER), None)


@pytest.mark.parametrize(("rho", "factor"), [(0.3, 1.36), (0.6, 2.0), (0.8, 3.0)])
def test_the_factor_is_that_of_an_autoregression(rho, factor):
    fact = noticed(losses(series(rho, 2000)[0]))
    assert fact.size == pytest.approx(factor, rel=0.15)
    assert "(p < 0.001)" in fact.text


def test_chance_is_seldom_noticed_and_dependence_often():
    """At a level of .01; of 400 series .010 (.005), so that 12 or more come by chance in one of a thousand runs."""
    n = 100
    of_chance, of_order = (
        sum(
            2 * _in_order.special.ndtr(-_in_order._beyond_chance(x - x.mean(), 10)) < 0.01
            for x in series(rho, n, runs=400)
        )
        for rho in (0.0, 0.3)
    )
    assert of_chance < 12
    assert of_order > 150


def test_the_long_run_variance_is_that_of_statsmodels():
    api = pytest.importorskip("statsmodels.stats.sandwich_covariance")
    x = series(0.5)[0]
    x = x - x.mean()
    n_lags = int(1.1447 * (4 * (r := x[1:] @ x[:-1] / (x @ x)) ** 2 / (1 - r**2) ** 2 * N) ** (1 / 3))
    assert n_lags > 3
    expected = float(api.S_hac_simple(x[:, None], nlags=n_lags)[0, 0]) / (x @ x)
    assert _in_order.long_run_ratio(x, 1) == pytest.approx(expected, rel=1e-10)


def test_errors_in_streaks_are_noticed_and_shuffled_ones_are_not():
    wrong = series(0.9, 400, seed=3, runs=2) < -1
    order = np.random.default_rng(0).permutation(400)
    y = np.zeros(400, dtype=int)
    assert noticed(bc.labels(y, dict(zip("ab", wrong.astype(int), strict=True)))).size > 1.3
    assert noticed(bc.labels(y, dict(zip("ab", wrong[:, order].astype(int), strict=True)))) is None


@pytest.mark.parametrize("by", ["task", "class"])
def test_what_is_sorted_by_task_or_class_is_not_taken_for_time(by):
    rng = np.random.default_rng(0)
    part = np.repeat([0, 1, 2], 100)
    wrong = rng.random((2, 300)) < np.array([[0.1, 0.5, 0.9], [0.9, 0.5, 0.1]])[:, part]
    y = part if by == "class" else np.zeros(300, dtype=int)
    answers = {name: np.where(one, (y + 1) % 3, y) for name, one in zip("ab", wrong, strict=True)}
    assert noticed(bc.labels(y, answers, task=part if by == "task" else None)) is None
    order = np.argsort(rng.random(300) + 0.5 * (wrong[0] & ~wrong[1]))  # sorted by neither
    shuffled = {name: one[order] for name, one in answers.items()}
    assert noticed(bc.labels(y[order], shuffled)) is not None


@pytest.mark.parametrize("n_tasks", [3, 60])
def test_tasks_in_turn_are_alike_in_time(n_tasks):
    data = losses(series(0.8, 600)[0], task=(np.arange(600) % n_tasks).astype(str))
    assert noticed(data).size > 2


@pytest.mark.parametrize("shift", [0.1, 0.3])
def test_rounding_is_not_alike(shift):
    base = np.random.default_rng(1).gamma(2, size=500)
    assert noticed(bc.losses({"a": base, "b": base + shift})) is None


def test_groups_are_the_units():
    apart = np.repeat(series(0.0, 100)[0], 4)
    group = np.repeat(np.arange(100), 4)
    assert noticed(losses(apart)) is not None
    assert noticed(losses(apart, group=group)) is None
    assert noticed(losses(apart, group=group // 2)) is None
    assert "alike in groups" in noticed(losses(np.repeat(series(0.8, 100)[0], 4), group=group)).text


def test_a_ranking_says_it_of_the_pair_that_is_most_alike():
    rows = {"a": np.zeros(N), "b": series(0.0, seed=5)[0], "c": series(0.8, seed=6)[0]}
    base = np.random.default_rng(1).normal(5, 1, N)
    ranking = bc.rank(bc.losses({name: base + one for name, one in rows.items()}), draws=100)
    (fact,) = (fact for fact in ranking.evidence.facts if fact.kind == IN_ORDER)
    pairs = [noticed(bc.losses({n: base + rows[n] for n in two}), *two) for two in ("ac", "bc")]
    assert fact.size in [pytest.approx(pair.size) for pair in pairs]
    assert "differences of a pair are alike in records that follow each other" in " ".join(str(ranking).split())


def test_twenty_records_are_needed():
    apart = np.sin(np.arange(40) / 10)
    assert noticed(losses(apart[:19])) is None
    assert noticed(losses(apart)) is not None
