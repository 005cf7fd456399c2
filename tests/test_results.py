"""What every result has in common: intervals and the form of the dataclasses."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.frequentist import SignificanceResult
from bayescmp.posteriors import BetaPosterior, Interval, SampledPosterior
from bayescmp.results import plain

INTERVAL = {"low": 0.1, "high": 0.2, "ci_prob": 0.95, "ci_kind": "eti"}
RESULT = {"name": "McNemar", "statistic": 1.0, "pvalue": 0.3, "df": 1.0}
probabilities = st.floats(0.05, 0.99)
shapes = st.floats(1, 50)


def beta(a, b):
    return BetaPosterior(name="p", a=a, b=b)


@settings(deadline=None, max_examples=20)
@given(a=shapes, b=shapes, ci_prob=probabilities)
def test_equal_tails_are_equal(a, b, ci_prob):
    posterior = beta(a, b)
    interval = posterior.interval(ci_prob)
    assert posterior.cdf(interval.low) == pytest.approx((1 - ci_prob) / 2)
    assert 1 - posterior.cdf(interval.high) == pytest.approx((1 - ci_prob) / 2)


@settings(deadline=None, max_examples=20)
@given(a=shapes, b=shapes, ci_prob=probabilities, ci_kind=st.sampled_from(["eti", "hdi"]))
def test_an_interval_has_its_probability(a, b, ci_prob, ci_kind):
    posterior = beta(a, b)
    interval = posterior.interval(ci_prob, ci_kind)
    assert posterior.prob_between(interval.low, interval.high) == pytest.approx(ci_prob, abs=1e-8)


@settings(deadline=None, max_examples=20)
@given(a=shapes, b=shapes, ci_prob=probabilities)
def test_the_hdi_is_not_longer_than_any_interval_of_its_probability(a, b, ci_prob):
    posterior = beta(a, b)
    tails = np.linspace(0, 1 - ci_prob, 41)
    widths = posterior.ppf(np.minimum(tails + ci_prob, 1)) - posterior.ppf(tails)
    hdi = posterior.interval(ci_prob, "hdi")
    assert hdi.high - hdi.low <= widths.min() + 1e-9


@pytest.mark.parametrize(("ci_prob", "b"), [(0.5, 2), (0.89, 10), (0.95, 40.5)])
def test_the_hdi_of_a_falling_density_starts_at_zero(ci_prob, b):
    hdi = beta(1, b).interval(ci_prob, "hdi")
    assert (hdi.low, hdi.high) == pytest.approx((0, 1 - (1 - ci_prob) ** (1 / b)), abs=1e-8)


@pytest.mark.parametrize("ci_kind", ["eti", "hdi"])
def test_a_batch_has_the_intervals_of_its_members(ci_kind):
    a, b = (xr.DataArray(values, dims="dataset") for values in ([2.0, 5.0, 1.0], [3.0, 4.0, 9.0]))
    batch = beta(a, b).interval(0.9, ci_kind)
    for i in range(3):
        one = beta(a[i].item(), b[i].item()).interval(0.9, ci_kind)
        assert (batch.low[i], batch.high[i]) == pytest.approx((one.low, one.high))


def test_an_interval_says_what_it_is_in_python_floats():
    for options, expected in (((0.8, "hdi"), (0.8, "hdi")), ((), (0.95, "eti"))):
        interval = beta(2, 3).interval(*options)
        assert (interval.ci_prob, interval.ci_kind) == expected
        assert [type(interval.low), type(interval.high)] == [float, float]


@pytest.mark.parametrize(("options", "error", "message"), [
    ((95,), ValueError, "`ci_prob` must be a proportion between 0 and 1, but got"),
    (("0.95",), TypeError, "`ci_prob` must be a number, but got"),
    ((0.9, "HDI"), ValueError, "`ci_kind` must be one of 'eti', 'hdi', but got"),
])  # fmt: skip
def test_no_interval_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        beta(2, 3).interval(*options)


@pytest.mark.parametrize(("cls", "fields"), [(Interval, INTERVAL), (SignificanceResult, RESULT)])
def test_results_are_frozen_and_no_tuples(cls, fields):
    result = cls(**fields)
    with pytest.raises(TypeError, match="positional"):
        cls(*fields.values())
    with pytest.raises(FrozenInstanceError):
        setattr(result, next(iter(fields)), 0)
    with pytest.raises(TypeError, match=r"not iterable|cannot unpack"):
        iter(result)
    assert result != cls(**fields)


def test_a_single_value_becomes_a_python_number_and_several_stay():
    for value in (np.float64(2), xr.DataArray(2.0)):
        assert type(plain(value)) is float
    values = np.array([2.0])
    assert plain(values) is values


def test_every_result_shows_itself_in_one_line():
    cells = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    table = bc.paired_table(**{name: [3, 9] for name in cells}, dims=("pair",))
    posterior = bc.posteriors.paired_posterior(table)
    for result in (
        posterior, posterior.difference, posterior.disagreement, posterior.difference.interval(),
        bc.frequentist.mcnemar(table),
    ):  # fmt: skip
        assert repr(result).startswith(f"{type(result).__name__}(")
        assert "<pair: 2" in repr(result)
        assert "\n" not in repr(result)
    repeats = bc.paired_table(**{name: [[3, 9], [4, 8]] for name in cells}, dims=("repeat", "fold"))
    result = bc.compare(repeats)
    for part in (result, result.posterior, result.difference, result.interval, result.evidence, result.settings):
        assert "\n" not in repr(part)
    assert str(result).count("\n") > 10


def test_draws_that_are_tied_count_half_and_the_error_of_draws_is_that_of_a_share():
    draws = xr.DataArray([[-1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 3.0, 4.0]], dims=("chain", "draw"))
    found = SampledPosterior(draws=draws, name="x")
    assert found.probabilities(0.0, 0.0) == (0.375, 0.0, 0.625)
    assert found.probabilities(1.0, 1.0) == (0.625, 0.0, 0.375)
    tied = SampledPosterior(draws=xr.zeros_like(draws), name="x")
    assert tied.probabilities(0.0, 0.0) == (0.5, 0.0, 0.5)
    data = bc.labels(np.arange(60) % 3, {"a": np.arange(60) % 3, "b": np.arange(60) % 2})
    result = bc.compare(data, metric="f1_macro")
    assert result.trust.prob_error == pytest.approx(np.sqrt(0.5 * 0.5 / result.provenance["draws"]))


@pytest.mark.parametrize(("name", "hint"), [
    ("p_value", "Did you mean 'pvalue'"), ("rho1", "run_correlations"),
    ("unheard_of", "has no attribute 'unheard_of'.$"),
])  # fmt: skip
def test_a_guessed_attribute_leads_to_what_there_is(name, hint):
    table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    result = bc.compare(table)
    with pytest.raises(AttributeError, match=hint):
        getattr(result, name)
    assert not hasattr(result, f"_{name}")


def test_a_test_of_another_name_is_found():
    with pytest.raises(AttributeError, match=r"It is `bayescmp\.frequentist\.t_5x2"):
        bc.dietterich  # noqa: B018
