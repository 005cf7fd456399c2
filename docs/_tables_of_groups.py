"""The tables of the page on dependent records, from `docs/results`."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
from _registries import table

_RESULTS = Path(__file__).parent / "results"
_NAMES = {
    "partial_credit": "partial credit",
    "f1_macro": "macro F1",
    "roc_auc": "ROC AUC",
    "error_5x2": "error, 5 x 2",
}


def tables_of_groups() -> dict[str, str]:
    """Return the tables by the name of the file that a page includes."""
    return {
        "groups_vowel": _vowel(),
        "groups_coverage": _groups(),
        "answers_coverage": _answers(),
        "groups_rank": _rank(),
        "in_order": _in_order(),
    }


def _vowel() -> str:
    rows = pd.read_csv(_RESULTS / "vowel.csv")
    last = rows[rows["analysis"] == "speakers"]["classifier"]
    cells = rows.assign(
        error=[f"{row.observed:.3f} [{row.low:.3f}, {row.high:.3f}], {row.prob_best:.2f}" for row in rows.itertuples()]
    ).pivot_table(index="classifier", columns="analysis", values="error", aggfunc="first", sort=False)
    heads = ("error, 95 % interval, P(best)", *cells.columns)
    return table(heads, ((name, *cells.loc[name]) for name in last))


def _held(rows: pd.DataFrame) -> str:
    return f"{rows['covered'].min():.3f}, {rows['covered'].mean():.3f}" if len(rows) else ""


def _groups() -> str:
    """Coverage by metric, sizes and numbers of groups, least and mean, with the mean ratio of widths."""
    results = pd.read_csv(_RESULTS / "groups.csv")
    counts = sorted(results["groups"].unique())

    def rows() -> Iterator[tuple[str, ...]]:
        for (metric, sizes), cell in results.groupby(["metric", "sizes"], sort=False):
            own, control = (cell[cell["method"] == name] for name in ("groups", "records"))
            ratio = "" if own["ratio"].isna().all() else f"{own['ratio'].mean():.2f}, {own['ratio'].max():.2f}"
            held = (_held(own[own["groups"] == count]) for count in counts)
            least = f"{control['covered'].min():.2f}"
            yield _NAMES.get(str(metric), str(metric)), str(sizes), *held, ratio, least

    heads = ("metric", "sizes", *(f"{count} groups" for count in counts), "width, mean and most", "records, least")
    return table(heads, rows())


def _in_order() -> str:
    """Decisions between equal forecasters, by the strength of dependence in time and the number of records."""
    rows = pd.read_csv(_RESULTS / "in_order.csv")
    heads = ("differences", "records", "decided, as independent", "in blocks", "Diebold-Mariano", "noticed", "width")
    shares = ("records", "blocks", "diebold_mariano", "seen")
    return table(
        heads,
        (
            (
                f"{row.what}, {row.rho:g}",
                f"{row.n:,}",
                *(f"{getattr(row, name):.3f}" for name in shares),
                f"{row.width:.2f}",
            )
            for row in rows.itertuples()
        ),
    )


def _answers() -> str:
    results = pd.read_csv(_RESULTS / "answers.csv")
    results["answers"] = results["answers"].astype(str)
    answers = list(dict.fromkeys(results["answers"]))

    def rows() -> Iterator[tuple[str, ...]]:
        for (metric, records), cell in results.groupby(["metric", "records"], sort=False):
            for method, own in cell.groupby("method", sort=False):
                covered = own.set_index("answers")["covered"]
                held = (f"{covered[one]:.3f}" if one in covered else "" for one in answers)
                yield _NAMES.get(str(metric), str(metric)), str(records), str(method), *held

    return table(
        ("metric", "records", "method", *("1 answer" if one == "1" else f"{one} answers" for one in answers)), rows()
    )


def _rank() -> str:
    results = pd.read_csv(_RESULTS / "groups_rank.csv")
    rows = (
        (
            row.world,
            str(row.groups),
            f"{row.icc:g}",
            row.method,
            *(f"{one:.3f}" for one in (row.together, row.pairs, row.decided)),
            *(f"{one:.2f}" if row.world == "apart" else "" for one in (row.claimed, row.best)),
        )
        for row in results.itertuples()
    )
    return table(("errors", "groups", "icc", "method", "together", "pairs", "decided", "claimed", "best"), rows)
