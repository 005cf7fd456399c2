"""What users give as arrays: masks, orders and types that would be misread in silence."""

import dask.array
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
import xarray as xr
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.frequentist import adjust_pvalues, cluster_t, delong, permutation, wilcoxon_signed_rank
from bayescmp.metrics import calibration
from bayescmp.posteriors import bayesian_signed_rank
from tests.data import gathered

N = 12
Y = np.arange(N) % 2
SHARE = np.linspace(0.1, 0.9, N)
HALVES = [(np.arange(6), np.arange(6, N)), (np.arange(6, N), np.arange(6))]
ESTIMATORS = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
X = np.random.default_rng(0).normal(size=(N, 2))


def masked(values, at=3):
    values = np.asarray(values)
    return np.ma.array(values, mask=np.arange(values.size).reshape(values.shape) == at)


D = pd.DataFrame([[0.1, 0.2], [0.3, 0.4]], index=["r0", "r1"])
LABELS = pd.DataFrame([Y, Y], index=["r0", "r1"])
TWICE = [*HALVES, (np.arange(0, N, 2), np.arange(1, N, 2)), (np.arange(1, N, 2), np.arange(0, N, 2))]
MASKED = {
    "chunks": lambda: bc.labels(Y, {"a": dask.array.from_array(masked(Y))}),
    "rows of rows": lambda: bc.probabilities(
        Y, {"a": [[np.ma.array([0.5, 0.5], mask=[k == 3, False]) for k in range(N)]]}, y_pred={"a": [Y]},
        how=bc.splits(HALVES),
    ),
    "true labels": lambda: bc.labels(masked(Y), {"a": Y}),
    "text": lambda: bc.labels(Y.astype(str), {"a": masked(Y.astype(str))}),
    "a row of repeats": lambda: bc.labels(Y, {"a": [masked(Y)]}, how=bc.splits(HALVES)),
    "probabilities": lambda: bc.probabilities(Y, {"a": masked(np.c_[1 - SHARE, SHARE])}, y_pred={"a": Y}),
    "losses": lambda: bc.losses({"a": masked(SHARE), "b": SHARE}),
    "scores": lambda: bc.scores({"a": masked(SHARE), "b": SHARE}, how=bc.validation_sets(9, 3)),
    "keys": lambda: bc.labels(Y, {"a": Y}, record=masked(np.arange(N))),
    "splits": lambda: bc.labels(Y, {"a": Y}, how=bc.splits([(masked(np.arange(6)), np.arange(6, N))])),
    "features": lambda: bc.cross_val_predictions(ESTIMATORS, masked(X), Y),
    "target": lambda: bc.cross_val_predictions(ESTIMATORS, X, masked(Y)),
    "counts": lambda: bc.paired_table(
        both_wrong=masked([1, 2], at=1), only_first_wrong=[1, 1], only_second_wrong=[1, 1], both_right=[1, 1],
        dims=("fold",),
    ),
    "scores of records": lambda: delong(Y == 1, masked(SHARE), SHARE),
    "p-values": lambda: adjust_pvalues(masked([0.1, 0.2, 0.3, 0.9])),
}  # fmt: skip


@pytest.mark.parametrize("what", MASKED)
def test_a_true_mask_is_a_missing_value(what):
    with pytest.raises((TypeError, ValueError), match=r"missing|finite|masked|nan|integers|of records|between 0"):
        MASKED[what]()


def test_a_mask_that_hides_nothing_changes_nothing_and_masked_answers_may_be_dropped():
    plain, hidden = (bc.labels(y, {"a": y}) for y in (Y, np.ma.array(Y)))
    assert plain.identical(hidden)
    data = bc.labels(Y, {"a": masked(Y), "b": Y}, on_missing="drop")
    assert np.flatnonzero(data["missing"].sel(classifier="a").values).tolist() == [3]


KEYS = pd.Index([f"r{i}" for i in range(N)], name="record")
SERIES = pd.Series(Y, index=KEYS)
ARRAY = xr.DataArray(Y, dims="record", coords={"record": KEYS})
TABLE = dict.fromkeys(("both_wrong", "only_first_wrong", "only_second_wrong"), pd.Series([1, 2]))
PERMUTED = {
    "repeats of scores": lambda: bc.scores({"a": D, "b": D[::-1]}, how=bc.validation_sets(9, 3)),
    "repeats": lambda: bc.labels(Y, {"a": LABELS, "b": LABELS[::-1]}, how=bc.splits(TWICE)),
    "xarray beside pandas": lambda: bc.labels(SERIES, {"a": ARRAY[::-1]}),
    "probabilities": lambda: bc.probabilities(
        ARRAY, {"a": pd.DataFrame({0: 1 - SHARE, 1: SHARE}, index=KEYS[::-1])}, y_pred={"a": Y}
    ),
    "probabilities of xarray": lambda: bc.probabilities(
        SERIES,
        {"a": xr.DataArray([1 - SHARE, SHARE], dims=("label", "record"), coords={"record": KEYS[::-1]})},
        y_pred={"a": Y},
    ),
    "scores": lambda: bc.scores({"a": SERIES * 0.1, "b": SERIES[::-1] * 0.1}, how=bc.validation_sets(9, 3)),
    "features": lambda: bc.cross_val_predictions(ESTIMATORS, pd.DataFrame(X, index=KEYS), SERIES[::-1]),
    "results": lambda: bc.predictions_from_cross_validate(
        {"a": cross_validate(GaussianNB(), X, Y, return_estimator=True, return_indices=True)},
        pd.DataFrame(X, index=KEYS),
        SERIES[::-1],
    ),
    "groups of fits": lambda: bc.cross_val_predictions(ESTIMATORS, pd.DataFrame(X, index=KEYS), Y, groups=SERIES[::-1]),
    "groups of a test": lambda: cluster_t(SERIES * 0.1, SERIES[::-1]),
    "calibration": lambda: calibration(SERIES, SERIES[::-1] * 0.5),
    "weights of a calibration": lambda: calibration(SERIES, SHARE, sample_weight=SERIES[::-1] + 1),
    "labels of a test": lambda: permutation(SERIES, SERIES, SERIES[::-1]),
    "delong": lambda: delong(SERIES == 1, SERIES * 0.1, SERIES[::-1] * 0.1),
    "counts": lambda: bc.paired_table(**TABLE, both_right=pd.Series([1, 2])[::-1], dims=("fold",)),
}


@pytest.mark.parametrize("what", PERMUTED)
def test_pandas_and_xarray_objects_in_another_order_are_refused(what):
    with pytest.raises(ValueError, match=r"must have the index of .*Align them"):
        PERMUTED[what]()


def test_groups_of_an_experiment_in_another_order_are_refused(tmp_path):
    data, groups = {"d": (pd.DataFrame(X, index=KEYS), SERIES)}, {"d": pd.Series(np.arange(N) // 2, index=KEYS[::-1])}
    with pytest.raises(ValueError, match="`groups` must have the index of `X`"):
        bc.cross_val_datasets(ESTIMATORS, data, out=tmp_path, groups=groups)


def test_bools_beside_other_whole_numbers_are_no_labels():
    """They are more likely to say whether a classifier was right than to mean the labels 0 and 1 of three."""
    with pytest.raises(TypeError, match=r"`y_pred\['a'\]` must hold labels like `y_true`, which .*for `verdicts`"):
        bc.labels(np.arange(N) % 3, {"a": Y == 1})


def test_objects_in_one_order_are_read_and_arrays_of_xarray_by_their_dims():
    data = bc.labels(SERIES, {"a": ARRAY, "b": Y})
    assert (data["y_pred"].to_numpy() == data["y_true"].to_numpy()).all()
    both = xr.DataArray(np.stack([Y, 1 - Y]), dims=("repeat", "record"))
    splits = [(np.flatnonzero(Y == 1), np.flatnonzero(Y == 0)), (np.flatnonzero(Y == 0), np.flatnonzero(Y == 1))]
    one, other = (bc.labels(Y, {"a": given}, how=bc.splits([*HALVES, *splits])) for given in (both, both.transpose()))
    assert one.identical(other)


AS_LABELS = {
    "float16": Y.astype(np.float16),
    "big-endian": Y.astype(">i4"),
    "long double": Y.astype(np.longdouble),
    "chunked xarray": xr.DataArray(Y, dims="record").chunk(5),
    "sparse pandas": pd.Series(pd.arrays.SparseArray(Y)),
    "bools beside 0 and 1": Y == 1,
}


@pytest.mark.parametrize("kind", AS_LABELS)
def test_labels_and_losses_of_any_type_are_equal_by_value(kind):
    data = bc.labels(Y, {"a": AS_LABELS[kind]})
    assert (data["y_pred"].to_numpy()[0, 0] == Y).all()
    assert data["label"].to_numpy().tolist() == [0, 1]
    if not kind.startswith("bools"):
        data = bc.losses({"a": AS_LABELS[kind]})
        assert data["loss"].dtype == float
        assert (data["loss"].to_numpy()[0, 0] == Y).all()


NO_NUMBERS = {
    "dates": pd.date_range("2026-01-01", periods=N), "durations": pd.to_timedelta(Y, unit="s"), "complex": Y + 0j,
    "huge": [10**400] * N, "sparse": scipy.sparse.csr_matrix(Y),
}  # fmt: skip


@pytest.mark.parametrize("kind", NO_NUMBERS)
def test_what_is_neither_label_nor_number_is_answered_in_one_sentence(kind):
    given = {"a": NO_NUMBERS[kind]}
    for read in (lambda: bc.labels(Y, given), lambda: bc.losses(given)):
        with pytest.raises((TypeError, ValueError), match=r"must (hold|be)") as caught:
            read()
        assert len(str(caught.value)) < 500
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["int64", "uint64", "object"])
def test_whole_numbers_that_would_be_rounded_are_refused(kind):
    exact = np.array([2**60, 2**60 + 256, -(2**53)][: 3 if kind != "uint64" else 2]).astype(kind)
    assert bc.losses({"a": exact})["loss"].to_numpy().ravel().tolist() == exact.tolist()
    for given in ({"loss": {"a": exact + 1}}, {"y_true": Y[: len(exact)], "y_score": {"a": exact + 1}}):
        with pytest.raises(ValueError, match=r"that are not rounded.*2\*\*53 are, but got 1152921504606846977 at"):
            gathered(**given)


@pytest.mark.parametrize("test", [wilcoxon_signed_rank, bayesian_signed_rank])
def test_dates_and_masked_numbers_are_no_differences(test):
    with pytest.raises(TypeError, match="`differences` must hold numbers"):
        test(pd.to_timedelta([1, 2, 3]))
    with pytest.raises(ValueError, match="`differences` must be a list of finite numbers"):
        test(np.ma.array([0.1, 0.2, 0.3], mask=[0, 1, 0]))


def test_scores_and_counts_of_xarray_are_read_by_their_dims():
    values = xr.DataArray(np.arange(6.0).reshape(2, 3) / 10, dims=("repeat", "fold"))
    one, other = (bc.scores({"a": v, "b": v}, how=bc.validation_sets(9, 3)) for v in (values, values.transpose()))
    assert one.identical(other)
    counts = xr.DataArray([[1, 2], [3, 4]], dims=("repeat", "fold"))
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    mixed = {name: counts.transpose(*counts.dims[:: 1 if place % 2 else -1]) for place, name in enumerate(names)}
    made = [bc.paired_table(**given, dims=("repeat", "fold")) for given in (dict.fromkeys(names, counts), mixed)]
    assert made[0].identical(made[1])


ODD = {"flags": [True, *SHARE[1:]], "durations": [np.timedelta64(5, "ns"), *SHARE[1:]], "complex": [5 + 9j, *SHARE[1:]]}


@pytest.mark.parametrize("kind", ODD)
def test_flags_durations_and_complex_numbers_among_numbers_are_none(kind):
    for read in (
        lambda: bc.losses({"a": ODD[kind], "b": SHARE}),
        lambda: bc.scores({"a": ODD[kind], "b": SHARE}, how=bc.validation_sets(9, 3)),
        lambda: delong(Y == 1, ODD[kind], SHARE),
        lambda: adjust_pvalues(ODD[kind]),
    ):
        with pytest.raises(TypeError, match="must hold numbers, but got"):
            read()
    with pytest.raises((TypeError, ValueError), match="must hold labels"):
        bc.labels(Y, {"a": [np.complex64(5 + 9j), *Y[1:]]})


def test_missing_true_labels_of_a_long_frame_are_said_to_be_missing():
    y_true = pd.array([1, None, 1, None], dtype="Int64")
    frame = pd.DataFrame({"c": list("aabb"), "r": [1, 2, 1, 2], "y_true": y_true, "y_pred": [1, 2, 1, 2]})
    with pytest.raises(ValueError, match="`y_true` must have no missing values"):
        bc.labels("y_true", "y_pred", data=frame, classifier="c", record="r")
