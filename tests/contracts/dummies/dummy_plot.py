"""A plot: the mean of the difference as a line."""

from bayescmp.plots._plot import Plot


def _draw(comparison, ax):
    ax.axvline(comparison.difference.mean)
    return ax


DUMMY_PLOT = Plot(
    name="dummy-plot", draw=_draw, section="figure", caption=lambda _: "A dummy line.", height=lambda _: 1.0
)
