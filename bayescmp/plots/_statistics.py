"""How the statistics of the methods are distributed over the trials of a cell."""

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp._support._validation import check_number
from bayescmp.content import test_words
from bayescmp.plots._axes import COLOURS, NOMINAL, TEXT_SIZE, Axes, axes_or_new, legend_above, name_axes, names_apart
from bayescmp.plots._grids import fit_across
from bayescmp.plots._plot import check_kind


def plot_statistics(
    results: xr.Dataset, *, threshold: float | None = None, ax: Axes | None = None, size: str | None = None
) -> Axes:
    """Plot the distribution of each method's test statistic over the trials: a violin, its median marked.

    Parameters
    ----------
    results : Dataset, dims (method_name, trial)
        As from `bayescmp.studies.read_study`, with the variable `statistic`. Statistics are on the scale of their
        test; choose those to compare with ``results.sel(method_name=[...])``.
    threshold : float, optional
        Where to draw a dotted line, such as the critical value of the tests.
    ax, size
        As in `plot_result`.

    Raises
    ------
    ValueError
        If `results` lacks the variable `statistic` or its dims, or has no finite statistic at all.

    Notes
    -----
    Violins are Gaussian kernel density estimates that end at the smallest and the largest value; all have the same
    width. A method without finite statistics is left out, infinite and missing values of the others are not drawn;
    the label below the methods says which and how many.

    Examples
    --------
    >>> import tempfile
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_statistics
    >>> from bayescmp.studies import Epsilon, Study, method_named, read_study, run_study
    >>> methods = [method_named("t_5x2"), method_named("kfold_t")]
    >>> study = Study(name="mine", cells=[Epsilon()], methods=methods, trials=200)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     summary = run_study(study, folder)
    ...     ax = plot_statistics(read_study(folder), threshold=2.57)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['5x2 cv t-test', 'paired t-test of folds']
    >>> plt.close(ax.get_figure())
    """
    names, values = _statistics(results)
    if threshold is not None:
        threshold = check_number("threshold", threshold)
    finite = np.isfinite(values)
    has = finite.any(axis=1)
    if not has.any():
        raise ValueError("`results` must have a finite statistic of some method, but got none.")
    ax = axes_or_new(ax, size)
    several = [row[which] for row, which in zip(values[has], finite[has], strict=True)]
    drawn = ax.violinplot(several, widths=0.85, points=200, showextrema=False)
    for body in drawn["bodies"]:  # type: ignore[attr-defined]
        body.set(facecolor=COLOURS[5], edgecolor="black", linewidth=0.6, alpha=1.0)
    places, medians = range(1, len(several) + 1), list(map(np.median, several))
    ax.plot(places, medians, "D", color="black", markerfacecolor="white", markersize=4.0, label="median")
    shown = names_apart(map(test_words, names[has]))
    ax.set_xticks(places, shown, rotation=0 if fit_across(ax, shown) else 90)
    name_axes(ax, "; ".join(_notes(names, values, has)), "test statistic", TEXT_SIZE)
    if threshold is not None:
        ax.axhline(threshold, label=f"threshold {threshold:g}", **NOMINAL)
    legend_above(ax)
    return ax


def _statistics(results: xr.Dataset) -> tuple[Array, Array]:
    """Return the names of the methods, and their statistics, array of shape (n_methods, n_trials)."""
    check_kind("results", results, xr.Dataset, "read_study")
    statistic = results.get("statistic")
    if statistic is None or set(statistic.dims) != {"method_name", "trial"} or "method_name" not in results.coords:
        raise ValueError(
            "`results` must have the variable 'statistic' with the dims 'method_name', named, and 'trial'."
        )
    values = statistic.transpose("method_name", "trial").to_numpy().astype(float)
    return results["method_name"].to_numpy().astype(object), values


def _notes(names: Array, values: Array, has: Array) -> list[str]:
    """Say which methods and how many values are not drawn, by which of them have finite ones."""
    shown = np.array(names_apart(map(test_words, names)), dtype=object)
    notes = [] if has.all() else [f"no finite statistic: {', '.join(shown[~has])}"]
    for kind, is_kind in (("infinite", np.isinf), ("missing", np.isnan)):
        counts = zip(shown[has], is_kind(values[has]).sum(axis=1), strict=True)
        some = [f"{name} ({count})" for name, count in counts if count]
        notes += [f"{kind}, not drawn: {', '.join(some)}"] if some else []
    return notes
