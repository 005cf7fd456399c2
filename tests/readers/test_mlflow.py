"""Tables of MLflow: records are known by their inputs, systems by their folders."""

import json

import pytest

import bayescmp as bc
from tests.readers.written import write_mlflow, wrong_of

QUESTIONS = ["one?", "two?", "two?", "three?"]


def table(values, *, questions=QUESTIONS, **more):
    columns = {"inputs": questions, "outputs": ["?"] * len(values), "target": ["x"] * len(values)}
    return columns | {"exact_match/v1/score": values} | more


def test_records_are_matched_by_inputs_in_any_order_and_equal_ones_by_their_place_among_these(tmp_path):
    write_mlflow(tmp_path / "a", table([1, 0, 1, 0]))
    write_mlflow(tmp_path / "b" / "artifacts", table([1, 0, 1, 1], questions=[*QUESTIONS[::-1]]))
    found = bc.read_logs(tmp_path)
    assert wrong_of(found) == {"a": 2, "b": 1}
    right = (found["y_pred"] == found["y_true"]).isel(repeat=0)
    assert dict(zip(found["record"].values.tolist(), right.sel(classifier="b").values, strict=True)) == {
        "one?": 1, "two?": 0, "two?-1": 1, "three?": 1,
    }  # fmt: skip


def test_of_several_metrics_one_is_named_and_less_toxicity_is_better(tmp_path):
    write_mlflow(
        tmp_path / "a", table([1, 0, 1, 0], **{"toxicity/v1/score": [0.5, 0.25, 0.0, 1.0], "latency": [1, 2, 3, 4]})
    )
    with pytest.raises(ValueError, match="'exact_match/v1/score', 'toxicity/v1/score', 'latency', but none is named"):
        bc.read_logs(tmp_path)
    loss = bc.read_logs(tmp_path, score="toxicity/v1/score")["loss"]
    assert sorted(loss.values.ravel().tolist()) == [0, 0.25, 0.5, 1]


def test_a_column_tells_groups_and_slices(tmp_path):
    write_mlflow(tmp_path / "a", table([1, 0, 1, 0], page=[1, 1, 2, 2], language=["en", "en", "de", "de"]))
    found = bc.read_logs(tmp_path, group="page", by="language")
    assert (found["group"].values.tolist(), found["task"].values.tolist()) == ([1, 1, 2, 2], ["en", "en", "de", "de"])


def test_without_inputs_all_other_columns_tell_a_record(tmp_path):
    for name in "ab":
        told = {"q": [1, 1, 2], "context": ["x", "y", "x"], "predictions": [name] * 3, "own/score": [1, None, 0]}
        write_mlflow(tmp_path / name, told | {"own/justification": [name] * 3})
    asked = {"greater_is_better": True, "on_missing": "drop"}
    assert bc.read_logs(tmp_path, **asked)["record"].values.tolist() == ['[1, "x"]', '[1, "y"]', '[2, "x"]']


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"columns": ["a", "a"]}, "must have `columns`, texts, each once"),
        ({"data": [[1, 2]]}, "must have `data`, lists of 4 values"),
        ({"data": []}, "must hold at least one record"),
        ({"columns": ["inputs", "a", "b", "c"]}, "must hold a metric of each answer"),
        ({"columns": ["outputs", "target", "prediction", "acc/score"]}, "must have columns of inputs"),
        ({"data": [["one?", "?", "x", "much"]]}, "must be a number of each record"),
    ],
)
def test_other_tables_are_refused_in_one_sentence(tmp_path, changed, message):
    path = write_mlflow(tmp_path / "a", table([1, 0, 1, 0]))
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    with pytest.raises(ValueError, match=message):
        bc.read_logs(path)
