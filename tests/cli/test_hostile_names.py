"""Names of any characters and length are kept as they are, or refused before anything is computed."""

import json

import numpy as np
import pytest
import xarray as xr
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from tests.data import gathered

LONG, WIDE = "n" * 10_000, "\U0001f600é" * 5_000
KEPT = {"long": LONG, "wide": WIDE, "blank": " ", "dots": "../..", "lines": "a\nb", "escape": "\x1b[31m\u202e"}
REFUSED = {"NUL": "a\0b", "surrogate": "\udc80", "pair": "\ud83d\ude00"}
Y = [0, 1] * 10


def predictions(name, **options):
    return gathered(y_true=Y, y_pred={name: [0] * 20, "other": [0, 1, 1, 1] * 5}, fold=[0, 0, 1, 1] * 5, **options)


@pytest.mark.parametrize("role", ["classifier", "label", "record", "group"])
def test_a_kept_name_is_saved_and_loaded_as_it_is(tmp_path, role):
    for name in KEPT.values():
        texts = [name] + [f"r{number}" for number in range(1, 20)]
        if role == "label":
            y = np.where(Y, name, "x")
            data = bc.labels(y, {"a": y, "b": y[::-1]})
        elif role == "classifier":
            data = predictions(name if name.strip() else " a")
        else:
            data = predictions("a", **{role: texts})
        bc.save_predictions(data, tmp_path / "kept.nc")
        xr.testing.assert_identical(bc.read_predictions(tmp_path / "kept.nc"), data)


@pytest.mark.full
@pytest.mark.parametrize(("name", "suffixes"), [(LONG, ("txt", "html", "md", "tex")), (WIDE, ("html",))])
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


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)
def test_a_name_that_no_file_can_hold_is_refused(name, tmp_path):
    class Never(GaussianNB):
        def fit(self, X, y):
            raise AssertionError("fitted")

    never = {name: Never(), "b": DecisionTreeClassifier()}
    texts = [name] + [f"r{number}" for number in range(1, 20)]
    calls = [
        lambda: predictions(name),
        lambda: bc.labels(texts, {"a": texts}),
        lambda: predictions("a", record=texts),
        lambda: predictions("a", group=texts),
        lambda: bc.cross_val_predictions(never, np.zeros((20, 1)), Y),
        lambda: bc.run_tests(never, np.zeros((20, 1)), Y),
    ]
    data = predictions("a", record=[f"r{number}" for number in range(20)], group=[f"g{number}" for number in range(20)])
    for role in ("classifier", "label", "record", "group"):
        values = np.array([name, *data[role].to_numpy()[1:].astype(str)])
        odd = data.assign({role: (data[role].dims, values)})
        calls.append(lambda odd=odd: bc.save_predictions(odd, tmp_path / "kept.nc"))
    for call in calls:
        with pytest.raises(ValueError, match="must be without the character NUL"):
            call()
    assert not list(tmp_path.iterdir())


def test_the_name_of_a_file_that_no_file_can_hold_is_refused_before_sampling(refused, tmp_path):
    path = tmp_path / "odd\udc80.nc"
    bc.save_predictions(predictions("a"), path)
    line = refused("correlation", path, "--save", tmp_path / "tree.nc")
    assert "The name of a file must be without the character NUL and halves of surrogate pairs" in line


def test_odd_columns_of_a_table_are_one_sentence(refused, tmp_path):
    rows = [{"y": number % 2, "\udc80": 0, "b": 1} for number in range(20)]
    (tmp_path / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "log.csv").write_bytes(b"y,\x80,b\n0,0,1\n1,0,1\n")
    options = ["--y-true", "y", "--first", "\udc80", "--second", "b"]
    for name in ("log.csv", "log.jsonl"):
        assert name in refused("compare", tmp_path / name, *options)
