"""What two classifiers take for what, and how they differ in it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import xarray as xr

from bayescmp._text import counted
from bayescmp._typing import Array, Integers
from bayescmp.plots._axes import LABEL_SIZE, cut_apart, points_of, text_width, width_of_panel
from bayescmp.plots._grids import cells_of, diverging, fitting, name_columns, name_rows, scale, shaded, write
from bayescmp.plots._of_class import check_shared
from bayescmp.predictions import OF_ANSWERS, check_outcomes, pair_of_names

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PANEL, _ABOVE = 0.3, 1.5  # share of the width that the height of a panel is, and inches above and below it
_LONGEST = 0.16  # of the width of the figure, that the name of a label may take
_SHARES = (0.0, 0.1, 0.5, 1.0)


def plot_confusions(
    predictions: xr.Dataset,
    first: str | None = None,
    second: str | None = None,
    *,
    axes: "Sequence[Axes] | Array | None" = None,
) -> "tuple[Axes, Axes, Axes]":
    """Plot the confusion matrices of two classifiers and their difference, as three panels side by side.

    The number in the row of a true label and the column of a predicted one is how many records of the one were taken
    for the other. The third panel is the matrix of the first classifier minus that of the second: on the diagonal a
    positive number, in blue, means that the first is right more often, off the diagonal that it makes the mistake more
    often.

    Parameters
    ----------
    predictions : Dataset
        As from `predictions_from_arrays`, `cross_val_predictions` or `read_predictions`.
    first, second : str, optional
        The two classifiers; may be left out where there are only two.
    axes : sequence of three matplotlib Axes, optional
        Where to draw, side by side; a figure with ``layout="constrained"`` makes room for the names. None makes a new
        figure.

    Returns
    -------
    tuple of three matplotlib Axes
        Of the first classifier, the second one, and the difference. Labels are in the order of
        ``predictions["label"]``, the first at 0 of both axes; those that are neither true nor predicted by one of the
        two are left out.

    Raises
    ------
    TypeError
        If `predictions` is something else, or `axes` are no Axes.
    ValueError
        If `predictions` are not right or wrong once for each validated record, or have no record that both answered;
        if the names do not name two of its classifiers, or `axes` are not three.

    Notes
    -----
    Counts are sums over all folds and repeats. On a hold-out with missing answers they are of the records that both
    classifiers answered. Shades of the matrices follow the square root of the share of the true label, because mistakes
    are often rare; those of the difference follow its square root, with the sign, up to the largest one. Numbers other
    than 0 are written where they would be five points high or more, in all panels or in none; otherwise there are
    scales.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from matplotlib import pyplot as plt
    >>> from bayescmp.plots import plot_confusions
    >>> p = bc.predictions_from_arrays(["cat", "dog", "dog"], {"a": ["cat", "dog", "dog"], "b": ["dog", "cat", "dog"]})
    >>> *_, difference = plot_confusions(p)
    >>> difference.get_title(), [text.get_text() for text in difference.texts]
    ('a − b', ['+1', '−1', '−1', '+1'])
    >>> plt.close(difference.get_figure())
    """
    check_outcomes(predictions, may_lack=True)
    names = pair_of_names(predictions["classifier"].to_numpy(), first, second)
    counts, labels = _confusions(predictions, names)
    panels = _panels(axes)
    _title(panels, names)
    _label(panels, labels, _note(predictions, counts))
    _draw(panels, counts)
    return panels


def _confusions(predictions: xr.Dataset, names: tuple[str, str]) -> tuple[Integers, list[object]]:
    """Count true and predicted labels of both classifiers, shape (2, n_labels, n_labels), and return the labels."""
    ordered = predictions.sel(classifier=list(names)).transpose(*OF_ANSWERS, ...)
    predicted, labels = ordered["y_pred"].to_numpy(), ordered["label"].to_numpy()
    both = (ordered["fold"].to_numpy() >= 0) & (predicted >= 0).all(axis=0)
    check_shared(both, names)
    true = np.broadcast_to(ordered["y_true"].to_numpy(), both.shape)[both].astype(np.int64)  # k * true may be large
    k = labels.size
    counts = np.stack([np.bincount(k * true + one[both], minlength=k * k).reshape(k, k) for one in predicted])
    there = counts.any(axis=(0, 1)) | counts.any(axis=(0, 2))
    return counts[:, there][:, :, there], labels[there].tolist()


def _panels(axes: "Sequence[Axes] | Array | None") -> "tuple[Axes, Axes, Axes]":
    from matplotlib import pyplot as plt
    from matplotlib.axes import Axes

    if axes is None:
        width = plt.rcParams["figure.figsize"][0]
        axes = plt.subplots(1, 3, figsize=(width, _PANEL * width + _ABOVE), layout="constrained")[1]
    found = np.ravel(np.asarray(axes, dtype=object)).tolist()
    others = [type(ax).__name__ for ax in found if not isinstance(ax, Axes)]
    if others:
        raise TypeError(f"`axes` must be three matplotlib Axes or None, but got {others[0]}.")
    if len(found) != 3:
        raise ValueError(f"`axes` must be three matplotlib Axes, as from `plt.subplots(1, 3)`, but got {len(found)}.")
    return found[0], found[1], found[2]


def _note(predictions: xr.Dataset, counts: Integers) -> str:
    """Say what was counted, and what shades mean."""
    n_repeats, total = predictions.sizes["repeat"], int(counts[0].sum())
    pooled = f", {n_repeats} repeats pooled" if n_repeats > 1 else ""
    shared = " on what both answered" if total < int((predictions["fold"] >= 0).sum()) else ""
    about = f"{counted(total, 'prediction')} of each{shared}{pooled}"
    return f"{about}\ndarker: larger share of the true label\nblue: first has more, orange: second"


def _title(panels: "tuple[Axes, Axes, Axes]", names: tuple[str, str]) -> None:
    width = points_of(panels[0])[0]
    first, second = cut_apart(names, width, size=LABEL_SIZE)
    line = f"{first} − {second}"
    titles = (first, second, line if text_width(line, LABEL_SIZE) <= width else f"{first}\n− {second}")
    for ax, title in zip(panels, titles, strict=True):
        ax.set_title(title, fontsize=LABEL_SIZE)


def _label(panels: "tuple[Axes, Axes, Axes]", labels: list[object], note: str) -> None:
    """Name the rows of the first panel and the columns of all, and put a note below that in the middle."""
    panels[0].set_ylabel("true", fontsize=LABEL_SIZE)
    panels[1].set_xlabel(f"predicted\n{note}", fontsize=LABEL_SIZE)
    for ax in panels:
        ax.set_yticks([])
        ax.tick_params(axis="y", length=0)  # panels may share the axis
    width, _ = _cell(panels, len(labels))
    longest = _LONGEST * len(panels) * width_of_panel(panels[0])
    beside = name_rows(panels[0], labels, longest=longest) / len(panels)  # all give way to them
    for ax in panels:
        name_columns(ax, labels, width - beside / len(labels), longest=longest)
        ax.set_ylim(panels[0].get_ylim())


def _cell(panels: "tuple[Axes, Axes, Axes]", n_labels: int) -> tuple[float, float]:
    """Return width and height of a cell in points, with the room that a layout engine leaves beside what is there."""
    figure = panels[0].get_figure(root=True)
    if figure:
        figure.draw_without_rendering()
    width, height = np.min([points_of(ax) for ax in panels], axis=0) / n_labels
    return width, height


def _draw(panels: "tuple[Axes, Axes, Axes]", counts: Integers) -> None:
    """Shade the cells of all panels, and write numbers into them, or put scales beside them."""
    difference = counts[0] - counts[1]
    largest = max(int(np.abs(difference).max()), 1)
    shares = np.sqrt(counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1))
    balance = (1 + np.sign(difference) * np.sqrt(np.abs(difference) / largest)) / 2
    texts = [[[str(count) if count else "" for count in row] for row in one] for one in counts.tolist()]
    texts.append([[_signed(count) if count else "" for count in row] for row in difference.tolist()])
    size = fitting([text for one in texts for row in one for text in row], *_cell(panels, len(difference)))
    edges, meshes = np.arange(len(difference) + 1) - 0.5, []
    for ax, shades, one in zip(panels, (*shares, balance), texts, strict=True):
        colours = diverging() if ax is panels[2] else None
        meshes.append(shaded(ax, edges, edges, shades, colours=colours, outlined=size > 0))
        if size:
            write(ax, cells_of(meshes[-1], shades, one), size)
    if not size:
        scale(panels[1], meshes[1], {share**0.5: f"{share:g}" for share in _SHARES})
        scale(panels[2], meshes[2], {0.0: _signed(-largest), 0.5: "0", 1.0: _signed(largest)})


def _signed(count: int) -> str:
    return f"{count:+d}".replace("-", "−")
