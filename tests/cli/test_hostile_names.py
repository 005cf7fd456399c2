"""Names of any characters and length are kept as they are, or refused before anything is computed."""

import json

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.studies import Cell, Epsilon, Method, Study, method_named, read_study, run_study
from tests.data import table

pytestmark = pytest.mark.full

LONG, WIDE = "n" * 10_000, "\U0001f600é" * 5_000
KEPT = {"long": LONG, "wide": WIDE, "blank": " ", "dots": "../..", "lines": "a\nb", "escape": "\x1b[31m\u202e"}
REFUSED = {"NUL": "a\0b", "surrogate": "\udc80", "pair": "\ud83d\ude00"}
Y = [0, 1] * 10
kept = pytest.mark.parametrize("name", KEPT.values(), ids=KEPT)
refused_names = pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)


def predictions(name, **options):
    return bc.predictions_from_arrays(Y, {name: [0] * 20, "other": [0, 1, 1, 1] * 5}, fold=[0, 0, 1, 1] * 5, **options)


@pytest.mark.full
@kept
@pytest.mark.parametrize("role", ["classifier", "label", "record", "group"])
def test_a_kept_name_is_saved_and_loaded_as_it_is(tmp_path, name, role):
    texts = [name] + [f"r{number}" for number in range(1, 20)]
    data = predictions(name if name.strip() else " a") if role == "classifier" else None
    if role == "label":
        y = np.where(Y, name, "x")
        data = bc.predictions_from_arrays(y, {"a": y, "b": y[::-1]})
    data = predictions("a", **{role: texts}) if data is None else data
    bc.save_predictions(data, tmp_path / "kept.nc")
    xr.testing.assert_identical(bc.read_predictions(tmp_path / "kept.nc"), data)


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "suffixes"),
    [
        (LONG, ("txt", "html")),
        pytest.param(LONG, ("md", "tex"), marks=pytest.mark.full),
        pytest.param(WIDE, ("html",), marks=pytest.mark.full),
    ],
    ids=["long", "long, more", "wide"],
)
def test_a_comparison_with_a_long_name_goes_through_files_screens_and_reports(tmp_path, name, suffixes):
    result = bc.compare(predictions(name))
    result.save(tmp_path / "kept.nc")
    loaded = bc.load(tmp_path / "kept.nc")
    assert loaded.first == name
    assert loaded.to_json() == result.to_json()
    assert json.loads(loaded.to_json())["first"] == name
    for suffix in suffixes:
        bc.write_report(loaded, tmp_path / f"report.{suffix}")
        assert (tmp_path / f"report.{suffix}").stat().st_size < 2_000_000
    screen = str(loaded)
    assert len(screen.splitlines()) < 60
    assert max(map(len, screen.splitlines())) <= 80


@pytest.fixture
def frame():
    """Return a log of predictions whose columns have long names."""
    return pd.DataFrame({"y": Y * 2, LONG: [0] * 40, f"{LONG}2": [0, 1, 1, 1] * 10})


@pytest.mark.full
def test_the_command_line_shows_long_names_short(run, tmp_path, frame):
    frame.to_csv(tmp_path / "log.csv", index=False)
    outputs = ["--save", tmp_path / "kept.nc", "--json", tmp_path / "kept.json", "--report", tmp_path / "kept.html"]
    log = ["--predictions", tmp_path / "log.csv", "--y-true", "y", "--first", LONG, "--second", f"{LONG}2"]
    ended = run("compare", *log, *outputs)
    assert (ended.code, ended.err) == (0, "")
    assert len(ended.out) < 6000
    assert run("report", tmp_path / "kept.nc", tmp_path / "again.txt").code == 0


@refused_names
@pytest.mark.parametrize("role", ["classifier", "y_true", "record", "group"])
def test_a_name_that_no_file_can_hold_is_refused(name, role):
    texts = [name] + [f"r{number}" for number in range(1, 20)]
    calls = {
        "classifier": lambda: predictions(name),
        "y_true": lambda: bc.predictions_from_arrays(texts, {"a": texts}),
    }
    with pytest.raises(ValueError, match="must be without the character NUL and halves of surrogate pairs"):
        calls.get(role, lambda: predictions("a", **{role: texts}))()


@refused_names
def test_such_a_name_is_refused_before_any_fit(name):
    class Never(GaussianNB):
        def fit(self, X, y):
            raise AssertionError("fitted")

    for function in (bc.cross_val_predictions, bc.run_tests):
        with pytest.raises(ValueError, match="The names in `estimators` must be without the character NUL"):
            function({name: Never(), "b": DecisionTreeClassifier()}, np.zeros((20, 1)), Y)


@refused_names
@pytest.mark.parametrize("role", ["classifier", "label", "record", "group"])
def test_such_a_name_in_a_dataset_is_refused(tmp_path, name, role):
    data = predictions("a", record=[f"r{number}" for number in range(20)], group=[f"g{number}" for number in range(20)])
    values = np.array([name, *data[role].to_numpy()[1:].astype(str)])
    odd = data.assign({role: (data[role].dims, values)})
    with pytest.raises(ValueError, match="must be without the character NUL"):
        bc.save_predictions(odd, tmp_path / "kept.nc")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [*REFUSED.values(), ""], ids=[*REFUSED, "empty"])
def test_such_a_name_of_a_study_or_of_a_table_is_refused(name):
    method = method_named("bcv_mcnemar")
    for call in (
        lambda: bc.compare(table(2, 4, 18, 76), first=name),
        lambda: Cell(scenario=Epsilon(), name=name),
        lambda: Study(name=name, cells=[Epsilon()], methods=[method]),
        lambda: Method(name=name, plan="10-fold", assess=len),
        lambda: method_named("bcv_mcnemar", label=name or "\0"),
    ):
        with pytest.raises(ValueError, match="must be"):
            call()


def test_the_name_of_a_file_that_no_file_can_hold_is_refused_before_sampling(refused, tmp_path):
    path = tmp_path / "odd\udc80.nc"
    bc.save_predictions(predictions("a"), path)
    line = refused("correlation", path, "--save", tmp_path / "tree.nc")
    assert "The name of a file must be without the character NUL and halves of surrogate pairs" in line


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_odd_columns_of_a_table_are_one_sentence(refused, tmp_path, suffix):
    rows = [{"y": number % 2, "\udc80": 0, "b": 1} for number in range(20)]
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "log.csv").write_bytes(b"y,\x80,b\n0,0,1\n1,0,1\n")
    options = ["--y-true", "y", "--first", "\udc80", "--second", "b"]
    line = refused("compare", "--predictions", tmp_path / f"log.{suffix}", *options)
    assert f"log.{suffix}" in line


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if kind in {"long", "wide", "dots"} else pytest.mark.full)
        for kind, name in KEPT.items()
    ],
    ids=KEPT,
)
def test_a_study_with_a_kept_name_is_run_shown_and_drawn(run, tmp_path, name):
    cells = [
        Cell(scenario=Epsilon(n_records=20, epsilon=value), name=name, varied={"epsilon": value})
        for value in (0.1, 0.3)
    ]
    methods = [method_named("bcv_mcnemar", label=name)]
    run_study(Study(name=name, cells=cells, methods=methods, trials=4, truth_draws=2), tmp_path / "out")
    assert read_study(tmp_path / "out", 0)["method_name"].to_numpy().tolist() == [name]
    ended = run("study", "show", tmp_path / "out")
    assert ended.code == 0
    assert len(ended.out) < 6000
    if name == WIDE:
        return  # no picture has room for it, says matplotlib
    assert run("study", "plot", tmp_path / "out", "--to", tmp_path / "pictures").code == 0
    assert len(list((tmp_path / "pictures").iterdir())) >= 2
