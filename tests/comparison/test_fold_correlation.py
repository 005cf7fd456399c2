"""Comparisons with correlations of folds from other experiments, or from one run and a prior."""

import json

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.hierarchical import fold_correlation_grid, run_correlations
from bayescmp.hierarchical._contrasts import contrasts
from bayescmp.hierarchical._fold_data import fold_data

CELLS = {"first": ["wrong", "right"], "second": ["wrong", "right"]}
FOLDS = "fold-correlation"


def tables_of(seed=0, shape=(5, 2)):
    counts = np.random.default_rng(seed).multinomial(150, (0.1, 0.12, 0.05, 0.73), size=shape).reshape(*shape, 2, 2)
    return xr.DataArray(counts, dims=("experiment", "repeat", "fold", *CELLS)[-len(shape) - 2 :], coords=CELLS)


def known_of(*, rho1=0.1, rho2=0.2, phi=1.4, passed=True, statistic="difference", experiments=3, draws=2000):
    """Return what `fold_correlation` returns over several experiments, as far as a new run needs it."""
    rng = np.random.default_rng(0)
    dims = ("chain", "draw")
    new = {
        "rho1": (dims, np.clip(rng.normal(rho1, 0.1, (4, draws)), -0.5, 0.6)),
        "rho2": (dims, np.clip(rng.normal(rho2, 0.05, (4, draws)), 0, 0.25)),
        "phi": (dims, 1 + rng.gamma(4, (phi - 1) / 4, (4, draws))),
    }
    tree = xr.DataTree.from_dict({"predictions": xr.Dataset(new)})
    tree.attrs = {
        "statistic": statistic,
        "n_experiments": experiments,
        "diagnostics": json.dumps({"passed": passed, "sentence": "all is well" if passed else "NOT reliable: ..."}),
    }
    return tree


def test_without_knowledge_it_is_the_grid_of_the_run():
    found, grid = run_correlations(tables_of()), fold_correlation_grid(tables_of(), statistic="difference")
    assert float(found["weight"].sum()) == pytest.approx(1)
    for name in ("rho1", "rho2", "phi"):
        assert float((found["weight"] * found[name]).sum()) == pytest.approx(grid.mean(name), rel=1e-3, abs=1e-4)


def test_with_knowledge_the_draws_are_weighted_by_the_likelihood_of_the_run():
    known, tables = known_of(), tables_of()
    found = run_correlations(tables, known)
    folds = contrasts(fold_data(tables, statistic="difference"))
    expected = []
    for k in (0, 17, 4000):
        rho1, rho2, phi = (float(found[name][k]) for name in ("rho1", "rho2", "phi"))
        same = np.kron(np.eye(5), np.ones((2, 2)))
        correlation = rho2 + (rho1 - rho2) * same + (1 - rho1) * np.eye(10)
        covariance = phi * folds.unit[0] * correlation + folds.resolution[0] * np.eye(10)
        share = (tables / 150).transpose("repeat", "fold", ...)
        y = (share.sel(first="wrong", second="right") - share.sel(first="right", second="wrong")).values.ravel()
        contrast = np.linalg.svd(np.ones((1, 10)))[2][1:]  # all contrasts but the mean
        rotated, spread = contrast @ y, contrast @ covariance @ contrast.T
        expected.append(-0.5 * (np.linalg.slogdet(spread)[1] + rotated @ np.linalg.solve(spread, rotated)))
    logs = np.log(found["weight"].values[[0, 17, 4000]])
    assert np.diff(logs) == pytest.approx(np.diff(expected), abs=1e-8)


def test_a_batch_is_its_runs():
    batch = tables_of(shape=(3, 5, 2))
    found = run_correlations(batch, known_of())
    for k in range(3):
        one = run_correlations(batch.isel(experiment=k), known_of())
        assert found["weight"].values[k] == pytest.approx(one["weight"].values)


def test_the_decision_rests_on_what_is_known():
    free = bc.compare(tables_of(), inference=FOLDS, correlations=known_of(rho2=0.05, phi=1.1))
    tight = bc.compare(tables_of(), inference=FOLDS, correlations=known_of(rho2=0.2, phi=4))
    assert free.difference.sd < tight.difference.sd
    assert free.effective_size > tight.effective_size
    assert free.levels["level"].tolist()[:2] == [FOLDS, "effective-table"]
    assert free.diagnostics == "correlations from other experiments: all is well"
    assert 0 < free.prob_error < 0.01


def test_correlations_are_shown_beside_another_level():
    result = bc.compare(tables_of(), correlations=known_of())
    assert result.inference == "effective-table"
    assert FOLDS in result.levels["level"].tolist()


def test_without_correlations_it_is_called_prior_driven():
    result = bc.compare(tables_of(), inference=FOLDS)
    assert result.diagnostics.startswith("prior-driven")
    assert result.reliable
    assert "prior-driven" in " ".join(str(result).split())


def test_a_failing_verdict_flags_the_headline():
    result = bc.compare(tables_of(), inference=FOLDS, correlations=known_of(passed=False))
    assert not result.reliable
    assert str(result).startswith("NOT RELIABLE")


@pytest.mark.parametrize("correlations", [None, known_of()], ids=["one run", "known"])
def test_it_is_saved_and_loaded(tmp_path, correlations):
    result = bc.compare(tables_of(), inference=FOLDS, correlations=correlations, rope=0.01)
    result.save(tmp_path / "result.nc")
    loaded = bc.load(tmp_path / "result.nc")
    assert loaded.to_json() == result.to_json()
    assert str(loaded) == str(result)
    assert loaded.posterior.correlations.identical(result.posterior.correlations)
    content = json.loads(result.to_json())["posterior"]
    assert content["rho2"] == pytest.approx(result.posterior.mean_of("rho2"))


@pytest.mark.parametrize(
    ("known", "error", "message"),
    [
        ({"a": 1}, TypeError, "`known` must be a DataTree of `fold_correlation`, but got dict"),
        (known_of(statistic="error"), ValueError, "with statistic='difference' or 'disagreement'"),
        (known_of(experiments=1), ValueError, "must be of several experiments"),
    ],
)
def test_knowledge_that_does_not_fit_is_refused(known, error, message):
    with pytest.raises(error, match=message):
        bc.compare(tables_of(), inference=FOLDS, correlations=known)


def test_other_designs_are_refused():
    hold_out = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    with pytest.raises(ValueError, match="`inference` must be 'auto' or 'paired'"):
        bc.compare(hold_out, inference=FOLDS)
    with pytest.raises(ValueError, match="`correlations` are for an m x 2 cross-validation, but got one hold-out"):
        bc.compare(hold_out, correlations=known_of())
