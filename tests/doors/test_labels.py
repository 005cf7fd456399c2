"""Which labels are taken, how they are coded, and what is said about those that are not."""

import enum

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
from tests.data import gathered

NUMBERS, TEXT, BOOLS = [0, 2, 2], ["n", "y", "y"], [False, True, True]


def labels_of(*columns):
    """Return the labels of the first column as true and the others as predicted, decoded."""
    truth, *predicted = columns
    data = bc.labels(truth, {f"c{i}": values for i, values in enumerate(predicted)})
    classes = data["label"].to_numpy()
    return classes[data["y_true"]].tolist(), classes[data["y_pred"][:, 0]].tolist()


@pytest.mark.parametrize(("labels", "expected"), [
    (np.array(NUMBERS, dtype=np.uint8), NUMBERS),
    (np.array(NUMBERS, dtype=np.float32), NUMBERS),
    (pd.array(NUMBERS, dtype="Float64"), NUMBERS),
    (pd.Series(NUMBERS, dtype="int64[pyarrow]"), NUMBERS),
    (pa.chunked_array([NUMBERS[:1], NUMBERS[1:]]), NUMBERS),
    (BOOLS, BOOLS),
    (pd.array(BOOLS, dtype="boolean"), BOOLS),
    (np.array(TEXT, dtype=np.dtypes.StringDType()), TEXT),
    (pd.array(TEXT, dtype="string"), TEXT),
    (pl.Series(TEXT, dtype=pl.Enum(["y", "n"])), TEXT),
    (pa.array(TEXT).dictionary_encode(), TEXT),
], ids=lambda value: f"{type(value).__name__}-{getattr(value, 'dtype', getattr(value, 'type', ''))}")  # fmt: skip
def test_labels_of_every_library_become_plain_ones(labels, expected):
    assert labels_of(labels, labels) == (expected, [expected])
    kind = bc.labels(labels, {"a": labels})["label"].dtype.kind
    assert kind == {int: "i", bool: "b", str: "U"}[type(expected[0])]


class Reply(str, enum.Enum):  # noqa: UP042 - NumPy writes such a one as "Reply", cut to the length of its value
    n = "n"
    y = "y"


@pytest.mark.parametrize("of", [list, pd.Series])
def test_text_of_an_enumeration_is_its_value(of):
    replies = of([Reply.n, Reply.y, Reply.y])
    assert labels_of(TEXT, replies, TEXT) == (TEXT, [TEXT, TEXT])
    data = bc.labels(TEXT, {Reply.n: TEXT, Reply.y: TEXT}, group=replies, record=[Reply.n, Reply.y, "z"])
    assert data["classifier"].to_numpy().tolist() == ["n", "y"]
    assert data["group"].to_numpy().tolist() == TEXT
    assert data["record"].to_numpy().tolist() == ["n", "y", "z"]
    of_tasks = bc.labels(TEXT, {"a": TEXT}, task=["t", "u", "u"], record=[Reply.n, Reply.n, Reply.y])
    assert of_tasks["record"].to_numpy().tolist() == ["t/n", "u/n", "u/y"]


@pytest.mark.parametrize(("kind", "most"), [(np.float16, 2**11), (np.float32, 2**24), (np.float64, 2**53)])
def test_floats_that_cannot_tell_a_label_from_its_neighbour_are_refused(kind, most):
    assert labels_of([most - 1, 0], np.array([most - 1, 0], dtype=kind))[1] == [[most - 1, 0]]
    with pytest.raises(ValueError, match="at record 0, too large to be told from its neighbours"):
        labels_of([most, 0], np.array([most, 0], dtype=kind))


def test_bools_beside_numbers_are_numbers():
    assert bc.labels(BOOLS, {"a": [0, 1, 2]})["label"].to_numpy().tolist() == [0, 1, 2]


ODD = [
    ([0, None, 1], ValueError, "have no missing values, but got None at record q"),
    (pd.array([0, None, 1], dtype="Int64"), ValueError, "have no missing values, but got (<NA>|nan) at record q"),
    (pd.Categorical(["a", None, "b"]), ValueError, "have no missing values, but got nan at record q"),
    (pa.array([False, None, True]), ValueError, "have no missing values, but got None at record q"),
    ([0, "1", 2], TypeError, "hold labels of one kind, but got '1' at record q, where record p has 0."),
    (["0", 1, 2], TypeError, "hold labels of one kind, but got 1 at record q, where record p has '0'."),
    ([0, 0.25, 0.5], ValueError, "hold labels, but got 0.25 at record q. .* Probabilities are for `probabilities`"),
    (np.eye(3), ValueError, "be one-dimensional, but got shape .* are for `how`, as `how=runs"),
    ([[0], [1, 1], [2]], ValueError, "be one-dimensional, but got"),
    (np.array(["2020", "2021", "2022"], dtype="M8[Y]"), TypeError, r"hold labels, but got values of type datetime64"),
    ([0, 2**70, 1], ValueError, "hold numbers of at most 64 bits, but got .* at record q"),
    (np.array([0, 2**63, 1], dtype=np.uint64), ValueError, "hold numbers of at most 64 bits, but got .* at record q"),
]


@pytest.mark.parametrize(("labels", "error", "message"), ODD)
def test_what_are_no_labels_is_refused_as_true_and_as_predicted_ones(labels, error, message):
    other = ["a", "b", "b"] if isinstance(labels[0], str) and labels[0] == "a" else [0, 1, 1]
    for place, truth, predicted in (("y_true", labels, other), (r"y_pred\['a'\]", other, labels)):
        with pytest.raises(error, match=f"^`{place}` must {message}"):
            bc.labels(truth, {"a": predicted}, record=["p", "q", "r"])


def test_text_against_numbers_and_names_that_look_the_same_are_refused():
    for truth, predicted in (([0, 1], ["0", "1"]), (["0", "1"], [0, 1])):
        message = (
            rf"`y_pred\['b'\]` must hold (numbers|text) like `y_true`, which has {truth[0]!r}, but got {predicted[0]!r}"
        )
        with pytest.raises(TypeError, match=message):
            bc.labels(truth, {"a": truth, "b": predicted})
    for name in ("group", "task"):
        with pytest.raises(ValueError, match=f"`{name}` must differ to a reader, but 'p' and 'p ' look the same"):
            gathered(y_true=TEXT, y_pred={"a": TEXT}, **{name: ["p", "p ", "p"]})


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
    plain = bc.labels(truth, dict(zip("ab", predicted, strict=True)))
    other = bc.labels(renamed[0], dict(zip("ab", renamed[1:], strict=True)))
    xr.testing.assert_equal(wrong(plain).drop_vars("label", errors="ignore"), wrong(other))


def test_labels_written_differently_are_warned_of():
    with pytest.warns(UserWarning, match=r"No label of `y_pred\['b'\]` occurs in `y_true` \(such as 'Yes' and 'yes'\)"):
        bc.labels(["yes", "no"], {"a": ["no", "yes"], "b": ["Yes", "No"]})
