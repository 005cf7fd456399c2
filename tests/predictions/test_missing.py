"""Answers that are missing: refused, dropped and marked, or counted as wrong."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.metrics import fold_values
from bayescmp.predictions import are_answers, check_outcomes, check_predictions, provenance, training_sets, wrong

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
    return bc.predictions_from_arrays(
        form(Y), {name: form(values) for name, values in GAPS.items()}, on_missing=on_missing, **options
    )


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_dropped_answers_are_marked_and_have_no_code(form):
    data = check_predictions(built("drop", form))
    assert data["missing"].dims == ("classifier", "repeat", "record")
    assert data["missing"][:, 0].to_numpy().tolist() == MISSING
    np.testing.assert_array_equal(data["y_pred"] == -1, data["missing"])
    assert data["label"].size == 2


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_answers_counted_as_wrong_are_wrong_and_the_others_as_they_were(form):
    data = check_predictions(built("wrong", form))
    dropped = built("drop", form)
    assert "missing" not in data
    np.testing.assert_array_equal(wrong(data), wrong(dropped) | dropped["missing"])
    assert not np.isin(data["y_true"], data["y_pred"].to_numpy()[dropped["missing"].to_numpy()]).any()
    assert provenance(data)["counted_wrong"] == {"a": 2, "b": 1}


@pytest.mark.parametrize(
    ("y", "expected"),
    [
        ([0, 1], [-1, 0, 1]),
        ([-1, 1], [-2, -1, 1]),
        ([-(2**63), -1], [-(2**63), -2, -1]),
        ([False, True], [-1, 0, 1]),
        (["n", "y"], ["(no answer)", "n", "y"]),
        (["(no answer)", "y"], ["((no answer))", "(no answer)", "y"]),
    ],
)
def test_a_missing_answer_is_a_label_of_its_own(y, expected):
    data = bc.predictions_from_arrays(y, {"a": [y[0], None], "b": y}, on_missing="wrong")
    assert data["label"].to_numpy().tolist() == expected
    assert wrong(data)[:, 0].to_numpy().tolist() == [[False, True], [False, False]]


def test_a_missing_answer_is_wrong_to_inference_on_the_error():
    counted = bc.compare(built("wrong"), first="a", second="b")
    by_hand = bc.compare(bc.predictions_from_arrays(Y, {"a": [0, 0, 1, 0], "b": [1, 1, 0, 1]}))
    assert counted.difference.mean == by_hand.difference.mean


@pytest.mark.parametrize("on_missing", ["drop", "wrong"])
def test_where_nothing_is_missing_nothing_changes(on_missing):
    xr.testing.assert_identical(
        bc.predictions_from_arrays(Y, {"a": Y}, on_missing=on_missing), bc.predictions_from_arrays(Y, {"a": Y})
    )


@pytest.mark.parametrize("y", [Y, ["n", "y", "n", "y"], [False, True, False, True]], ids=["int", "text", "bool"])
@pytest.mark.parametrize(("on_missing", "n_labels"), [("drop", 2), ("wrong", 3)])
def test_a_classifier_may_have_no_answer_at_all(y, on_missing, n_labels):
    data = bc.predictions_from_arrays(y, {"a": [None] * 4, "b": y}, on_missing=on_missing)
    assert check_predictions(data)["label"].size == n_labels
    assert on_missing == "wrong" or data["label"].dtype.kind == np.array(y).dtype.kind


def test_a_missing_answer_is_refused_with_what_to_do():
    with pytest.raises(ValueError, match=r"`y_pred\['a'\]` .* got None at record 1\. on_missing='drop' leaves"):
        built("error")


@pytest.mark.parametrize("on_missing", ["error", "drop", "wrong"])
def test_a_missing_true_label_is_refused_always(on_missing):
    with pytest.raises(
        ValueError, match=r"`y_true` must have no missing values, but got None at record 1\. Leave out the"
    ):
        bc.predictions_from_arrays([0, None], {"a": [0, 1]}, on_missing=on_missing)


def test_only_validated_records_are_missing():
    data = bc.predictions_from_arrays(Y, {"a": [None, None, 0, 1]}, splits=[([0], [1, 2])], on_missing="drop")
    assert check_predictions(data)["missing"].to_numpy().tolist() == [[[False, True, False, False]]]


@pytest.mark.parametrize("word", ["ignore", None, 1, "DROP"])
def test_another_word_is_refused(word):
    with pytest.raises(ValueError, match=r"`on_missing` must be one of 'error', 'drop', 'wrong', but got"):
        built(word)


def test_rows_that_a_long_frame_lacks_are_missing():
    data = bc.predictions_from_frame(LONG, **COLUMNS, on_missing="drop")
    assert data["record"].to_numpy().tolist() == [1, 3, 2]
    assert data["missing"][:, 0].to_numpy().tolist() == [[False, False, True], [False, True, True]]
    assert (data["y_true"].to_numpy().tolist(), data["group"].to_numpy().tolist()) == ([0, 1, 1], ["s", "t", "s"])
    assert provenance(bc.predictions_from_frame(LONG, **COLUMNS, on_missing="wrong"))["counted_wrong"] == {
        "x": 1, "z": 2,
    }  # fmt: skip


@pytest.mark.parametrize("on_missing", ["drop", "wrong"])
def test_a_log_that_is_read_says_the_same_as_its_frame(tmp_path, on_missing):
    LONG.to_csv(tmp_path / "log.csv", index=False)
    read = bc.read_predictions(tmp_path / "log.csv", **COLUMNS, on_missing=on_missing)
    xr.testing.assert_identical(read, bc.predictions_from_frame(LONG, **COLUMNS, on_missing=on_missing))


def test_a_long_frame_of_right_and_wrong_may_lack_some():
    frame = LONG.assign(answer=[1, 0, None, 1])
    columns = {"classifier": "model", "record": "id", "correct": "answer"}
    dropped = bc.predictions_from_frame(frame, **columns, on_missing="drop")
    assert dropped["missing"][:, 0].to_numpy().tolist() == [[False, False, True], [True, True, False]]
    counted = bc.predictions_from_frame(frame, **columns, on_missing="wrong")
    assert wrong(counted)[:, 0].to_numpy().tolist() == [[False, True, True], [True, True, False]]
    with pytest.raises(ValueError, match=r"`correct\['z'\]` must hold 0 and 1, but got 7 in row 2"):
        bc.predictions_from_frame(frame.assign(answer=[1, 0, None, 7]), **columns, on_missing="drop")


def test_classifiers_must_agree_where_both_have_a_row():
    frame = pd.concat([LONG, pd.DataFrame([(2, "w", 0, 1, "s")], columns=LONG.columns)])
    with pytest.raises(ValueError, match=r"`y_true` must agree .* record 2 has 1 for 'z' and 0 for 'w'"):
        bc.predictions_from_frame(frame, **COLUMNS, on_missing="drop")


def test_answers_that_a_long_frame_lacks_are_missing():
    rows = [(record, run, name, record % 2, 0) for record in range(3) for run in (1, 2) for name in "xz"]
    frame = pd.DataFrame(rows, columns=["id", "run", "model", "y", "answer"]).drop(index=[4])
    data = bc.predictions_from_frame(
        frame, record="id", answer="run", classifier="model", y_true="y", y_pred="answer", on_missing="drop"
    )
    assert np.argwhere(data["missing"].to_numpy()).tolist() == [[0, 0, 1]]


def test_rows_that_no_classifier_has_are_refused_where_they_may_be_missing_answers():
    rows = {"repeat": [0, 0, 1, 1], "record": ["p", "q", "q", "r"]}
    assert check_predictions(bc.predictions_from_arrays([0] * 4, {"a": [0] * 4}, **rows)).sizes["repeat"] == 2
    with pytest.raises(ValueError, match=r"each `repeat` must have .*, but record r has none in repeat 0\. Add one"):
        bc.predictions_from_arrays([0] * 4, {"a": [0] * 4}, **rows, on_missing="drop")


def test_a_dropped_answer_is_not_wrong():
    dropped = built("drop")
    assert not (wrong(dropped) & dropped["missing"]).any()


INFERENCE = {
    "paired_tables": lambda data: bc.paired_tables(data, "a", "b"),
    "crossed_sums": lambda data: bc.evidence.crossed_sums(data, "a", "b"),
    "crossed_effects_posterior": lambda data: bc.posteriors.crossed_effects_posterior(data, "a", "b"),
}
LOSSES = {"a": [0.5, 1, 2, 3], "b": [0.0, 1, 1, 2]}
UNSUPPORTED = {
    "missing": (lambda: built("drop", splits=HALVES), "must have every answer, but lack some for 3 of 4 records"),
    "losses": (lambda: bc.predictions_from_arrays(loss=LOSSES, splits=HALVES), "must hold labels, .* but hold losses"),
    "answers": (
        lambda: bc.predictions_from_arrays(Y * 2, {"a": Y * 2, "b": [0, 0, 0, 1] * 2}, answer=[0] * 4 + [1] * 4),
        "they are several answers to one test set",
    ),
}


OF_LOSSES = {
    "compare, missing": (lambda data: bc.compare(data, first="a", second="b"), "missing"),
    "fold_values, missing": (fold_values, "missing"),
    "fold_values, answers": (fold_values, "answers"),
}


@pytest.mark.parametrize(("use", "name"), OF_LOSSES.values(), ids=OF_LOSSES)
def test_what_takes_losses_does_not_support_all_else(use, name):
    make, message = UNSUPPORTED[name]
    with pytest.raises(ValueError, match=message):
        use(make())


@pytest.mark.parametrize("use", INFERENCE.values(), ids=INFERENCE)
@pytest.mark.parametrize(("make", "message"), UNSUPPORTED.values(), ids=UNSUPPORTED)
def test_what_is_not_supported_is_said_before_anything_else(use, make, message):
    with pytest.raises(ValueError, match=message):
        use(make())


def test_losses_do_not_go_on_a_cross_validation():
    from sklearn.tree import DecisionTreeClassifier

    start = UNSUPPORTED["losses"][0]()
    with pytest.raises(ValueError, match=r"must hold labels, .* but hold losses") as error:
        bc.cross_val_predictions({"a": DecisionTreeClassifier()}, np.eye(4), Y, start=start)
    assert error.value.__notes__ == ["in `start`"]


def test_what_the_messages_advise_works():
    predictions = built("drop", splits=[([], [0, 1, 2, 3])])
    kept = predictions.isel(record=~predictions.missing.any(["classifier", "repeat"]))
    assert check_outcomes(kept)["record"].to_numpy().tolist() == [2]
    for make in (UNSUPPORTED["answers"][0], lambda: of_splits([([], [1, 2])] * 2)):
        predictions = make()
        assert bc.compare(predictions.isel(repeat=[0])).level.name == "paired"


def of_splits(splits):
    labels = [Y] * len(splits)
    return bc.predictions_from_arrays(Y, {"a": labels, "b": labels}, splits=splits)


def test_answers_have_no_training_sets():
    assert not training_sets(UNSUPPORTED["answers"][0]()).any()
    assert are_answers(of_splits([([], [1, 2])] * 3))
    assert not are_answers(of_splits([([0], [1, 2]), ([3], [1, 2])]))
    assert not are_answers(of_splits([([], [1, 2])]))


@settings(max_examples=12)
@given(st.lists(st.tuples(*[st.sampled_from([None, 0, 1, 2])] * 3), min_size=1, max_size=8), st.randoms())
def test_the_order_of_classifiers_and_records_does_not_matter(rows, random):
    truth = [row[0] or 0 for row in rows]
    columns = {"x": [row[1] for row in rows], "z": [row[2] for row in rows]}
    order = random.sample(range(len(rows)), len(rows))
    turned = {name: [columns[name][i] for i in order] for name in ("z", "x")}
    for on_missing in ("drop", "wrong"):
        one = bc.predictions_from_arrays(truth, columns, record=range(len(rows)), on_missing=on_missing)
        other = bc.predictions_from_arrays([truth[i] for i in order], turned, record=order, on_missing=on_missing)
        xr.testing.assert_equal(check_predictions(other).sortby("record").sel(classifier=["x", "z"]), one)


def test_systems_without_a_record_in_common_are_refused():
    """As where their ids are written in two ways: every answer of either would count as a wrong one of the other."""
    rows = [(f"{letter}{k}", letter, 1) for letter in "qQ" for k in range(4)]
    frame = pd.DataFrame(rows, columns=["id", "model", "ok"])
    columns = {"classifier": "model", "record": "id", "correct": "ok"}
    with pytest.raises(ValueError, match="must have records in common, but no record of 'q' is one of another"):
        bc.predictions_from_frame(frame, **columns, on_missing="wrong")
    frame.loc[0, "id"] = "Q0"
    assert bc.predictions_from_frame(frame, **columns, on_missing="wrong").sizes["record"] == 7
