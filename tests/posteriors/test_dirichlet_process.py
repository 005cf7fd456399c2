"""The joint posterior of error rates on one hold-out."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

import bayescmp as bc
from bayescmp.posteriors import _joint, dirichlet_process_posterior

DRAWS = 20_000
outcomes = hnp.arrays(bool, st.tuples(st.integers(2, 6), st.integers(1, 40)))
strengths = st.sampled_from([0.25, 1.0, 3.0])


def labelled(wrong):
    names = [f"c{number}" for number in range(len(wrong))]
    return xr.DataArray(wrong, dims=("classifier", "record"), coords={"classifier": names})


def correlated(k=4, n=60, seed=3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((k, n)) + rng.standard_normal(n) < -1.2


def pair(wrong, a, b, strength):
    first, second = wrong[a], wrong[b]
    table = bc.paired_table(
        both_wrong=(first & second).sum(), only_first_wrong=(first & ~second).sum(),
        only_second_wrong=(~first & second).sum(), both_right=(~first & ~second).sum(),
    )  # fmt: skip
    return bc.posteriors.paired_posterior(table, prior="dirichlet", strength=strength)


def of_moments(posterior):
    return posterior.moments.mean.to_numpy()[0], posterior.moments.covariance.to_numpy()[0]


@given(outcomes, strengths)
def test_every_pair_and_error_rate_has_its_own_posterior_whoever_else_there_is(wrong, strength):
    mean, covariance = of_moments(dirichlet_process_posterior(labelled(wrong), strength=strength))
    for a, b in zip(*np.triu_indices(len(wrong), 1), strict=True):
        own = pair(wrong, a, b, strength).difference
        assert mean[a] - mean[b] == pytest.approx(float(own.mean), abs=1e-12)
        variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
        assert variance == pytest.approx(float(own.sd) ** 2, rel=1e-9)
    posterior = dirichlet_process_posterior(labelled(wrong), strength=strength)
    assert posterior.losses.a.to_numpy() == pytest.approx(wrong.sum(1) + 2 * strength)
    assert posterior.losses.b.to_numpy() == pytest.approx((~wrong).sum(1) + 2 * strength)
    mean, covariance = of_moments(posterior)
    assert mean == pytest.approx(posterior.losses.mean.to_numpy())
    assert np.diag(covariance) == pytest.approx(posterior.losses.sd.to_numpy() ** 2)
    more, fewer = (of_moments(dirichlet_process_posterior(labelled(w), strength=strength)) for w in (wrong, wrong[:-1]))
    np.testing.assert_allclose(more[0][:-1], fewer[0], rtol=1e-14)
    np.testing.assert_allclose(more[1][:-1, :-1], fewer[1], rtol=1e-10, atol=1e-17)


@pytest.mark.parametrize("strength", [0.1, 20.0])
def test_draws_of_every_pair_and_classifier_follow_the_exact_margins(strength):
    wrong = correlated()
    posterior = dirichlet_process_posterior(labelled(wrong), strength=strength)
    drawn = posterior.draw(DRAWS, 1).to_numpy()
    for a in range(4):
        of_one = stats.beta(wrong[a].sum() + 2 * strength, (~wrong[a]).sum() + 2 * strength)
        assert stats.kstest(drawn[:, a], of_one.cdf).pvalue > 1e-3
    for a, b in ((0, 1), (1, 3)):
        cdf = pair(wrong, a, b, strength).difference.cdf
        apart = drawn[:1000, a] - drawn[:1000, b]
        assert stats.kstest(apart, lambda x, cdf=cdf: np.asarray(cdf(xr.DataArray(x, dims="x")))).pvalue > 1e-3


def test_draws_have_the_covariance_and_those_of_records_counted_twice_have_not():
    wrong = correlated()
    _, covariance = of_moments(dirichlet_process_posterior(labelled(wrong)))
    for counted, fits in ((1, True), (2, False)):
        twice = dirichlet_process_posterior(labelled(np.tile(wrong, counted)))
        found = np.cov(twice.draw(DRAWS, 2).to_numpy().T)
        assert np.allclose(found, covariance, rtol=0.1, atol=2e-5) == fits


def test_draws_in_batches_are_independent(monkeypatch):
    posterior = dirichlet_process_posterior(labelled(correlated()))
    monkeypatch.setattr(_joint, "_NUMBERS", 500)
    drawn = posterior.draw(2000, 0)
    assert drawn.shape == (2000, 4)
    assert len(np.unique(drawn.to_numpy()[:, 0])) == 2000
    np.testing.assert_allclose(drawn.mean("draw"), posterior.losses.mean, atol=0.006)


@pytest.mark.parametrize(("wrong", "error", "message"), [
    ([[True]], TypeError, "`wrong` must be a labelled array of booleans, but got list"),
    (labelled(np.ones((2, 0), bool)), ValueError, "one or more"),
])  # fmt: skip
def test_what_is_no_array_of_outcomes_is_refused(wrong, error, message):
    with pytest.raises(error, match=message):
        dirichlet_process_posterior(wrong)


def test_above_a_prior_mass_of_400_draws_keep_the_spread_of_the_prior():
    posterior = dirichlet_process_posterior(labelled(np.array([[True], [False]])), strength=401 / 4)
    drawn = posterior.draw(DRAWS, 0)
    np.testing.assert_allclose(drawn.std("draw"), posterior.losses.sd, rtol=0.03)
    assert float(drawn.std("draw")[0]) == pytest.approx(0.5 / np.sqrt(402), rel=0.03)
