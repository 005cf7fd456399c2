"""Files of ours: damage is noticed before HDF5 opens them, and no other file gets there."""

from io import BytesIO

import h5py
import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp._support import _netcdf

PREDICTIONS = bc.labels([0, 1, 1, 0], {"tree": [0, 1, 0, 0], "svm": [1, 1, 1, 0]})
KINDS = {
    "predictions": (lambda path: bc.save_predictions(PREDICTIONS, path), bc.read_predictions),
    "comparison": (lambda path: bc.compare(PREDICTIONS).save(path), bc.load),
}
OF_ANOTHER_PROGRAM = r"^'kept\.nc' must be a NetCDF file that bayescmp wrote, but its checksum is missing or wrong"


@pytest.fixture(params=KINDS)
def saved(request, tmp_path):
    save, read = KINDS[request.param]
    save(tmp_path / "kept.nc")
    return tmp_path / "kept.nc", read


@pytest.fixture
def unopened(monkeypatch):
    monkeypatch.setattr(_netcdf, "_declared", lambda *_: pytest.fail("HDF5 saw the file"))


def test_other_programs_read_our_files(saved):
    path, _ = saved
    with h5py.File(path) as file:
        assert len(file)
    with xr.open_dataset(path, engine="h5netcdf") as data, xr.open_datatree(path, engine="h5netcdf") as tree:
        xr.testing.assert_identical(data.load(), tree.to_dataset().load())


@pytest.mark.usefixtures("unopened")
def test_any_damaged_byte_is_one_sentence_before_hdf5_opens_the_file(saved):
    path, read = saved
    content = path.read_bytes()
    rng = np.random.default_rng(0)
    for place in [*rng.integers(len(content), size=300), *range(len(content) - 100, len(content))]:
        damaged = bytearray(content)
        damaged[place] ^= 1 << rng.integers(8)
        path.write_bytes(damaged)
        with pytest.raises(ValueError, match=OF_ANOTHER_PROGRAM):
            read(path)


@pytest.mark.usefixtures("unopened")
@pytest.mark.parametrize("size", [50, 2000, -5000, -1000, -90])
def test_a_file_cut_short_is_refused(saved, size):
    path, read = saved
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ValueError, match=OF_ANOTHER_PROGRAM):
        read(path)


def test_a_file_of_another_program_is_refused_and_can_be_written_by_ours(tmp_path, monkeypatch):
    path = tmp_path / "kept.nc"
    PREDICTIONS.to_netcdf(path, engine="h5netcdf")
    with monkeypatch.context() as patched:
        patched.setattr(_netcdf, "_declared", lambda *_: pytest.fail("HDF5 saw the file"))
        with pytest.raises(ValueError, match=OF_ANOTHER_PROGRAM):
            bc.read_predictions(path)
    bc.save_predictions(xr.load_dataset(path), path)
    xr.testing.assert_identical(bc.read_predictions(path)["y_pred"], PREDICTIONS["y_pred"])


@pytest.mark.parametrize("name", ["a", "g/a"])
def test_what_declares_too_much_is_refused_before_it_is_read(name, tmp_path, monkeypatch):
    memory = BytesIO()
    with h5py.File(memory, "w") as file:
        file.create_dataset(name, 10**11, "f8", chunks=(1000,))
    _netcdf._write_with_sum(memory.getvalue(), tmp_path / "odd.nc")
    monkeypatch.setattr(xr, "open_datatree", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(ValueError, match=r"^'odd\.nc' must hold at most 268,435,456 bytes once it is unpacked"):
        _netcdf.read_datatree(tmp_path / "odd.nc")


def test_what_is_signed_and_no_netcdf_file_is_refused(tmp_path):
    _netcdf._write_with_sum(b"hello", tmp_path / "odd.nc")
    with pytest.raises(ValueError, match=r"^'odd\.nc' must be a NetCDF file, but could not be read as one\.$"):
        _netcdf.read_datatree(tmp_path / "odd.nc")


def test_a_tree_has_a_checksum_too(tmp_path):
    tree = xr.DataTree.from_dict({"posterior": xr.Dataset({"rho1": ("draw", [0.1, 0.2])})})
    _netcdf.write_datatree(tree, tmp_path / "tree.nc")
    with xr.open_datatree(tmp_path / "tree.nc", engine="h5netcdf") as found:
        xr.testing.assert_identical(found.load(), tree)
    xr.testing.assert_identical(_netcdf.read_datatree(tmp_path / "tree.nc"), tree)


@pytest.mark.parametrize("link", ["circle", "second name", "soft", "external"])
def test_links_are_refused_before_they_are_followed(link, tmp_path):
    """Whoever adds a right checksum by hand cannot make a reader go in circles, or to other files."""
    bc.save_predictions(PREDICTIONS, tmp_path / "a.nc")
    (tmp_path / "secret").write_bytes(b"secret")
    with h5py.File(tmp_path / "a.nc", "r+") as file:
        if link == "circle":
            file.create_group("more")["up"] = file["/"]
        elif link == "second name":
            file["again"] = file["y_true"]
        elif link == "soft":
            file["soft"] = h5py.SoftLink("/y_true")
        else:
            file.create_dataset("stolen", shape=(6,), dtype="u1", external=[(str(tmp_path / "secret"), 0, 6)])
    content = (tmp_path / "a.nc").read_bytes()
    content = content[: content.index(_netcdf._BEFORE)] if _netcdf._BEFORE in content else content
    (tmp_path / "a.nc").write_bytes(content + _netcdf._line(content))
    with pytest.raises(ValueError, match="must be a NetCDF file, but could not be read as one"):
        bc.read_predictions(tmp_path / "a.nc")
