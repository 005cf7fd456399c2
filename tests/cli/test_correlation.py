"""`bayescmp correlation`: predictions in, table out, draws saved."""

from functools import partial

import pytest
import xarray as xr

import bayescmp as bc
from tests.data import cross_validated


@pytest.fixture
def files(tmp_path):
    paths = [tmp_path / f"run{seed}.nc" for seed in range(2)]
    for seed, path in enumerate(paths):
        bc.save_predictions(cross_validated(seed=seed), path)
    return [str(path) for path in paths]


@pytest.mark.full
def test_files_of_predictions_are_experiments(run, files, tmp_path, monkeypatch):
    few = partial(bc.hierarchical.fold_correlation, draws=50, tune=50, chains=2)
    monkeypatch.setattr(bc.hierarchical, "fold_correlation", few)
    ended = run("correlation", *files, "--statistic", "disagreement", "--save", tmp_path / "tree.nc")
    assert ended.code == 0
    out = ended.out
    assert "statistic: disagreement; intervals hold 90 %" in out
    assert all(name in out for name in ("rho1[run0]", "rho2[run1]", "phi[run1]"))
    assert "One run tells two combinations of the three" in " ".join(out.split())
    assert (tmp_path / "tree.nc").read_bytes().endswith(b" bayescmp\n")  # the checksum
    with xr.open_datatree(tmp_path / "tree.nc", engine="h5netcdf") as tree:
        assert tree["posterior"]["experiment"].values.tolist() == ["run0", "run1"]
        assert tree.attrs["statistic"] == "disagreement"


def test_the_seed_and_the_statistic_go_to_the_sampler(run, files, monkeypatch):
    def sampler(tables, **given):
        raise ValueError(f"asked for {sorted(given.items())}")

    monkeypatch.setattr(bc.hierarchical, "fold_correlation", sampler)
    said = run("correlation", *files, "--seed", "7", "--statistic", "error").err
    assert "asked for [('rng', 7), ('statistic', 'error')]" in " ".join(said.split())
