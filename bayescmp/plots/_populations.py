"""The next data set in every possible population, as a cloud in the triangle of three outcomes."""

from typing import TYPE_CHECKING

import numpy as np

from bayescmp.datasets import DatasetsComparison
from bayescmp.plots._axes import COLOURS, axes_or_new, legend_above
from bayescmp.plots._of_comparison import warning_words
from bayescmp.plots._triangle import CORNERS, draw_triangle
from bayescmp.words import probability_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_DRAWS, _SEED = 1000, 0
_LARGEST = "between populations in which another outcome\nis the most probable"


def draw_populations(ax: "Axes | None", result: DatasetsComparison) -> "Axes":
    """Draw a point per possible population, and their mean, whose probabilities stand at the corners."""
    settings, ax = result.settings, axes_or_new(ax)
    found = result.draw_regions(_DRAWS, _SEED)
    shares = [probability_text(share, 2) for share in result.next_dataset.probabilities]
    first, even, second = (f": {share}" for share in shares)
    draw_triangle(ax, settings.threshold, (result.first, result.second), (first, even, second))
    middle = CORNERS.mean(axis=0)
    for number, corner in enumerate(CORNERS):  # between the regions in which one outcome is the most probable
        end = (CORNERS.sum(axis=0) - corner) / 2
        label = None if number else _LARGEST
        ax.plot(*np.stack([middle, end]).T, color="black", linewidth=0.8, linestyle=":", zorder=1.5, label=label)
    ax.plot(
        *(found.to_numpy() @ CORNERS).T, "o", markersize=2.0, color=COLOURS[2], alpha=0.35, markeredgewidth=0, zorder=2,
        label="the next data set in one possible population",
    )  # fmt: skip
    ax.plot(
        *(np.array(result.next_dataset.probabilities) @ CORNERS), "D", markersize=5.5, color=COLOURS[1],
        markeredgecolor="white", clip_on=False, zorder=3,
        label=f"{warning_words(result)}the next data set, over all populations",
    )  # fmt: skip
    legend_above(ax, centred=True)
    return ax
