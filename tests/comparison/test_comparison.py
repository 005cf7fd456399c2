"""The result object: its rows, its JSON, its file, its HTML."""

import copy
import dataclasses
import functools
import itertools
import json
import pickle

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.results._three_probabilities import decisions
from tests.data import drawn_tables, hold_out, table

BUILDERS = {
    "hold-out": lambda: bc.compare(table(3, 1, 2, 4), rope=(-0.01, 0.02), level=bc.levels.Paired(strength=0.5)),
    "ten tables": lambda: bc.compare(drawn_tables((0.1, 0.2, 0.1, 0.6), 30), ci_kind="hdi", ci_prob=0.9, threshold=0.9),
    "effective table": lambda: bc.compare(bc.effective_table(drawn_tables((0.1, 0.2, 0.1, 0.6), 30))),
    "predictions": lambda: bc.compare(hold_out()),
    "unicode": lambda: bc.compare(hold_out({"Entscheidungsbäume 🌳": 0.1, 'a "b" \\ </script>\nc': 0.25})),
    "infinite": lambda: bc.compare(table(0, 0, 3000, 3000)),
}
each_comparison = pytest.mark.parametrize("kind", BUILDERS)


@functools.cache
def comparison(kind):
    return BUILDERS[kind]()


def refuse(constant):
    raise AssertionError(f"{constant} is not strict JSON")


def strict(text):
    return json.loads(text, parse_constant=refuse)


def test_summary_is_one_row_of_what_the_result_says():
    result = bc.compare(table(2, 4, 18, 76), first="tree", second="svm", rope=0.01)
    summary = result.summary()
    assert summary.shape[0] == 1
    row = summary.iloc[0].to_dict()
    assert (row["first"], row["second"]) == ("tree", "svm")
    assert (row["error_first"], row["error_second"]) == (0.06, 0.2)
    assert (row["difference"], row["low"], row["high"]) == (
        result.difference.mean,
        result.interval.low,
        result.interval.high,
    )
    assert row["pvalue"] == result.levels["pvalue"].iloc[1]
    same = ["prob_first_better", "prob_equivalent", "prob_second_better", "decision", "bayes_factor"]
    assert [row[name] for name in same] == [getattr(result, name) for name in same]
    assert row["level"] == result.level.name


def test_summaries_of_all_pairs_make_one_table():
    names = ["a", "b", "c"]
    pairs = list(itertools.combinations(names, 2))
    rows = pd.concat(bc.compare(hold_out(dict.fromkeys(names, 0.3)), first=a, second=b).summary() for a, b in pairs)
    assert list(zip(rows["first"], rows["second"], strict=True)) == pairs


@each_comparison
def test_json_is_strict_and_complete(kind):
    result = comparison(kind)
    data = strict(result.to_json())
    assert data == strict(json.dumps(result.to_dict(), allow_nan=False))
    assert data["schema"] == 1
    assert (data["decision"], data["level"]) == (result.decision, result.level.name)
    assert data["options"] == result.level.options()
    assert data["difference"] == {
        "mean": result.difference.mean,
        "sd": result.difference.sd,
        "low": result.interval.low,
        "high": result.interval.high,
    }
    assert list(data["errors"]) == [result.first, result.second]
    assert [row["level"] for row in data["levels"]] == result.levels["level"].tolist()


def test_json_has_the_counts_by_name():
    data = bc.compare(table(3, 1, 2, 4)).to_dict()
    assert data["tables"] == {
        "dims": [],
        "both_wrong": 3,
        "only_first_wrong": 1,
        "only_second_wrong": 2,
        "both_right": 4,
    }


def test_an_infinite_bayes_factor_is_text_in_json_and_a_number_after_loading(tmp_path):
    result = comparison("infinite")
    assert strict(result.to_json())["bayes_factor"] == "Infinity"
    result.save(tmp_path / "result.nc")
    assert bc.load(tmp_path / "result.nc").bayes_factor == np.inf


@each_comparison
def test_the_tables_are_loaded_as_they_were(tmp_path, kind):
    result = comparison(kind)
    result.save(tmp_path / "result.nc")
    loaded = bc.load(tmp_path / "result.nc")
    xr.testing.assert_equal(loaded.tables.reset_coords(drop=True), result.tables.reset_coords(drop=True))
    np.testing.assert_array_equal(loaded.effective_table, result.effective_table)
    prior = bc.levels.Auto(prior=result.posterior.prior, strength=result.posterior.strength)
    again = bc.compare(loaded.effective_table, level=prior)
    assert again.difference.mean == result.difference.mean


def test_an_old_file_is_replaced(tmp_path):
    for result in (comparison("hold-out"), comparison("ten tables")):
        result.save(tmp_path / "result.nc")
    assert bc.load(tmp_path / "result.nc").to_json() == result.to_json()
    assert [path.name for path in tmp_path.iterdir()] == ["result.nc"]


def test_a_failed_save_leaves_the_old_file(tmp_path):
    result = comparison("hold-out")
    result.save(tmp_path / "result.nc")
    noted = result.call.data.assign_attrs(note=object())
    unwritable = dataclasses.replace(result, call=dataclasses.replace(result.call, data=noted))
    with pytest.raises(TypeError, match="dtype"):
        unwritable.save(tmp_path / "result.nc")
    assert bc.load(tmp_path / "result.nc").to_json() == result.to_json()
    assert [path.name for path in tmp_path.iterdir()] == ["result.nc"]


@pytest.mark.parametrize("name", ["result.json", "result", "result.nc.gz"])
def test_a_suffix_other_than_nc_is_not_written(tmp_path, name):
    with pytest.raises(ValueError, match=rf"must end in \.nc, but got '{name}'"):
        comparison("hold-out").save(tmp_path / name)


def write_text(path):
    path.write_text("hello")


def write_predictions(path):
    bc.save_predictions(hold_out(), path)


@pytest.mark.full
@pytest.mark.parametrize(
    ("write", "message"),
    [
        (write_text, "must be a NetCDF file"),
        (write_predictions, "must be what `save` of a result wrote, but holds predictions"),
    ],
)
def test_another_file_is_refused(tmp_path, write, message):
    write(tmp_path / "other.nc")
    with pytest.raises(ValueError, match=message):
        bc.load(tmp_path / "other.nc")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"There is no file .*nothing\.nc"):
        bc.load(tmp_path / "nothing.nc")


def test_html_escapes_names():
    page = bc.compare(table(3, 1, 2, 4), first="<script>alert(1)</script>", second='"&<b>')._repr_html_()
    assert "<script>" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_html_is_plain_text_and_no_markup_that_escapes_what_is_added_to_it():
    assert type(bc.compare(table(3, 1, 2, 4))._repr_html_()) is str


def test_html_starts_with_the_headline_of_the_screen():
    result = bc.compare(table(2, 4, 18, 76), first="tree", second="svm")
    headline = " ".join(str(result).split("\n\n")[0].split())
    assert f"<strong>{headline.replace('>', '&gt;')}</strong>" in result._repr_html_()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda result: pickle.loads(pickle.dumps(result))])  # noqa: S301
@each_comparison
def test_copies_say_the_same(kind, copied):
    result = comparison(kind)
    assert copied(result).to_json() == result.to_json()


def test_a_comparison_is_frozen():
    result = comparison("hold-out")
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.decision = "first better"


def test_a_comparison_is_no_tuple():
    result = comparison("hold-out")
    with pytest.raises(TypeError, match="not iterable"):
        iter(result)


def test_a_comparison_equals_only_itself():
    one, other = BUILDERS["hold-out"](), BUILDERS["hold-out"]()
    assert one == one  # noqa: PLR0124
    assert one != other


def test_a_probability_of_exactly_the_threshold_decides():
    data = table(2, 4, 18, 76)
    probability = bc.compare(data).prob_first_better
    assert bc.compare(data, threshold=probability).decision == "first better"
    assert bc.compare(data, threshold=np.nextafter(probability, 1)).decision == "undecided"
    exact = [(0.975, 0.025, 0.0), (0.0, 0.025, 0.975), (0.01, 0.98, 0.01), (0.9749, 0.0251, 0.0)]
    expected = ["first better", "second better", "equivalent", "undecided"]
    assert decisions(exact, 0.975).tolist() == expected
