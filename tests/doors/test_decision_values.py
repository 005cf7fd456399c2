"""Decision values: any real numbers, which metrics of order take and all others refuse."""

import numpy as np
import pandas as pd
import pytest
from scipy import special
from sklearn.metrics import average_precision_score, roc_auc_score

import bayescmp as bc
from bayescmp.metrics import fold_values

RNG = np.random.default_rng(0)
N = 90
Y = RNG.integers(0, 2, N)
TWO = {"svm": Y + RNG.normal(0, 2, N), "ridge": 40 * Y + RNG.normal(0, 50, N) - 300}
CLASSES = RNG.integers(0, 3, N)


def of_two(**more):
    return bc.decision_values(Y, TWO, **more)


@pytest.mark.parametrize(
    ("metric", "function"), [("roc_auc", roc_auc_score), ("average_precision", average_precision_score)]
)
def test_values_are_those_of_scikit_learn(metric, function):
    found = fold_values(of_two(), metric=metric).to_numpy().ravel()
    assert found == pytest.approx([function(Y, TWO[name]) for name in TWO], rel=1e-12)


def test_only_the_order_matters():
    """Probabilities that rise with the decision values have the same areas, spread and test."""
    probable = {name: special.expit((s - s.mean()) / s.std()) for name, s in TWO.items()}
    one, other = (bc.compare(data, metric="roc_auc") for data in (of_two(), bc.probabilities(Y, probable)))
    pd.testing.assert_frame_equal(one.methods, other.methods)
    assert one.observed == other.observed


def test_named_labels_say_which_is_which_and_folds_are_ordered_each_by_itself():
    words = np.where(Y, "ill", "healthy")
    named = bc.decision_values(words, TWO, labels=["healthy", "ill"])
    frames = {name: pd.DataFrame({"ill": s, "healthy": -s}) for name, s in TWO.items()}
    assert named["y_score"].equals(bc.decision_values(words, frames)["y_score"])
    assert named["y_score"].sel(label="ill", classifier="svm").to_numpy().ravel().tolist() == TWO["svm"].tolist()
    fold = np.arange(N) % 3
    shifted = {name: s + 1000 * fold for name, s in TWO.items()}
    one, other = (
        bc.compare(bc.decision_values(Y, scores, how=bc.folds(fold)), metric="roc_auc").observed
        for scores in (TWO, shifted)
    )
    assert one == pytest.approx(other)


def test_there_are_no_predicted_labels_and_files_keep_them(tmp_path):
    data = of_two()
    assert set(data) == {"y_true", "y_score", "fold"}
    bc.save_predictions(data, tmp_path / "p.nc")
    assert bc.read_predictions(tmp_path / "p.nc").identical(data)
    result = bc.rank(data, metric="roc_auc")
    result.save(tmp_path / "r.nc")
    assert bc.load(tmp_path / "r.nc").observed == result.observed


@pytest.mark.parametrize(("metric", "verb"), [("error", bc.compare), ("neg_brier_score", bc.rank), ("f1", fold_values)])
def test_other_metrics_refuse_them(metric, verb):
    needs = "labels" if metric in {"error", "f1"} else "probabilities"
    with pytest.raises(ValueError, match=f"`metric` must be one of order, .* got {metric!r}, which needs.* {needs}"):
        verb(of_two(), metric=metric)


def test_missing_ones_are_left_out_where_that_is_asked_for():
    scores = {name: s.copy() for name, s in TWO.items()}
    scores["svm"][3] = np.nan
    data = bc.decision_values(Y, scores, on_missing="drop")
    assert np.flatnonzero(data["missing"].sel(classifier="svm").to_numpy()).tolist() == [3]
    rest = np.arange(N) != 3
    found = bc.compare(data, metric="roc_auc").observed
    assert found == pytest.approx({name: roc_auc_score(Y[rest], s[rest]) for name, s in TWO.items()})
    with pytest.raises(ValueError, match=r"`y_score\['svm'\]` must have no missing values, .* at record 3"):
        bc.decision_values(Y, scores)


@pytest.mark.parametrize(("given", "message"), [
    ({"on_missing": "wrong"}, "`on_missing` must be one of 'error', 'drop', but got 'wrong'"),
    ({"y_score": {"svm": np.where(Y, np.inf, 0.0)}}, "`y_score`.* finite|must hold finite|must have no missing"),
    ({"y_score": {"svm": TWO["svm"][:5]}}, r"`y_score\['svm'\]` must have an entry for each of the 90 records"),
    ({"y_true": CLASSES}, r"`labels` must name two labels, .* where `y_score\['svm'\]` has one number"),
    ({"y_true": np.where(Y, "b", "a")}, r"`labels` must name two labels, .* Here they are \['a', 'b'\]"),
    ({"y_true": np.ones(N, int)}, r"`y_score` must be of records of two classes or more, but all are of \[1\]"),
])  # fmt: skip
def test_what_does_not_go_together_is_refused(given, message):
    with pytest.raises((TypeError, ValueError), match=message):
        bc.decision_values(**{"y_true": Y, "y_score": TWO} | given)
