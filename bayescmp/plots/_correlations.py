"""The two correlations of folds, inside the region where they are possible."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp._support._validation import check_integer
from bayescmp.plots._axes import COLOURS, TEXT_SIZE, Axes, axes_or_new, drawn, legend_above, name_axes
from bayescmp.plots._plot import check_kind

_SHOWN, _POINTS = 1500, 200  # of one cloud: more hide each other, and more are contours
_SHARES, _GRID = (0.9, 0.5), 70  # of the points, inside of contours, and places along an axis
_MARKERS, _DASHES = "o^sD", ("-", "--", "-.", ":")


def plot_correlations(
    clouds: Mapping[str, Any], *, n_repeats: int = 5, sensitivity: Any = None, ax: Axes | None = None,
    size: str | None = None,
) -> Axes:  # fmt: skip
    """Plot pairs of rho1 and rho2: draws of a posterior, or estimates of many experiments.

    Outside the grey lines no correlations are possible. Dashed lines are the bounds of 1/2 that the effective table
    takes.

    Parameters
    ----------
    clouds : mapping of str to Dataset or DataFrame
        Up to four, by their labels; each has `rho1` and `rho2` of the same shape and maybe `weight`: draws (such as
        ``tree["posterior"].to_dataset()``), what `run_correlations` returns, or a table of estimates. Of more than 1500
        points so many are taken, chosen at random by weight, always the same; of more than
        200 contours hold a half and .9, as they say. Of one run their lower edge is flat at rho2 = 0, where the prior
        ends.
    n_repeats : int, default 5
        Repeats of the two-fold cross-validation, on which the region of possible correlations depends.
    sensitivity : Dataset, optional
        From `bayescmp.comparison.correlation_sensitivity`: drawn as contours of the probability that the first is
        better.
    ax, size
        As in `plot_result`.

    Examples
    --------
    >>> import pandas as pd
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_correlations
    >>> ax = plot_correlations({"estimates": pd.DataFrame({"rho1": [0.0, 0.1], "rho2": [0.1, 0.2]})})
    >>> ax.get_legend_handles_labels()[1][-1]
    'estimates'
    >>> plt.close(ax.get_figure())
    """
    check_integer("n_repeats", n_repeats, least=2)
    points = _checked(clouds)
    if sensitivity is not None:
        check_kind("sensitivity", sensitivity, xr.Dataset, "correlation_sensitivity")
        if "prob_first_better" not in sensitivity:
            raise ValueError(
                f"`sensitivity` must hold `prob_first_better`, as from `correlation_sensitivity`, but holds "
                f"{[*sensitivity.data_vars]}."
            )
    ax = axes_or_new(ax, size)
    if sensitivity is not None:
        surface, tail = sensitivity["prob_first_better"].transpose("rho2", "rho1"), 1 - sensitivity.attrs["threshold"]
        lines = ax.contour(
            surface["rho1"], surface["rho2"], surface, levels=sorted({tail, 0.1, 0.5, 0.9, 1 - tail}),
            colors=COLOURS[2], linewidths=0.8, zorder=1,
        )  # fmt: skip
        ax.clabel(lines, fmt="P = %.3g", fontsize=TEXT_SIZE)
    rho1 = np.array([-1.0, 1.0])
    ax.plot(rho1, (1 + rho1) / 2, color=COLOURS[7], lw=1.0, label="possible region", zorder=1)
    ax.plot(rho1, -(1 + rho1) / (2 * (n_repeats - 1)), color=COLOURS[7], lw=1.0, zorder=1)
    ax.plot([-1, 0.5, 0.5], [0.5, 0.5, -1], color=COLOURS[0], lw=0.8, ls="--", label="bounds of 1/2", zorder=1)
    for number, (name, (x, y)) in enumerate(points.items()):
        look: dict[str, Any] = {"color": COLOURS[number], "label": drawn(name), "zorder": 2}
        if x.size <= _POINTS or np.linalg.matrix_rank(np.cov(x, y)) == 1:
            ax.plot(x, y, _MARKERS[number], ms=3.5, mew=0.6, mfc="none", ls="none", **look)
        else:
            *surface_of_points, levels = _density(x, y)
            lines = ax.contour(
                *surface_of_points, levels=levels, colors=COLOURS[number], linewidths=1.1, linestyles=_DASHES[number]
            )
            ax.clabel(lines, fmt=dict(zip(levels, map(str, _SHARES), strict=True)), fontsize=TEXT_SIZE, inline=False)
            ax.plot([], [], linewidth=1.1, linestyle=_DASHES[number], **look)
    every = np.concatenate([np.stack(pair) for pair in points.values()], axis=1)
    low, high = np.minimum(every.min(1), -0.1), np.maximum(every.max(1), 0.55)
    ax.set(xlim=(low[0] - 0.05, high[0] + 0.05), ylim=(low[1] - 0.05, high[1] + 0.05))
    name_axes(ax, "rho1, correlation within a repeat", "rho2, correlation between repeats")
    legend_above(ax)
    return ax


def _density(x: Array, y: Array) -> tuple[Array, Array, Array, Array]:
    """Return a grid, the density of points on it, mirrored where they end below, and the levels of shares of them."""
    from scipy.stats import gaussian_kde

    def density(at: Array) -> Array:
        return np.asarray(kernel(at) + kernel([at[0], 2 * y.min() - at[1]]))

    kernel = gaussian_kde(np.stack([x, y]))
    across, up = np.linspace(x.min() - 0.1, x.max() + 0.1, _GRID), np.linspace(y.min(), y.max() + 0.1, _GRID)
    on_grid = density(np.stack(np.meshgrid(across, up)).reshape(2, -1)).reshape(_GRID, _GRID)
    on_grid[0] = 0.0  # which closes contours there
    return across, up, on_grid, np.quantile(density(np.stack([x, y])), 1 - np.array(_SHARES))


def _checked(clouds: Mapping[str, Any]) -> dict[str, tuple[Array, Array]]:
    if not isinstance(clouds, Mapping) or not 0 < len(clouds) <= len(_MARKERS):
        raise TypeError(f"`clouds` must map 1 to {len(_MARKERS)} labels to points, but got {type(clouds).__name__}.")
    for label, cloud in clouds.items():
        if not isinstance(cloud, (Mapping, pd.DataFrame)) or not {"rho1", "rho2"} <= set(cloud):
            raise ValueError(f"`clouds` must be Datasets or DataFrames with rho1 and rho2, but {label!r} is none.")
    return {label: _thinned(cloud) for label, cloud in clouds.items()}


def _thinned(cloud: Any) -> tuple[Array, Array]:
    x, y = (np.ravel(np.asarray(cloud[name], dtype=float)) for name in ("rho1", "rho2"))
    if x.size <= _SHOWN:
        return x, y
    weight = np.ravel(np.asarray(cloud["weight"], dtype=float)) if "weight" in cloud else np.full(x.size, 1 / x.size)
    chosen = np.random.default_rng(0).choice(x.size, _SHOWN, p=weight / weight.sum())
    return x[chosen], y[chosen]
