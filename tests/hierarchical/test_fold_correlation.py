"""The sampled model: against the grid, in all its forms of data, as ArviZ reads it, and what it refuses."""

import json
import sys

import arviz as az
import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.hierarchical import fold_correlation, run_correlations
from bayescmp.hierarchical._fold_data import contrasts, fold_data
from bayescmp.hierarchical._fold_model import ArrayReader, Shape, build_model, model_data, shape_of
from tests.data import mean_of

TRUTH = {"rho1": 0.1, "rho2": 0.2, "phi": 1.5}
GROUPS = {
    "posterior", "predictions", "prior", "prior_predictive", "posterior_predictive", "log_likelihood", "log_prior",
    "observed_data", "constant_data", "sample_stats",
}  # fmt: skip


@pytest.fixture(scope="module")
def one_run(fold_estimates):
    return fold_estimates(np.random.default_rng(2), **TRUTH, replicates=1)


@pytest.fixture(scope="module")
def tree(one_run):
    """The one compilation of this shape by nutpie; refits are quick."""
    return fold_correlation(one_run, rng=0, nuts_sampler="nutpie", statistic="disagreement")


@pytest.fixture(scope="module")
def few(one_run):
    """Few draws by PyMC, on one core."""
    return fold_correlation(one_run, draws=20, tune=20, chains=2, cores=1, rng=0, statistic="disagreement")


def assert_agrees(tree, grid):
    for name in ("rho1", "rho2", "phi"):
        draws = tree["posterior"][name].isel(experiment=0)
        error = float(az.mcse(draws, method="mean"))
        assert float(draws.mean()) == pytest.approx(mean_of(grid, name), abs=4.5 * error), name


@pytest.mark.parametrize("sampler", [
    pytest.param("nutpie", marks=pytest.mark.full), pytest.param("pymc", marks=pytest.mark.slow),
])  # fmt: skip
def test_the_samplers_agree_with_the_grid(one_run, tree, sampler):
    found = tree if sampler == "nutpie" else fold_correlation(one_run, rng=0, statistic="disagreement")
    assert_agrees(found, run_correlations(one_run, statistic="disagreement"))
    assert int(found["sample_stats"]["diverging"].sum()) <= 20


def test_predictions_are_their_tables():
    rng = np.random.default_rng(0)
    fold = np.stack([rng.permutation(np.arange(60) % 2) for _ in range(5)])
    y_pred = {name: rng.integers(0, 2, (5, 60)) for name in ("tree", "svm")}
    splits = [(np.flatnonzero(each != k), np.flatnonzero(each == k)) for each in fold for k in (0, 1)]
    predictions = bc.labels(
        rng.integers(0, 2, 60), y_pred | {"knn": rng.integers(0, 2, (5, 60))}, how=bc.splits(splits)
    )
    tables = bc.paired_tables(predictions, "tree", "svm")
    for statistic in ("disagreement", "error"):
        data = fold_data(predictions, statistic=statistic, first="tree", second="svm")
        expected = fold_data(tables, statistic=statistic)
        np.testing.assert_allclose(data.estimates, expected.estimates)
        np.testing.assert_allclose(data.second_moment, expected.second_moment)
        assert data.n_validation.item() == expected.n_validation.item() == 30
    with pytest.raises(ValueError, match="`first` must name the classifier whose error is meant"):
        fold_correlation(predictions, statistic="error")


@pytest.mark.full
def test_the_seed_decides_with_nutpie(one_run, tree):
    again = fold_correlation(one_run, rng=0, nuts_sampler="nutpie", statistic="disagreement")
    xr.testing.assert_equal(tree["posterior"].to_dataset(), again["posterior"].to_dataset())
    xr.testing.assert_equal(tree["prior"].to_dataset(), again["prior"].to_dataset())
    other = fold_correlation(one_run, rng=1, nuts_sampler="nutpie", statistic="disagreement")
    assert not np.array_equal(tree["posterior"]["rho1"], other["posterior"]["rho1"])


@pytest.mark.full
def test_the_provenance_names_the_sampler(tree, few):
    for found, name, others in ((few, "pymc", {"arviz"}), (tree, "nutpie", {"arviz", "pymc"})):
        made_by = json.loads(found.attrs["provenance"])
        assert made_by["nuts_sampler"] == name
        assert made_by["versions"].keys() & {"pymc", "nutpie", "arviz"} == {name, *others}


def test_what_the_sampler_needs_is_said(one_run, monkeypatch):
    monkeypatch.setitem(sys.modules, "nutpie", None)
    with pytest.raises(ImportError, match=r"`nuts_sampler='nutpie'` needs the extra: pip install 'bayescmp\[fast\]'"):
        fold_correlation(one_run, nuts_sampler="nutpie", statistic="disagreement")
    with pytest.raises(ValueError, match="`nuts_sampler` must be one of 'pymc', 'nutpie', but got 'stan'"):
        fold_correlation(one_run, nuts_sampler="stan")


@pytest.mark.full
def test_the_tree_is_one_arviz_takes(tree, tmp_path):
    assert set(tree.children) == GROUPS
    assert tree.attrs["prior_driven"] == 1
    assert json.loads(tree.attrs["provenance"])["draws"] == 1000
    summary = az.summary(tree, ci_prob=0.9, ci_kind="eti", round_to="none")
    assert list(summary.index[:3]) == ["rho1[0]", "rho2[0]", "phi[0]"]
    assert (summary["ess_bulk"] > 400).all()
    assert set(tree["log_prior"].data_vars) < set(tree["posterior"].data_vars)
    assert set(tree["prior"].data_vars) == set(tree["posterior"].data_vars)
    for name in tree["prior"].data_vars:
        assert tree["prior"][name].dims == tree["posterior"][name].dims, name
    assert list(tree["observed_data"]["contrast"].values) == ["between", "within"]
    for group in ("prior_predictive", "posterior_predictive", "log_likelihood"):
        assert tree[group]["sum_of_squares"].dims == ("chain", "draw", "experiment", "contrast"), group
    assert set(az.psense_summary(tree, var_names=["rho1", "phi"]).index) == {"rho1[0]", "phi[0]"}
    tree.to_netcdf(tmp_path / "tree.nc", engine="h5netcdf")
    back = xr.load_datatree(tmp_path / "tree.nc", engine="h5netcdf")
    xr.testing.assert_equal(back["posterior"].to_dataset(), tree["posterior"].to_dataset())


@pytest.mark.full
def test_a_new_experiment_is_less_certain_than_the_one_at_hand(tree):
    new = tree["predictions"]
    for name in ("rho1", "rho2"):
        assert new[name].dims == ("chain", "draw")
        assert float(new[name].std()) > float(tree["posterior"][name].std()), name
    assert float(new["phi"].min()) >= 1
    assert ((new["rho2"] >= 0) & (new["rho2"] <= (1 + new["rho1"]) / 2)).all()


def test_densities_are_those_of_pymc(fold_estimates):
    data = fold_data(
        fold_estimates(np.random.default_rng(3), **TRUTH, replicates=12, experiments=4), statistic="disagreement"
    ).estimates
    data = data.assign_coords(dataset=("experiment", ["a", "a", "b", "b"]), pair=("experiment", ["x", "y", "x", "y"]))
    tree = crossed_tree(data)
    observed = contrasts(fold_data(data, n_validation=150, statistic="disagreement"))
    groups = {"dataset": data["dataset"].values, "pair": data["pair"].values}
    shape = shape_of(observed, groups)
    model = build_model(shape, model_data(observed, groups, "disagreement"))
    names = [variable.name for variable in model.free_RVs]
    assert set(names) == set(tree["log_prior"].data_vars)
    log_density = model.compile_logp(jacobian=False, mode="FAST_COMPILE")
    point = model.initial_point()
    state = tree["posterior"].isel(chain=0, draw=5)
    for variable in model.free_RVs:
        value = model.rvs_to_values[variable]
        raw = state[variable.name].values
        point[value.name] = np.log(raw) if value.name.endswith("log__") else raw
    ours = sum(
        float(array.isel(chain=0, draw=5).sum())
        for group in ("log_prior", "log_likelihood")
        for array in tree[group].data_vars.values()
    )
    assert float(log_density(point)) == pytest.approx(ours, rel=1e-9)


def crossed_tree(data):
    """The groups computed at draws of the prior: no sampler is needed to compare densities."""
    from bayescmp.hierarchical import _fold_sampled as module

    folds = fold_data(data, n_validation=150, statistic="disagreement")
    observed = contrasts(folds)
    experiments, groups = module.labels_of(folds.estimates)
    shape, values = shape_of(observed, groups), model_data(observed, groups, "disagreement")
    coords = {"experiment": experiments, "contrast": ["mean", "between", "within"]}
    coords |= {name: np.unique(labels) for name, labels in groups.items()}
    prior = module._prior_groups(shape, values, coords, 20, np.random.default_rng(0))["prior"]
    rest = module._posterior_groups(prior, shape, values, coords, np.random.default_rng(0))
    return xr.DataTree.from_dict({"posterior": prior, **rest})


@pytest.mark.parametrize(("statistic", "phi_high"), [("disagreement", 4.5), ("difference", 2.5)])
def test_the_prior_covers_what_experiments_showed(statistic, phi_high):
    scale = {"disagreement": 0.6, "difference": 0.3}[statistic]
    reader = ArrayReader(Shape(experiment=1), {"phi_scale_centre": scale}, 100_000, np.random.default_rng(0))
    rho1, rho2, phi = (reader.values[name] for name in ("rho1", "rho2", "phi"))
    low, high = np.quantile(rho1, [0.025, 0.975])
    assert low < -0.3
    assert high > 0.6
    low, high = np.quantile(rho2, [0.025, 0.975])
    assert low < 0.02
    assert high > 0.5
    assert (rho2 <= (1 + rho1) / 2).all()
    assert phi.min() >= 1
    assert np.quantile(phi, 0.975) > phi_high


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"statistic": "accuracy"}, ValueError, "`statistic` must be one of"),
    ({"draws": 0}, ValueError, "`draws` must be at least 4"),
    ({"cores": 0}, ValueError, "`cores` must be at least 1"),
    ({"n_validation": [1, 2, 3]}, ValueError, "`n_validation` must be one number of records"),
])  # fmt: skip
def test_refused_arguments(one_run, arguments, error, message):
    with pytest.raises(error, match=message):
        fold_correlation(one_run, **arguments)


def test_refused_data(one_run, epsilon_tables):
    with pytest.raises(TypeError, match="`data` must be predictions, tables or estimates, but got list"):
        fold_correlation([0.1, 0.2])
    with pytest.raises(ValueError, match="`n_validation` must be the number of records of a validation set"):
        fold_correlation(one_run.drop_attrs(), statistic="disagreement")
    with pytest.raises(ValueError, match="`n_validation` must be left out for predictions and tables"):
        fold_correlation(epsilon_tables(1, 0), n_validation=150, statistic="disagreement")
    with pytest.raises(ValueError, match="tables with records, but got an empty one"):
        fold_correlation(0 * epsilon_tables(1, 0), statistic="disagreement")
    with pytest.raises(ValueError, match="may have 'experiment' and 'replicate'"):
        fold_correlation(one_run.rename(experiment="study"))


@pytest.mark.slow
def test_crossed_effects_of_data_sets_and_pairs(fold_estimates):
    rng = np.random.default_rng(6)
    datasets, pairs = np.repeat(np.arange(8), 6), np.tile(np.arange(6), 8)
    link = 0.1 + 0.25 * rng.standard_normal(8)[datasets] + 0.05 * rng.standard_normal(48)
    data = fold_estimates(rng, rho1=np.tanh(link), rho2=0.2, phi=1.5, replicates=100, experiments=48)
    data = data.assign_coords(
        dataset=("experiment", np.char.add("d", datasets.astype(str))),
        pair=("experiment", np.char.add("p", pairs.astype(str))),
    )
    fitted = fold_correlation(data, draws=4000, rng=0, nuts_sampler="nutpie", statistic="disagreement")
    posterior = fitted["posterior"]
    assert posterior["rho1_dataset_effect"].dims == ("chain", "draw", "dataset")
    assert posterior["experiment"].values[1] == "d0 / p1"
    scales = {dim: float(posterior[f"rho1_{dim}_scale"].mean()) for dim in ("dataset", "pair")}
    assert scales["dataset"] > 1.5 * scales["pair"]
    summary = az.summary(fitted, ci_prob=0.9, ci_kind="eti", round_to="none")
    assert (summary["ess_bulk"] > 400).all()
    assert (summary["r_hat"] < 1.02).all()
    assert list(fitted["constant_data"]["pair_of_experiment"].values[:2]) == ["p0", "p1"]


@pytest.mark.slow
def test_bare_differences_without_tables(fold_estimates):
    data = fold_estimates(np.random.default_rng(4), **TRUTH, replicates=1) - 0.3
    fitted = fold_correlation(data, statistic="difference", n_validation=150, rng=0)
    grid = run_correlations(data, statistic="difference", n_validation=150)
    assert "phi" not in fitted["posterior"]
    draws = fitted["posterior"]["sigma2"].isel(experiment=0)
    assert float(draws.mean()) == pytest.approx(mean_of(grid, "sigma2"), abs=5 * float(az.mcse(draws, method="mean")))
