"""The pictures of a study, written into a folder."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

SUFFIXES = ("svg", "png", "pdf")
_EQUAL = 3.0
"""Standard errors of the true difference within which a cell counts as one of equal errors."""


def draw_study(folder: Path, to: Path, suffix: str) -> Iterator[Path]:
    """Draw all that the results allow, and yield the files that were written."""
    from bayescmp.studies import summarise_study  # noqa: PLC0415 - help is quick

    if suffix not in SUFFIXES:
        raise ValueError(f"`--suffix` must be one of {', '.join(SUFFIXES)}, but got {suffix!r}.")
    summary = summarise_study(folder)
    to.mkdir(parents=True, exist_ok=True)
    for name, draw in _pictures(folder, summary):
        yield _saved(draw, to / f"{name}.{suffix}")


def _pictures(folder: Path, summary: "pd.DataFrame") -> Iterator[tuple[str, Callable[[], Any]]]:
    from bayescmp.plots import plot_power, plot_rejection_rates, plot_statistics  # noqa: PLC0415
    from bayescmp.studies import read_study  # noqa: PLC0415

    decides = summary.groupby("method")["rejected"].transform(lambda rates: rates.notna().any())
    deciding = summary[decides]
    equal = deciding[_is_equal(deciding)]
    if not equal.empty:
        yield "size", lambda: plot_rejection_rates(equal)
    for scenario, rows in deciding.groupby("scenario", sort=False):
        if rows["cell"].nunique() > 1:
            yield f"power-{_file_name(str(scenario))}", lambda rows=rows: plot_power(rows)
    for cell, rows in deciding.groupby("cell"):
        number = int(str(cell))
        label = _file_name(str(rows["label"].iloc[0]))
        yield f"statistics-{label}", lambda number=number: plot_statistics(read_study(folder, number))


def _is_equal(summary: "pd.DataFrame") -> "pd.Series[bool]":
    """Rows of the cells whose errors are equal, as far as it is known, at some training size of the study."""
    near = summary["true_difference"].abs() <= _EQUAL * summary["true_difference_se"]
    return near.groupby(summary["cell"]).transform("any")


def _file_name(label: str) -> str:
    return "".join(character if character.isalnum() or character in ".-" else "-" for character in label)


def _saved(draw: Callable[[], Any], path: Path) -> Path:
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib import pyplot as plt  # noqa: PLC0415

    with mpl.rc_context({"svg.fonttype": "none"}):
        figure = draw().figure
        figure.savefig(path, bbox_inches="tight", dpi=150)
    plt.close(figure)
    return path
