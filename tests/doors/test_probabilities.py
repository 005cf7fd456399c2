"""Probabilities beside labels, losses in place of them, and the parts of an evaluation."""

import json

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

import bayescmp as bc
from bayescmp.predictions import check_predictions
from tests.data import gathered

Y = [0, 1, 0, 1]
P = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5], [1, 0]])
HALVES = [([0, 1], [2, 3]), ([2, 3], [0, 1])]
OTHERS = [([0, 2], [1, 3]), ([1, 3], [0, 2])]
LOSS = {"a": [0.5, 1, 2, 3], "b": [0.0, -1, 1, 2]}


def with_probabilities(p=P, **options):
    return gathered(y_true=Y, y_pred={"a": Y}, y_prob={"a": p}, **options)


def test_columns_are_those_of_the_classes_of_scikit_learn():
    X, y = load_iris(return_X_y=True)
    names = load_iris().target_names[y]
    fitted = GaussianNB().fit(X, names)
    data = bc.probabilities(names, {"bayes": fitted.predict_proba(X)}, y_pred={"bayes": fitted.predict(X)})
    assert check_predictions(data)["label"].to_numpy().tolist() == fitted.classes_.tolist()
    np.testing.assert_array_equal(data["y_prob"][0, 0], fitted.predict_proba(X))
    np.testing.assert_array_equal(data["y_prob"].argmax("label"), data["y_pred"])


def test_labels_name_the_columns_and_rows_are_those_of_labels():
    data = with_probabilities(np.column_stack([P[:, 1], np.zeros(4), P[:, 0]]), labels=[1, 7, 0])
    assert data["label"].to_numpy().tolist() == [0, 1, 7]
    np.testing.assert_array_equal(data["y_prob"][0, 0], np.column_stack([P, np.zeros(4)]))
    assert data["y_true"].to_numpy().tolist() == Y
    data = bc.probabilities(Y, {"a": [P, P[::-1]]}, y_pred={"a": [Y, Y]}, how=bc.splits(HALVES + OTHERS))
    np.testing.assert_array_equal(check_predictions(data)["y_prob"][0], [P, P[::-1]])
    data = with_probabilities([[9, 9], [0.2, 0.8], [np.nan, 0], [1, 0]], splits=[([0, 2], [1, 3])])
    assert np.isnan(check_predictions(data)["y_prob"][0, 0, :, 0]).to_numpy().tolist() == [True, False, True, False]
    data = bc.probabilities(Y, {"a": P}, y_pred={"a": [0, None, 0, 1]}, on_missing="drop")
    np.testing.assert_array_equal(np.isnan(check_predictions(data)["y_prob"]).all("label"), data["missing"])
    data = with_probabilities(record=list("pqrs"))
    turned = bc.probabilities(Y[::-1], {"a": P[::-1]}, y_pred={"a": Y[::-1]}, record=list("srqp"))
    xr.testing.assert_identical(turned.sortby("record"), data)


BAD = [
    ({"a": P[:3]}, {}, r"`y_prob\['a'\]` must have a row for each of the 4 rows .* but got the shape \(3, 2\)"),
    ({"a": P[:, :1]}, {}, r"must have a column for each label, \[0, 1\], but got 1\. Give `labels`"),
    ({"a": np.full((4, 3), 1 / 3)}, {}, r"must have a column for each label, \[0, 1\], but got 3\. Give `labels`"),
    ({"a": P[:, 0] * 1.5}, {}, r"`y_prob\['a'\]` must hold probabilities from 0 to 1, but got 1.35"),
    ({"a": P[:, 0]}, {"labels": [0, 1, 2]}, r"`labels` must name two labels, .* where `y_prob\['a'\]` has one"),
    ({"b": P}, {}, "`y_prob` must have the names of `y_pred`, but 'a' is only in one of them"),
    ({"a": P * 1.1}, {}, r"from 0 to 1 .*, but \{'classifier': 'a', 'repeat': 0, 'record': 3\} has"),
    ({"a": P * 0.9}, {}, r"must sum to 1 over the labels, but that of \{.*'record': 0\} sums to 0.9"),
    ({"a": (0.995 * P).astype(np.float16)}, {}, r"must sum to 1 over the labels, but that of .* sums to 0\.99"),
    ({"a": np.where(P == 0.2, np.nan, P)}, {}, r"no missing values .* 'record': 1\} has some"),
    ({"a": [P]}, {"splits": HALVES * 2}, r"\(n_repeats, n_records, n_labels\) = \(2, 4\) of .* got \(1, 4"),
    ({"a": P}, {"labels": [0, 2]}, "`labels` must hold every label that occurs, but lacks 1"),
    ({"a": P}, {"on_missing": "wrong"}, "`on_missing` must be one of 'error', 'drop', but got 'wrong'"),
    ({"a": np.full((4, 3), 1 / 3)}, {"y_pred": None}, r"column for each label, \[0, 1\], but has 3\. Give `labels`"),
    ({"a": P.astype(str)}, {}, r"`y_prob\['a'\]` must hold numbers, but got values of type <U"),
]


@pytest.mark.parametrize(("y_prob", "options", "message"), BAD)
def test_bad_probabilities_are_refused(y_prob, options, message):
    y_pred = {"a": [Y, Y] if "splits" in options else Y}
    with pytest.raises((TypeError, ValueError), match=message):
        gathered(**{"y_true": Y, "y_pred": y_pred, "y_prob": y_prob} | options)


def test_one_probability_of_a_record_is_that_of_the_second_label():
    both = with_probabilities(np.stack([1 - P[:, 1], P[:, 1]], -1))
    xr.testing.assert_identical(with_probabilities(P[:, 1].tolist()), both)


@pytest.mark.parametrize(("name", "taken"), [("1", True), (0, False)])
def test_one_probability_that_is_called_by_the_first_label_is_refused(name, taken):
    given = pd.Series([0.1, 0.8, 0.7], name=name)
    if taken:
        found = bc.probabilities([0, 1, 1], {"a": given})
        assert found["y_prob"].sel(label=1).to_numpy().ravel().tolist() == given.tolist()
    else:
        with pytest.raises(ValueError, match=rf"`y_prob\['a'\]` .* is called {name!r}, as the first. Give that of 1"):
            bc.probabilities([0, 1, 1], {"a": given})


@pytest.mark.full
@pytest.mark.parametrize(("kind", "n_labels"), [("f2", 50), (">f2", 2), ("g", 2)])
def test_floats_of_any_kind_are_taken_and_read_again(n_labels, kind, tmp_path):
    """Rounding to 16 bits leaves sums that are off by up to a thousandth; who widens them later has them still."""
    rng = np.random.default_rng(0)
    y, p = np.arange(300) % n_labels, rng.dirichlet(np.ones(n_labels), (2, 300)).astype(kind)
    assert kind not in {"f2", ">f2"} or np.abs(p.astype(float).sum(-1) - 1).max() > 1e-4
    given, labels = dict(zip("ab", p, strict=True)), np.arange(n_labels)
    answers = {name: one.argmax(-1) for name, one in given.items()}
    data = bc.probabilities(y, given, y_pred=answers, labels=labels)
    np.testing.assert_array_equal(data["y_prob"][:, 0], p.astype(float))
    assert data["y_prob"].dtype == (np.float32 if np.dtype(kind).itemsize <= 4 else float)
    bc.save_predictions(data, tmp_path / "one.nc")
    xr.testing.assert_identical(bc.read_predictions(tmp_path / "one.nc")["y_prob"], data["y_prob"])


@pytest.mark.parametrize("values", [[0.5, None, 1, 2], pd.array([0.5, None, 1, 2])])
def test_missing_losses_are_dropped(values):
    data = check_predictions(bc.losses(LOSS | {"a": values}, on_missing="drop"))
    assert data["missing"][:, 0].to_numpy().tolist() == [[False, True, False, False], [False] * 4]
    np.testing.assert_array_equal(np.isnan(data["loss"]), data["missing"])


@pytest.mark.parametrize(("loss", "options", "error", "message"), [
    ({"a": [1.0, None]}, {}, ValueError, r"`values\['a'\]` must have no missing .* at record 1\. on_m"),
    ({"a": [1.0, np.inf]}, {"on_missing": "drop"}, ValueError, r"must be finite, .*'record': 1} is inf"),
    ({"a": [1.0, "x"]}, {}, TypeError, r"`values\['a'\]` must hold numbers, but got 'x' at record 1"),
    ({"a": [1.0, 2], "b": [1.0]}, {}, ValueError, r"`values\['b'\]` must have an entry for each of the 2 rows"),
    ({"a": []}, {}, ValueError, "`values` must hold at least one record, but got none"),
    ({"a": [1.0]}, {"on_missing": "wrong"}, ValueError, "`on_missing` must be one of 'error', 'drop', but got 'wrong'"),
])  # fmt: skip
def test_bad_losses_and_scores_are_refused(loss, options, error, message):
    for door in (bc.losses, bc.scores):
        with pytest.raises(error, match=message):
            door(loss, **options)


def test_scores_are_turned_into_losses():
    scores = {"a": [0.5, 2.0, 3.0, 1.0], "b": [1.0, 1.0, 4.0, 0.0]}
    data = check_predictions(bc.scores(scores, bounds=(0, 5), how=bc.splits(HALVES)))
    assert data["loss"][:, 0].to_numpy().tolist() == [[1 - value for value in own] for own in scores.values()]
    said = json.loads(data.attrs["provenance"])
    assert said["made_by"] == "scores"
    assert said["loss"] == {"noun": "score", "greater_is_better": True, "bounds": [0, 5]}
    dropped = bc.scores(scores | {"a": [0.5, None, 3, 1]}, on_missing="drop")
    assert dropped["missing"][0, 0].to_numpy().tolist() == [False, True, False, False]
    with pytest.raises(ValueError, match=r"`bounds` must hold all scores, but \(0.0, 1.0\) leave out 4"):
        bc.scores(scores, bounds=(0, 1))


def test_training_sets_of_labels_may_be_given():
    fold = [0, 0, 1, 1]
    train = np.array([[[False, False, True, False], [True, False, False, False]]])
    data = bc.labels(Y, {"a": Y}, how=bc.folds(fold, train=train))
    assert data["train"].dims == ("repeat", "fold", "record")
    splits = [(np.flatnonzero(sets), np.flatnonzero(np.array(fold) == k)) for k, sets in enumerate(train[0])]
    xr.testing.assert_identical(data, bc.labels(Y, {"a": Y}, how=bc.splits(splits)))
    with pytest.raises(ValueError, match="`train` must hold True and False for each repeat, fold and record"):
        bc.labels(Y, {"a": Y}, how=bc.folds(fold, train=train[0]))


def test_losses_in_a_file_are_numbers_however_they_are_written(tmp_path):
    (tmp_path / "log.csv").write_text("id,a,b\n1,0.50,1e3\n2,1.25,\n")
    data = bc.losses(["a", "b"], data=tmp_path / "log.csv", record="id", on_missing="drop")
    np.testing.assert_array_equal(data["loss"][:, 0], [[0.5, 1.25], [1000, np.nan]])
    (tmp_path / "log.csv").write_text("id,a\n1,low\n2,1.25\n")
    with pytest.raises(TypeError, match=r"`values\['a'\]` must hold numbers, but got 'low' at record 1"):
        bc.losses(["a"], data=tmp_path / "log.csv", record="id")


@st.composite
def any_predictions(draw):
    """Draw predictions of any form, with answers that may be missing."""
    n_records, n_repeats = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    shape = (n_repeats, n_records)
    rng = np.random.default_rng(draw(st.integers(0, 99)))
    parts = np.array(draw(st.permutations(range(n_records)))) % draw(st.integers(1, 2))
    splits = [(np.flatnonzero(parts != k), np.flatnonzero(parts == k)) for k in np.unique(parts)]
    kinds = {"int": [3, 7, 9], "text": ["", "å", "x"], "bool": [False, True, True]}
    words = np.array(kinds[draw(st.sampled_from(sorted(kinds)))], dtype=object)
    keys = np.array([draw(st.sampled_from([["p", "å"], [0, 1], [False, True]]))[i % 2] for i in range(n_records)])
    options = {"on_missing": "drop", "splits": splits if len(splits) > 1 else [([], range(n_records))] * n_repeats}
    if len(splits) > 1:
        shape = (1, n_records)
    options |= {name: keys for name in ("group", "task") if draw(st.booleans())}
    gaps = rng.random((2, *shape)) < draw(st.sampled_from([0, 0.3]))
    if draw(st.booleans()):
        losses = np.where(gaps, np.nan, rng.normal(size=gaps.shape))
        return gathered(loss=dict(zip("ab", losses, strict=True)), **options)
    labels = np.where(gaps, None, words[rng.integers(0, 3, gaps.shape)])
    if draw(st.booleans()):
        order = list(dict.fromkeys(words.tolist()))
        p = rng.dirichlet(np.ones(len(order)), gaps.shape)
        options |= {"y_prob": dict(zip("ab", p, strict=True)), "labels": order}
    truth = words[rng.integers(0, 3, n_records)]
    return gathered(y_true=truth, y_pred=dict(zip("ab", labels, strict=True)), **options)


@settings(max_examples=10)
@given(data=any_predictions())
def test_what_is_built_is_saved_and_read_back(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("kept") / "kept.nc"
    bc.save_predictions(data, path)
    read = bc.read_predictions(path)
    xr.testing.assert_identical(read, data)
    assert {name: read[name].dtype.kind for name in read.variables} == {
        name: data[name].dtype.kind for name in data.variables
    }
    assert set(read.coords) == set(data.coords)


def test_a_file_with_more_probabilities_than_are_allowed_is_refused(tmp_path):
    labels = np.arange(50)
    p = np.full((50, 50), 0.02)
    bc.save_predictions(bc.probabilities(labels, {"a": p}, y_pred={"a": labels}), tmp_path / "kept.nc")
    assert bc.read_predictions(tmp_path / "kept.nc", max_bytes=100_000).sizes["label"] == 50
    with pytest.raises(ValueError, match=r"kept\.nc"):
        bc.read_predictions(tmp_path / "kept.nc", max_bytes=20_000)
