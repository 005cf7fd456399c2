"""Run named tests on two estimators, fitting each distinct training set once for all of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._arguments import known_arguments
from bayescmp._support._bibliography import reference
from bayescmp._support._typing import Array, Integers
from bayescmp._support._validation import check_flag, check_jobs, check_list, check_probability, check_rope
from bayescmp.design import design_of_splits
from bayescmp.doors import probabilities
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._differences import DIMS
from bayescmp.frequentist._label_losses import difference_of, label_metric
from bayescmp.frequentist._registered import RegisteredTest
from bayescmp.frequentist._registry import TESTS
from bayescmp.metrics import DEFAULT_METRIC, Metric, check_class, metric_of
from bayescmp.model_selection import (
    PLANS,
    Plan,
    Predicted,
    check_arguments,
    check_gives_probabilities,
    predict_plans,
    seed_of,
    splits_of_plan,
)
from bayescmp.predictions import column, encode, pair_of_names, plain_labels
from bayescmp.results import Settings
from bayescmp.tables import labelled_tables

Splits = list[tuple[Integers, Integers]]
Labels = tuple[Array, Array, Array]  # true labels, and those of both classifiers, on one validation set
Answers = list[dict[str, Predicted]]  # what both classifiers predict, split by split
_WORDS = ("recommended", "all")


@known_arguments
def run_tests(
    estimators: Mapping[str, Any],
    X: Any,
    y: Any,
    *,
    first: str | None = None,
    second: str | None = None,
    tests: str | Sequence[str] = "recommended",
    metric: str | Callable[[Any, Any], float] | Metric = DEFAULT_METRIC,
    alpha: float = 0.05,
    rope: float | Sequence[float] = 0.0,
    n_jobs: int | None = None,
    rng: Any = None,
    progress: bool = False,
) -> pd.DataFrame:
    """Run significance tests of the difference of two classifiers.

    Parameters
    ----------
    estimators : mapping of str to estimator
        scikit-learn classifiers under their names; only the two that are compared are fitted.
    X : array, sparse matrix or data frame of shape (n_records, n_features)
        Features.
    y : array of shape (n_records,)
        True labels.
    first, second : str, optional
        The two classifiers; may be left out where there are only two.
    tests : "recommended", "all", str or list of str, default "recommended"
        Names from `registered_tests`. "recommended" takes the ten fits of a block-regularized 5x2 cross-validation.
    metric : str, callable or Metric, default "error"
        As in `bayescmp.metrics.metric_of`, which makes those of one class, ``metric_of("f1", "spam")``. With another
        metric, tests of errors only are left out of "recommended" and "all", and refused by name.
    alpha : float, default 0.05
        Level of the tests, a proportion.
    rope : float or (float, float), default 0.0
        Half-width or bounds of the region of practical equivalence, in units of the metric. Where it is 0, tests of
        equivalence are left out of "all", and refused by name.
    n_jobs : int, optional
        Number of processes, as in joblib. The result does not depend on it.
    rng : int, Generator or None
        Seed of splits, estimators and resamples, or its source.
    progress : bool, default False
        Show what is done and how long the rest will take, on standard error.

    Returns
    -------
    DataFrame
        One row per test: test, statistic, df, pvalue, reject (p-value at most alpha), estimate (of value(first) -
        value(second), in the units of the metric), low and high (the test's confidence interval about it at level
        1 - alpha; NaN where it has none), fits (of each classifier, for this test alone), reference, note (its known
        faults). ``attrs["fits"]`` is the number of fits of each classifier for all tests together, ``attrs["seed"]``
        the seed.

    Notes
    -----
    The p-values belong to tests of much the same hypothesis on much the same data: choose the test before looking,
    or report all. Plans share their first splits, and equal training sets are fitted once.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from bayescmp.frequentist import run_tests
    >>> X, y = load_iris(return_X_y=True)
    >>> table = run_tests({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, rng=0)
    >>> table["test"].tolist(), table.attrs["fits"]
    (['bcv_mcnemar', 'calibrated_5x2_bcv_f'], 10)
    """
    check_arguments(estimators, X, y)
    metric, alpha = metric_of(metric), check_probability("alpha", alpha)
    if metric.needs != "probabilities":
        label_metric(metric)
    rope = check_rope(rope, metric.widest)
    check_jobs(n_jobs)
    check_flag("progress", progress)
    names = pair_of_names(estimators, first, second)
    chosen = _chosen(tests, metric, rope)
    seed = seed_of(rng)
    truth = column(y, "y")
    check_class(metric, np.unique(truth).tolist())  # before the fits

    plans = {test.plan: splits_of_plan(test.plan, truth.size, seed) for test in chosen}
    pair = {name: estimators[name] for name in names}
    classes = None
    if metric.needs == "probabilities":
        check_gives_probabilities(pair)
        classes = np.unique(plain_labels(truth, "y"))
    answers, n_fits = predict_plans(pair, X, y, plans, seed=seed, n_jobs=n_jobs, progress=progress, classes=classes)
    evidence = {
        name: _evidence(PLANS[name], splits, answers[name], truth, metric=metric, classes=classes)
        for name, splits in plans.items()
    }
    settings = Settings(rope=rope, ci_prob=1 - alpha, rng=seed)
    table = pd.DataFrame([_row(test, evidence[test.plan], plans[test.plan], alpha, settings) for test in chosen])
    table.attrs = {"fits": n_fits, "seed": seed, "first": names[0], "second": names[1]}
    return table


def _checked_labels(truth: Array, answers: Answers, tests: Sequence[Array]) -> list[Labels]:
    """Return true and predicted labels per split, in one type; refuse them as `cross_val_predictions` does."""
    records = np.concatenate(tests)
    labels = {"y_true": plain_labels(truth, "y_true")}
    for name in answers[0]:
        called, joined = f"y_pred[{name!r}]", np.concatenate([of_split[name].labels for of_split in answers])
        labels[called] = plain_labels(joined, called, lambda i: f"record {records[i]}")
    classes, (true_codes, *codes) = encode(labels)
    ends = np.cumsum([len(test) for test in tests])[:-1]
    return list(zip(*(np.split(classes[code], ends) for code in (true_codes[records], *codes)), strict=True))


def _chosen(tests: str | Sequence[str], metric: Metric, rope: tuple[float, float]) -> list[RegisteredTest]:
    """Return the tests asked for, in the order of the registry."""
    if isinstance(tests, str) and tests in _WORDS:
        pool = (test for test in TESTS.values() if tests == "all" or test.recommended)
        return [test for test in pool if not _problem(test, metric, rope)]
    names = [tests] if isinstance(tests, str) else check_list("tests", tests)
    for name in names:
        problem = _problem(TESTS[TESTS.check("tests", name, also=_WORDS)], metric, rope)
        if problem:
            raise ValueError(problem)
    return [test for test in TESTS.values() if test.name in names]


def _problem(test: RegisteredTest, metric: Metric, rope: tuple[float, float]) -> str:
    """Say why a test cannot be run; nothing if it can."""
    if test.unit in {"group", "run"}:
        return f"`tests` must be of independent records, but {test.name!r} is of {test.unit}s: `compare` runs it."
    if not test.supports(metric):
        return f"`metric` must be {test.metrics!r} for {test.name!r}, which takes no other metric."
    if test.needs_rope and rope == (0.0, 0.0):
        return f"`rope` must be wider than 0 for {test.name!r}, which tests equivalence, but got {rope}."
    return ""


def _evidence(
    plan: Plan, splits: Splits, answers: Answers, truth: Array, *, metric: Metric, classes: Array | None
) -> PairEvidence:
    """Return the evidence from the labels of every split, or the probabilities of `classes`."""
    shape, (first, second) = (plan.n_repeats, plan.n_folds), answers[0]
    compared: list[Any] = _checked_labels(truth, answers, [test for _, test in splits])
    labels = compared[0]
    cells = [np.bincount(2 * (a == true) + (b == true), minlength=4) for true, a, b in compared]
    evidence = PairEvidence(
        design=design_of_splits(shape, splits, kind=plan.kind),
        tables=labelled_tables(np.reshape(cells, (*shape, 2, 2)), DIMS), first=first, second=second, metric=metric,
        labels=lambda: labels,
    )  # fmt: skip
    if metric.counts_errors:  # whose differences follow from the tables
        return evidence
    difference = difference_of(metric)
    if classes is not None:
        difference = difference_of(metric, labels=classes)
        y_prob = [{name: one.probabilities for name, one in of_split.items()} for of_split in answers]
        compared = [(true, *of_split.values()) for (true, *_), of_split in zip(compared, y_prob, strict=True)]
        y_pred = {first: labels[1], second: labels[2]}
        evidence = replace(evidence, predictions=probabilities(labels[0], y_prob[0], y_pred=y_pred, labels=classes))
    values = np.reshape([difference(*of_split) for of_split in compared], shape)
    return replace(evidence, given_differences=xr.DataArray(values, dims=DIMS))


def _row(
    test: RegisteredTest, evidence: PairEvidence, splits: Splits, alpha: float, settings: Settings
) -> dict[str, Any]:
    result = test.of(evidence, settings)
    interval = result.confidence_interval(settings.ci_prob)
    return {
        "test": test.name,
        "statistic": result.statistic,
        "df": result.df,
        "pvalue": result.pvalue,
        "reject": bool(result.pvalue <= alpha),
        "estimate": result.estimate,
        "low": np.nan if interval is None else interval.low,
        "high": np.nan if interval is None else interval.high,
        "fits": len({np.sort(train).tobytes() for train, _ in splits}),
        "reference": reference(test.reference).short,
        "note": test.faults,
    }
