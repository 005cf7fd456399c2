"""Files that are empty, damaged, forged or too large, and code of the user's that fails: one sentence, exit code 2."""

import gzip
import io
import json
import re
import shutil
import zipfile
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp import _netcdf
from tests.data import rewritten

TREE, BAYES = "sklearn.tree.DecisionTreeClassifier", "sklearn.naive_bayes.GaussianNB"
TABLE = "x,z,kind\n" + "".join(f"{i % 7},{i % 5},{i % 2}\n" for i in range(40))
DATA = ["--target", "kind", "--first", TREE, "--second", BAYES]
LOG = ["--y-true", "y", "--first", "a", "--second", "b"]
FULL = pytest.mark.full
STUDY = 'methods = ["bcv_mcnemar"]\ntrials = 2\ntruth_draws = 2\n[[scenario]]\n'


def given(option, value):
    """Return the options of data with another value of one."""
    place = DATA.index(option) + 1
    return [*DATA[:place], value, *DATA[place + 1 :]]


def npz(**arrays):
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)
    return packed.getvalue()


def forged_npz(shape):
    """An .npz file whose first array declares a shape that it does not have."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name in ("x_train", "y_train"):
            entry = io.BytesIO()
            np.lib.format.write_array_header_1_0(entry, {"descr": "<f8", "fortran_order": False, "shape": shape})
            packed.writestr(f"{name}.npy", entry.getvalue())
    return content.getvalue()


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


@pytest.mark.full
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("use", ["data", "predictions"])
def test_a_bad_table_is_one_sentence_with_its_name(refused, tmp_path, name, use):
    content, message = TABLES[name]
    (tmp_path / name).write_bytes(content)
    given = [tmp_path / name, *DATA] if use == "data" else ["--predictions", tmp_path / name, *LOG]
    line = refused("compare", *given)
    assert name in line
    assert message in line


@pytest.mark.parametrize("kind", ["list", "struct", "fixed"])
def test_parquet_of_which_no_one_knows_the_size_is_refused(refused, tmp_path, kind):
    import pyarrow as pa
    from pyarrow import parquet

    odd = {
        "list": pa.array([["x"], ["x"]]),
        "struct": pa.array([{"q": "x"}] * 2),
        "fixed": pa.array([b"x"] * 2, pa.binary(1)),
    }[kind]
    table = pa.table({"y": ["0", "1"], "a": ["0", "1"], "b": ["0", "0"], "z": odd})
    parquet.write_table(table, tmp_path / "log.parquet")
    line = refused("compare", "--predictions", tmp_path / "log.parquet", *LOG)
    assert "'log.parquet' must be a Parquet file, but could not be read as one: each column must hold" in line
    assert "but 'z' holds" in line


def test_json_lines_that_share_no_keys_are_refused_without_the_memory(refused, tmp_path):
    lines = [json.dumps({"y": 1, "a": 1, "b": 0, f"key {k}": 1}) for k in range(8000)]
    (tmp_path / "log.jsonl").write_text("\n".join(lines))
    assert "'log.jsonl' must hold at most" in refused("compare", "--predictions", tmp_path / "log.jsonl", *LOG)


@pytest.mark.parametrize("name", ["folder.csv", "folder.parquet", "folder.nc"])
def test_a_folder_is_no_file(refused, tmp_path, name):
    (tmp_path / name).mkdir()
    options = [] if name.endswith("nc") else LOG
    line = refused("compare", "--predictions", tmp_path / name, *options)
    assert f"{name}' must be a file, but is a folder or a device." in line


@pytest.mark.parametrize("command", ["compare", "tests", "correlation"])
def test_one_class_is_refused(refused, tmp_path, command):
    (tmp_path / "data.csv").write_text("x,kind\n" + "1,yes\n" * 40)
    line = refused(command, tmp_path / "data.csv", *DATA)
    assert "`--target` must have at least two classes, but 'kind' of data.csv has only 'yes'." in line


@pytest.mark.parametrize("function", [bc.cross_val_predictions, bc.run_tests])
def test_one_class_is_refused_before_any_fit(function):
    class Never:
        def fit(self, X, y):
            raise AssertionError("fitted")

        predict = fit

    with pytest.raises(ValueError, match="`y` must have at least two classes, but got only 'yes'"):
        function({"a": Never(), "b": Never()}, np.zeros((40, 1)), ["yes"] * 40)


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def all_right(tmp_path_factory):
    """Return a folder of files that are all right, of more than 100 bytes."""
    path = tmp_path_factory.mktemp("kept")
    (path / "data.csv").write_text(TABLE)
    frame = pd.DataFrame({"y": [0, 1] * 20, "a": [0] * 40, "b": [1] * 40})
    frame.to_csv(path / "log.csv", index=False)
    predictions = bc.predictions_from_arrays(frame["y"], {"a": frame["a"], "b": frame["b"]}, fold=[0] * 20 + [1] * 20)
    bc.save_predictions(predictions, path / "log.nc")
    entry = f'kind = "population"\npath = "{path}/data.csv"\ntarget = "kind"\nfirst = "{TREE}"\nsecond = "{BAYES}"\n'
    (path / "study.toml").write_text(STUDY + entry)
    (path / "widened.toml").write_text(STUDY + entry + "max_bytes = 5\n")
    return path


@pytest.fixture
def kept(all_right, tmp_path):
    """Return a copy of that folder."""
    return shutil.copytree(all_right, tmp_path, dirs_exist_ok=True)


def commands(folder):
    return {
        "data": (["compare", folder / "data.csv", *DATA, "--repeats", "1"], "data.csv"),
        "predictions": (["compare", "--predictions", folder / "log.csv", *LOG], "log.csv"),
        "saved": (["compare", "--predictions", folder / "log.nc", "--first", "a", "--second", "b"], "log.nc"),
        "tests": (["tests", folder / "data.csv", *DATA], "data.csv"),
        "correlation": (["correlation", folder / "log.nc"], "log.nc"),
        "correlation of data": (["correlation", folder / "data.csv", *DATA], "data.csv"),
        "study": (["study", "run", folder / "study.toml", "--out", folder / "out"], "data.csv"),
    }


@pytest.mark.parametrize("which", commands(Path()))
def test_every_command_reads_no_more_than_was_allowed(refused, run, kept, which):
    arguments, name = commands(kept)[which]
    line = refused(*arguments, "--max-bytes", "100")
    assert f"'{name}' must hold at most 100 bytes once it is unpacked, but holds more." in line
    ended = run(*arguments, "--max-bytes", "0")
    assert ended.code == 2
    assert "--max-bytes" in ended.err


@pytest.mark.full
@pytest.mark.parametrize("which", ["data", "predictions", "saved", "study"])
def test_what_is_within_the_limit_is_read(run, kept, which):
    assert run(*commands(kept)[which][0], "--max-bytes", "1_000_000".replace("_", "")).code == 0


def test_the_file_of_a_study_may_not_set_the_limit(refused, kept):
    line = refused("study", "run", kept / "widened.toml", "--out", kept / "out")
    assert "A scenario must be without `--max-bytes`, which only you can give" in line
    assert "widened.toml" in line


# --- studies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "must hold `methods`"),
        (b"\xff", "must be text in UTF-8"),
        (b"x = " + b"[" * 10_000, "it is nested too deeply"),
        (b"trials = " + b"1" * 5000, "Exceeds the limit"),
        (STUDY.replace("2", "0x" + "f" * 10_000).encode() + b'kind = "simple"\n', "odd.toml"),
        (STUDY.encode() + b'kind = "simple"\nshift = 1' + b"0" * 400 + b"\n", "odd.toml"),
        (STUDY.encode() + b"kind = 3\n", "must be a text, but got 3"),
    ],
    ids=["empty", "no text", "deep", "digits", "hexadecimal", "no float", "kind"],
)
def test_a_bad_study_is_one_sentence_with_its_name(refused, tmp_path, content, message):
    (tmp_path / "odd.toml").write_bytes(content)
    line = refused("study", "run", tmp_path / "odd.toml", "--out", tmp_path / "out")
    assert "odd.toml" in line
    assert message in line


@pytest.mark.full
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "File is not a zip file"),
        (npz(x_train=np.zeros((50, 2))), "lacks ['y_train']"),
        (npz(x_train=np.zeros((50, 2)), y_train=np.zeros(50))[:-30], "File is not a zip file"),
        (lambda: npz(x_train=np.zeros(2**25 + 8), y_train=np.zeros(5)), "must hold at most 268,435,456 bytes"),
        (
            lambda: npz(x_train=np.zeros((50, 2)), y_train=np.zeros(50), more=np.zeros(2**25 + 8)),
            "at most 268,435,456 bytes",
        ),
        (forged_npz((10**11,)), "must hold at most 268,435,456 bytes"),
        (npz(x_train=np.array([[{}]] * 50), y_train=np.zeros(50)), "Object arrays cannot be loaded"),
        (npz(x_train=np.zeros(50), y_train=np.zeros(50)), "an image per entry of y_train"),
    ],
    ids=["empty", "lacks one", "cut", "bomb", "another", "forged", "objects", "flat"],
)
def test_bad_digits_are_one_sentence_with_their_name(refused, tmp_path, content, message):
    (tmp_path / "odd.npz").write_bytes(content() if callable(content) else content)  # large ones when they are used
    (tmp_path / "study.toml").write_text(STUDY + 'kind = "digits"\n')
    line = refused("study", "run", tmp_path / "study.toml", "--data", tmp_path / "odd.npz", "--out", tmp_path / "out")
    assert "odd.npz" in line
    assert message in line


# --- estimators ------------------------------------------------------------------------------------------------------

MODULES = {
    "divides": "1 / 0",
    "recurses": "def f(): f()\nf()",
    "stops": "raise StopIteration('no more')",
    "exhausts": "raise MemoryError",
    "no_python": "def (",
    "named": "class Own:\n    fit = predict = None\n    def __init__(self):\n        {}['missing']",
    "found": "def __getattr__(name):\n    raise OverflowError(name)",
}


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.parametrize("command", ["compare", "tests"])
def test_a_module_that_fails_is_one_sentence(refused, kept, monkeypatch, name, command):
    (kept / f"hostile_{name}.py").write_text(MODULES[name])
    monkeypatch.syspath_prepend(kept)
    line = refused(command, kept / "data.csv", *given("--first", f"hostile_{name}.Own"))
    assert line.startswith("bayescmp: `--first`")
    assert f"hostile_{name}.Own" in line


@pytest.mark.full
@pytest.mark.parametrize(
    "value",
    ["(" * 10_000 + "1", "(" * 150 + "1" + ")" * 150 + "+", "[" * 1000 + "]" * 1000, "[" * 30 + "]" * 30, "1" * 5000,
     "0x" + "f" * 10_000, "-" * 100_000 + "1", "'\udc80'", "{" * 90 + "}" * 90],
    ids=["brackets", "sum", "lists", "shallow lists", "digits", "hexadecimal", "signs", "surrogate", "sets"],
)  # fmt: skip
@pytest.mark.parametrize("option", ["--first", "--second"])
def test_hostile_arguments_of_an_estimator_are_refused(refused, kept, value, option):
    line = refused("compare", kept / "data.csv", *given(option, f"sklearn.svm.SVC(C={value})"))
    assert line.startswith(f"bayescmp: `{option}` must be an import path")
    assert len(line) < 700


def test_thousands_of_dots_are_refused(refused, kept):
    line = refused("compare", kept / "data.csv", *given("--first", "a" + ".a" * 50_000))
    assert line.startswith("bayescmp: `--first` must")


# --- saved files -----------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_hdf5_that_declares_more_than_there_is_memory_is_refused(refused, tmp_path):
    content = io.BytesIO()
    with h5py.File(content, "w") as file:
        file.create_dataset("y_pred", shape=(10**11,), dtype="f8")
    _netcdf._write_with_sum(content, tmp_path / "large.nc")
    for arguments in (["compare", "--predictions"], ["report"]):
        more = [] if "--predictions" in arguments else [tmp_path / "report.txt"]
        assert "'large.nc' must hold at most" in refused(*arguments, tmp_path / "large.nc", *more)


FOLDS = [0, 0, 1, 1] * 10


@pytest.fixture(scope="module")
def comparison(tmp_path_factory, request):
    """Return the file of a comparison."""
    path, y_pred = tmp_path_factory.mktemp("comparison") / "kept.nc", {"a": [0] * 40, "b": [0, 1, 1, 1] * 10}
    bc.compare(bc.predictions_from_arrays([0, 1] * 20, y_pred, fold=getattr(request, "param", None))).save(path)
    return path


@pytest.fixture
def saved(tmp_path, comparison):
    """A function from a change of a JSON attribute of a saved comparison to a file with a valid checksum."""

    def forged(change, name="result"):
        return rewritten(
            comparison, lambda tree: tree.attrs.update({name: change(tree.attrs[name])}), tmp_path / "forged.nc"
        )

    return forged


@pytest.mark.full
@pytest.mark.parametrize(
    "text",
    [
        *("{", "[]", "[" * 10_000, '{"schema": 1}'),
        *(pytest.param(text, marks=FULL) for text in ("", "3", "null", '"text"', '{"schema": 2}', '{"schema": []}')),
    ],
    ids=lambda text: text[:14] or "empty",
)
@pytest.mark.parametrize("name", ["result", "call"])
def test_a_comparison_whose_json_is_none_is_one_sentence(refused, saved, tmp_path, text, name):
    line = refused("report", saved(lambda _: text, name), tmp_path / "report.txt")
    assert re.search("forged.nc' must (be a saved result|hold what follows from its data)", line)


def outcome(path, right):
    """Load a comparison, which has to be the right one; return the message of a refusal."""
    try:
        found = bc.load(path)
    except ValueError as error:
        return str(error)
    assert found.to_json() == right
    return None


FEW = ("absent", {"a": None})
MANY = ("absent", None, -1.5, "text", [], {}, [None], True, "Infinity", [[1]], [{}])


@pytest.mark.full
@pytest.mark.parametrize(
    ("odd", "step", "comparison"),
    [
        (FEW, 8, None),
        pytest.param(FEW, 1, None, marks=pytest.mark.slow),
        pytest.param(MANY, 1, FOLDS, marks=pytest.mark.slow),
    ],
    ids=["few", "few of all", "many"],
    indirect=["comparison"],
)
@pytest.mark.parametrize("name", ["result", "call"])
def test_a_comparison_with_odd_entries_is_refused_in_one_sentence_or_is_the_one_that_was_saved(saved, odd, step, name):
    right = bc.load(saved(str)).to_json()
    texts = []
    saved(lambda text: texts.append(text) or text, name)
    content = json.loads(texts[0])
    entries = list(content)[::step]
    changes = [content | {one: value} for one in entries for value in odd[1:]]
    changes += [{key: value for key, value in content.items() if key != one} for one in entries]
    said = [outcome(saved(lambda _, change=change: json.dumps(change), name), right) for change in changes]
    refusals = [message for message in said if message]
    assert len(refusals) > len(entries) / 2
    assert [message for message in refusals if "forged.nc" not in message] == []


@pytest.mark.full
@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"schema": 99}',
        *(pytest.param(text, marks=FULL) for text in ("", "3", "[" * 10_000, '{"schema": []}')),
    ],
)
def test_predictions_with_an_odd_provenance_are_refused(refused, kept, text):
    rewritten(kept / "log.nc", lambda tree: tree.attrs.update(provenance=text), kept / "forged.nc")
    assert "'forged.nc' must be a file of `save_predictions`" in refused("compare", "--predictions", kept / "forged.nc")


def test_a_provenance_that_is_no_object_is_refused():
    data = bc.predictions_from_arrays([0, 1], {"a": [0, 1], "b": [1, 1]}).assign_attrs(provenance="[]")
    with pytest.raises(ValueError, match=r"The attribute `provenance` must be a JSON object, but got \[\]\."):
        bc.compare(data)


@pytest.mark.full
@pytest.mark.parametrize(
    "name", ["y_pred", "label", *(pytest.param(name, marks=FULL) for name in ("y_true", "fold", "classifier"))]
)
@pytest.mark.parametrize("change", ["absent", "text", "fraction"])
def test_predictions_with_odd_variables_name_the_file(refused, kept, name, change):
    data = xr.load_dataset(kept / "log.nc", engine="h5netcdf")
    odd = {"text": "same", "fraction": 0.5}.get(change)
    values = np.full(data[name].shape, odd)
    data = data.drop_vars(name) if odd is None else data.assign({name: (data[name].dims, values)})
    rewritten(kept / "log.nc", lambda _: data, kept / "forged.nc")
    assert "forged.nc" in refused("compare", "--predictions", kept / "forged.nc")
