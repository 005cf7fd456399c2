"""Runs of NeMo Evaluator: problems by their index, repeats as answers, failures that are not of the system."""

import numpy as np
import pytest

import bayescmp as bc
from tests.readers.written import nemo_row, said_of, write_nemo, wrong_of

RIGHT = {"org/a": [1, 0, 0, 1], "org/b": [1, 1, 0, 1]}


def test_two_systems_are_matched_and_repeats_are_answers(tmp_path):
    for model, values in RIGHT.items():
        rows = [nemo_row(n, one, repeat=repeat) for repeat in (0, 1) for n, one in enumerate(values)]
        write_nemo(tmp_path / model[-1], rows, model=model)
        (tmp_path / model[-1] / "trajectories.jsonl").write_text("{}\n")
    found = bc.read_logs(tmp_path, group="category", by="category")
    assert found.sizes["repeat"] == 2
    assert wrong_of(found) == {"org/a": 4, "org/b": 2}
    assert (said_of(found)["tasks"], found["task"].values.tolist()) == (["quiz"], ["art", "law", "art", "law"])


def test_rewards_of_scorers_are_others(tmp_path):
    rows = [nemo_row(n, 1, details={"scorer:f1": {"reward": n / 4}}) for n in range(4)]
    rows.append(nemo_row(4, 1, details={"scorer:f1": {"error": "no", "reward": 0.0}}))
    write_nemo(tmp_path, rows)
    with pytest.raises(ValueError, match=r"must name one of the scores of .*, 'reward', 'scorer:f1'"):
        bc.read_logs(tmp_path)
    found = 1 - bc.read_logs(tmp_path, score="scorer:f1", on_missing="drop")["loss"].isel(classifier=0, repeat=0)
    assert np.allclose(found, [0, 0.25, 0.5, 0.75, np.nan], equal_nan=True)
    assert wrong_of(bc.read_logs(tmp_path, score="reward")) == {"org/a": 0}


@pytest.mark.parametrize(
    ("details", "unscored", "errors"),
    [
        ({"error": "unreachable", "error_category": "infra_error"}, 1, 1),
        ({"error": "broken", "error_category": "system"}, 1, 1),
        ({"error": "out of turns", "error_category": "graceful"}, 0, 0),
        ({"judge": {"error": "no judge_client configured", "total": None}}, 1, 0),
        ({"judge": {"total": 3}}, 0, 0),
    ],
)
def test_a_failure_that_is_not_of_the_system_is_missing(tmp_path, details, unscored, errors):
    write_nemo(tmp_path, [*(nemo_row(n, 1) for n in range(3)), nemo_row(3, 0.0, details=details)], total=5)
    said = said_of(bc.read_logs(tmp_path, on_missing="drop"))["systems"]["org/a"]
    assert (said["unscored"], said["errors"], said["unfinished"]) == (unscored, errors, 1)


def test_a_bundle_must_say_whose_run_it_is(tmp_path):
    write_nemo(tmp_path, [nemo_row(0, 1)])
    write_nemo(tmp_path, [nemo_row(0, 1)], task="other")
    with pytest.raises(ValueError, match=r"bundles eval-\*.json of one benchmark and model, but has .*'other'"):
        bc.read_logs(tmp_path)
    for bundle in tmp_path.glob("eval-*.json"):
        bundle.unlink()
    with pytest.raises(ValueError, match=r"of one benchmark and model, but has none"):
        bc.read_logs(tmp_path)


@pytest.mark.parametrize("changed", [{"problem_idx": "1"}, {"repeat": None}, {"scoring_details": 1}])
def test_other_lines_are_refused(tmp_path, changed):
    write_nemo(tmp_path, [nemo_row(0, 1) | changed])
    with pytest.raises(ValueError, match=f"must have whole numbers .*, but {next(iter(changed))} of one is"):
        bc.read_logs(tmp_path)
