"""A joint posterior around those of all pairs."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.evidence import Evidence
from bayescmp.posteriors import crossed_effects_of_sums, dirichlet_process_posterior, paired_posterior
from bayescmp.posteriors._embedded import EDGES, covariance_of_pairs, embedded_posterior, means_of_pairs

seeds = st.integers(0, 2**32 - 1)


def differences(covariance):
    own = np.diag(covariance)
    return own[:, None] + own - 2 * covariance


def stress(covariance, variance):
    above = np.triu_indices(len(variance), 1)
    return float(((np.sqrt(differences(covariance)[above]) / np.sqrt(variance[above]) - 1) ** 2).sum())


def clipped(variance):
    """The nearest covariance without negative eigenvalues, without any further step."""
    k = len(variance)
    centre = np.eye(k) - 1 / k
    values, vectors = np.linalg.eigh(-0.5 * centre @ variance @ centre)
    return (vectors * np.clip(values, 0, None)) @ vectors.T


def not_euclidean(rng, k):
    """Variances of pairs, of which one is larger than the others allow."""
    spread = np.exp(rng.normal(0, 0.3, (k, k)))
    variance = spread + spread.T
    variance[0, 1] = variance[1, 0] = 40.0
    np.fill_diagonal(variance, 0)
    return variance * 1e-4


@given(seeds, st.integers(2, 12), st.floats(-8, 2))
def test_variances_of_a_covariance_are_kept_exactly(seed, k, log_scale):
    rng = np.random.default_rng(seed)
    root = rng.standard_normal((k, k))
    variance = differences(root @ root.T * 10.0**log_scale)
    found = differences(covariance_of_pairs(variance))
    np.testing.assert_allclose(found, variance, rtol=1e-9, atol=1e-9 * variance.max())


@given(seeds, st.integers(3, 8))
def test_other_variances_are_nearer_than_by_clipping(seed, k):
    variance = not_euclidean(np.random.default_rng(seed), k)
    values = np.linalg.eigvalsh((np.eye(k) - 1 / k) @ (-0.5 * variance) @ (np.eye(k) - 1 / k))
    assert values[0] < -1e-3 * values[-1]
    found = covariance_of_pairs(variance)
    assert np.linalg.eigvalsh(found)[0] > -1e-12 * np.trace(found)
    assert 0 < stress(found, variance) < stress(clipped(variance), variance)


def test_means_that_disagree_are_a_compromise_by_their_precision():
    mean = np.array([[0.0, 1.0, 1.0], [-1.0, 0.0, 1.0], [-1.0, -1.0, 0.0]])
    variance = np.array([[0.0, 1.0, 1e6], [1.0, 0.0, 1.0], [1e6, 1.0, 0.0]])
    assert means_of_pairs(mean, variance) == pytest.approx([1.0, 0.0, -1.0], abs=1e-5)


def hold_out(k=4, n=200):
    rng = np.random.default_rng(2)
    wrong = rng.standard_normal((k, n)) + rng.standard_normal(n) < -1.3
    named = {f"c{number}": one.astype(int) for number, one in enumerate(wrong)}
    return Evidence(predictions=bc.labels(np.zeros(n, int), named))


def cross_validation(k=4, n=200):
    rng = np.random.default_rng(5)
    splits = list(bc.BlockRegularizedCV(random_state=0).split(np.zeros((n, 1))))
    wrong = rng.standard_normal((k, 1, n)) + rng.standard_normal(n) + rng.standard_normal((k, 5, n)) < -2
    named = {f"c{number}": one.astype(int) for number, one in enumerate(wrong)}
    return Evidence(predictions=bc.labels(np.zeros(n, int), named, how=splits and bc.splits(splits)))


@pytest.fixture(scope="module")
def around_hold_out():
    evidence = hold_out()
    fit = {"prior": "dirichlet", "strength": 1.0}
    tables = (one.tables.sum(("repeat", "fold")) for one in (evidence.pairs(), evidence.singles()))
    return evidence, embedded_posterior(*(paired_posterior(table, **fit) for table in tables))


@pytest.fixture(scope="module")
def around_cross_validation():
    evidence = cross_validation()
    pairs, singles = (
        crossed_effects_of_sums(one.sums, prior="dirichlet") for one in (evidence.pairs(), evidence.singles())
    )
    return pairs, embedded_posterior(pairs, singles)


def total(moments):
    """Mean and covariance of the whole mixture."""
    weights, mean = moments.weights.to_numpy(), moments.mean.to_numpy()
    middle = weights @ mean
    between = np.einsum("j,ja,jb->ab", weights, mean - middle, mean - middle)
    return middle, np.einsum("j,jab->ab", weights, moments.covariance.to_numpy()) + between


def test_on_a_hold_out_it_has_the_moments_of_the_dirichlet_process(around_hold_out):
    evidence, joint = around_hold_out
    exact = dirichlet_process_posterior(evidence.wrong.isel(repeat=0, drop=True)).moments
    mean, covariance = total(joint.moments)
    np.testing.assert_allclose(mean, exact.mean.to_numpy()[0], rtol=1e-9)
    np.testing.assert_allclose(covariance, exact.covariance.to_numpy()[0], rtol=1e-7)
    assert joint.distortion < 1e-9


def test_differences_and_losses_have_the_moments_of_the_pairs_and_singles(around_cross_validation):
    pairs, joint = around_cross_validation
    mean, covariance = total(joint.moments)
    first, second = np.triu_indices(4, 1)
    np.testing.assert_allclose(mean[first] - mean[second], pairs.difference.mean, atol=2e-3)
    apart = np.sqrt(differences(covariance)[first, second]) / pairs.difference.sd.to_numpy() - 1
    assert np.abs(apart).max() == pytest.approx(joint.distortion, abs=1e-9)
    assert joint.distortion < 0.02
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), joint.losses.sd, rtol=0.02)


def test_draws_agree_with_the_pairs_and_independent_draws_do_not(around_cross_validation):
    """The control takes the losses as independent: their differences vary too much."""
    pairs, joint = around_cross_validation
    drawn = joint.draw(20_000, 1).to_numpy()
    alone = np.random.default_rng(0).permuted(drawn, axis=0)
    first, second = np.triu_indices(4, 1)
    sd = pairs.difference.sd.to_numpy()
    for losses, near in ((drawn, True), (alone, False)):
        ratio = (losses[:, first] - losses[:, second]).std(0) / sd
        assert (np.abs(ratio - 1) < 0.03).all() == near
    prob = (drawn[:, first] < drawn[:, second]).mean(0)
    np.testing.assert_allclose(prob, np.asarray(pairs.prob_first_better), atol=0.03)


def test_parts_are_cut_from_the_least_variance_to_the_largest_and_keep_its_mean(around_cross_validation):
    pairs, edges = around_cross_validation[0], np.array([0.0, 0.5, 0.9, 1.0])
    size = pairs.in_parts(edges).table.sum(("first", "second")).transpose("pair", "part").to_numpy()
    assert (np.diff(size, axis=1) < 0).all()
    variance = (pairs.part_weights / pairs.effective_size).sum("part").to_numpy()
    np.testing.assert_allclose((np.diff(edges) / size).sum(1), variance, rtol=1e-9)


def test_the_one_that_is_never_wrong_is_a_classifier_like_any_other():
    evidence = cross_validation()
    data, singles = evidence.predictions, evidence.singles()
    right = data["y_pred"].isel(classifier=[0]).assign_coords(classifier=["right"]) * 0
    with_it = data.drop_dims("classifier").assign(y_pred=xr.concat([data["y_pred"], right], "classifier"))
    for name in evidence.classifiers:
        pair = Evidence(predictions=with_it).pair(name, "right")
        one = singles.sums.sel(classifier=name, drop=True)
        xr.testing.assert_allclose(one.drop_attrs(), pair.sums.drop_attrs())
        np.testing.assert_array_equal(singles.tables.sel(classifier=name), pair.tables)


def test_losses_are_as_sure_in_every_part_as_differences_to_one_that_is_right():
    """They are one thing but for their priors; a loss that is as sure in all parts fits no difference in most."""
    evidence = cross_validation(k=2, n=60)
    right = evidence.predictions["y_pred"].isel(classifier=[0]).assign_coords(classifier=["right"]) * 0
    data = evidence.predictions.drop_dims("classifier")
    with_it = Evidence(predictions=data.assign(y_pred=xr.concat([evidence.predictions["y_pred"], right], "classifier")))
    pairs, singles = (
        crossed_effects_of_sums(one.sums, prior="dirichlet") for one in (with_it.pairs(), with_it.singles())
    )
    joint = embedded_posterior(pairs, singles)
    assert joint.distortion < 0.01
    own = np.sqrt([joint.moments.covariance.sel(classifier=name, other=name) for name in ("c0", "c1")])
    apart = pairs.in_parts(EDGES).difference.sd.transpose("pair", "part").to_numpy()[1:]  # to the one that is right
    np.testing.assert_allclose(own, apart, rtol=0.1)
