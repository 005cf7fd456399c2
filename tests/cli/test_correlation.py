"""`bayescmp correlation`: predictions in, table out, draws saved."""

import numpy as np
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
def test_files_of_predictions_are_experiments(run, files, tmp_path):
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


def test_bad_input_is_one_sentence(refused, files, tmp_path):
    bc.save_predictions(cross_validated(cv=3), tmp_path / "other.nc")
    by_five = [np.arange(60) // 5 % 2 == 0, np.arange(60) // 5 % 2 == 1]
    splits = [(np.flatnonzero(~one), np.flatnonzero(one)) for one in by_five]
    y = np.arange(60) % 2
    grouped = bc.predictions_from_arrays(y, {"a": y, "b": 1 - y}, splits=splits, group=np.arange(60) // 5)
    bc.save_predictions(grouped, tmp_path / "grouped.nc")
    cases = {
        "All predictions must have as many repeats": (files[0], str(tmp_path / "other.nc")),
        "`predictions` must have independent records here, but have groups": (str(tmp_path / "grouped.nc"),),
        "`--save` must end in .nc": (files[0], "--save", "tree.txt"),
        "FILES must be predictions (.nc), as `save_predictions` writes, but got 'a.csv'": ("a.csv", files[0]),
        "Missing argument 'FILES...'": (),
        "`--statistic` must be one of": (files[0], "--statistic", "f1"),
    }
    for message, arguments in cases.items():
        assert message in refused("correlation", *arguments)


def test_the_seed_and_the_statistic_go_to_the_sampler(run, files, monkeypatch):
    def sampler(tables, **given):
        raise ValueError(f"asked for {sorted(given.items())}")

    monkeypatch.setattr(bc.hierarchical, "fold_correlation", sampler)
    said = run("correlation", *files, "--seed", "7", "--statistic", "error").err
    assert "asked for [('rng', 7), ('statistic', 'error')]" in " ".join(said.split())
