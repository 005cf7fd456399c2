"""`bayescmp correlation`: predictions or data in, table out, draws saved."""

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.cli import main


def predictions_of(seed, repeats=5, n=60):
    rng = np.random.default_rng(seed)
    splits = list(bc.BlockRegularizedCV(repeats, random_state=seed).split(np.zeros((n, 1)), np.arange(n) % 2))
    labels = {name: (rng.random((repeats, n)) < p).astype(int) for name, p in {"a": 0.3, "b": 0.25}.items()}
    return bc.predictions_from_arrays(np.zeros(n, int), labels, splits=splits)


@pytest.fixture
def files(tmp_path):
    paths = [tmp_path / f"run{seed}.nc" for seed in range(2)]
    for seed, path in enumerate(paths):
        bc.save_predictions(predictions_of(seed), path)
    return [str(path) for path in paths]


def run(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["bayescmp", "correlation", *arguments])
    with pytest.raises(SystemExit) as done:
        main()
    return done.value.code


def test_files_of_predictions_are_experiments(monkeypatch, capsys, files, tmp_path):
    assert run(monkeypatch, *files, "--statistic", "disagreement", "--save", str(tmp_path / "tree.nc")) == 0
    out = capsys.readouterr().out
    assert "statistic: disagreement; intervals hold 90 %" in out
    assert all(name in out for name in ("rho1[run0]", "rho2[run1]", "phi[run1]"))
    assert "One run tells two combinations of the three" in " ".join(out.split())
    assert (tmp_path / "tree.nc").read_bytes().endswith(b" bayescmp\n")  # the checksum
    with xr.open_datatree(tmp_path / "tree.nc", engine="h5netcdf") as tree:
        assert tree["posterior"]["experiment"].values.tolist() == ["run0", "run1"]
        assert tree.attrs["statistic"] == "disagreement"


def test_bad_input_is_one_sentence(monkeypatch, capsys, files, tmp_path):
    bc.save_predictions(predictions_of(0, repeats=3), tmp_path / "other.nc")
    grouped = predictions_of(0).assign(group=("record", np.zeros(predictions_of(0).sizes["record"], int)))
    bc.save_predictions(grouped, tmp_path / "grouped.nc")
    cases = {
        "All predictions must have as many repeats": (files[0], str(tmp_path / "other.nc")),
        "`predictions` must have no `group`": (str(tmp_path / "grouped.nc"),),
        "`--save` must end in .nc": (files[0], "--save", "tree.txt"),
        "--target is for a table of data": (files[0], "--target", "y"),
        "--drop is for a table of data": (files[0], "--drop", "x"),
        "Give one table of data": ("a.csv", "b.csv"),
        "`--statistic` must be one of": (files[0], "--statistic", "f1"),
    }
    for message, arguments in cases.items():
        assert run(monkeypatch, *arguments) == 2
        assert message in capsys.readouterr().err
