"""Who is preferred, held against the columns of who played."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc

COLUMNS = ["model_a", "model_b", "winner"]


def read(rows, columns=COLUMNS):
    return bc.predictions_from_frame(pd.DataFrame(rows, columns=columns), preference="winner")


@pytest.mark.parametrize(
    "rows",
    [
        [("x", "y", "model_a")] * 3 + [("y", "z", "model_a")] * 9,
        [("x", "y", "x")] * 3 + [("y", "z", "y")] * 9,
        [("x", "y", "model_a")] * 2 + [("y", "x", "model_a"), ("x", "z", "tie")],
        [("x", "y", "model_a")] * 2 + [("y", "x", "model_a"), ("x", "x", "model_a")],
    ],
    ids=["columns", "names", "tie", "itself"],
)
def test_rows_of_other_systems_are_refused(rows):
    with pytest.raises(ValueError, match=r"by 'model_a' and 'model_b' row 3 is of '\w' and '\w'. Keep the rows of one"):
        read(rows)


@pytest.mark.parametrize("words", [("A", "B"), ("left", "right"), ("model_a ", "model_b")])
def test_positions_are_no_systems(words):
    one, other = words
    with pytest.raises(ValueError, match="which 'model_a' and 'model_b' do not hold"):
        read([("x", "y", other), ("y", "x", one), ("x", "y", one)])
    assert read([("x", "y", one), ("x", "y", other)])["classifier"].to_numpy().tolist() == sorted(words)  # each has one


def test_columns_of_who_played_and_others_are_taken_as_they_are():
    rows = [("x", "y", "y", "x", "tie"), ("y", "x", "y", "x", "y"), ("x", "y", "x", "x", "x")]
    found = read(rows, [*COLUMNS, "judge", "human"])
    assert found.identical(bc.predictions_from_arrays(preference=["y", "y", "x"]))


def test_columns_of_other_verdicts_and_of_what_was_asked_tell_nothing_of_who_played():
    rows = [("x", "y", "x", "maths", "law"), ("y", "tie", "y", "law", "maths"), ("x", "tie", "x", "law", "law")]
    found = read(rows, ["winner", "human", "judge", "topic", "area"])
    assert found.identical(bc.predictions_from_arrays(preference=["x", "y", "x"]))


def test_ties_of_arenas_are_ties_and_other_words_for_them_are_no_systems():
    found = read([("x", "y", "model_a"), ("y", "x", "model_a"), ("x", "y", "tie (bothbad)"), ("x", "y", "tie")])
    assert found.identical(bc.predictions_from_arrays(preference=["x", "y", "tie", "tie"]))
    for word in ("both bad", "both good", "undecided"):
        with pytest.raises(ValueError, match=f"must say 'tie' where neither is preferred, but says '{word}'"):
            bc.predictions_from_arrays(preference=["x", word] * 3)


@pytest.mark.parametrize("numbers", [[1, 2, 0, 1], [1, 2, 0, 1.37], [None, 2, 0, 1.37]], ids=str)
def test_preferences_that_are_numbers_are_answered_with_the_scores_that_they_are(numbers):
    with pytest.raises(TypeError, match=r"but got [12]\.?0?\. Numbers p from 1, .*score=\{'base': 2 - p"):
        bc.predictions_from_arrays(preference=numbers)
    p = np.tile([1, 2, 1.5, 2, 2], 12)
    by_name = bc.compare(bc.predictions_from_arrays(preference=np.select([p == 1, p == 2], ["base", "new"], "tie")))
    scored = bc.predictions_from_arrays(score={"base": 2 - p, "new": p - 1}, bounds=(0, 1))
    lost = float(by_name.evidence.differences.mean())
    assert float(bc.compare(scored).evidence.differences.mean()) == pytest.approx(-lost) == pytest.approx(-0.4)
