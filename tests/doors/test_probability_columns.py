"""Columns of probabilities in data frames and files, found by a pattern of their names."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st

import bayescmp as bc
from tests.data import gathered

Y = ["no", "yes", "yes", "no"]
ANSWERS = {"tree": ["no", "yes", "no", "no"], "svm": ["yes", "yes", "yes", "no"]}
P = {
    "tree": np.array([[0.9, 0.1], [0.25, 0.75], [0.5, 0.5], [1, 0]]),
    "svm": np.array([[0.4, 0.6], [0, 1], [0.125, 0.875], [0.75, 0.25]]),
}
EXPECTED = bc.probabilities(Y, P, y_pred=ANSWERS)
WIDE = {"y": Y, **ANSWERS} | {
    f"{name}_{label}": p[:, k] for name, p in P.items() for k, label in enumerate(["no", "yes"])
}
COLUMNS = {"y_true": "y", "y_pred": ["tree", "svm"], "y_prob": "{classifier}_{label}"}
LONG_COLUMNS = {"classifier": "model", "record": "id", "y_true": "y", "y_pred": "said", "y_prob": "p({label})"}
FRAMES = {"pandas nullable": lambda columns: pd.DataFrame(columns).convert_dtypes(), "polars": pl.DataFrame}


OF_THREE = COLUMNS | {"y_pred": None}


def long_frame():
    rows = [
        pd.DataFrame(
            {"id": range(4), "model": name, "y": Y, "said": ANSWERS[name], "p(no)": p[:, 0], "p(yes)": p[:, 1]}
        )
        for name, p in P.items()
    ]
    return pd.concat(rows, ignore_index=True)


def numbered(**columns):
    """Return a wide frame of one classifier with the labels 0 and 1."""
    return pd.DataFrame({"y": [0, 1], "tree": [0, 1], "p0": [1.0, 0.25], "p1": [0.0, 0.75]} | columns)


def read_numbered(frame, pattern="p{label}", **options):
    """Read it in long form, where a pattern needs no classifier."""
    frame = frame.assign(id=range(len(frame)), model="tree")
    keys = {"classifier": "model", "record": "id", "y_true": "y", "y_pred": "tree"}
    return gathered(data=frame, **keys, y_prob=pattern, **options)


@pytest.mark.parametrize("to_frame", FRAMES.values(), ids=FRAMES)
def test_wide_and_long_frames_say_the_same_as_arrays(to_frame):
    xr.testing.assert_identical(gathered(data=to_frame(WIDE), **COLUMNS), EXPECTED)
    long = gathered(data=to_frame(long_frame().to_dict("list")), **LONG_COLUMNS)
    xr.testing.assert_identical(long, EXPECTED)


def test_numbers_in_a_file_may_end_in_zeros(tmp_path):
    pd.DataFrame(WIDE).to_csv(tmp_path / "log.csv", index=False, float_format="%.3f")  # as 0.900
    xr.testing.assert_identical(gathered(data=tmp_path / "log.csv", **COLUMNS), EXPECTED)


def test_keys_in_a_file_stay_as_they_are_written(tmp_path):
    """A pattern of the label alone fits every column."""
    frame = pd.DataFrame(
        {"id": ["01", "1"], "model": "m", "y": Y[:2], "said": Y[:2], "no": ["1.0", "0"], "yes": [0, 1]}
    )
    frame.to_csv(tmp_path / "log.csv", index=False)
    found = gathered(data=tmp_path / "log.csv", **LONG_COLUMNS | {"y_prob": "{label}"})
    assert found["record"].to_numpy().tolist() == ["01", "1"]
    assert found["y_prob"][0, 0].to_numpy().tolist() == [[1, 0], [0, 1]]


class TestWithoutPredictedLabels:
    """Without columns of predicted labels, the most probable ones are what was predicted."""

    THREE = np.random.default_rng(0).dirichlet(np.ones(3), (2, 9))
    TRUE = tuple("abcabcabc")
    OF_ARRAYS = bc.probabilities(TRUE, {"cnn": THREE[0], "rf": THREE[1]})

    def wide(self, **columns):
        own = [pd.DataFrame(of, columns=list("abc")) for of in self.THREE]
        return own[0].add_prefix("cnn_").join(own[1].add_prefix("rf_")).assign(y=self.TRUE, **columns)

    def test_they_are_the_most_probable(self, tmp_path):
        self.wide().to_csv(tmp_path / "wide.csv", index=False)
        found = gathered(data=tmp_path / "wide.csv", **OF_THREE)
        xr.testing.assert_identical(found.drop_attrs(), self.OF_ARRAYS.drop_attrs())
        assert (found["y_pred"].to_numpy() == np.argmax(self.THREE, axis=-1)[:, None]).all()

    def test_of_equally_probable_ones_the_first_is_taken_whether_it_occurs_or_not(self):
        equal = pd.DataFrame({"y": ["b", "c"], "x_a": 1 / 3, "x_b": 1 / 3, "x_c": 1 / 3})
        found = gathered(data=equal, **OF_THREE)
        assert found["label"].to_numpy()[found["y_pred"]].ravel().tolist() == ["a", "a"]
        for labels in ("cba", "bca"):
            of_arrays = bc.probabilities(["b", "c"], {"x": np.full((2, 3), 1 / 3)}, labels=list(labels))
            xr.testing.assert_identical(of_arrays.drop_attrs(), found.drop_attrs())

    def test_names_are_found_by_the_pattern(self):
        shuffled = self.wide(note="x")[["rf_c", "cnn_b", "note", "rf_a", "cnn_a", "cnn_c", "rf_b", "y"]]
        found = gathered(data=shuffled, **OF_THREE)
        assert found["classifier"].to_numpy().tolist() == ["rf", "cnn"]
        xr.testing.assert_identical(found.sel(classifier=["cnn", "rf"]).drop_attrs(), self.OF_ARRAYS.drop_attrs())
        lacking = self.wide().drop(columns=["cnn_b", "rf_a"])
        for odd, error, said in (
            (lacking, KeyError, r"no classifier has one for each of \['a', 'b', 'c'\] among"),
            (self.wide()[:0], KeyError, "no classifier has one"),
        ):
            with pytest.raises(error, match=said):
                gathered(data=odd, **OF_THREE)

    @pytest.mark.parametrize("digits", [3, 6])
    def test_rounded_ones_sum_to_one_as_nearly_as_they_can(self, digits):
        given = self.wide().round(digits)
        found = gathered(data=given, **OF_THREE)
        assert np.ptp(found["y_prob"].sum("label").to_numpy()) > 1e-9
        given.loc[4, "rf_b"] += 3 * 10.0**-digits
        with pytest.raises(ValueError, match=r"must sum to 1 over the labels, but that of .*'record': 4"):
            gathered(data=given.round(digits), **OF_THREE)


def test_labels_that_do_not_occur_are_taken_where_what_the_column_stands_for_is_plain():
    frame = pd.DataFrame(WIDE).assign(tree_maybe=0.0, svm_maybe=[0.4, 0, 0, 0], svm_no=[0, 0, 0.125, 0.75])
    found = gathered(data=frame, **COLUMNS)
    assert found["label"].to_numpy().tolist() == ["maybe", "no", "yes"]
    assert found["y_prob"].sel(classifier="svm", label="maybe").to_numpy().tolist() == [[0.4, 0, 0, 0]]
    frame = numbered(p1=[0.0, 0.5], p7=[0.0, 0.25], p01=1.0, p_all=1.0, px=1.0, p2=["a", "b"])
    found = read_numbered(frame.assign(**{"p1.5": 1.0}))
    assert found["label"].to_numpy().tolist() == [0, 1, 7]
    frame = numbered(y=[True, True], tree=[True, True], p1=9.0).rename(columns={"p0": "pTrue"})
    found = read_numbered(frame.assign(pFalse=[0.0, 0.75]))
    assert found["label"].to_numpy().tolist() == [False, True]
    frame = pd.DataFrame(WIDE).assign(tree_time=3.5, svm_note="x", tree_note="y")
    xr.testing.assert_identical(gathered(data=frame, **COLUMNS), EXPECTED)


class TestMissing:
    """Answers that are dropped have no probabilities, and no others lack them."""

    def test_a_row_that_is_not_there(self):
        frame = long_frame().drop(index=6)
        found = gathered(data=frame, **LONG_COLUMNS, on_missing="drop")
        assert found["missing"].sel(classifier="svm").to_numpy().tolist() == [[False, False, True, False]]
        np.testing.assert_array_equal(np.isnan(found["y_prob"]).all("label"), found["missing"])
        of_most_probable = gathered(data=frame, **LONG_COLUMNS | {"y_pred": None}, on_missing="drop")
        assert of_most_probable["missing"].equals(found["missing"])

    @pytest.mark.parametrize("values", [[None, None], [7.0, np.nan]])
    def test_probabilities_of_what_is_dropped_are_not_read(self, values):
        frame = pd.DataFrame(WIDE).astype({"tree_no": object, "tree_yes": object})
        frame.loc[1, ["tree", "tree_no", "tree_yes"]] = [None, *values]
        found = gathered(data=frame, **COLUMNS, on_missing="drop")
        expected = bc.probabilities(Y, P, y_pred=ANSWERS | {"tree": ["no", None, "no", "no"]}, on_missing="drop")
        xr.testing.assert_identical(found, expected)


RUN_ON = {"tree_2_no": WIDE["svm_no"], "tree_2_yes": WIDE["svm_yes"], "tree_2": Y, "tree_2_2_no": 0.0}
REFUSED = [
    ({}, {"y_prob": "p_{label}"}, ValueError, r"must hold \{classifier\} and \{label\}, once each, such as"),
    ({}, {"y_prob": "{classifier}_yes"}, ValueError, r"must hold \{classifier\} and \{label\}"),
    ({}, {"y_prob": ["tree_no", "svm_no"], "y_pred": None}, ValueError, "`labels` must name two labels"),
    ({}, {"y_prob": 3}, TypeError, "`y_prob` must be a list, but got 3"),
    ({}, {"y_prob": ["tree_no"], "labels": ["yes", "no"]}, ValueError, "`y_prob` must have the names of `y_pred`"),
    ({}, {"y_prob": "P({classifier}={label})"}, KeyError, r"there is no 'P\(tree=no\)', .* among \['y',"),
    ({}, {"y_pred": ["tree", "x"]}, KeyError, "there is no 'x_no', 'x_yes' among"),
    ({}, {"y_pred": ["x", "z"]}, KeyError, "there is no 'x_no', 'x_yes', 'z_no', 'z_yes' among"),
    ({}, {"y_pred": ["tree", "tree"]}, ValueError, "`y_pred` must name a column of its own .* 'tree' twice"),
    (RUN_ON, {"y_pred": ["tree", "tree_2"]}, ValueError, "'tree_2_no' may be that of 'tree' and of 'tree_2'"),
    ({"svm_no": [0.4, 0, 0.125, 0.7]}, {}, ValueError, "must sum to 1 over the labels, but that of .*'record': 3"),
    ({"svm_no": [-1.5, 0, 2, 0.7]}, {}, ValueError, "Values of a decision function are given to `decision_values`"),
    ({"svm_no": [0.4, np.nan, 0.125, 0.75]}, {"on_missing": "drop"}, ValueError,
     "no missing values .*'record': 1} has"),
    ({"svm_no": ["1", "b", "c", "d"]}, {}, TypeError, r"`y_prob\['svm_no'\]` must hold numbers, but got 'b'"),
    ({"tree": ["no", None, "no", "no"]}, {}, ValueError, r"`y_pred\['tree'\]` must have no missing values"),
]  # fmt: skip


@pytest.mark.parametrize(("added", "changes", "error", "message"), REFUSED)
def test_bad_patterns_are_refused(added, changes, error, message):
    with pytest.raises(error, match=message):
        gathered(data=pd.DataFrame(WIDE | added), **COLUMNS | changes)


def test_bad_patterns_of_long_frames_are_refused():
    with pytest.raises(ValueError, match=r"must hold \{label\} once, and no \{classifier\}, such as 'p_\{label\}'"):
        gathered(data=long_frame(), **LONG_COLUMNS | {"y_prob": "{classifier}_{label}"})
    frame = pd.DataFrame({"y": ["a", "y"], "m": "m", "id": [1, 2], "a": [1.0, 0.0], "said": ["a", "y"]})
    with pytest.raises(ValueError, match="`y_prob` must name columns of probabilities alone, but 'y' is used for"):
        bc.probabilities("y", "{label}", y_pred="said", data=frame, classifier="m", record="id")


def test_a_column_of_each_classifier_is_of_the_second_label_and_warnings_are_given_once():
    columns = COLUMNS | {"y_prob": {"tree": "tree_yes", "svm": "svm_yes"}, "labels": ["no", "yes"]}
    xr.testing.assert_identical(gathered(data=pd.DataFrame(WIDE), **columns), EXPECTED)
    frame = numbered(tree=[2, 3], p2=0.0, p3=0.0)
    with pytest.warns(UserWarning, match="No label of") as said:
        read_numbered(frame)
    assert len(said) == 1


def test_columns_of_probabilities_tell_nothing_of_folds_or_ids():
    """The column 'p_no' has a value twice, and "no" may be short for number."""
    frame = pd.DataFrame(WIDE).assign(tree_no=0.5, tree_yes=0.5)
    assert gathered(data=frame, **COLUMNS).sizes["record"] == 4
    with pytest.raises(ValueError, match="The column 'fold' must be used"):
        gathered(data=long_frame().assign(fold=[0, 0, 1, 1] * 2), **LONG_COLUMNS)


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=4)
PATTERNS = ["{label}/{classifier}", "{classifier}|{label}", "[p].*{label}{classifier}$", "{Label}{label}{{classifier}}"]


@given(st.lists(TEXT, min_size=2, max_size=2, unique=True).map(sorted), st.sampled_from(PATTERNS))
def test_any_text_may_stand_in_names(labels, pattern):
    around = pattern.replace("{classifier}", "x").partition("{label}")
    columns = {around[0] + label + around[2]: P["tree"][:, k] for k, label in enumerate(labels)}
    frame = pd.DataFrame({"true labels": [labels[label == "yes"] for label in Y], "x": labels[0]} | columns)
    found = bc.probabilities("true labels", pattern, y_pred=["x"], data=frame, how=bc.hold_out())
    np.testing.assert_array_equal(found["y_prob"][0, 0], P["tree"])
