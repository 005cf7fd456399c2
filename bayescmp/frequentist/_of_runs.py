"""Tests of algorithms that were trained several times: of the values of runs, and of runs and records."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._support._given import as_numbers
from bayescmp._support._typing import Floats
from bayescmp.design import RUNS
from bayescmp.evidence import PairEvidence
from bayescmp.evidence._runs import welch_df
from bayescmp.frequentist._differences import by_standard_error
from bayescmp.frequentist._registered import ANY_METRIC
from bayescmp.frequentist._sign_flip import SIGN_FLIP
from bayescmp.results import SignificanceResult


def runs_t(first: ArrayLike, second: ArrayLike) -> SignificanceResult:
    """Welch's t-test of one value of each run, whose answer is about the test set at hand.

    Parameters
    ----------
    first, second : array of shape (n_runs,)
        The value of every run of each algorithm, two or more.

    Examples
    --------
    >>> from bayescmp.frequentist import runs_t
    >>> round(runs_t([0.81, 0.83, 0.82], [0.78, 0.80, 0.79]).pvalue, 3)
    0.021
    """
    a, b = (_checked(values, name, 1) for values, name in ((first, "first"), (second, "second")))
    error, df = _of_means(a, b)
    return by_standard_error("runs_t", a.mean() - b.mean(), np.sqrt(error), df)


def split_plot_t(first: ArrayLike, second: ArrayLike) -> SignificanceResult:
    r"""Test the difference of two algorithms over runs and records, as of readers and cases.

    Parameters
    ----------
    first, second : array of shape (n_runs, n_records)
        What each run of an algorithm loses or scores on every record, of two runs or more, and the same records.

    Notes
    -----
    With d the differences of the means over runs on n records, S^2 the variance of the R means of an algorithm's runs,
    and e its residual mean square,

    .. math:: V = \frac{s_d^2}{n} + \sum_{A, B} \Bigl(\frac{S^2}{R} - \frac{e}{nR}\Bigr)

    (status S, the split-plot form of multi-reader studies [1]_), at least the first term; degrees of freedom by
    Satterthwaite's formula from the mean squares.

    References
    ----------
    .. [1] S. L. Hillis, "A Comparison of Denominator Degrees of Freedom Methods for Multiple Observer ROC Analysis",
       Statistics in Medicine 26(3), 2007. :doi:`10.1002/sim.2532`

    Examples
    --------
    >>> from bayescmp.frequentist import split_plot_t
    >>> found = split_plot_t([[1, 0, 1, 1], [1, 0, 1, 0]], [[1, 0, 0, 0], [0, 0, 1, 0]])
    >>> round(found.statistic, 3), round(found.df, 2)
    (3.0, 0.75)
    """
    a, b = (_checked(values, name, 2) for values, name in ((first, "first"), (second, "second")))
    if a.shape[1] != b.shape[1]:
        raise ValueError(f"`second` must be of the {a.shape[1]} records of `first`, but got {b.shape[1]}.")
    n, apart = a.shape[1], a.mean(0) - b.mean(0)
    sampling, (of_runs, df) = apart.var(ddof=1) / n, _of_means(a.mean(1), b.mean(1))
    rest = sum(_residual(one) / (n * len(one)) for one in (a, b))
    variance = max(sampling + of_runs - rest, sampling)
    parts = sampling**2 / (n - 1) + (of_runs**2 / df if of_runs else 0.0)
    return by_standard_error("split_plot_t", apart.mean(), np.sqrt(variance), variance**2 / parts if parts else n - 1.0)


def _checked(values: ArrayLike, name: str, ndim: int) -> Floats:
    found = as_numbers(values, name)
    if found.ndim != ndim or min(found.shape) < 2 or not np.isfinite(found).all():
        what = "(n_runs,)" if ndim == 1 else "(n_runs, n_records)"
        raise ValueError(f"`{name}` must hold finite numbers of shape {what}, two or more, but got {found.shape}.")
    return found


def _of_means(a: Floats, b: Floats) -> tuple[float, float]:
    """Return the variance of the difference of means of runs, and Welch's degrees of freedom."""
    return _added(np.array([one.var(ddof=1) / one.size for one in (a, b)]), np.array([a.size - 1, b.size - 1]))


def _added(own: Floats, df: Floats) -> tuple[float, float]:
    """Return the sum of two variances, and Welch's degrees of freedom."""
    return float(own.sum()), float(welch_df(own, df))


def _residual(values: Floats) -> float:
    """Return the residual mean square of a table of runs and records without replication."""
    rest = values - values.mean(0) - values.mean(1, keepdims=True) + values.mean()
    return float((rest**2).sum() / ((values.shape[0] - 1) * (values.shape[1] - 1)))


def _reads(evidence: PairEvidence) -> bool:
    """Tell whether both have several runs, which are no pairs."""
    runs = evidence.runs
    return runs is not None and runs.sizes["side"] == 2 and int(runs["count"].min()) > 1


def _of_evidence(evidence: PairEvidence) -> SignificanceResult:
    """Apply `runs_t` to what is known of the runs' values."""
    runs, (first, second) = evidence.runs, evidence.observed
    assert runs is not None  # noqa: S101 - which are read
    variance, df = _added((runs["between"] / runs["count"]).to_numpy(), runs["count"].to_numpy() - 1)
    return by_standard_error("runs_t", float(first - second), np.sqrt(variance), df)


def _losses(evidence: PairEvidence) -> list[Floats]:
    """Return the value of each run on every record, of both."""
    predictions = evidence.predictions
    assert predictions is not None  # noqa: S101 - which runs are of
    losses = predictions["run_loss"].transpose("classifier", "run", "record").to_numpy()
    losses = losses[..., predictions["fold"].to_numpy()[0] >= 0]
    return [evidence.metric.loss_of_value(one[~np.isnan(one[:, 0])]) for one in losses]


SPLIT_PLOT_T = replace(
    SIGN_FLIP, name="split_plot_t", spoken="split-plot t-test of runs and records", family="t",
    null="equal expected loss of the two algorithms on this training set", reference="hillis2007", metrics=ANY_METRIC,
    faults="two runs leave a very wide interval", unit="run", accepts=lambda design: design.kind == RUNS,
    assess=lambda e, _: split_plot_t(*_losses(e)), reads=lambda e: _reads(e) and e.predictions is not None,
)  # fmt: skip
RUNS_T = replace(
    SPLIT_PLOT_T, name="runs_t", spoken="Welch's t-test of the runs' values",
    null="equal expected loss of the two algorithms on this test set", reference="welch1947",
    faults="takes the test set as fixed: says nothing of new records",
    assess=lambda e, _: _of_evidence(e), reads=_reads,
)  # fmt: skip
