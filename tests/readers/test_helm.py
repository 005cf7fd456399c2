"""Runs of HELM."""

import math

import pytest

import bayescmp as bc
from tests.readers.written import said_of, write_helm, wrong_of


def test_instances_are_matched_and_perturbed_ones_left_out(tmp_path):
    perturbed = {"instance_id": "id0", "perturbation": {"name": "typos"}, "train_trial_index": 0, "stats": []}
    write_helm(tmp_path / "a", "org/a", [1, 0, 1], more=[perturbed])
    write_helm(tmp_path / "b", "org/b", [1, 1, 1])
    predictions = bc.read_helm(tmp_path)
    assert wrong_of(predictions) == {"org/a": 1, "org/b": 0}
    assert said_of(predictions)["matched"] == 3


def test_tasks_are_runs_without_their_model(tmp_path):
    for model in ("a", "b"):
        for subject in ("law", "art"):
            write_helm(tmp_path / model / subject, model, [1, 0, 0.5], scenario=f"mmlu:subject={subject}")
    predictions = bc.read_helm(tmp_path)
    assert sorted(set(predictions["task"].values.tolist())) == ["mmlu:subject=art", "mmlu:subject=law"]
    assert predictions["loss"].min() == 0


def test_metrics_are_chosen_by_name_and_those_of_which_less_is_better_refused(tmp_path):
    more = {"instance_id": "id9", "stats": [{"name": {"name": "perplexity"}, "count": 1, "sum": 3.0}]}
    write_helm(tmp_path / "a", "a", [1, 0], more=[more])
    with pytest.raises(ValueError, match=r"`score` must name one of the metrics .*'exact_match', 'perplexity'"):
        bc.read_helm(tmp_path)
    with pytest.raises(ValueError, match="`greater_is_better` must say whether more of 'perplexity' is better"):
        bc.read_helm(tmp_path, score="perplexity")
    assert bc.read_helm(tmp_path, score="exact_match", on_missing="drop").sizes["record"] == 3


def test_a_run_needs_its_specification(tmp_path):
    write_helm(tmp_path / "a", "a", [1, 0])
    (tmp_path / "a" / "run_spec.json").unlink()
    with pytest.raises(ValueError, match=r"must be a log of HELM, .*run_spec\.json"):
        bc.read_helm(tmp_path)


@pytest.mark.parametrize(("odd", "said"), [
    ({"instance_id": None}, "must have an `instance_id`, a text or a whole number"),
    ({"train_trial_index": 0.7}, "a whole number as `train_trial_index`"),
    ({"stats": {"name": "exact_match"}}, "must have a name and numbers .*, but one of 'x' is {'name': 'exact_match'}"),
    ({"stats": 5}, "one of 'x' is 5"),
    *[
        ({"stats": [{"name": {"name": "em"}, "count": count, "sum": total}]}, "`count` and `sum`, but one of 'x' is")
        for count, total in ((1, None), ("1", 1), (math.inf, 2), (1, 10**400))
    ],
])  # fmt: skip
def test_entries_of_another_shape_are_refused(tmp_path, odd, said):
    write_helm(tmp_path / "a", "a", [1, 0], more=[{"instance_id": "x", "stats": []} | odd])
    with pytest.raises(ValueError, match=f"^Each .* of 'per_instance_stats.json' .*{said}"):
        bc.read_helm(tmp_path)


@pytest.mark.parametrize("count", [0, None])
def test_what_was_not_counted_is_unscored(tmp_path, count):
    more = {"instance_id": "x", "stats": [{"name": {"name": "exact_match"}, "count": count, "sum": 1}]}
    write_helm(tmp_path / "a", "a", [1, 0], more=[more])
    with pytest.raises(ValueError, match="1 answer unscored of 'a'"):
        bc.read_helm(tmp_path)


def test_of_an_empty_specification_the_folder_names_the_system(tmp_path):
    (write_helm(tmp_path / "a", "other", [1, 0]) / "run_spec.json").write_text(" {} ")
    assert bc.read_helm(tmp_path)["classifier"].to_numpy().tolist() == ["a"]
