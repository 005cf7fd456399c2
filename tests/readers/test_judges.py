"""Logs with two judgements of each answer: that of a judge, and of some those of people."""

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.doors import judged_by
from tests.readers.written import inspect_sample, write_inspect

N = 60
LOOKED_AT = range(0, N, 3)


@pytest.fixture
def verdicts():
    """Return what people would say of all answers, and what a judge says, for two systems."""
    rng = np.random.default_rng(0)
    right = {name: rng.random(N) < share for name, share in {"a": 0.6, "b": 0.8}.items()}
    return right, {name: np.where(rng.random(N) < 0.9, own, ~own) for name, own in right.items()}


def of_arrays(right, judge):
    looked = np.isin(np.arange(N), LOOKED_AT)
    people = {name: np.where(looked, own, np.nan) for name, own in right.items()}
    return bc.verdicts(people, judge={name: own.astype(int) for name, own in judge.items()})


def write_two_scorers(folder, right, judge, value=lambda own: "C" if own else "I"):
    for name, own in right.items():
        samples = []
        for number in range(N):
            scores = {"grader": {"value": value(judge[name][number])}}
            if number in LOOKED_AT:
                scores |= {"human": {"value": "C" if own[number] else "I"}}
            samples.append(inspect_sample(f"q{number:02}", "C", scores=scores))
        write_inspect(folder / f"{name}.eval", samples, model=name)


def test_two_scorers_of_inspect_are_people_and_a_judge(tmp_path, verdicts):
    write_two_scorers(tmp_path, *verdicts)
    found, of_the_same = bc.read_inspect(tmp_path, score="human", judge="grader"), of_arrays(*verdicts)
    for name in ("judged", "missing"):
        assert (found[name].values == of_the_same[name].values).all()
    result = bc.compare(found)
    assert result.method.name == bc.compare(of_the_same).method.name == "judged"
    assert result.interval.low == pytest.approx(bc.compare(of_the_same).interval.low)
    notes = " ".join(result.notes)
    assert "60 of 60 records are in the logs of all 2 systems (Inspect, grader)" in notes
    assert "people labelled all answers to 20" in notes
    assert "without a judgement" not in notes


def test_what_is_no_judge_is_refused(tmp_path, verdicts):
    write_two_scorers(tmp_path, *verdicts)
    for score in (None, "grader"):
        with pytest.raises(ValueError, match="`judge` must be given with `score`, another judgement, of people"):
            bc.read_inspect(tmp_path, score=score, judge="grader")
    with pytest.raises(ValueError, match="40 answers unscored of 'a'"):
        bc.read_inspect(tmp_path, score="grader", judge="human")  # a judge has said something of all
    with pytest.raises(ValueError, match="must name one of the scorers"):
        bc.read_inspect(tmp_path, score="human", judge="nobody")
    found = bc.read_inspect(tmp_path, score="grader", judge="human", on_missing="drop")
    assert found.sizes["record"] == 20


def test_a_judge_that_gives_part_of_a_point_is_refused(tmp_path, verdicts):
    write_two_scorers(tmp_path, *verdicts, value=lambda own: "P" if own else "I")
    with pytest.raises(ValueError, match="verdicts of the judge must be right or wrong"):
        bc.read_inspect(tmp_path, score="human", judge="grader")


def test_records_that_a_judge_did_not_rate_are_counted(verdicts):
    people, judge = ({name: one.astype(float) for name, one in of.items()} for of in verdicts)
    judge["a"][:5] = np.nan
    rated = bc.verdicts(judge, on_missing="drop")
    found = judged_by(bc.verdicts(people), rated)
    assert found.sizes["record"] == N - 5
    assert bc.compare(found).notes[0].startswith(f"5 of {N} records left out, which the judge did not rate")
