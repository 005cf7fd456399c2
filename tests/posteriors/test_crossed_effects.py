"""The crossed-effects posterior against dense linear algebra, its properties, and its limits."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

import bayescmp as bc
from bayescmp.evidence import crossed_sums, crossed_sums_of_losses
from bayescmp.model_selection import PLANS, splits_of_plan
from bayescmp.posteriors import crossed_effects_of_sums
from bayescmp.posteriors._crossed_effects import CrossedSums, log_likelihood, variance_of_mean, variances_of
from bayescmp.posteriors._prior_of_tau import tau_grid
from bayescmp.tables import scaled_table

TAU = np.array([0.0, 0.1, 1.0, 10.0, 60.0])


def design(plan, n, seed=3):
    fold = np.full((PLANS[plan].n_repeats, n), -1)
    train = np.zeros((PLANS[plan].n_repeats, PLANS[plan].n_folds, n), dtype=bool)
    for number, (fitted, tested) in enumerate(splits_of_plan(plan, n, seed)):
        repeat, k = divmod(number, PLANS[plan].n_folds)
        fold[repeat, tested], train[repeat, k, fitted] = k, True
    return xr.DataArray(fold, dims=("repeat", "record")), xr.DataArray(train, dims=("repeat", "fold", "record"))


def losses(n_repeats, n, seed=0):
    rng = np.random.default_rng(seed)
    hard = rng.random(n)
    first, second = (rng.random((n_repeats, n)) < 0.2 + 0.4 * hard for _ in range(2))
    return (xr.DataArray(array, dims=("repeat", "record")) for array in (first, second))


def dense(difference, fold, train, record, rest, tau):
    """Restricted log-likelihood and variance of the mean, from the covariance of all outcomes."""
    places = [(r, i, fold[r, i]) for r, i in np.ndindex(fold.shape) if fold[r, i] >= 0]
    sets = sorted({(r, k) for r, _, k in places})
    members = np.array([train[r, k] for r, k in sets], dtype=float)
    sizes = members.sum(1)
    of_record, of_set = np.zeros((len(places), fold.shape[1])), np.zeros((len(places), len(sets)))
    for row, (r, i, k) in enumerate(places):
        of_record[row, i] = of_set[row, sets.index((r, k))] = 1
    covariance = record * of_record @ of_record.T + rest * np.eye(len(places))
    covariance += tau * (record + rest) * of_set @ (members @ members.T / np.outer(sizes, sizes)) @ of_set.T
    inverse, ones = np.linalg.inv(covariance), np.ones(len(places))
    y = np.array([difference[r, i] for r, i, _ in places])
    one_one, one_y = ones @ inverse @ ones, ones @ inverse @ y
    log_density = np.linalg.slogdet(covariance)[1] + np.log(one_one) + y @ inverse @ y - one_y**2 / one_one
    return -0.5 * log_density, ones @ covariance @ ones / ones.size**2


@pytest.mark.parametrize("plan", ["5 x 2 block-regularized", "5-fold", "15 hold-outs 2/3"])
def test_likelihood_and_variance_are_those_of_the_covariance_of_all_outcomes(plan):
    fold, train = design(plan, 41)
    first, second = losses(fold.sizes["repeat"], 41)
    sums = CrossedSums.of(crossed_sums_of_losses(first, second, fold, train))
    variances = variances_of(sums)
    base, added = variance_of_mean(sums, variances)
    d = first.values.astype(float) - second.values
    expected = [dense(d, fold.values, train.values, float(variances.record), float(variances.rest), tau) for tau in TAU]
    likelihood, variance = np.transpose(expected)
    np.testing.assert_allclose(np.diff(log_likelihood(sums, variances, TAU)), np.diff(likelihood), atol=1e-10)
    np.testing.assert_allclose(base + added * TAU, variance, rtol=1e-10)


def test_one_unit_of_tau_adds_the_variance_of_a_sample_of_all_records():
    fold, train = design("5 x 2 block-regularized", 80)
    sums = CrossedSums.of(crossed_sums_of_losses(*losses(5, 80), fold, train))
    variances = variances_of(sums)
    assert variance_of_mean(sums, variances)[1] == pytest.approx(variances.single / 80)


@pytest.fixture(scope="module")
def predictions():
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 48)
    splits = list(bc.BlockRegularizedCV(random_state=1).split(np.zeros((48, 1))))
    predicted = {
        name: np.where(rng.random((5, 48)) < error, 1 - y, y) for name, error in (("a", 0.15), ("b", 0.3), ("c", 0.3))
    }
    return bc.labels(y, predicted, how=bc.splits(splits))


class TestProperties:
    def test_swapping_the_classifiers_mirrors(self, predictions):
        one, other = (bc.posteriors.crossed_effects_posterior(predictions, *pair) for pair in (("a", "b"), ("b", "a")))
        assert one.prob_first_better == pytest.approx(1 - other.prob_first_better, abs=1e-12)
        assert one.difference.mean == pytest.approx(-other.difference.mean, abs=1e-14)
        assert one.difference.ppf(0.1) == pytest.approx(-other.difference.ppf(0.9), abs=1e-8)

    def test_a_batch_is_its_experiments(self, predictions):
        pairs = [("a", "b"), ("a", "c"), ("b", "c")]
        each = [crossed_sums(predictions, *pair) for pair in pairs]
        batch = crossed_effects_of_sums(xr.concat(each, "pair"))
        for number, sums in enumerate(each):
            one = crossed_effects_of_sums(sums)
            assert batch.prob_first_better.values[number] == pytest.approx(one.prob_first_better, abs=1e-12)
            assert batch.difference.ppf(0.975).values[number] == pytest.approx(one.difference.ppf(0.975), abs=1e-9)

    @settings(max_examples=5)
    @given(seed=st.integers(0, 10_000), n=st.sampled_from([16, 40, 300]), rate=st.sampled_from([0.02, 0.1, 0.4]))
    def test_few_parts_have_the_probabilities_of_the_whole_grid(self, seed, n, rate):
        fold, train = design("5 x 2 block-regularized", n)
        rng = np.random.default_rng(seed)
        hard = rng.random(n) * 2 * rate
        first, second = (xr.DataArray(rng.random((5, n)) < hard, dims=("repeat", "record")) for _ in range(2))
        posterior = crossed_effects_of_sums(crossed_sums_of_losses(first, second, fold, train))
        weights, size = posterior.weights, posterior.inverse_size
        every = scaled_table(
            posterior.paired.table.isel(part=0, drop=True), 1 / (size.fixed + weights.tau * size.per_tau)
        )
        given_tau = replace(posterior.paired, table=every.transpose("tau", ...)).difference
        at = xr.DataArray([-0.05, 0.0, 0.02], dims="point")
        exact = (weights * given_tau.cdf(at)).sum("tau")
        np.testing.assert_allclose(posterior.difference.cdf(at.to_numpy()), exact, atol=1e-6)
        one = posterior.given_tau(float(weights.tau[40])).difference
        np.testing.assert_allclose(given_tau.cdf(at).isel(tau=40), one.cdf(at.to_numpy()), atol=1e-12)

    def test_more_training_variance_widens_and_keeps_the_centre(self, predictions):
        known = [bc.posteriors.crossed_effects_posterior(predictions, "a", "b", tau=tau) for tau in (0.0, 1.0, 5.0)]
        assert [p.n_effective for p in known] == sorted((p.n_effective for p in known), reverse=True)
        assert known[0].difference.sd < known[1].difference.sd < known[2].difference.sd
        for posterior in known:
            assert posterior.given_tau(1.0).prob_first_better == pytest.approx(known[1].prob_first_better)


def fixed(n_first, n_second, n=40):
    """Losses that do not depend on the training set: the first errs on some records, the second on others."""
    fold, train = design("5 x 2 block-regularized", n)
    first, second = (xr.DataArray(np.arange(n), dims="record") for _ in range(2))
    return crossed_sums_of_losses(first < n_first, (second >= n_first) & (second < n_first + n_second), fold, train)


def single_outcomes(n_different, n=120):
    """So many of the five outcomes of different records differ."""
    fold, train = design("5 x 2 block-regularized", n)
    first = xr.zeros_like(fold, dtype=bool)
    first[0, np.arange(n_different) * 7] = True
    return crossed_sums_of_losses(first, xr.zeros_like(first), fold, train)


class TestLimits:
    @pytest.mark.parametrize("counts", [(1, 0), (3, 9)])
    def test_losses_of_the_records_alone_approach_the_exact_posterior(self, counts):
        crossed = crossed_effects_of_sums(fixed(*counts))
        table = bc.paired_table(
            both_wrong=0, only_first_wrong=counts[0], only_second_wrong=counts[1], both_right=40 - sum(counts)
        )
        exact = bc.posteriors.paired_posterior(table)
        assert crossed.prob_first_better == pytest.approx(exact.prob_first_better, abs=0.02)
        assert crossed.difference.sd == pytest.approx(exact.difference.sd, rel=0.12)

    def test_where_all_agree_or_differ_the_size_is_what_it_tends_to(self):
        sums = [single_outcomes(k) for k in (0, 1, 2)]
        none, one, two = (crossed_effects_of_sums(each) for each in sums)
        assert none.n_effective == pytest.approx(one.n_effective, rel=0.25)
        assert one.n_effective == pytest.approx(two.n_effective, rel=0.25)
        widths = [p.difference.ppf(0.975) - p.difference.ppf(0.025) for p in (none, one, two)]
        assert widths[0] < min(widths[1:])
        assert none.given_tau(0.0).table.sum() == pytest.approx(600)
        assert 1 / none.inverse_size["per_tau"] == pytest.approx(120)
        fold, train = design("5 x 2 block-regularized", 120)
        ones = xr.ones_like(fold, dtype=bool)
        posterior = crossed_effects_of_sums(crossed_sums_of_losses(ones, ~ones, fold, train))
        assert posterior.n_effective == pytest.approx(crossed_effects_of_sums(single_outcomes(0)).n_effective)
        assert crossed_effects_of_sums(fixed(5, 7)).tau < 0.02


class TestTau:
    def test_the_grid_has_the_priors_means_of_smooth_functions(self):
        # The mean of 1/(1 + tau)^power, by scipy's quadrature; a grid at the lower ends of 80 cells is off by 1e-2.
        grid, prior, power = tau_grid("default"), stats.t(2, scale=0.3), 0.5
        exact = integrate.quad(lambda t: 2 * prior.pdf(t) * (1 + min(t, 60.0)) ** -power, 0, np.inf, limit=500)[0]
        assert float((grid * (1 + grid["tau"]) ** -power).sum()) == pytest.approx(exact, abs=2e-6)

    def test_tau_is_the_median_and_the_probability_above_falls_from_1_to_0(self, predictions):
        posterior = bc.posteriors.crossed_effects_posterior(predictions, "a", "b")
        weights = posterior.weights
        at_or_below = float(weights.where(weights["tau"] <= posterior.tau, 0).sum())
        below = float(weights.where(weights["tau"] < posterior.tau, 0).sum())
        assert below < 0.5 <= at_or_below
        assert posterior.prob_tau_above(posterior.tau) == pytest.approx(0.5, abs=0.05)
        posterior = bc.posteriors.crossed_effects_posterior(predictions, "a", "b")
        above = [posterior.prob_tau_above(tau) for tau in (-0.1, 0.003, 0.1, 1.0, 10.0, 61.0)]
        assert above[0] == 1
        assert above == sorted(above, reverse=True)
        assert above[-1] == pytest.approx(0, abs=1e-6)

    def test_a_distribution_is_a_prior(self, predictions):
        wide, narrow = (
            bc.posteriors.crossed_effects_posterior(predictions, "a", "b", tau=stats.halfnorm(scale=scale))
            for scale in (5, 0.01)
        )
        assert narrow.n_effective > wide.n_effective
        assert narrow.prob_first_better == pytest.approx(
            bc.posteriors.crossed_effects_posterior(predictions, "a", "b", tau=0.0).prob_first_better, abs=1e-3
        )

    @pytest.mark.parametrize(("tau", "error", "message"), [
        ("bold", ValueError, "`tau` must be one of 'default', 'cautious', a number or a distribution"),
        (-1.0, ValueError, "`tau` must be 0 or more, but got -1.0"),
        (stats.norm(), ValueError, r"P\(tau <= 0\) is 0.5"),
    ])  # fmt: skip
    def test_what_is_no_prior_is_refused(self, predictions, tau, error, message):
        with pytest.raises(error, match=message):
            bc.posteriors.crossed_effects_posterior(predictions, "a", "b", tau=tau)


def test_a_single_hold_out_is_refused():
    predictions = bc.labels([0, 1, 1, 0], {"a": [0, 1, 0, 0], "b": [0, 0, 1, 0]})
    with pytest.raises(ValueError, match="There must be two training sets or more"):
        bc.posteriors.crossed_effects_posterior(predictions)


@pytest.mark.parametrize(("sums", "error", "message"), [
    ("sums", TypeError, "`sums` must be a Dataset as from `crossed_sums`, but got str"),
    (xr.Dataset({"difference": ("training_set", [1.0, 2.0])}), ValueError, "but lacks .'total', 'squares'"),
])  # fmt: skip
def test_what_are_no_sums_is_refused(sums, error, message):
    with pytest.raises(error, match=message):
        crossed_effects_of_sums(sums)


def test_leave_one_out_has_the_variance_between_records():
    n = 40
    rng = np.random.default_rng(0)
    first, second = ((rng.random((1, n)) < error).astype(int) for error in (0.4, 0.2))
    splits = [(np.delete(np.arange(n), i), [i]) for i in range(n)]
    posterior = bc.posteriors.crossed_effects_posterior(
        bc.labels(np.zeros(n, int), {"a": first, "b": second}, how=bc.splits(splits))
    )
    d = first - second
    assert float(posterior.inverse_size["fixed"]) == pytest.approx(np.var(d, ddof=1) / np.var(d) / n)
    assert np.isfinite(posterior.components.to_array()).all()
    paired = bc.posteriors.paired_posterior(
        posterior.paired.table.isel(part=0, drop=True) * n / posterior.effective_size[0]
    )
    assert posterior.difference.mean == pytest.approx(paired.difference.mean, abs=0.01)
    assert posterior.difference.sd > 0.95 * paired.difference.sd


def test_the_probability_above_a_tau_is_interpolated_between_points_that_are_halved(predictions):
    posterior = bc.posteriors.crossed_effects_posterior(predictions, "a", "b")
    weights = xr.DataArray([0.1, 0.2, 0.3, 0.4], dims="tau", coords={"tau": [0.0, 1.0, 2.0, 4.0]})
    found = replace(posterior, weights=weights)
    expected = {0.0: 0.95, 1.0: 0.8, 1.5: (0.8 + 0.55) / 2, 2.0: 0.55, 3.0: (0.55 + 0.2) / 2, 4.0: 0.2}
    assert {tau: found.prob_tau_above(tau) for tau in expected} == pytest.approx(expected)
