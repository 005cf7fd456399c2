"""Files of ours: damage is noticed before HDF5 opens them, and no file is read for ever."""

import time

import h5py
import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp import _netcdf
from bayescmp._files import is_signed, signature_of

PREDICTIONS = bc.predictions_from_arrays([0, 1, 1, 0], {"tree": [0, 1, 0, 0], "svm": [1, 1, 1, 0]})
KINDS = {
    "predictions": (lambda path: bc.save_predictions(PREDICTIONS, path), bc.read_predictions),
    "comparison": (lambda path: bc.compare(PREDICTIONS).save(path), bc.load),
}


FULL = pytest.mark.full
EACH_IN_A_PROCESS = ["predictions", pytest.param("comparison", marks=FULL)]


@pytest.fixture(params=KINDS)
def saved(request, tmp_path):
    save, read = KINDS[request.param]
    save(tmp_path / "kept.nc")
    return tmp_path / "kept.nc", read


@pytest.fixture
def hangs(monkeypatch):
    monkeypatch.setattr(_netcdf, "_TRIAL", "import time; time.sleep(600)")
    monkeypatch.setattr(_netcdf, "TIME_LIMIT", 0.5)


def test_other_programs_read_our_files(saved):
    path, _ = saved
    with h5py.File(path) as file:
        assert len(file)
    with xr.open_dataset(path, engine="h5netcdf") as data, xr.open_datatree(path, engine="h5netcdf") as tree:
        xr.testing.assert_identical(data.load(), tree.to_dataset().load())


def test_any_damaged_byte_is_one_sentence_before_hdf5_opens_the_file(saved, monkeypatch):
    path, read = saved
    content = path.read_bytes()
    monkeypatch.setattr(xr, "load_dataset", lambda *_, **__: pytest.fail("HDF5 saw a damaged file"))
    monkeypatch.setattr(_netcdf, "_try_elsewhere", lambda *_: pytest.fail("the checksum was not looked at"))
    rng = np.random.default_rng(0)
    for place in [*rng.integers(len(content), size=300), *range(len(content) - 100, len(content))]:
        damaged = bytearray(content)
        damaged[place] ^= 1 << rng.integers(8)
        path.write_bytes(damaged)
        message = r"^'kept\.nc' must be as it was written, but is damaged: [^.\n]*\.\nin `path`$"
        with pytest.raises(ValueError, match=message):
            read(path)


@pytest.mark.full
@pytest.mark.parametrize(
    ("saved", "size"),
    [
        pytest.param(kind, size, marks=[] if (kind, size) in {("predictions", 2000), ("comparison", 0)} else [FULL])
        for kind in KINDS
        for size in (0, 1, 50, 2000, -5000, -1000)
    ],
    indirect=["saved"],
)
def test_a_file_cut_short_is_refused(saved, size):
    path, read = saved
    path.write_bytes(path.read_bytes()[:size])
    message = r"^'kept\.nc' must be a NetCDF file, but could not be read as one\.\nin `path`$"
    with pytest.raises(ValueError, match=message):
        read(path)


@pytest.mark.full
@pytest.mark.parametrize("saved", EACH_IN_A_PROCESS, indirect=True)
def test_a_file_without_checksum_is_read(saved):
    path, read = saved
    path.write_bytes(path.read_bytes()[: -len(signature_of(b"", ".nc"))])
    assert read(path) is not None


@pytest.mark.full
@pytest.mark.usefixtures("hangs")
def test_a_file_that_is_read_for_ever_is_given_up(saved):
    path, read = saved
    path.write_bytes(path.read_bytes()[: -len(signature_of(b"", ".nc"))])
    begin = time.perf_counter()
    with pytest.raises(ValueError, match=r"^'kept\.nc' must be a NetCDF file, but could not be read within 0\.5 s: "):
        read(path)
    assert time.perf_counter() - begin < 10


@pytest.mark.usefixtures("hangs")
def test_our_own_files_need_no_other_process(saved):
    path, read = saved
    assert read(path) is not None


@pytest.mark.full
@pytest.mark.parametrize("saved", EACH_IN_A_PROCESS, indirect=True)
def test_modules_in_the_current_folder_are_not_run_by_the_trial(saved, monkeypatch):
    path, read = saved
    path.write_bytes(path.read_bytes()[: -len(signature_of(b"", ".nc"))])
    (path.parent / "xarray.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(path.parent)
    monkeypatch.syspath_prepend("")
    assert read(path) is not None


def test_a_tree_has_a_checksum_too(tmp_path):
    tree = xr.DataTree.from_dict({"posterior": xr.Dataset({"rho1": ("draw", [0.1, 0.2])})})
    _netcdf.write_datatree(tree, tmp_path / "tree.nc")
    assert is_signed((tmp_path / "tree.nc").read_bytes(), ".nc")
    with xr.open_datatree(tmp_path / "tree.nc", engine="h5netcdf") as found:
        xr.testing.assert_identical(found.load(), tree)
