"""The result object: its rows, its JSON, its file, its tree for ArviZ."""

import copy
import dataclasses
import functools
import json
import pickle

import arviz as az
import numpy as np
import pytest

import bayescmp as bc
from bayescmp.results import decisions
from tests.data import cross_validated, drawn_tables, hold_out, table

BUILDERS = {
    "hold-out": lambda: bc.compare(table(3, 1, 2, 4), rope=(-0.01, 0.02), method=bc.methods.Paired(strength=0.5)),
    "ten tables": lambda: bc.compare(drawn_tables((0.1, 0.2, 0.1, 0.6), 30), ci_kind="hdi", ci_prob=0.9, threshold=0.9),
    "effective table": lambda: bc.compare(bc.effective_table(drawn_tables((0.1, 0.2, 0.1, 0.6), 30))),
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
    interval = result.interval
    assert (row["difference"], row["low"], row["high"]) == (result.difference.mean, interval.low, interval.high)
    assert row["pvalue"] == result.methods["pvalue"].iloc[1]
    same = ["prob_first_better", "prob_equivalent", "prob_second_better", "decision", "bayes_factor"]
    assert [row[name] for name in same] == [getattr(result, name) for name in same]
    assert row["method"] == result.method.name


@each_comparison
def test_json_is_strict_and_complete(kind):
    result = comparison(kind)
    data = strict(result.to_json())
    assert data == strict(json.dumps(result.to_dict(), allow_nan=False))
    assert data["schema"] == 1
    assert (data["decision"], data["method"]) == (result.decision, result.method.name)
    assert data["options"] == result.method.options()
    difference, interval = result.difference, result.interval
    expected = {"mean": difference.mean, "sd": difference.sd, "low": interval.low, "high": interval.high}
    assert data["difference"] == expected
    assert list(data["errors"]) == [result.first, result.second]
    assert [row["method"] for row in data["methods"]] == result.methods["method"].tolist()


def test_an_infinite_bayes_factor_is_text_in_json_and_a_number_after_loading(tmp_path):
    result = comparison("infinite")
    assert strict(result.to_json())["bayes_factor"] == "Infinity"
    result.save(tmp_path / "result.nc")
    assert bc.load(tmp_path / "result.nc").bayes_factor == np.inf


def test_a_failed_save_leaves_the_old_file(tmp_path):
    result = comparison("hold-out")
    result.save(tmp_path / "result.nc")
    noted = result.call.data.assign_attrs(note=object())
    unwritable = dataclasses.replace(result, call=dataclasses.replace(result.call, data=noted))
    with pytest.raises(TypeError, match="dtype"):
        unwritable.save(tmp_path / "result.nc")
    assert bc.load(tmp_path / "result.nc").to_json() == result.to_json()
    assert [path.name for path in tmp_path.iterdir()] == ["result.nc"]


def test_a_suffix_other_than_nc_is_not_written(tmp_path):
    with pytest.raises(ValueError, match=r"must end in \.nc, but got 'result.nc.gz'"):
        comparison("hold-out").save(tmp_path / "result.nc.gz")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda result: pickle.loads(pickle.dumps(result))])  # noqa: S301
def test_copies_say_the_same(copied):
    result = comparison("ten tables")
    assert copied(result).to_json() == result.to_json()


def test_a_probability_of_exactly_the_threshold_decides():
    data = table(2, 4, 18, 76)
    probability = bc.compare(data).prob_first_better
    assert bc.compare(data, threshold=probability).decision == "first better"
    assert bc.compare(data, threshold=np.nextafter(probability, 1)).decision == "undecided"
    exact = [(0.975, 0.025, 0.0), (0.0, 0.025, 0.975), (0.01, 0.98, 0.01), (0.9749, 0.0251, 0.0)]
    expected = ["first better", "second better", "equivalent", "undecided"]
    assert decisions(exact, 0.975).tolist() == expected


def test_data_that_change_after_the_call_change_nothing():
    data = cross_validated()
    told, result = str(bc.compare(data)), bc.compare(data)
    for name in ("y_true", "y_pred", "fold"):
        data[name][...] = 0
    assert str(result) == told


def test_draws_are_those_of_the_posterior():
    result = bc.compare(cross_validated({"a": 0.3, "b": 0.22}, 100))
    tree = result.to_datatree(draws=4000, rng=0)
    drawn = tree["posterior"]["difference"]
    assert float(drawn.mean()) == pytest.approx(result.difference.mean, abs=5 * result.difference.sd / np.sqrt(16_000))
    assert float(drawn.std()) == pytest.approx(result.difference.sd, rel=0.05)
    assert float((drawn < 0).mean()) == pytest.approx(result.prob_first_better, abs=0.02)
    assert "difference" in az.summary(tree, ci_prob=0.95, ci_kind="eti").index
    assert json.loads(tree.attrs["result"]) == result.to_dict()
    again = result.to_datatree(draws=4000, rng=0)["posterior"]["difference"]
    assert again.equals(drawn)
