"""What is unusual about data is said, and nothing else."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import KFold, TimeSeriesSplit

import bayescmp as bc
from bayescmp.metrics import fold_values

N = 60


def compared(y, splits=None, labels=None, **options):
    rng = np.random.default_rng(1)
    n_repeats = 1
    if splits is not None:
        folds = [len(test) for _, test in splits]
        n_repeats = 1 if sum(folds) == len(y) else len(splits)
    elif labels is not None:  # in an order that tells nothing
        order = rng.permutation(len(y))
        y, labels = y[order], {name: np.asarray(one)[order] for name, one in labels.items()}
    classes = np.unique(y)
    shape = (n_repeats, len(y)) if splits is not None else (len(y),)
    labels = labels or {
        name: np.where(rng.random(shape) < 0.3, rng.choice(classes, shape), y) for name in ("tree", "svm")
    }
    return bc.compare(bc.labels(y, labels, how=splits and bc.splits(splits)), **options)


USUAL = np.arange(N) % 2


def test_usual_data_have_no_note():
    splits = list(KFold(5, shuffle=True, random_state=0).split(USUAL))
    assert compared(USUAL, splits).notes == ()
    assert compared(USUAL).notes == ()


@pytest.mark.parametrize("of_records", [True, False])
def test_data_that_lost_which_way_is_better_are_refused(of_records):
    values = {"a": [0.9, 0.8, 0.85, 0.7], "b": [0.6, 0.7, 0.5, 0.65]}
    data = bc.scores(values) if of_records else bc.scores(values, how=bc.validation_sets(90, 30))
    assert bc.compare(data).prob_first_better > 0.9
    for verb in (bc.compare, bc.rank) if of_records else (bc.compare,):
        with pytest.raises(ValueError, match="`data` must say whether less is better"):
            verb(data.drop_attrs())


@pytest.mark.parametrize("window", [None, 10])
def test_order_in_time_is_said(window):
    result = compared(USUAL, list(TimeSeriesSplit(4, max_train_size=window).split(USUAL)))
    assert "order in time is not modelled" in " ".join(result.notes)
    assert "4 hold-outs of 12 of 60 records" in result.resampling


def test_training_sets_of_different_sizes_are_a_range():
    splits = list(TimeSeriesSplit(2).split(np.zeros(120)))
    assert [len(train) for train, _ in splits] == [40, 80]
    result = compared(np.arange(120) % 2, splits)
    assert "trained on 40 to 80 records (an average over these sizes), on new records" in result.estimand


def test_a_class_in_one_fold_only_is_said_with_the_folds_that_hold_it():
    y = USUAL.copy()
    y[[0, 1]] = 7
    result = compared(y, list(KFold(10).split(y)))
    (note,) = result.notes
    assert note.startswith("class 7 has no record in the training set of 1 of 1 fold with such records")


def test_labels_that_no_record_has_are_said_and_those_written_almost_alike():
    y = np.array(["yes", "no"] * 30)
    odd = np.where(np.arange(N) % 3 == 0, "yes ", y)
    of_tree, of_svm, alike = compared(y, labels={"tree": odd, "svm": np.where(np.arange(N) < 5, "NA", y)}).notes
    assert of_tree == "20 predictions of tree counted as wrong: no record has the label, such as 'yes '"
    assert of_svm == "5 predictions of svm counted as wrong: no record has the label, such as 'NA'"
    assert alike == "the labels 'yes' and 'yes ' are written almost alike, and count as different ones"


@pytest.mark.parametrize("other", ["Yes", "yes ", "ｙes"])
def test_true_labels_that_are_written_almost_alike_are_said_unless_all_are_predicted(other):
    y = np.array(["yes", "no"] * 30, dtype=object)
    mixed = np.where((np.arange(N) < 10) & (y == "yes"), other, y)
    (note,) = compared(mixed, labels={"tree": y, "svm": np.where(np.arange(N) < 9, "no", y)}).notes
    assert repr(other) in note
    assert "are written almost alike" in note
    assert not compared(mixed, labels={"tree": mixed, "svm": y}).notes


def test_the_same_estimator_twice_is_said():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(N, 3)), USUAL
    forest = RandomForestClassifier(3)
    predictions = bc.cross_val_predictions({"a": forest, "b": RandomForestClassifier(3)}, X, y, rng=0)
    result = bc.compare(predictions)
    assert "both are the same estimator" in result.notes[0]
    note = next(line for line in str(result).splitlines() if line.startswith("  Note "))
    assert "both are the same estimator" in note
    assert str(result).count("both are the same estimator") == 1
    other = bc.cross_val_predictions({"a": forest, "b": RandomForestClassifier(4)}, X, y, rng=0)
    assert bc.compare(other).notes == ()


def test_columns_of_scores_that_are_called_as_losses_are_refused():
    columns = ["error0", "error1"]
    rows = [
        ["iris", "tree", 0.1, 0.2], ["iris", "svm", 0.2, 0.3], ["wine", "tree", 0.1, 0.3], ["wine", "svm", 0.1, 0.2],
    ]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["dataset", "classifier", *columns])
    with pytest.raises(ValueError, match="The column 'error0' is called as losses are"):
        bc.scores(columns, data=frame, classifier="classifier", how=bc.validation_sets(1, 1, dataset="dataset"))
    assert bc.losses(columns, data=frame, classifier="classifier", how=bc.validation_sets(1, 1, dataset="dataset"))


@pytest.mark.parametrize(("door", "other", "noun", "is_refused"), [
    (bc.scores, bc.losses, "WER", True), (bc.losses, bc.scores, "accuracy", True),
    (bc.losses, bc.scores, "Brier score", False), (bc.scores, bc.losses, "neg_log_loss", False),
])  # fmt: skip
@pytest.mark.parametrize("how", [None, bc.validation_sets(40, 10)], ids=["records", "sets"])
def test_a_noun_that_says_otherwise_is_refused(door, other, noun, is_refused, how):
    values = {"a": [0.3, 0.31, 0.29, 0.33], "b": [0.5, 0.52, 0.55, 0.51]}
    if is_refused:
        with pytest.raises(ValueError, match=f"The noun '{noun}' is called as {other.__name__} are"):
            door(values, noun=noun, how=how)
        assert other(values, noun=noun, how=how) is not None
    shares = [bc.compare(one(values, how=how)).prob_first_better > 0.5 for one in (bc.losses, bc.scores)]
    assert shares == [True, False]


def test_metrics_of_classes_are_refused_where_only_right_and_wrong_is_known():
    data = bc.verdicts(["a", "b"], data=pd.DataFrame({"a": USUAL, "b": 1 - USUAL}))
    for ask in (bc.compare, bc.rank, fold_values):
        with pytest.raises(ValueError, match="`metric` must be the error, the accuracy or"):
            ask(data, metric="f1_macro")
    assert bc.compare(data, metric="accuracy").evidence.observed == (0.5, 0.5)


def test_a_known_tau_is_not_above_a_larger_one():
    splits = list(KFold(10, shuffle=True, random_state=0).split(USUAL))
    rng = np.random.default_rng(3)
    labels = {name: np.where(rng.random(N) < error, 1 - USUAL, USUAL) for name, error in (("a", 0.05), ("b", 0.4))}
    for tau, above in ((0.0, 0.0), (0.3, 0.0), (50.0, 1.0)):
        tipping = compared(USUAL, splits, labels, method=bc.methods.CrossedEffects(tau=tau)).tipping_point
        assert 0.3 < tipping.tau < 50
        assert tipping.prob_above == above
