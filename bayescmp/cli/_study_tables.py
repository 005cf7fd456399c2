"""The summary of a study as text, CSV or LaTeX."""

import math
import textwrap
from typing import TYPE_CHECKING, Any

from bayescmp._text import cut, one_line

if TYPE_CHECKING:
    import pandas as pd

FORMATS = ("text", "csv", "latex")
_WIDTH = 80
_MOST_ROWS = 40
"""Of a cell: studies of pairs have hundreds."""


def table_text(summary: "pd.DataFrame", output: str) -> str:
    """Write a summary, as from `summarise_study`, in one of `FORMATS`."""
    if output not in FORMATS:
        raise ValueError(f"`--format` must be one of {', '.join(FORMATS)}, but got {output!r}.")
    if output == "csv":
        return summary.to_csv(index=False).rstrip("\n")
    return _latex(summary) if output == "latex" else _text(summary)


def _text(summary: "pd.DataFrame") -> str:
    alpha = summary.attrs["alpha"]
    name = cut(one_line(summary.attrs["name"]), 2 * _WIDTH)
    about = (
        f"{name}: share of trials in which a method decides that the classifiers differ, at level "
        f"{alpha:g}, with its standard error; where they do not differ, an error of type I"
    )
    blocks = [textwrap.fill(about, _WIDTH)]
    for label, rows in summary.groupby("label", sort=False):
        tuned = summary.attrs["tunings"].get(int(rows["cell"].iloc[0]))
        blocks.append("\n".join([*_head(str(label), rows, tuned), *_lines(rows)]))
    failed = int(summary.groupby("cell")["failed"].max().sum())
    if failed:
        blocks.append(f"{failed} failed trials are left out, and not run again; `failures` of read_study names them.")
    versions = ", ".join(f"{name} {number}" for name, number in summary.attrs["versions"].items())
    blocks.append(
        textwrap.fill(f"seed {summary.attrs['seed']}; {summary.attrs['seconds']:.0f} s of work; {versions}", _WIDTH)
    )
    return "\n\n".join(blocks)


def _head(label: str, rows: "pd.DataFrame", tuned: dict[str, Any] | None) -> list[str]:
    head = f"{cut(one_line(label), 2 * _WIDTH)} ({int(rows['trials'].max())} trials)"
    if tuned is not None:
        head += (
            f": {tuned['parameter']} = {tuned['value']:.4g} +- {tuned['value_se']:.2g} makes the errors equal after "
            f"training on {tuned['n_train']} records, to within {tuned['difference_se']:.2g} (standard error)"
        )
    return [textwrap.fill(head, _WIDTH), f"{'method':<30} {'rejected':>15} {'coverage':>15} {'true diff.':>17}"]


def _lines(rows: "pd.DataFrame") -> list[str]:
    left_out = len(rows) - _MOST_ROWS
    return [
        f"{one_line(row.method):<30.30} {_share(row.rejected, row.rejected_se):>15} "
        f"{_share(row.coverage, row.coverage_se):>15} "
        f"{_true(row.true_difference, row.true_difference_se):>17}"
        for row in rows.head(_MOST_ROWS).itertuples()
    ] + [f"... and {left_out} more: `bayescmp study show FOLDER --format csv`"] * (left_out > 0)


def _share(value: float, error: float) -> str:
    return "" if math.isnan(value) else f"{value:.3f} +- {error:.3f}"


def _true(value: float, error: float) -> str:
    if math.isnan(value):
        return "not known yet"
    return f"{value:.4f} +- {error:.4f}" if error else f"{value:.4f} exact"


def _latex(summary: "pd.DataFrame") -> str:
    """Return a booktabs table: a row per method, a column per cell."""
    shares = summary.assign(
        share=[
            "" if math.isnan(rate) else rf"${rate:.3f} \pm {error:.3f}$"
            for rate, error in zip(summary["rejected"], summary["rejected_se"], strict=True)
        ]
    )
    methods, labels = (list(dict.fromkeys(summary[name])) for name in ("method", "label"))
    table = shares.pivot_table(index="method", columns="label", values="share", aggfunc="first")
    styled = table.loc[methods, labels].rename_axis(index=None, columns=None).style
    for axis in (0, 1):
        styled = styled.format_index(escape="latex", axis=axis)
    return styled.to_latex(hrules=True, column_format="l" + "r" * len(labels)).rstrip("\n")
