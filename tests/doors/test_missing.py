"""Answers that are missing: refused, dropped and marked, or counted as wrong."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.predictions import check_predictions, provenance, wrong
from tests.data import gathered

Y = [0, 1, 0, 1]
GAPS = {"a": [0, None, 1, None], "b": [None, 1, 0, 1], "c": [0, 1, 0, 0]}
MISSING = [[False, True, False, True], [True, False, False, False], [False] * 4]
HALVES = [([0, 1], [2, 3]), ([2, 3], [0, 1])]
FORMS = {
    "objects": lambda values: values,
    "floats": lambda values: np.array(values, dtype=float),
    "nullable": lambda values: pd.array(values, dtype="Int64"),
    "text": lambda values: [None if value is None else str(value) for value in values],
    "bool": lambda values: [None if value is None else bool(value) for value in values],
}
LONG = pd.DataFrame(
    [(1, "x", 0, 0, "s"), (3, "x", 1, 1, "t"), (1, "z", 0, 1, "s"), (2, "z", 1, None, "s")],
    columns=["id", "model", "y", "answer", "site"],
)
COLUMNS = {"classifier": "model", "record": "id", "y_true": "y", "y_pred": "answer", "group": "site"}


def built(on_missing, form=FORMS["objects"], **options):
    return gathered(
        y_true=form(Y), y_pred={name: form(values) for name, values in GAPS.items()}, on_missing=on_missing, **options
    )


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_dropped_answers_are_marked_and_counted_ones_wrong(form):
    dropped, data = check_predictions(built("drop", form)), check_predictions(built("wrong", form))
    assert dropped["missing"][:, 0].to_numpy().tolist() == MISSING
    np.testing.assert_array_equal(dropped["y_pred"] == -1, dropped["missing"])
    assert dropped["label"].size == 2
    assert not (wrong(dropped) & dropped["missing"]).any()
    assert "missing" not in data
    np.testing.assert_array_equal(wrong(data), wrong(dropped) | dropped["missing"])
    assert not np.isin(data["y_true"], data["y_pred"].to_numpy()[dropped["missing"].to_numpy()]).any()
    assert provenance(data)["counted_wrong"] == {"a": 2, "b": 1}


@pytest.mark.parametrize(("y", "expected"), [
    ([0, 1], [-1, 0, 1]),
    ([-1, 1], [-2, -1, 1]),
    ([False, True], [-1, 0, 1]),
    (["n", "y"], ["(no answer)", "n", "y"]),
    (["(no answer)", "y"], ["((no answer))", "(no answer)", "y"]),
])  # fmt: skip
def test_a_missing_answer_is_a_label_of_its_own(y, expected):
    data = bc.labels(y, {"a": [y[0], None], "b": y}, on_missing="wrong")
    assert data["label"].to_numpy().tolist() == expected
    assert wrong(data)[:, 0].to_numpy().tolist() == [[False, True], [False, False]]


@pytest.mark.parametrize("on_missing", ["drop", "wrong"])
def test_where_nothing_is_missing_nothing_changes(on_missing):
    xr.testing.assert_identical(bc.labels(Y, {"a": Y}, on_missing=on_missing), bc.labels(Y, {"a": Y}))


@pytest.mark.parametrize(
    ("y", "on_missing", "n_labels"), [(Y, "drop", 2), (["n", "y"] * 2, "wrong", 3), ([False, True] * 2, "drop", 2)]
)
def test_a_classifier_may_have_no_answer_at_all(y, on_missing, n_labels):
    data = bc.labels(y, {"a": [None] * 4, "b": y}, on_missing=on_missing)
    assert check_predictions(data)["label"].size == n_labels
    assert on_missing == "wrong" or data["label"].dtype.kind == np.array(y).dtype.kind


def test_a_missing_true_label_is_refused_and_only_validated_records_are_missing():
    for on_missing in ("error", "drop", "wrong"):
        with pytest.raises(ValueError, match=r"`y_true` must have no missing values, but got None at record 1\.$"):
            bc.labels([0, None], {"a": [0, 1]}, on_missing=on_missing)
    with pytest.raises(ValueError, match="`on_missing` must be one of 'error', 'drop', 'wrong', but got None"):
        bc.labels(Y, GAPS, on_missing=None)
    with pytest.raises(ValueError, match=r"`y_pred\['a'\]` .* got None at record 1\. on_missing='drop' leaves"):
        built("error")
    data = bc.labels(Y, {"a": [None, None, 0, 1]}, on_missing="drop", how=bc.splits([([0], [1, 2])]))
    assert check_predictions(data)["missing"].to_numpy().tolist() == [[[False, True, False, False]]]


def test_rows_that_a_long_frame_lacks_are_missing():
    data = gathered(data=LONG, **COLUMNS, on_missing="drop")
    assert data["record"].to_numpy().tolist() == [1, 3, 2]
    assert data["missing"][:, 0].to_numpy().tolist() == [[False, False, True], [False, True, True]]
    assert (data["y_true"].to_numpy().tolist(), data["group"].to_numpy().tolist()) == ([0, 1, 1], ["s", "t", "s"])
    assert provenance(gathered(data=LONG, **COLUMNS, on_missing="wrong"))["counted_wrong"] == {
        "x": 1, "z": 2,
    }  # fmt: skip


def test_a_long_frame_of_right_and_wrong_may_lack_rows_but_not_of_all():
    frame = LONG.assign(answer=[1, 0, None, 1])
    columns = {"classifier": "model", "record": "id", "correct": "answer"}
    dropped = gathered(data=frame, **columns, on_missing="drop")
    assert dropped["missing"][:, 0].to_numpy().tolist() == [[False, False, True], [True, True, False]]
    counted = gathered(data=frame, **columns, on_missing="wrong")
    assert wrong(counted)[:, 0].to_numpy().tolist() == [[False, True, True], [True, True, False]]
    with pytest.raises(ValueError, match=r"`correct\['z'\]` must hold 0 and 1, but got 7.0 in row 2"):
        gathered(data=frame.assign(answer=[1, 0, None, 7]), **columns, on_missing="drop")
    rows = {"repeat": [0, 0, 1, 1], "record": ["p", "q", "q", "r"]}
    assert check_predictions(gathered(y_true=[0] * 4, y_pred={"a": [0] * 4}, **rows)).sizes["repeat"] == 2
    with pytest.raises(ValueError, match=r"each `repeat` must have .*, but record r has none in repeat 0\. Add one"):
        gathered(y_true=[0] * 4, y_pred={"a": [0] * 4}, **rows, on_missing="drop")


LOSSES = {"a": [0.5, 1, 2, 3], "b": [0.0, 1, 1, 2]}
UNSUPPORTED = {
    "missing": (lambda: built("drop", splits=HALVES), "must have every answer, but lack some for 3 of 4 records"),
    "losses": (lambda: bc.losses(LOSSES, how=bc.splits(HALVES)),
        "must hold predicted labels, .* but hold `loss`"),
    "answers": (
        lambda: bc.labels(Y * 2, {"a": Y * 2, "b": [0, 0, 0, 1] * 2}, how=bc.answers([0] * 4 + [1] * 4)),
        "they are several answers to one test set",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("make", "message"), UNSUPPORTED.values(), ids=UNSUPPORTED)
def test_what_is_not_supported_is_said_before_anything_else(make, message):
    for use in (bc.paired_tables, bc.posteriors.crossed_effects_posterior):
        with pytest.raises(ValueError, match=message):
            use(make(), "a", "b")


def test_systems_without_a_record_in_common_are_refused():
    """As where their ids are written in two ways: every answer of either would count as a wrong one of the other."""
    rows = [(f"{letter}{k}", letter, 1) for letter in "qQ" for k in range(4)]
    frame = pd.DataFrame(rows, columns=["id", "model", "ok"])
    columns = {"classifier": "model", "record": "id", "correct": "ok"}
    with pytest.raises(ValueError, match="must have records in common, but no record of 'q' is one of another"):
        gathered(data=frame, **columns, on_missing="wrong")
    frame.loc[0, "id"] = "Q0"
    assert gathered(data=frame, **columns, on_missing="wrong").sizes["record"] == 7
