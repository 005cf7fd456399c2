"""Moment estimators: known correlations come back, the jackknife says how well."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.hierarchical import moment_correlations

TRUTH = {"rho1": 0.1, "rho2": 0.2, "phi": 1.5}


@pytest.fixture(scope="module")
def many(fold_estimates):
    return fold_estimates(np.random.default_rng(0), **TRUTH, replicates=60, experiments=600)


def test_known_correlations_are_recovered_with_the_error_of_the_jackknife(many):
    moments = moment_correlations(many, statistic="disagreement")
    for name, truth in {**TRUTH, "sigma2": 1.5 * 0.21 / 150}.items():
        estimate = getattr(moments, name).values
        # A ratio of moments is biased by about a twentieth of its sd at 60 replicates.
        tolerance = 3 * estimate.std() / np.sqrt(600) + 0.06 * estimate.std()
        assert estimate.mean() == pytest.approx(truth, abs=tolerance), name
    moments = moment_correlations(many, statistic="disagreement")
    for name in ("rho1", "rho2", "sigma2", "phi"):
        spread = getattr(moments, name).values.std()
        error = np.sqrt((getattr(moments, f"{name}_se").values ** 2).mean())
        assert error == pytest.approx(spread, rel=0.12), name


def test_the_jackknife_leaves_out_one_replicate_at_a_time(many):
    one = many.isel(experiment=0, replicate=slice(8))
    moments = moment_correlations(one, statistic="disagreement")
    left_out = [moment_correlations(one.drop_isel(replicate=[i]), statistic="disagreement") for i in range(8)]
    for name in ("rho1", "rho2", "sigma2", "phi"):
        values = np.array([float(getattr(each, name)) for each in left_out])
        assert float(getattr(moments, f"{name}_se")) == pytest.approx(np.sqrt(7 * values.var()))


def test_all_experiments_at_once_are_each_by_itself(many):
    whole = moment_correlations(many, statistic="disagreement")
    alone = moment_correlations(many.isel(experiment=7), statistic="disagreement")
    xr.testing.assert_allclose(whole.isel(experiment=7), alone)


@given(st.integers(0, 2**32 - 1))
def test_the_order_of_replicates_repeats_and_folds_is_of_no_account(fold_estimates, seed):
    rng = np.random.default_rng(seed)
    data = fold_estimates(rng, **TRUTH, replicates=6, repeats=3)
    shuffled = data.isel(replicate=rng.permutation(6), repeat=rng.permutation(3), fold=[1, 0])
    xr.testing.assert_allclose(
        moment_correlations(data, statistic="disagreement"), moment_correlations(shuffled, statistic="disagreement")
    )


def test_tables_tell_the_variance_of_a_difference():
    rng = np.random.default_rng(1)
    counts = rng.multinomial(50, [0.2, 0.1, 0.3, 0.4], size=(500, 3, 2))
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    tables = bc.paired_table(
        **{name: counts[..., i] for i, name in enumerate(names)}, dims=("replicate", "repeat", "fold")
    )
    for statistic in ("disagreement", "difference", "error"):
        moments = moment_correlations(tables, statistic=statistic)
        assert float(moments.phi) == pytest.approx(1, abs=4 * float(moments.phi_se)), statistic
        assert float(moments.rho2) == pytest.approx(0, abs=4 * float(moments.rho2_se)), statistic


def test_phi_is_missing_where_its_variance_or_size_is(many):
    differences = many - 0.3
    assert moment_correlations(differences, statistic="difference").phi.isnull().all()
    assert moment_correlations(many.drop_attrs(), statistic="disagreement").phi.isnull().all()


def test_equal_estimates_have_no_correlation():
    flat = xr.DataArray(np.full((4, 3, 2), 0.25), dims=("replicate", "repeat", "fold"))
    moments = moment_correlations(flat, n_validation=8, statistic="disagreement")
    assert np.isnan(float(moments.rho1))
    assert float(moments.sigma2) == float(moments.phi) == 0


@pytest.mark.parametrize(("change", "error", "message"), [
    (lambda x: x.isel(replicate=slice(2)), ValueError, "three or more replicates, but got 2"),
    (lambda x: x.rename(repeat="again"), ValueError, "must have the dims 'repeat' and 'fold'"),
    (lambda x: x.isel(repeat=[0]), ValueError, "two folds and two or more repeats"),
    (lambda x: x.where(x.fold == 0), ValueError, "proportions between 0 and 1, but got nan"),
    (lambda x: x.values, TypeError, "`estimates` must be a DataArray"),
])  # fmt: skip
def test_refusals(many, change, error, message):
    with pytest.raises(error, match=message):
        moment_correlations(change(many.isel(experiment=slice(2))), statistic="disagreement")


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"statistic": "accuracy"}, ValueError, "`statistic` must be one of"),
    ({"n_validation": 0}, ValueError, "`n_validation` must be one number of records"),
    ({"n_validation": "n"}, TypeError, "`n_validation` must be a number of records"),
])  # fmt: skip
def test_refused_arguments(many, arguments, error, message):
    with pytest.raises(error, match=message):
        moment_correlations(many.isel(experiment=slice(2)), **arguments)


def test_sizes_with_labels_are_those_of_their_experiments():
    values = np.random.default_rng(0).binomial(50, [[[[0.2]]], [[[0.4]]]], size=(2, 30, 5, 2)) / 50
    labels = {"experiment": ["x", "y"]}
    estimates = xr.DataArray(values, dims=("experiment", "replicate", "repeat", "fold"), coords=labels)
    sizes = xr.DataArray([50.0, 500.0], dims="experiment", coords=labels)
    one, other = (
        moment_correlations(estimates, n_validation=n, statistic="disagreement").phi
        for n in (sizes, sizes.isel(experiment=[1, 0]))
    )
    assert one.equals(other)
    with pytest.raises((KeyError, ValueError)):
        moment_correlations(
            estimates, n_validation=sizes.assign_coords(experiment=["x", "z"]), statistic="disagreement"
        )
