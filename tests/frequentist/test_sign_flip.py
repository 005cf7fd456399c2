"""The sign-flip test against enumeration, scipy and printed numbers; where it stands."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc
from bayescmp.frequentist import TESTS, mcnemar, sign_flip
from bayescmp.metrics import metric_of
from tests.data import gathered

DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
RNG = np.random.default_rng(0)
SCORES = {"a": RNG.random(60).round(2), "b": (0.2 + 0.8 * RNG.random(60)).round(2)}
numbers = st.lists(st.integers(-4, 4) | st.floats(-2, 2).map(lambda x: round(x, 3)), min_size=1, max_size=10)


def by_enumeration(differences):
    d = np.asarray(differences, float)
    sums = np.abs([np.dot(signs, np.abs(d)) for signs in product([-1, 1], repeat=d.size)])
    return np.mean(sums >= abs(d.sum()) - 1e-9)


def pvalue(differences):
    return sign_flip(differences).pvalue


def test_darwins_plants_have_the_p_value_that_fisher_counted():
    result = sign_flip(DARWIN)
    assert result.pvalue == pytest.approx(2 * 863 / 2**15, rel=1e-12)
    assert result.statistic == result.estimate == pytest.approx(314 / 15)
    assert (result.df, result.alternative, result.confidence_interval(0.9)) == (None, "two-sided", None)


@given(differences=numbers)
def test_few_records_have_the_p_value_of_all_signs(differences):
    assert pvalue(differences) == pytest.approx(by_enumeration(differences), abs=1e-12)


@given(differences=numbers, seed=st.integers(0, 99))
def test_swapping_mirrors_and_the_order_and_zeros_and_the_unit_change_nothing(differences, seed):
    d = np.array(differences, float)
    shuffled = np.random.default_rng(seed).permutation(np.append(d, [0.0, 0.0]))
    assert pvalue(-d) == pytest.approx(pvalue(d), abs=1e-12)
    assert sign_flip(-d).estimate == pytest.approx(-sign_flip(d).estimate)
    assert pvalue(shuffled) == pytest.approx(pvalue(d), abs=1e-12)
    assert pvalue(1e300 * d) == pytest.approx(pvalue(d), abs=1e-12)


@pytest.mark.parametrize("n_records", [1, 10_000])
def test_differences_of_0_give_1(n_records):
    result = sign_flip(np.zeros(n_records))
    assert (result.statistic, result.pvalue) == (0, 1)


def test_scores_with_few_values_are_exact_for_hundreds_of_records_and_mcnemars_for_right_and_wrong():
    d = np.repeat([0.5, -0.5, 1.0, -1.0, 0.0], [90, 70, 60, 40, 200])
    halves, wholes = np.arange(-160, 161, 2), np.arange(-100, 101, 2)
    share = np.outer(stats.binom.pmf((halves + 160) // 2, 160, 0.5), stats.binom.pmf((wholes + 100) // 2, 100, 0.5))
    extreme = np.abs(halves[:, None] + 2 * wholes) >= 60
    assert pvalue(d) == pytest.approx(share[extreme].sum(), rel=1e-9)
    assert sign_flip(d, rng=1).pvalue == sign_flip(d, rng=2).pvalue
    table = bc.paired_table(both_wrong=5, only_first_wrong=12, only_second_wrong=4, both_right=30)
    assert pvalue(np.repeat([0, 1, -1], [35, 12, 4])) == pytest.approx(mcnemar(table).pvalue, rel=1e-9)


def test_many_records_are_drawn_and_never_give_0():
    d = np.random.default_rng(2).normal(0.05, 1, 1500)
    drawn = sign_flip(d)
    assert drawn.pvalue * 10_000 == pytest.approx(round(drawn.pvalue * 10_000))  # (1 + b)/(1 + B)
    shuffled = np.random.default_rng(3).permutation(d)
    assert sign_flip(shuffled).pvalue == sign_flip(-shuffled).pvalue == drawn.pvalue
    error = np.sqrt(drawn.pvalue * (1 - drawn.pvalue) / 10_000)
    assert drawn.pvalue == pytest.approx(stats.ttest_1samp(d, 0).pvalue, abs=4 * error + 0.002)
    assert sign_flip(np.abs(d)).pvalue == 1 / 10_000
    assert sign_flip(np.abs(d), n_resamples=99).pvalue == 0.01


def test_what_is_drawn_varies_as_independent_choices_do(monkeypatch):
    n_resamples = 99
    d = np.random.default_rng(4).standard_cauchy(12)
    exact = pvalue(d)
    monkeypatch.setattr("bayescmp.frequentist._sign_flip._MOST_SUMS", 1)
    found = [sign_flip(d, n_resamples=n_resamples, rng=seed).pvalue for seed in range(2000)]
    extreme = np.array(found) * (1 + n_resamples) - 1
    variance = n_resamples * exact * (1 - exact)
    assert extreme.mean() == pytest.approx(n_resamples * exact, abs=4 * np.sqrt(variance / 2000))
    assert extreme.var() == pytest.approx(variance, rel=0.15)


@pytest.mark.parametrize("direction", ["score", "loss"])
def test_it_stands_beside_losses_and_scores_of_a_hold_out(direction):
    result = bc.compare(gathered(**{direction: SCORES}))
    row = result.methods.set_index("method").loc["sign_flip"]
    assert row["pvalue"] == pytest.approx(pvalue(SCORES["a"] - SCORES["b"]))
    assert row[["estimate", "statistic"]].tolist() == pytest.approx([np.mean(SCORES["a"] - SCORES["b"])] * 2)


def test_it_takes_the_records_that_both_answered():
    scores = {name: values.copy() for name, values in SCORES.items()}
    scores["a"][3] = scores["b"][7] = np.nan
    result = bc.compare(bc.scores(scores, on_missing="drop"))
    d = scores["a"] - scores["b"]
    expected = pvalue(d[np.isfinite(d)])
    assert result.methods.set_index("method").loc["sign_flip", "pvalue"] == pytest.approx(expected)


@pytest.mark.full
def test_it_stands_beside_means_of_losses_of_probabilities():
    y = RNG.integers(0, 2, 60)
    result = bc.compare(bc.probabilities(y, SCORES), metric="neg_brier_score")
    expected = pvalue((SCORES["a"] - y) ** 2 - (SCORES["b"] - y) ** 2)
    assert result.methods.set_index("method").loc["sign_flip", "pvalue"] == pytest.approx(expected)


def test_it_is_for_means_over_records_alone():
    supported = {
        name for name in ("error", "f1", "roc_auc", "neg_log_loss") if TESTS["sign_flip"].supports(metric_of(name))
    }
    assert supported == {"neg_log_loss"}
    fold = {"loss": SCORES, "fold": np.arange(60) % 10}
    assert "sign_flip" not in set(bc.compare(gathered(**fold)).methods["method"])


@pytest.mark.parametrize(("differences", "message"), [
    (np.zeros((3, 2)), "`differences` must be a list of finite numbers, one per record, but got"),
    (["x", "y"], "`differences` must hold numbers"),
])  # fmt: skip
def test_other_differences_are_refused(differences, message):
    with pytest.raises((TypeError, ValueError), match=message):
        sign_flip(differences)


@pytest.mark.parametrize("n_resamples", [0, 10**7])
def test_other_numbers_of_resamples_are_refused(n_resamples):
    with pytest.raises((TypeError, ValueError), match="`n_resamples` must be"):
        sign_flip([0.1], n_resamples=n_resamples)


@pytest.mark.full
def test_what_is_drawn_has_the_size_that_it_says_where_few_differences_are_large():
    """Without the observed signs among the choices, the least p-value is found in .006 of the trials, not in 1/128."""
    from bayescmp.frequentist._sign_flip import _number_of_extreme

    rng, n_resamples, trials = np.random.default_rng(0), 127, 40_000
    sizes = np.concatenate([1 + 0.001 * rng.random(7), 0.001 * rng.random(33)])
    least = 0
    for signs in rng.choice([-1.0, 1.0], (trials, 40)):
        apart = signs * sizes
        least += _number_of_extreme(apart, abs(apart.sum()) - 1e-12, n_resamples, rng) == 0
    assert least / trials == pytest.approx(1 / 128, abs=3 * np.sqrt(1 / 128 / trials))
