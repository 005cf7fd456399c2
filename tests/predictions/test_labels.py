"""Which labels are taken, how they are coded, and what is said about those that are not."""

import enum
import re

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.predictions import wrong

NUMBERS, TEXT, BOOLS = [0, 2, 2], ["n", "y", "y"], [False, True, True]


def labels_of(*columns):
    """Return the labels of the first column as true and the others as predicted, decoded."""
    truth, *predicted = columns
    data = bc.predictions_from_arrays(truth, {f"c{i}": values for i, values in enumerate(predicted)})
    classes = data["label"].to_numpy()
    return classes[data["y_true"]].tolist(), classes[data["y_pred"][:, 0]].tolist()


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (NUMBERS, NUMBERS),
        (tuple(NUMBERS), NUMBERS),
        (range(3), [0, 1, 2]),
        (np.array(NUMBERS, dtype=np.uint8), NUMBERS),
        (np.array(NUMBERS, dtype=np.float32), NUMBERS),
        ([0.0, 2.0, 2.0], NUMBERS),
        (pd.Categorical(NUMBERS), NUMBERS),
        (pd.array(NUMBERS, dtype="Int64"), NUMBERS),
        (pd.array(NUMBERS, dtype="Float64"), NUMBERS),
        (pd.Series(NUMBERS, dtype="int64[pyarrow]"), NUMBERS),
        (pl.Series(NUMBERS), NUMBERS),
        (pa.chunked_array([NUMBERS[:1], NUMBERS[1:]]), NUMBERS),
        (BOOLS, BOOLS),
        (np.array(BOOLS), BOOLS),
        (pd.array(BOOLS, dtype="boolean"), BOOLS),
        (pl.Series(BOOLS), BOOLS),
        (pa.array(BOOLS), BOOLS),
        (TEXT, TEXT),
        (np.array(TEXT), TEXT),
        (np.array(TEXT, dtype=object), TEXT),
        (np.array(TEXT, dtype=np.dtypes.StringDType()), TEXT),
        (pd.Series(TEXT), TEXT),
        (pd.array(TEXT, dtype="string"), TEXT),
        (pd.Categorical(TEXT), TEXT),
        (pl.Series(TEXT), TEXT),
        (pl.Series(TEXT, dtype=pl.Enum(["y", "n"])), TEXT),
        (pa.array(TEXT), TEXT),
        (pa.array(TEXT).dictionary_encode(), TEXT),
    ],
    ids=lambda value: f"{type(value).__name__}-{getattr(value, 'dtype', getattr(value, 'type', ''))}",
)
def test_labels_of_every_library_become_plain_ones(labels, expected):
    assert labels_of(labels, labels) == (expected, [expected])


class Reply(str, enum.Enum):  # noqa: UP042 - NumPy writes such a one as "Reply", cut to the length of its value
    n = "n"
    y = "y"


@pytest.mark.parametrize("of", [list, pd.Series, lambda labels: np.array(labels, dtype=object)])
def test_text_of_an_enumeration_is_its_value(of):
    replies = of([Reply.n, Reply.y, Reply.y])
    assert labels_of(TEXT, replies, TEXT) == (TEXT, [TEXT, TEXT])
    data = bc.predictions_from_arrays(
        TEXT, {Reply.n: TEXT, Reply.y: TEXT}, group=replies, record=[Reply.n, Reply.y, "z"]
    )
    assert data["classifier"].to_numpy().tolist() == ["n", "y"]
    assert data["group"].to_numpy().tolist() == TEXT
    assert data["record"].to_numpy().tolist() == ["n", "y", "z"]
    of_tasks = bc.predictions_from_arrays(TEXT, {"a": TEXT}, task=["t", "u", "u"], record=[Reply.n, Reply.n, Reply.y])
    assert of_tasks["record"].to_numpy().tolist() == ["t/n", "u/n", "u/y"]


@pytest.mark.parametrize("name", ["group", "task"])
def test_names_that_look_the_same_are_refused(name):
    with pytest.raises(ValueError, match=f"`{name}` must differ to a reader, but 'p' and 'p ' look the same"):
        bc.predictions_from_arrays(TEXT, {"a": TEXT}, **{name: ["p", "p ", "p"]})


@pytest.mark.parametrize(("kind", "most"), [(np.float16, 2**11), (np.float32, 2**24), (np.float64, 2**53)])
def test_floats_that_cannot_tell_a_label_from_its_neighbour_are_refused(kind, most):
    assert labels_of([most - 1, 0], np.array([most - 1, 0], dtype=kind))[1] == [[most - 1, 0]]
    with pytest.raises(ValueError, match="at record 0, too large to be told from its neighbours"):
        labels_of([most, 0], np.array([most, 0], dtype=kind))


def test_numbers_are_equal_by_value():
    truth, predicted = labels_of([0, 1, 1], [0.0, 1.0, 1.0], BOOLS, np.array([0, 1, 1], dtype=np.uint8))
    assert predicted == [truth] * 3


@pytest.mark.parametrize(("labels", "kind"), [(BOOLS, "b"), (NUMBERS, "i"), (TEXT, "U")])
def test_classes_keep_their_kind(labels, kind):
    assert bc.predictions_from_arrays(labels, {"a": labels})["label"].dtype.kind == kind


def test_bools_beside_numbers_are_numbers():
    assert bc.predictions_from_arrays(BOOLS, {"a": [0, 1, 2]})["label"].to_numpy().tolist() == [0, 1, 2]


def test_a_label_that_only_a_classifier_knows_is_a_class():
    assert labels_of(["b", "b"], ["b", "z"], ["a", "b"]) == (["b", "b"], [["b", "z"], ["a", "b"]])


MISSING = {
    "None": [0, None, 1],
    "nan": [0.0, float("nan"), 1.0],
    "NA": [0, pd.NA, 1],
    "NaT": [0, pd.NaT, 1],
    "Int64": pd.array([0, None, 1], dtype="Int64"),
    "boolean": pd.array([False, None, True], dtype="boolean"),
    "str": pd.Series(["a", None, "b"]),
    "category": pd.Categorical(["a", None, "b"]),
    "polars int": pl.Series([0, None, 1]),
    "polars text": pl.Series(["a", None, "b"]),
    "arrow int": pa.array([0, None, 1]),
    "arrow bool": pa.array([False, None, True]),
}


@pytest.mark.parametrize("labels", MISSING.values(), ids=MISSING)
@pytest.mark.parametrize("place", ["y_true", "y_pred['a']"])
def test_missing_labels_are_refused(labels, place):
    other = ["a", "b", "b"] if isinstance(labels[0], str) else [0, 1, 1]
    truth, predicted = (labels, other) if place == "y_true" else (other, labels)
    with pytest.raises(
        ValueError, match=r"must have no missing values, but got (None|nan|<NA>|NaT) at record q\."
    ) as error:
        bc.predictions_from_arrays(truth, {"a": predicted}, record=["p", "q", "r"])
    assert str(error.value).startswith(f"`{place}`")


@pytest.mark.parametrize(
    ("labels", "first", "odd"),
    [([0, "1", 2], "0", "'1'"), (["0", 1, 2], "'0'", "1"), ([True, "yes", 1], "True", "'yes'")],
)
@pytest.mark.parametrize("place", ["y_true", "y_pred['a']"])
def test_mixed_labels_are_refused(labels, first, odd, place):
    other = [labels[0]] * 3
    truth, predicted = (labels, other) if place == "y_true" else (other, labels)
    expected = f"`{place}` must hold labels of one kind, but got {odd} at record q, where record p has {first}."
    with pytest.raises(TypeError) as error:
        bc.predictions_from_arrays(truth, {"a": predicted}, record=["p", "q", "r"])
    assert str(error.value).startswith(expected)


@pytest.mark.parametrize(
    ("truth", "predicted", "message"),
    [
        ([0, 1], ["0", "1"], "must hold numbers like `y_true`, but got text, from the first record on: '0'"),
        (["0", "1"], [0, 1], "must hold text like `y_true`, but got numbers, from the first record on: 0"),
        ([True, False], ["True", "False"], "must hold numbers like `y_true`, but got text"),
    ],
)
def test_text_against_numbers_is_refused(truth, predicted, message):
    with pytest.raises(TypeError, match=rf"`y_pred\['b'\]` {message}"):
        bc.predictions_from_arrays(truth, {"a": truth, "b": predicted})


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (
            [0, 0.25, 0.5],
            r"got 0\.25 at record q, which looks like probabilities \(give them as `y_prob`\)",
        ),
        (np.array([1, 2.5, 3.5]), r"got 2\.5 at record q, which looks like a continuous target"),
        ([0, np.inf, 1], "got inf at record q, which looks like a continuous target"),
    ],
)
def test_what_is_no_label_is_named(labels, message):
    with pytest.raises(ValueError, match=f"`y_true` must hold labels, but {message}.* Supported are whole numbers"):
        bc.predictions_from_arrays(labels, {"a": [0, 1, 1]}, record=["p", "q", "r"])


def test_ids_and_groups_that_are_no_labels_are_said_to_look_like_nothing_else():
    with pytest.raises(ValueError, match=r"`group` must hold labels, but got 0\.5 at row 1\. Supported are whole"):
        bc.predictions_from_arrays([0, 1, 1], {"a": [0, 1, 1]}, record=["p", "q", "r"], group=[0, 0.5, 1])


def test_an_id_that_is_missing_is_said_before_others_are_counted():
    frame = pd.DataFrame({"id": [1, None, None, 1, 2, 3], "m": list("aaabbb"), "c": [1, 0, 1, 1, 0, 1]})
    for on_missing in ("error", "drop"):
        with pytest.raises(ValueError, match="`record` must have no missing values, but got nan at row 1"):
            bc.predictions_from_frame(frame, classifier="m", record="id", correct="c", on_missing=on_missing)


@pytest.mark.parametrize("labels", [[[0, 1], [1, 0]], [[0, 1], [1]], np.eye(2), pd.DataFrame({"y": [0, 1]})], ids=str)
@pytest.mark.parametrize("place", ["y_true", "y_pred['a']"])
def test_tables_of_labels_are_refused(labels, place):
    truth, predicted = (labels, [0, 1]) if place == "y_true" else ([0, 1], labels)
    with pytest.raises(ValueError, match=r"must be one-dimensional") as error:
        bc.predictions_from_arrays(truth, {"a": predicted})
    assert str(error.value).startswith(f"`{place}`")


def test_several_outputs_are_stacked_with_the_record_as_group():
    y = np.random.default_rng(0).integers(0, 2, (30, 3))
    a, b = np.where(y == y[:, [1]], y, 0), np.where(y == y[:, [2]], y, 1)
    data = bc.predictions_from_arrays(
        y.ravel(), {"a": a.ravel(), "b": b.ravel()}, group=np.repeat(range(len(y)), y.shape[1])
    )
    result = bc.compare(data)
    assert result.evidence.design.n_groups == 30
    assert np.isclose(result.evidence.differences.mean(), (a != y).mean() - (b != y).mean())


@pytest.mark.parametrize(
    "labels", [np.array(["2020", "2021"], dtype="M8[Y]"), np.array([b"a", b"b"]), np.array([1j, 1])]
)
def test_other_types_are_refused(labels):
    with pytest.raises(
        TypeError, match=rf"`y_true` must hold labels, but got values of type {re.escape(str(labels.dtype))}"
    ):
        bc.predictions_from_arrays(labels, {"a": [0, 1]})


@pytest.mark.parametrize("labels", [[0, 2**70], [0, 1e300], np.array([0, 2**63], dtype=np.uint64)], ids=type)
def test_numbers_beyond_64_bits_are_refused(labels):
    with pytest.raises(ValueError, match=r"`y_true` .*at record 1"):
        bc.predictions_from_arrays(labels, {"a": [0, 1]})


@settings(max_examples=15)
@pytest.mark.filterwarnings("ignore:No label of")  # the subject of another test
@given(
    rows=st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=12),
    names=st.one_of(
        st.permutations(range(4)),
        st.lists(st.integers(-(2**40), 2**40), min_size=4, max_size=4, unique=True),
        st.lists(
            st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=4),
            min_size=4,
            max_size=4,
            unique=True,
        ),
    ),
)
def test_renaming_the_labels_keeps_what_is_wrong(rows, names):
    truth, *predicted = np.array(rows).T
    renamed = [[names[code] for code in column] for column in (truth, *predicted)]
    plain = bc.predictions_from_arrays(truth, dict(zip("ab", predicted, strict=True)))
    other = bc.predictions_from_arrays(renamed[0], dict(zip("ab", renamed[1:], strict=True)))
    xr.testing.assert_equal(wrong(plain).drop_vars("label", errors="ignore"), wrong(other))


def test_labels_written_differently_are_warned_of():
    with pytest.warns(UserWarning, match=r"No label of `y_pred\['b'\]` occurs in `y_true` \(such as 'Yes' and 'yes'\)"):
        bc.predictions_from_arrays(["yes", "no"], {"a": ["no", "yes"], "b": ["Yes", "No"]})


def test_one_wrong_label_is_not_warned_of():
    assert bc.predictions_from_arrays(["cat"], {"a": ["dog"]})["label"].to_numpy().tolist() == ["cat", "dog"]
