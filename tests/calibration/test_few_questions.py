"""Studies of one system by itself and of few questions: their rows come again, and the pages say what they show."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, stats
from sklearn.dummy import DummyClassifier
from sklearn.metrics import brier_score_loss, f1_score
from sklearn.naive_bayes import GaussianNB

from tests.data import module_at

RESULTS = Path(__file__).parents[2] / "docs" / "results"
COLUMNS = ["systems", "n", "first", "second", "method", "coverage", "width"]


@pytest.fixture(scope="module")
def small():
    return module_at(RESULTS / "small_samples.py")


@pytest.fixture(scope="module")
def alone():
    return module_at(RESULTS / "alone.py")


@pytest.fixture(scope="module")
def rows():
    return pd.read_csv(RESULTS / "small-samples.csv")


@pytest.fixture(scope="module")
def drawn(rows):
    return rows[rows["systems"] == "drawn"].set_index(["first", "n", "method"])["coverage"]


def test_rows_of_one_system_are_what_the_command_writes(small, rows, monkeypatch):
    monkeypatch.setattr(small, "SIZES", (15, 100))
    found = pd.DataFrame(small.of_one(), columns=COLUMNS).round({"coverage": 4, "width": 5})
    kept = rows[(rows["systems"] != "two") & rows["n"].isin([15, 100])].reset_index(drop=True)
    pd.testing.assert_frame_equal(found, kept, check_dtype=False, atol=1.1e-4, rtol=0)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (100, 20)])
def test_coverage_where_the_rate_is_drawn_is_the_mean_over_rates(drawn, a, b):
    n, k = 15, np.arange(16)
    error = 1.96 * np.sqrt(k / n * (1 - k / n) / n)

    def held(rate):
        return stats.binom.pmf(k, n, rate) @ (np.abs(k / n - rate) <= error) * stats.beta.pdf(rate, a, b)

    found = integrate.quad(held, 0, 1, limit=500, points=np.clip([*(k / n - error), *(k / n + error)], 0, 1))[0]
    assert found == pytest.approx(drawn[a, n, "normal"], abs=1e-3)


def test_the_prior_of_the_world_holds_exactly_and_the_default_too_seldom_where_rates_are_uniform(drawn):
    assert drawn[1, :, "beta 1, 1"].tolist() == pytest.approx([0.95] * 6, abs=1e-4)
    assert (drawn[1, :, "beta 2, 2"] < 0.95).all()
    assert (drawn[10, :, "beta 2, 2"] >= 0.95).all()
    assert (drawn[:, :, "normal"] < drawn[:, :, "wilson"]).all()


def test_of_two_systems_the_default_holds_where_the_others_do_not(rows):
    worst = rows[rows["systems"] == "two"].groupby(["method", "n"])["coverage"].min()
    assert worst["dirichlet 1"].min() > 0.94
    assert max(worst["normal", 15], worst["bootstrap", 15]) < 0.75


def test_values_are_those_of_scikit_learn_and_influences_have_the_mean_0(alone):
    rng = np.random.default_rng(0)
    y, p = rng.integers(0, 2, 60), rng.random(60)
    value, parts = alone.value_of("f1_macro", y, p)
    assert value == pytest.approx(f1_score(y, p > 0.5, average="macro"))
    assert parts.mean() == pytest.approx(0)
    more = alone.value_of("f1_macro", np.append(np.tile(y, 99), y[:1]), np.append(np.tile(p, 99), p[:1]))[0]
    assert (more - value) * 99 * 60 == pytest.approx(parts[0], abs=1e-3)
    assert alone.value_of("neg_brier_score", y, p)[0] == pytest.approx(-brier_score_loss(y, p))


def test_nested_cross_validation_of_what_learns_nothing_is_the_rate_with_an_interval_within_its_bounds(alone):
    rng = np.random.default_rng(1)
    y = (rng.random(100) < 0.3).astype(int)
    found = {metric: rest for metric, *rest in alone.nested(DummyClassifier(), np.zeros((100, 1)), y, 0)}
    centre, half = found["error"]
    error = stats.norm.ppf(0.975) * np.sqrt(y.mean() * (1 - y.mean()) / 100)
    assert centre == pytest.approx(y.mean())
    assert error * (1 - 1e-9) <= half <= np.sqrt(5) * error


def test_intervals_of_both_kinds_shrink_with_records(alone):
    widths = {}
    for n in (100, 300):
        X, y = alone.normal_classes(np.random.default_rng(2), n)
        widths[n] = [
            half for _, _, half in (*alone.nested(GaussianNB(), X, y, 0), *alone.conservative(GaussianNB(), X, y, 0))
        ]
    assert (np.array(widths[300]) < np.array(widths[100])).all()
