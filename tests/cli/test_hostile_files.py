"""Files that are empty, damaged, forged or too large: one sentence, exit code 2."""

import gzip
import io
import json
import re

import h5py
import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp._support import _netcdf
from tests.data import rewritten

TABLE = "x,z,kind\n" + "".join(f"{i % 7},{i % 5},{i % 2}\n" for i in range(40))
LOG = ["--y-true", "y", "--first", "a", "--second", "b"]


def npz(**arrays):
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    return packed.getvalue()


TABLES = {
    "empty.csv": (b"", "is empty"),
    "empty.csv.gz": (b"", "is empty"),
    "packed-nothing.csv.gz": (gzip.compress(b""), "is empty"),
    "cut.csv.gz": (gzip.compress(TABLE.encode())[:-9], "must be a whole gzip file"),
    "plain.csv.gz": (TABLE.encode(), "must be a whole gzip file"),
    "latin.csv": ("kind,é\n0,1\n".encode("latin-1"), "must be text in UTF-8"),
    "empty.jsonl": (b"", "must hold at least one record"),
    "empty.ndjson": (b"\n\n", "must hold at least one record"),
    "deep.jsonl": (b'{"kind": 0}\n' + b'{"kind": ' * 10_000 + b"\n", "line 2 is not: it is nested too deeply"),
    "digits.jsonl": (b'{"kind": ' + b"1" * 5000 + b"}\n", "line 1 is not: Exceeds the limit"),
    "list.jsonl": (b"[0]\n", "must be an object"),
    "empty.parquet": (b"", "must be a Parquet file, but could not be read as one"),
    "csv.parquet": (TABLE.encode(), "must be a Parquet file, but could not be read as one"),
    "end.parquet": (b"PAR1" + b"\xff" * 40 + b"PAR1", "must be a Parquet file, but could not be read as one"),
}


def test_a_bad_table_is_one_sentence_with_its_name(refused, tmp_path):
    for name, (content, message) in TABLES.items():
        (tmp_path / name).write_bytes(content)
        line = refused("compare", tmp_path / name, *LOG)
        assert name in line
        assert message in line


def test_parquet_of_which_no_one_knows_the_size_is_refused(refused, tmp_path):
    import pyarrow as pa
    from pyarrow import parquet

    for odd in (pa.array([["x"], ["x"]]), pa.array([{"q": "x"}] * 2), pa.array([b"x"] * 2, pa.binary(1))):
        table = pa.table({"y": ["0", "1"], "a": ["0", "1"], "b": ["0", "0"], "z": odd})
        parquet.write_table(table, tmp_path / "log.parquet")
        line = refused("compare", tmp_path / "log.parquet", *LOG)
        assert "'log.parquet' must be a Parquet file, but could not be read as one: each column must hold" in line
        assert "but 'z' holds" in line


def test_json_lines_that_share_no_keys_are_refused_without_the_memory(refused, tmp_path):
    lines = [json.dumps({"y": 1, "a": 1, "b": 0, f"key {k}": 1}) for k in range(8000)]
    (tmp_path / "log.jsonl").write_text("\n".join(lines))
    assert "'log.jsonl' must hold at most" in refused("compare", tmp_path / "log.jsonl", *LOG)


@pytest.mark.parametrize("function", [bc.cross_val_predictions, bc.run_tests])
def test_one_class_is_refused_before_any_fit(function):
    class Never:
        def fit(self, X, y):
            raise AssertionError("fitted")

        predict = fit

    with pytest.raises(ValueError, match="`y` must have at least two classes, but got only 'yes'"):
        function({"a": Never(), "b": Never()}, np.zeros((40, 1)), ["yes"] * 40)


@pytest.fixture
def kept(tmp_path):
    """Return a folder with predictions that are all right."""
    predictions = bc.labels([0, 1] * 20, {"a": [0] * 40, "b": [1] * 40}, how=bc.folds([0] * 20 + [1] * 20))
    bc.save_predictions(predictions, tmp_path / "log.nc")
    return tmp_path


@pytest.mark.full
@pytest.mark.parametrize(("content", "message"), [
    (b"", "File is not a zip file"),
    (npz(x_train=np.zeros((50, 2))), "y_train is not a file in the archive"),
    (npz(x_train=np.array([[{}]] * 50), y_train=np.zeros(50)), "Object arrays cannot be loaded"),
    (npz(x_train=np.zeros(50), y_train=np.zeros(50)), "an image per entry of y_train"),
], ids=["empty", "lacks one", "objects", "flat"])  # fmt: skip
def test_bad_digits_are_one_sentence_with_their_name(refused, tmp_path, content, message):
    (tmp_path / "odd.npz").write_bytes(content)
    line = refused("study", "run", "digits", "--data", tmp_path / "odd.npz", "--out", tmp_path / "out")
    assert "odd.npz" in line
    assert message in line


@pytest.mark.full
def test_hdf5_that_declares_more_than_there_is_memory_is_refused(refused, tmp_path):
    content = io.BytesIO()
    with h5py.File(content, "w") as file:
        file.create_dataset("y_pred", shape=(10**11,), dtype="f8")
    _netcdf._write_with_sum(content.getvalue(), tmp_path / "large.nc")
    for arguments in (["compare"], ["report"]):
        more = [] if arguments == ["compare"] else [tmp_path / "report.txt"]
        assert "'large.nc' must hold at most" in refused(*arguments, tmp_path / "large.nc", *more)


@pytest.fixture(scope="module")
def comparison(tmp_path_factory):
    """Return the file of a comparison."""
    path, y_pred = tmp_path_factory.mktemp("comparison") / "kept.nc", {"a": [0] * 40, "b": [0, 1, 1, 1] * 10}
    bc.compare(bc.labels([0, 1] * 20, y_pred)).save(path)
    return path


@pytest.fixture
def saved(tmp_path, comparison):
    """A function from a change of a JSON attribute of a saved comparison to a file with a valid checksum."""

    def forged(change, name="result"):
        return rewritten(
            comparison, lambda tree: tree.attrs.update({name: change(tree.attrs[name])}), tmp_path / "forged.nc"
        )

    return forged


def test_a_comparison_whose_json_is_none_is_one_sentence(refused, saved, tmp_path):
    for name in ("result", "call"):
        for text in ("", "{", "[]", "[" * 10_000, '{"schema": []}'):
            line = refused("report", saved(lambda _, text=text: text, name), tmp_path / "report.txt")
            assert re.search("forged.nc' must (be a saved result|hold what follows from its data)", line)


def test_predictions_with_an_odd_provenance_are_refused(refused, kept):
    for text in ("", "{", "[" * 10_000, '{"schema": 99}', '{"schema": []}'):
        rewritten(kept / "log.nc", lambda tree, text=text: tree.attrs.update(provenance=text), kept / "forged.nc")
        line = refused("compare", kept / "forged.nc")
        assert "'forged.nc' must be a file of `save_predictions`" in line


@pytest.mark.parametrize("change", ["absent", "text", "fraction"])
def test_predictions_with_odd_variables_name_the_file(refused, kept, change):
    data, odd = xr.load_dataset(kept / "log.nc", engine="h5netcdf"), {"text": "same", "fraction": 0.5}.get(change)
    for name in ("y_pred", "label", "y_true", "fold", "classifier"):
        values = np.full(data[name].shape, odd)
        changed = data.drop_vars(name) if odd is None else data.assign({name: (data[name].dims, values)})
        rewritten(kept / "log.nc", lambda _, changed=changed: changed, kept / "forged.nc")
        assert "forged.nc" in refused("compare", kept / "forged.nc")
