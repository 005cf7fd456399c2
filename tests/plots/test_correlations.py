"""The plot of rho1 and rho2."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from matplotlib import pyplot as plt

import bayescmp as bc
from bayescmp.plots import plot_correlations

ESTIMATES = pd.DataFrame({"rho1": [0.0, 0.1, -0.2], "rho2": [0.1, 0.2, 0.3]})


@pytest.fixture
def ax():
    figure, axes = plt.subplots(figsize=(3.35, 3), layout="constrained")
    yield axes
    plt.close(figure)


def lines_of(ax):
    return {line.get_label(): line for line in ax.lines if not line.get_label().startswith("_")}


def test_it_shows_the_points_in_the_region(ax):
    plot_correlations({"moments": ESTIMATES, "a $ b": ESTIMATES + 0.1}, ax=ax)
    lines = lines_of(ax)
    assert lines["moments"].get_xdata().tolist() == [0.0, 0.1, -0.2]
    assert lines[r"a \$ b"].get_ydata() == pytest.approx([0.2, 0.3, 0.4])
    x, y = lines["possible region"].get_data()
    assert y == pytest.approx((1 + np.asarray(x)) / 2)
    assert ax.get_xlim()[0] < -0.2
    assert ax.get_xlim()[1] > 0.5


def test_many_draws_are_thinned_by_weight_and_always_alike(ax):
    cloud = xr.Dataset(
        {"rho1": ("point", np.linspace(0, 0.4, 5000)), "rho2": ("point", np.full(5000, 0.2)),
         "weight": ("point", np.r_[np.zeros(2500), np.full(2500, 1 / 2500)])}
    )  # fmt: skip
    plot_correlations({"draws": cloud}, ax=ax)
    shown = lines_of(ax)["draws"].get_xdata()
    assert len(shown) == 1500
    assert shown.min() > 0.19
    again = plot_correlations({"draws": cloud})
    assert np.array_equal(lines_of(again)["draws"].get_xdata(), shown)
    plt.close(again.figure)


def test_of_many_draws_contours_hold_shares(ax):
    x, y = np.random.default_rng(0).normal(0, 0.1, (2, 1000))
    plot_correlations({"draws": pd.DataFrame({"rho1": x, "rho2": y})}, ax=ax)
    (contours,) = [item for item in ax.collections if hasattr(item, "levels")]
    outer, inner = contours.get_paths()
    inside = [path.contains_points(np.stack([x, y], axis=-1)).mean() for path in (outer, inner)]
    assert inside == pytest.approx([0.9, 0.5], abs=0.03)
    assert {text.get_text() for text in ax.texts} == {"0.5", "0.9"}


def test_contours_do_not_reach_below_all_points(ax):
    x, y = np.random.default_rng(0).normal(0, 0.1, (2, 1000))
    plot_correlations({"draws": pd.DataFrame({"rho1": x, "rho2": np.abs(y)})}, ax=ax)
    (contours,) = [item for item in ax.collections if hasattr(item, "levels")]
    outer, inner = contours.get_paths()
    assert min(outer.vertices[:, 1].min(), inner.vertices[:, 1].min()) >= np.abs(y).min()
    inside = [path.contains_points(np.stack([x, np.abs(y)], axis=-1)).mean() for path in (outer, inner)]
    assert inside == pytest.approx([0.9, 0.5], abs=0.06)


def test_the_sensitivity_is_drawn_as_contours(ax):
    counts = [[[[9, 5], [4, 32]], [[8, 7], [2, 33]]], [[[7, 6], [4, 33]], [[9, 6], [3, 32]]]]
    cells = {"first": ["wrong", "right"], "second": ["wrong", "right"]}
    tables = xr.DataArray(counts, dims=("repeat", "fold", *cells), coords=cells)
    data = bc.comparison.correlation_sensitivity(bc.compare(tables))
    plot_correlations({"moments": ESTIMATES}, n_repeats=2, sensitivity=data, ax=ax)
    contours = next(item for item in ax.collections if hasattr(item, "levels"))
    assert list(contours.levels) == pytest.approx([0.025, 0.1, 0.5, 0.9, 0.975])


def test_what_makes_no_sense_is_refused():
    for clouds in (ESTIMATES, {}):
        with pytest.raises(TypeError, match="`clouds` must map 1 to 4 labels to points, but got"):
            plot_correlations(clouds)
    with pytest.raises(ValueError, match="with rho1 and rho2, but 'a' is none"):
        plot_correlations({"a": ESTIMATES[["rho1"]]})
    with pytest.raises(ValueError, match="`n_repeats` must be at least 2"):
        plot_correlations({"a": ESTIMATES}, n_repeats=1)
