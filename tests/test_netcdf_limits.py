"""Files of a few kilobytes that declare gigabytes, with a checksum that is right: refused before they are read."""

from io import BytesIO

import h5py
import numpy as np
import pytest

from bayescmp import _netcdf

TOO_LARGE = r"^'odd\.nc' must hold at most 1,000,000 bytes once it is unpacked, but holds more\."


def texts(file, chunks=None):
    """Let many entries point to one text."""
    variable = file.create_dataset("a", 100_000, h5py.string_dtype(), chunks=chunks)
    variable[:] = "x" * 20
    return variable


def one_for_all(file):
    """Let 2,000 entries point to one text of 1,000 letters, as HDF5 itself never writes them."""
    variable = file.create_dataset("a", 2000, h5py.string_dtype())
    variable[:] = ["x" * 1000] + [""] * 1999
    file.flush()
    return variable.id.get_offset()


def linked(file):
    """Give one variable ten names."""
    file["b0"] = np.zeros(150_000, dtype="i1")
    for number in range(1, 10):
        file[f"b{number}"] = file["b0"]


MAKE = {
    "unwritten": lambda file: file.create_dataset("a", 10**11, "f8", chunks=(1000,)),
    "texts": texts,
    "texts in chunks": lambda file: texts(file, (1000,)),
    "linked": linked,
    "packed": lambda file: file.create_dataset("a", 500_000, "i1").attrs.__setitem__("scale_factor", 2.0),
    "in a group": lambda file: file.create_dataset("g/a", 10**7, "f8", chunks=(1000,)),
    "fixed texts": lambda file: file.create_dataset("a", 10, "S1000000", chunks=(1,)),
}


def read(make, tmp_path, **limits):
    memory = BytesIO()
    with h5py.File(memory, "w") as file:
        make(file)
    _netcdf._write_with_sum(memory, tmp_path / "odd.nc")
    return _netcdf.read_netcdf(tmp_path / "odd.nc", **limits)


@pytest.mark.parametrize("name", MAKE)
def test_what_declares_too_much_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.setattr(_netcdf.xr, "load_dataset", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(ValueError, match=TOO_LARGE):
        read(MAKE[name], tmp_path, max_bytes=10**6)


def test_entries_that_share_a_text_are_counted_each(tmp_path, monkeypatch):
    memory = BytesIO()
    with h5py.File(memory, "w") as file:
        offset = one_for_all(file)
    content = bytearray(memory.getvalue())
    content[offset : offset + 16 * 2000] = content[offset : offset + 16] * 2000
    monkeypatch.setattr(_netcdf.xr, "load_dataset", lambda *_, **__: pytest.fail("it was read"))
    _netcdf._write_with_sum(BytesIO(content), tmp_path / "odd.nc")
    with pytest.raises(ValueError, match=TOO_LARGE):
        _netcdf.read_netcdf(tmp_path / "odd.nc", max_bytes=10**6)


@pytest.mark.parametrize(
    "link",
    [
        lambda file: file.__setitem__("b", h5py.SoftLink("/a")),
        lambda file: file.__setitem__("b", h5py.ExternalLink("other.nc", "/a")),
        lambda file: file.create_group("g").__setitem__("again", file["g"]),
        lambda file: file.create_dataset("b", 10, "i1", external=[("other", 0, 10)]),
    ],
)
def test_links_are_refused(link, tmp_path):
    def make(file):
        file["a"] = np.arange(3)
        link(file)

    with pytest.raises(ValueError, match=r"^'odd\.nc' must be a NetCDF file, but could not be read as one\.$"):
        read(make, tmp_path)


def test_texts_and_numbers_within_the_limit_are_read(tmp_path):
    def make(file):
        for name, chunks in (("a", None), ("b", (7,))):
            file.create_dataset(name, 20, h5py.string_dtype(), chunks=chunks)[:] = "text"

    found = read(make, tmp_path, max_bytes=20_000)
    assert set(found["a"].to_numpy()) | set(found["b"].to_numpy()) == {"text"}
