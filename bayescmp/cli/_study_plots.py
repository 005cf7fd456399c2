"""The pictures of a study, written into a folder."""

import itertools
import re
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from bayescmp._files import check_is_ours, write_signed
from bayescmp._text import cut

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

SUFFIXES = ("svg", "png", "pdf")
_NO_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_MOST = 10
"""Cells of one picture; with more, a picture for each scenario."""
_LONGEST_NAME = 200
"""Bytes of a label in the name of a file, which may have 255."""
_EQUAL = 3.0
"""Standard errors of the true difference within which a cell counts as one of equal errors."""


def draw_study(folder: Path, to: Path, suffix: str) -> Iterator[Path]:
    """Draw all that the results allow, and yield the files that were written; none if one is not ours to replace."""
    from bayescmp.studies import summarise_study  # noqa: PLC0415 - help is quick

    if suffix not in SUFFIXES:
        raise ValueError(f"`--suffix` must be one of {', '.join(SUFFIXES)}, but got {suffix!r}.")
    summary = summarise_study(folder)
    named = list(_pictures(folder, summary))
    names = _apart([name for name, _ in named])
    pictures = [(draw, to / f"{name}.{suffix}") for name, (_, draw) in zip(names, named, strict=True)]
    for _, path in pictures:
        check_is_ours(path, summary.attrs["fingerprint"])
    to.mkdir(parents=True, exist_ok=True)
    for draw, path in pictures:
        write_signed(_drawn(draw, suffix), path, summary.attrs["fingerprint"])
        yield path


def _pictures(folder: Path, summary: "pd.DataFrame") -> Iterator[tuple[str, Callable[[], "Axes"]]]:
    from bayescmp.plots import plot_power, plot_rejection_rates  # noqa: PLC0415

    decides = summary.groupby("method")["rejected"].transform(lambda rates: rates.notna().any())
    deciding = summary[decides]
    equal = deciding[_is_equal(deciding)]
    for scenario, rows in [("", equal)] if len(set(equal["cell"])) <= _MOST else equal.groupby("scenario", sort=False):
        if not rows.empty:
            yield f"size{'-' if scenario else ''}{_file_name(str(scenario))}", partial(plot_rejection_rates, rows)
    for scenario, rows in deciding.groupby("scenario", sort=False):
        if len(set(rows["cell"])) > 1:
            yield f"power-{_file_name(str(scenario))}", partial(plot_power, rows, against=_moving(rows))
    for cell, rows in deciding.groupby("cell"):
        label = _file_name(str(rows["label"].iloc[0]))
        yield f"statistics-{label}", partial(_statistics, folder, int(str(cell)))


def _statistics(folder: Path, cell: int) -> "Axes":
    from bayescmp.plots import plot_statistics  # noqa: PLC0415
    from bayescmp.studies import read_study  # noqa: PLC0415

    return plot_statistics(read_study(folder, cell))


def _moving(rows: "pd.DataFrame") -> str:
    """Return what to draw rejections against: the true difference, or a parameter that varies where it does not."""
    columns = list(rows.columns)
    varied = columns[columns.index("label") + 1 : columns.index("method")]
    moving = [name for name in ("true_difference", *varied) if rows.groupby("plan")[name].nunique().max() > 1]
    return moving[0] if moving else "true_difference"


def _is_equal(summary: "pd.DataFrame") -> "pd.Series[bool]":
    """Rows of the cells whose errors are equal, as far as it is known, at some training size of the study."""
    near = summary["true_difference"].abs() <= _EQUAL * summary["true_difference_se"]
    return near.groupby(summary["cell"]).transform("any")


def _file_name(label: str) -> str:
    name = re.sub(r"[^\w.]+", "-", label)
    return name if len(name.encode()) <= _LONGEST_NAME else cut(name, _LONGEST_NAME // 4)  # up to 4 bytes a character


def _apart(names: list[str]) -> list[str]:
    """Return names that differ: those that are the same without punctuation get numbers."""
    taken: dict[str, None] = {}
    for name in names:
        numbered = (f"{name}-{number}" for number in itertools.count(2))
        taken[next(given for given in itertools.chain([name], numbered) if given not in taken)] = None
    return list(taken)


def _drawn(draw: Callable[[], "Axes"], suffix: str) -> bytes:
    """Return the bytes of a picture: the same for the same results."""
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    content = BytesIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "bayescmp"}):
        figure = draw().get_figure(root=True)
        if figure is not None:
            figure.savefig(content, format=suffix, bbox_inches="tight", dpi=150, metadata=_NO_DATES[suffix])
            plt.close(figure)
    return content.getvalue()
