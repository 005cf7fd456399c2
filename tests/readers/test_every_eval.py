"""Instance-level logs of Every Eval Ever: metrics by the aggregate beside, epochs, and what was not scored."""

import numpy as np
import pytest

import bayescmp as bc
from tests.readers.written import every_eval_line, said_of, write_every_eval, wrong_of

RIGHT = {"org/a": [1, 0, 0, 1], "org/b": [1, 1, 0, 1]}
ACC = {"acc": {"metric_name": "accuracy", "lower_is_better": False}}


def write(folder, *, results=ACC, tasks=("quiz",), **more):
    for model, values in RIGHT.items():
        lines = [
            every_eval_line(f"q{n}", one, model=model, task=task, **more)
            for task in tasks for n, one in enumerate(values)
        ]  # fmt: skip
        write_every_eval(folder / model, lines, results=results, total=len(lines))
    return folder


def test_two_systems_are_matched_and_several_tasks_in_a_file_told_apart(tmp_path):
    found = bc.read_logs(write(tmp_path, tasks=("law", "art")))
    assert wrong_of(found) == {"org/a": 4, "org/b": 2}
    assert sorted(set(found["task"].values.tolist())) == ["art", "law"]
    assert (said_of(found)["score"], said_of(found)["tasks"]) == ("accuracy", ["law", "art"])
    assert bc.read_logs(tmp_path, task="law").sizes["record"] == 4


def test_of_several_metrics_one_is_named_and_has_the_direction_that_the_aggregate_tells(tmp_path):
    lines = [every_eval_line(f"q{n}", n, metric="x:nll") for n in range(3)]
    lines += [every_eval_line(f"q{n}", 1.0) for n in range(3)]
    write_every_eval(tmp_path, lines, results=ACC | {"x:nll": {"metric_name": "nll", "lower_is_better": True}})
    with pytest.raises(ValueError, match=r"must name one of the metrics of .*, 'nll', 'accuracy'"):
        bc.read_logs(tmp_path)
    assert bc.read_logs(tmp_path, score="nll")["loss"].values.ravel().tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="of 'nll' less is better"):
        bc.read_logs(tmp_path, score="nll", greater_is_better=True)


@pytest.mark.parametrize(
    ("changed", "results"),
    [
        ({"error": "timeout"}, ACC),
        ({"evaluation_result_id": None}, ACC),
        ({"evaluation": {"score": -1}}, {"acc": ACC["acc"] | {"has_unknown_level": True}}),
        ({"evaluation": {"score": None}}, ACC),
    ],
)
def test_what_was_not_scored_is_missing(tmp_path, changed, results):
    lines = [every_eval_line(f"q{n}", 1.0) for n in range(3)]
    write_every_eval(tmp_path, [*lines, every_eval_line("q3", 1.0) | changed], results=results, total=9)
    with pytest.raises(ValueError, match=r"1 answer unscored of 'org/a' \(whose run is not finished"):
        bc.read_logs(tmp_path)
    assert said_of(bc.read_logs(tmp_path, on_missing="drop"))["systems"]["org/a"]["errors"] == ("error" in changed)


@pytest.mark.parametrize(("values", "repeats"), [([[1, 0], [0, 1]], 2), ([[0.5, 0.5], [1, 1]], 1)])
def test_epochs_are_answers_where_they_differ_and_else_may_be_means(tmp_path, values, repeats):
    lines = [
        every_eval_line(f"q{n}", one, metadata={"epoch": str(epoch)})
        for n, own in enumerate(values) for epoch, one in enumerate(own, start=1)
    ]  # fmt: skip
    write_every_eval(tmp_path, lines, results=ACC)
    found = bc.read_logs(tmp_path)
    read = 1 - found["loss"] if "loss" in found else found["y_pred"] == found["y_true"]
    assert found.sizes["repeat"] == repeats
    assert np.allclose(read.mean(("classifier", "repeat")), np.mean(values, axis=1))


def test_documents_of_lm_evaluation_harness_are_known_by_their_hash(tmp_path):
    for model, order in (("a", "xyz"), ("b", "zyx")):
        told = [
            every_eval_line(str(n), 1, model=model, metadata={"doc_hash": doc}, sample_hash=doc)
            for n, doc in enumerate(order)
        ]
        write_every_eval(tmp_path / model, told, results=ACC)
    assert sorted(bc.read_logs(tmp_path)["record"].values.tolist()) == ["x", "y", "z"]
