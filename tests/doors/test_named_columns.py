"""Columns of probabilities are read by their names; those without names are held against the predicted labels."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

import bayescmp as bc
from tests.data import gathered

RNG = np.random.default_rng(0)
TRUTH = np.array([0, 1, 2] * 20)
SHARES = RNG.dirichlet([1, 1, 1], size=60) + 2 * np.eye(3)[TRUTH]
SHARES /= SHARES.sum(axis=1, keepdims=True)
PREDICTED = SHARES.argmax(axis=1)


def read(given, truth=TRUTH, predicted=PREDICTED, **more):
    data = gathered(y_true=truth, y_pred={"net": predicted}, y_prob={"net": given}, **more)
    return data["y_prob"].to_numpy()[0, 0]


def named(order, kind):
    columns, values = [str(label) for label in order], SHARES[:, order]
    if kind == "pandas":
        return pd.DataFrame(values, columns=columns)
    if kind == "whole numbers":
        return pd.DataFrame(values, columns=order)
    if kind == "written as fractions":
        return pd.DataFrame(values, columns=[f"{label}.0" for label in order])
    if kind == "polars":
        return pl.DataFrame(dict(zip(columns, values.T, strict=True)))
    if kind == "pyarrow":
        return pa.table(dict(zip(columns, values.T, strict=True)))
    array = xr.DataArray(values, dims=("record", "label"), coords={"label": columns})
    return array.T if kind == "xarray, transposed" else array


KINDS = ("whole numbers", "written as fractions", "polars", "xarray, transposed")


@pytest.mark.parametrize("kind", KINDS)
def test_named_columns_are_read_by_their_names(kind):
    np.testing.assert_array_equal(read(named([2, 0, 1], kind)), SHARES)


@pytest.mark.parametrize("frame", [
    named([0, 1, 2], "xarray").assign_coords(label=["0", "1", "7"])[:, :2],
    named([0, 1, 2], "pyarrow").rename_columns(["a", "b", "c"]),
    named([0, 1, 2], "pandas").set_axis(["0", "1", "1"], axis=1),
], ids=["one too few", "other names", "a name twice"])  # fmt: skip
def test_columns_called_by_something_else_are_refused(frame):
    with pytest.raises(ValueError, match=r"`y_prob\['net'\]` must have columns called by the labels, \[0, 1, 2\]"):
        read(frame)


def test_names_and_labels_must_be_the_same_but_a_label_need_not_occur():
    shares = named([0, 2, 1], "pandas").assign(**{"3": 0.0})
    data = bc.probabilities(TRUTH, {"net": shares}, y_pred={"net": PREDICTED})
    assert data["label"].to_numpy().tolist() == [0, 1, 2, 3]
    np.testing.assert_array_equal(data["y_prob"].to_numpy()[0, 0, :, :3], SHARES)
    np.testing.assert_array_equal(read(named([2, 0, 1], "pandas"), labels=[1, 2, 0]), SHARES)
    with pytest.raises(ValueError, match="must have columns called by the labels"):
        read(named([2, 0, 1], "pandas"), labels=[1, 2, 3])


@pytest.mark.parametrize("order", [[1, 2, 0], [1, 0, 2]])
def test_bare_columns_in_another_order_are_refused_and_the_order_is_named(order):
    words = ["cat", "dog", "eel"]
    truth, predicted = np.array(words)[TRUTH], np.array(words)[PREDICTED]
    meant = str([words[label] for label in order]).replace("[", r"\[").replace("]", r"\]")
    with pytest.raises(ValueError, match=rf"contradicts `y_pred` in \d+ of 60 rows, and agrees .* those of {meant}"):
        read(SHARES[:, order], truth, predicted)
    found = read(SHARES[:, order], truth, predicted, labels=np.array(words)[order])
    np.testing.assert_array_equal(found, SHARES)


@given(st.permutations([0, 1, 2]), st.integers(0, 2**32 - 1))
def test_labels_that_follow_from_the_probabilities_are_never_refused(order, seed):
    """However bad the classifier, and however its scores are tied."""
    rng = np.random.default_rng(seed)
    shares = rng.multinomial(5, [0.2, 0.3, 0.5], size=30)[:, order] / 5
    np.testing.assert_array_equal(read(shares, TRUTH[:30], shares.argmax(axis=1), labels=[0, 1, 2]), shares)
    np.testing.assert_array_equal(read(shares, TRUTH[:30], shares.argmax(axis=1)), shares)


def test_a_threshold_of_its_own_is_no_other_order():
    shares = np.c_[1 - 0.6 * RNG.random(50), np.zeros(50)]
    shares[:, 1] = 1 - shares[:, 0]
    predicted = (shares[:, 1] > 0.2).astype(int)  # two of three rows contradict, and four of ten without the threshold
    np.testing.assert_array_equal(read(shares, np.arange(50) % 2, predicted), shares)
