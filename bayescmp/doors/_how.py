"""What tells how answers came about, for `how` of the doors: folds or splits, several answers, the order of time."""

from collections.abc import Iterable, Mapping

from numpy.typing import ArrayLike

from bayescmp._support._arguments import known_arguments
from bayescmp._support._validation import MOST_RECORDS, check_flag, check_positive, check_text
from bayescmp.doors._ways import Answers, Folds, HoldOut, InTime, OneTestSet, Runs, Splits, ValidationSets


@known_arguments
def folds(fold: ArrayLike | None = None, *, repeat: ArrayLike | None = None, train: ArrayLike | None = None) -> Folds:
    """Tell that answers are of a cross-validation, or of repeated hold-outs: which fold or repeat each row is of.

    Parameters
    ----------
    fold : array of shape (n_rows,) or (n_repeats, n_records), or str, optional
        The fold of each row, numbered within its repeat; with `data` the name of a column. Of the second shape where
        answers are, without `repeat`. Repeats without folds are hold-outs, each trained on the records that it leaves
        out.
    repeat : array of shape (n_rows,), or str, optional
        The repeat of each row.
    train : array of bool, shape (n_repeats, n_folds, n_records), optional
        The training sets, where they are not the rest of the records; records in the order in which they first occur.

    Examples
    --------
    >>> import bayescmp as bc
    >>> p = bc.labels([0, 1, 1, 0], {"a": [0, 1, 1, 1], "b": [0, 0, 1, 0]}, how=bc.folds([0, 0, 1, 1]))
    >>> p["fold"].values.tolist()
    [[0, 0, 1, 1]]
    """
    if fold is None and repeat is None:
        raise ValueError("`folds` must be told `fold` or `repeat`, but got neither; a hold-out has no `how`.")
    return Folds(fold=fold, repeat=repeat, train=train)


@known_arguments
def splits(pairs: Iterable[tuple[ArrayLike, ArrayLike]]) -> Splits:
    """Tell that answers are of a cross-validation by its splits.

    Parameters
    ----------
    pairs : list of (train, test)
        The splits, as from ``list(cv.split(X, y))``. Consecutive splits whose test sets partition the records are one
        repeat; any other split is a hold-out, a repeat of its own. Answers of several repeats are of shape
        (n_repeats, n_records).

    Examples
    --------
    >>> import bayescmp as bc
    >>> pairs = [([2, 3], [0, 1]), ([0, 1], [2, 3])]
    >>> p = bc.labels([0, 1, 1, 0], {"a": [0, 1, 1, 1], "b": [0, 0, 1, 0]}, how=bc.splits(pairs))
    >>> p["fold"].values.tolist()
    [[0, 0, 1, 1]]
    """
    return Splits(pairs=pairs)


@known_arguments
def answers(ids: ArrayLike) -> Answers:
    """Tell that there are several answers of the same systems to each record, such as samples of a language model.

    Trainings of an algorithm, such as by several seeds, are `runs`: as answers, their intervals would be too narrow.

    Parameters
    ----------
    ids : array of shape (n_rows,), or str
        Which answer a row is; with `data` the name of a column. Records stay the units, and some may have fewer answers
        than others: an answer that is None, or a row that is not there. `on_missing` concerns records to which a
        classifier has none.

    Examples
    --------
    >>> import bayescmp as bc
    >>> right = {"a": [1, 0, 1, 1], "b": [1, 1, 0, 0]}
    >>> bc.verdicts(right, record=["p", "p", "q", "q"], how=bc.answers([1, 2, 1, 2])).sizes["repeat"]
    2
    """
    return Answers(answer=ids)


@known_arguments
def runs(run: ArrayLike, *, answer: ArrayLike | None = None, paired_runs: bool = False) -> Runs:
    """Tell that algorithms were trained several times, such as by several seeds, on the same training set.

    What is compared are the algorithms, over their own randomness, on new records; not over other training data, of
    which a cross-validation tells.

    Parameters
    ----------
    run : array of shape (n_rows,) or (n_runs,), or str
        Which training, such as a seed, a row is of; with `data` the name of a column. Every run answers all records,
        in one order where there is no `record`. Answers may also be of shape (n_runs, n_records), with one id for each
        run, ``runs(range(5))``. In a long table classifiers may have runs of other names and numbers; one with a single
        run is taken as this one fitted classifier.
    answer : array of shape (n_rows,), or str, optional
        Which of several answers of a run a row is.
    paired_runs : bool, default False
        Whether runs of the same name share something that moves both classifiers, such as a part of the training data
        that they were given. A seed alone shares nothing.

    Examples
    --------
    >>> import bayescmp as bc
    >>> right = {"a": [1, 0, 1, 1], "b": [1, 1, 0, 0]}
    >>> bc.verdicts(right, record=["p", "q", "p", "q"], how=bc.runs([1, 1, 2, 2]))["run"].values.tolist()
    [1, 2]
    >>> grid = bc.labels([0, 1, 1], {"a": [[0, 1, 0], [0, 1, 1]], "b": [[0, 0, 0], [1, 1, 1]]}, how=bc.runs([1, 2]))
    >>> dict(grid["y_pred"].sizes)
    {'classifier': 2, 'repeat': 2, 'record': 3}
    """
    return Runs(run=run, answer=answer, paired_runs=check_flag("paired_runs", paired_runs))


@known_arguments
def in_time(time: ArrayLike) -> InTime:
    """Tell that the records of a hold-out follow each other in time: blocks of them are the units of inference.

    Parameters
    ----------
    time : array of shape (n_rows,), or str
        When each record was, such as a day or a step: numbers, dates, or texts of dates; with `data` the name of a
        column. Records are put in this order. Blocks stand in place of `group`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> days = range(40)
    >>> errors = {"a": [0.1, 0.3] * 20, "b": [0.2, 0.1] * 20}
    >>> int(bc.losses(errors, how=bc.in_time(days))["group"].max()) + 1
    5
    """
    return InTime(time=time)


@known_arguments
def hold_out() -> HoldOut:
    """Tell that the rows of `data` are those of one hold-out, whatever its other columns say.

    Without it, columns that are not used but are called fold, repeat, split, seed, run or alike, levels of a pandas
    index that are, or ids that occur twice, are refused: the log of a cross-validation would pass for a hold-out of as
    many records as it has rows.

    Examples
    --------
    >>> import pandas as pd
    >>> import bayescmp as bc
    >>> log = pd.DataFrame({"seed": [1, 2, 3], "y": [0, 1, 1], "a": [0, 1, 0], "b": [0, 0, 1]})
    >>> bc.labels("y", ["a", "b"], data=log, how=bc.hold_out()).sizes["record"]
    3
    """
    return HoldOut()


@known_arguments
def one_test_set(n_records: float | None = None) -> OneTestSet:
    """Tell that scores or losses are of runs, all on one test set: one number for each training of an algorithm.

    They tell less than predictions do (`runs`): the answer is about these records, and not about new ones.

    Parameters
    ----------
    n_records : float, optional
        Number of records of the test set: how much wider intervals would be at most on new records is told then.

    Examples
    --------
    >>> import bayescmp as bc
    >>> seeds = {"mine": [0.81, 0.84, 0.82, 0.83], "theirs": [0.79, 0.80, 0.78]}
    >>> round(bc.compare(bc.scores(seeds, noun="accuracy", how=bc.one_test_set(1000))).prob_first_better, 3)
    0.995
    """
    known = None if n_records is None else float(check_positive("n_records", n_records, least=1, most=MOST_RECORDS))
    return OneTestSet(n_records=known)


@known_arguments
def validation_sets(
    n_train: float | Mapping[str, float],
    n_test: float | Mapping[str, float],
    *,
    n_repeats: int | None = None,
    dataset: str | None = None,
    fold: str | None = None,
) -> ValidationSets:
    """Tell that scores or losses are of whole validation sets, as `cross_val_score` returns them.

    They tell less than predictions, of which `compare` takes any metric, and how much training sets add.

    Parameters
    ----------
    n_train, n_test : float, or mapping of str to float
        Number of records of a training and of a validation set; their means, where they differ. Only their ratio is
        used, so that of k folds without numbers of records they are k - 1 and 1, and the words of results say "trained
        on 9 of every 10 records". With `dataset` a mapping may have one
        for each data set.
    n_repeats : int, optional
        Repeats of a cross-validation whose scores are given in one row, repeat by repeat. If None, a row of scores is
        one of validation sets of which nothing else is known. It does not change the posterior; some tests beside it
        are for known designs only.
    dataset : str, optional
        Column of `data` with the names of data sets, of which each has scores of its own.
    fold : str, optional
        Column of the validation sets, where each has a row of its own. They are named alike for all classifiers of a
        data set, and otherwise in each repeat: with `n_repeats`, they are taken repeat by repeat in the order of their
        numbers or, where names are no numbers, of the rows.

    Examples
    --------
    >>> import bayescmp as bc
    >>> found = {"tree": [0.91, 0.93, 0.90, 0.92, 0.94], "svm": [0.95, 0.94, 0.95, 0.93, 0.96]}
    >>> bc.scores(found, noun="accuracy", how=bc.validation_sets(120, 30, n_repeats=1)).shape
    (2, 1, 5)
    """
    dataset, fold = (
        None if column is None else check_text(name, column) for name, column in (("dataset", dataset), ("fold", fold))
    )
    return ValidationSets(n_train=n_train, n_test=n_test, n_repeats=n_repeats, dataset=dataset, fold=fold)
