"""Results of promptfoo: systems are providers, and prompts where there are several; repeats are answers."""

import numpy as np
import pytest

import bayescmp as bc
from tests.readers.written import promptfoo_result, said_of, write_promptfoo, wrong_of

RIGHT = {"a": [1, 0, 0, 1], "b": [1, 1, 0, 1]}


def results(**more):
    return [
        promptfoo_result(n, one, column=column, provider=name, **more)
        for column, (name, values) in enumerate(RIGHT.items()) for n, one in enumerate(values)
    ]  # fmt: skip


def test_providers_of_a_file_and_of_two_files_are_matched(tmp_path):
    together = bc.read_logs(write_promptfoo(tmp_path / "all.json", results()))
    assert wrong_of(together) == {"a": 2, "b": 1}
    for name in RIGHT:
        own = [one for one in results() if one["provider"]["label"] == name]
        write_promptfoo(tmp_path / "two" / f"{name}.json", own[::-1])
    assert wrong_of(bc.read_logs(tmp_path / "two")) == wrong_of(together)
    assert (said_of(together)["score"], said_of(together)["tasks"]) == ("success", ["capitals"])


def test_several_prompts_are_systems_of_their_own(tmp_path):
    more = [
        one | {"promptIdx": 2 + one["promptIdx"], "prompt": {"raw": "?", "label": "in  short"}} for one in results()
    ]
    path = write_promptfoo(tmp_path / "all.json", results() + more)
    assert list(wrong_of(bc.read_logs(path))) == ["a, plain", "b, plain", "a, in short", "b, in short"]
    same = [one | {"prompt": {"raw": "?", "label": "plain"}} for one in more]
    with pytest.raises(ValueError, match="must have one run of a task, but 'a' has two of 'capitals'"):
        bc.read_logs(write_promptfoo(path, results() + same))


def test_repeats_are_answers_and_tests_of_the_same_variables_records(tmp_path):
    values = [1, 0, 1, 1, 0, 0]  # of two tests of Peru, and one of France, each asked twice
    found = [promptfoo_result(n, one, country="Peru" if n < 4 else "France") for n, one in enumerate(values)]
    read = bc.read_logs(write_promptfoo(tmp_path / "a.json", found[::-1], repeat=2))
    right = (read["y_pred"] == read["y_true"]).isel(classifier=0).sortby("record")
    assert right.T.astype(int).values.tolist() == [[0, 0], [1, 0], [1, 1]]


def test_named_scores_are_chosen_by_name(tmp_path):
    found = [promptfoo_result(n, n / 4, namedScores={"tone": n / 8} if n else {}) for n in range(4)]
    path = write_promptfoo(tmp_path / "a.json", found)
    with pytest.raises(ValueError, match=r"scores of .*, 'success', 'score', 'tone', but none is named"):
        bc.read_logs(path)
    for score, values in (("score", [0, 0.25, 0.5, 0.75]), ("tone", [np.nan, 0.125, 0.25, 0.375])):
        loss = bc.read_logs(path, score=score, on_missing="drop")["loss"].values.ravel()
        assert np.allclose(1 - loss, values, equal_nan=True)


@pytest.mark.parametrize(
    ("changed", "unscored"),
    [
        ({"failureReason": 2, "error": "timeout"}, 1),
        ({"failureReason": 1, "error": "Expected x"}, 0),
        ({"failureReason": None, "error": "timeout"}, 1),
        ({"failureReason": None, "error": "Expected x", "gradingResult": {"pass": False}}, 0),
    ],
)
def test_an_error_is_missing_and_a_failed_assertion_wrong(tmp_path, changed, unscored):
    write_promptfoo(tmp_path / "a.json", [promptfoo_result(0, 1), promptfoo_result(1, 0) | changed])
    said = said_of(bc.read_logs(tmp_path, on_missing="drop"))["systems"]["a"]
    assert said["unscored"] == said["errors"] == unscored


def test_variables_and_metadata_tell_groups_and_slices(tmp_path):
    found = bc.read_logs(write_promptfoo(tmp_path / "a.json", results()), group="page", by="country")
    assert found["group"].values.tolist() == [0, 0, 1, 1]
    assert found["task"].values.tolist() == [f"country {n}" for n in range(4)]


def test_other_results_are_refused(tmp_path):
    for found, message in (([], "must hold at least one record"), ([{"promptIdx": 0}], "but testIdx of one is None")):
        with pytest.raises(ValueError, match=message):
            bc.read_logs(write_promptfoo(tmp_path / "a.json", found))
