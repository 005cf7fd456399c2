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
from bayescmp.results._interval import plain

INTERVAL = {"low": 0.1, "high": 0.2, "ci_prob": 0.95, "ci_kind": "eti"}
RESULT = {"name": "McNemar", "statistic": 1.0, "pvalue": 0.3, "df": 1.0}
probabilities = st.floats(0.05, 0.99)
shapes = st.floats(1, 50)


def beta(a, b):
    return BetaPosterior(name="p", a=a, b=b)


@settings(deadline=None, max_examples=50)
@given(a=shapes, b=shapes, ci_prob=probabilities)
def test_equal_tails_are_equal(a, b, ci_prob):
    posterior = beta(a, b)
    interval = posterior.interval(ci_prob)
    assert posterior.cdf(interval.low) == pytest.approx((1 - ci_prob) / 2)
    assert 1 - posterior.cdf(interval.high) == pytest.approx((1 - ci_prob) / 2)


@settings(deadline=None, max_examples=50)
@given(a=shapes, b=shapes, ci_prob=probabilities, ci_kind=st.sampled_from(["eti", "hdi"]))
def test_an_interval_has_its_probability(a, b, ci_prob, ci_kind):
    posterior = beta(a, b)
    interval = posterior.interval(ci_prob, ci_kind)
    assert posterior.prob_between(interval.low, interval.high) == pytest.approx(ci_prob, abs=1e-8)


@settings(deadline=None, max_examples=50)
@given(a=shapes, b=shapes, ci_prob=probabilities)
def test_the_hdi_is_not_longer_than_any_interval_of_its_probability(a, b, ci_prob):
    posterior = beta(a, b)
    tails = np.linspace(0, 1 - ci_prob, 41)
    widths = posterior.ppf(np.minimum(tails + ci_prob, 1)) - posterior.ppf(tails)
    hdi = posterior.interval(ci_prob, "hdi")
    assert hdi.high - hdi.low <= widths.min() + 1e-9


@pytest.mark.parametrize("ci_prob", [0.5, 0.89, 0.95])
@pytest.mark.parametrize("b", [2, 10, 40.5])
def test_the_hdi_of_a_falling_density_starts_at_zero(ci_prob, b):
    hdi = beta(1, b).interval(ci_prob, "hdi")
    assert (hdi.low, hdi.high) == pytest.approx((0, 1 - (1 - ci_prob) ** (1 / b)), abs=1e-8)


@pytest.mark.parametrize("a", [2, 17.5])
def test_the_hdi_of_a_symmetric_density_has_equal_tails(a):
    hdi, eti = (beta(a, a).interval(0.9, kind) for kind in ("hdi", "eti"))
    assert (hdi.low, hdi.high) == pytest.approx((eti.low, eti.high), abs=1e-6)


@pytest.mark.parametrize("ci_kind", ["eti", "hdi"])
def test_a_batch_has_the_intervals_of_its_members(ci_kind):
    a, b = (xr.DataArray(values, dims="dataset") for values in ([2.0, 5.0, 1.0], [3.0, 4.0, 9.0]))
    batch = beta(a, b).interval(0.9, ci_kind)
    for i in range(3):
        one = beta(a[i].item(), b[i].item()).interval(0.9, ci_kind)
        assert (batch.low[i], batch.high[i]) == pytest.approx((one.low, one.high))


@pytest.mark.parametrize("ci_kind", ["eti", "hdi"])
def test_the_bounds_of_one_experiment_are_python_floats(ci_kind):
    interval = beta(2, 3).interval(ci_kind=ci_kind)
    assert [type(interval.low), type(interval.high)] == [float, float]


def test_an_interval_says_what_it_is():
    interval = beta(2, 3).interval(0.8, "hdi")
    assert (interval.ci_prob, interval.ci_kind) == (0.8, "hdi")


def test_the_default_is_an_equal_tailed_interval_of_95_per_cent():
    interval = beta(2, 3).interval()
    assert (interval.ci_prob, interval.ci_kind) == (0.95, "eti")


@pytest.mark.parametrize("ci_prob", [0, 1, 95, -0.5, np.nan, np.inf])
def test_a_ci_prob_that_is_no_proportion_is_refused(ci_prob):
    with pytest.raises(ValueError, match=r"`ci_prob` must be (a proportion between 0 and 1|finite), but got"):
        beta(2, 3).interval(ci_prob)


@pytest.mark.parametrize("ci_prob", ["0.95", None])
def test_a_ci_prob_that_is_no_number_is_refused(ci_prob):
    with pytest.raises(TypeError, match="`ci_prob` must be a number, but got"):
        beta(2, 3).interval(ci_prob)


@pytest.mark.parametrize("ci_kind", ["HDI", "", None, ["hdi"]], ids=repr)
def test_another_ci_kind_is_refused(ci_kind):
    with pytest.raises(ValueError, match="`ci_kind` must be one of 'eti', 'hdi', but got"):
        beta(2, 3).interval(0.9, ci_kind)


@pytest.mark.parametrize(("cls", "fields"), [(Interval, INTERVAL), (SignificanceResult, RESULT)])
class TestForm:
    def test_fields_are_given_by_name_only(self, cls, fields):
        with pytest.raises(TypeError, match="positional"):
            cls(*fields.values())

    def test_fields_cannot_be_changed(self, cls, fields):
        result = cls(**fields)
        with pytest.raises(FrozenInstanceError):
            setattr(result, next(iter(fields)), 0)

    def test_a_result_is_not_unpacked_like_a_tuple(self, cls, fields):
        with pytest.raises(TypeError, match=r"not iterable|cannot unpack"):
            iter(cls(**fields))

    def test_results_are_equal_only_to_themselves(self, cls, fields):
        result = cls(**fields)
        assert result == result  # noqa: PLR0124
        assert result != cls(**fields)


def test_a_test_is_two_sided_by_default():
    assert SignificanceResult(**RESULT).alternative == "two-sided"


@pytest.mark.parametrize("value", [np.float64(2), np.array(2.0), xr.DataArray(2.0), 2.0], ids=type)
def test_a_single_value_becomes_a_python_number(value):
    assert plain(value) == 2
    assert type(plain(value)) is float


@pytest.mark.parametrize("values", [np.array([2.0]), xr.DataArray([2.0])], ids=type)
def test_several_values_stay_as_they_are(values):
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


def test_draws_that_are_tied_count_half_for_each_side():
    draws = xr.DataArray([[-1.0, 0.0, 0.0, 2.0], [0.0, 0.0, 3.0, 4.0]], dims=("chain", "draw"))
    found = SampledPosterior(draws=draws, name="x")
    assert found.probabilities(0.0, 0.0) == (0.375, 0.0, 0.625)
    assert found.probabilities(1.0, 1.0) == (0.625, 0.0, 0.375)
    tied = SampledPosterior(draws=xr.zeros_like(draws), name="x")
    assert tied.probabilities(0.0, 0.0) == (0.5, 0.0, 0.5)


def test_the_error_of_independent_draws_is_that_of_a_share():
    data = bc.predictions_from_arrays(np.arange(60) % 3, {"a": np.arange(60) % 3, "b": np.arange(60) % 2})
    result = bc.compare(data, metric="f1_macro")
    assert result.trust.prob_error == pytest.approx(np.sqrt(0.5 * 0.5 / result.provenance["draws"]))
