"""The calibration card: how often every method that the package prints held what it says, where that was known."""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from io import StringIO
from typing import Any

import joblib
import numpy as np
import pandas as pd

from bayescmp._text import cut
from bayescmp._validation import check_integer, check_jobs
from bayescmp.metrics import METRICS
from bayescmp.studies._card_worlds import WORLDS, measured, told_of

_WIDTH = 80
_PLAIN = {"any", *(metric.name for metric in METRICS.values() if metric.counts_errors)}
"""Metrics that go without saying."""
_SAID = 16
"""Methods whose worst cells stand first."""
_HEADS = "  50 %  80 %  95 % worst  size worst power"
_MANY = 100
"""Samples from which on a share is quoted."""
_USUAL = "5 x 2"
_POPULATIONS = {True: "dirichlet", False: "student"}
_FAR = 4.0
"""Standard errors from which on a worst cell is no longer taken for chance."""
_CHANCE = 4.5
"""The same of a share that is measured again, of some 150."""
_SHARES = ("covered_50", "covered_80", "covered", "size", "power")


def card() -> pd.DataFrame:
    """Return the calibration card: how often every posterior and test held what it says, where the truth was known.

    Returns
    -------
    DataFrame
        One row a method, a kind of data and a metric, what fails furthest in a cell first. `cells` with a known truth,
        `trials` samples of each at least; `covered_50`, `covered_80` and `covered`, how often 50, 80 and 95 %
        intervals hold the truth, means over cells; `kept`, the number of cells in which those of 95 % hold it in at
        least .95 of the samples, less two standard errors; `size` and `power`, the shares of samples in which equal
        classifiers and different ones are decided; `worst_covered` and `worst_size` with the names of their cells;
        `claimed` and `happened`, the mean probability of what leads, and how often it was so; `verb`, `units`,
        `design` and `plan`, which results the row is of; `source`, the table that it comes from.

    Notes
    -----
    A share of 200 samples has a standard error of .015 at .05, so that the worst of many cells is partly chance.

    Examples
    --------
    >>> from bayescmp.studies import card
    >>> rows = card().query("method == 'crossed-effects' and source == 'frontier-repeats'")
    >>> int(rows["cells"].iloc[0])
    360
    """
    return _card().copy()


@cache
def _card() -> pd.DataFrame:
    text = (resources.files("bayescmp.studies") / "card.csv").read_text(encoding="utf-8")
    rows = pd.read_csv(StringIO(text))
    return (
        rows.assign(order=-_failure(rows)).sort_values("order", kind="stable", ignore_index=True).drop(columns="order")
    )


def _failure(rows: pd.DataFrame) -> "pd.Series[float]":
    """Return by how many standard errors of an exact method the worst cell, or a claim, misses what it says."""
    error = np.sqrt(0.05 * 0.95 / rows["trials"])
    claim = np.sqrt(rows["claimed"] * (1 - rows["claimed"]) / (rows["cells"] * rows["trials"]))
    led = (rows["claimed"] - rows["happened"]) / rows["happened_se"].fillna(claim)
    return (_missed(rows) / error).fillna(led).fillna(-np.inf)


def _missed(rows: pd.DataFrame) -> "pd.Series[float]":
    """Return by how much the worst cell misses .95 covered, or exceeds .05 rejected."""
    return (0.95 - rows["worst_covered"]).combine(rows["worst_size"] - 0.05, np.fmax)


def measure_card(trials: int = 100, *, seed: int = 1, n_jobs: int = 1) -> pd.DataFrame:
    """Measure the simulated worlds of the card again: its short form.

    Parameters
    ----------
    trials : int, default 100
        Samples of each world, once with equal classifiers and once with different ones.
    seed : int, default 1
        Seed of the samples; those of the card have 0.
    n_jobs : int, default 1
        Processes.

    Returns
    -------
    DataFrame
        Rows as of `card`, a world and a method each.

    Raises
    ------
    ValueError
        If `trials`, `seed` or `n_jobs` is none.

    Examples
    --------
    >>> from bayescmp.studies import measure_card
    >>> measure_card(trials=1)["data"].nunique()
    11
    """
    check_integer("trials", trials, least=1)
    check_integer("seed", seed, least=0, most=None)
    check_jobs(n_jobs)
    work = (joblib.delayed(lambda world: list(measured(world, trials, seed)))(world) for world in WORLDS)
    rows = pd.DataFrame([row for rows in joblib.Parallel(n_jobs)(work) for row in rows]).assign(source="card-worlds")
    return rows.reindex(columns=list(_card()))


def disagreements(rows: pd.DataFrame) -> pd.DataFrame:
    """Return where rows of `measure_card` differ from the card by more than chance makes plausible.

    Parameters
    ----------
    rows : DataFrame
        As from `measure_card`.

    Returns
    -------
    DataFrame
        `method`, `data`, what was measured (`share`), its value here and in the card, and by how many standard errors
        (`apart`) they differ, where that is more than four and a half: one in a hundred runs or less, if all is right.
    """
    both = rows.merge(_card(), on=["method", "data"], suffixes=("", "_card"))
    found = pd.concat([
        both[["method", "data"]].assign(
            share=name, here=both[name], card=both[f"{name}_card"], apart=_apart(both, name)
        )
        for name in _SHARES
    ])  # fmt: skip
    return found[found["apart"] > _CHANCE].reset_index(drop=True)


def _apart(both: pd.DataFrame, name: str) -> "pd.Series[float]":
    """Return by how many standard errors a share differs from that of the card."""
    samples = [both[f"trials{end}"] * (2 if name.startswith("covered") else 1) for end in ("", "_card")]
    shares = [both[name], both[f"{name}_card"]]
    # One more of each kind, so that shares of 0 and 1 have an error too.
    pooled = (sum(n * p for n, p in zip(samples, shares, strict=True)) + 1) / (sum(samples) + 2)
    return (shares[0] - shares[1]).abs() / np.sqrt(pooled * (1 - pooled) * (1 / samples[0] + 1 / samples[1]))


def card_text(rows: pd.DataFrame) -> str:
    """Return the card as text of 80 columns: the worst cells first, then a line a row by kinds of data.

    Parameters
    ----------
    rows : DataFrame
        As from `card`.
    """
    lines = ["Where methods fail furthest", ""]
    lines += [
        line for row in failures(rows).itertuples() for line in (f"  {row.method}: {row.data}", f"    {row.worst}")
    ]
    lines += ["", f"{'':<37}{_HEADS}"]
    for data, own in rows.groupby("data", sort=False):
        lines += ["", str(data)]
        lines += map(_line, own.itertuples())
    return "\n".join(cut(line, _WIDTH).rstrip() for line in lines)


def failures(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the methods that fail furthest in a cell, each once.

    Parameters
    ----------
    rows : DataFrame
        As from `card`.

    Returns
    -------
    DataFrame
        `method`, the kind of `data`, and what happens in the `worst` cell, where that is more than four standard
        errors off, the furthest first; of a method and a metric the furthest alone, and sixteen at most.
    """
    far = rows[_failure(rows) > _FAR].assign(missed=_missed).sort_values("missed", ascending=False, kind="stable")
    found = far.drop_duplicates(["method", "metric"]).head(_SAID)
    said = [(row_name(row), row.data, _worst(row)) for row in found.itertuples()]
    return pd.DataFrame(said, columns=["method", "data", "worst"])


def row_name(row: Any) -> str:
    """Return the name of a row: its method, and the metric where that is not the error."""
    return str(row.method) if row.metric in _PLAIN else f"{row.method}, {row.metric}"


def _worst(row: Any) -> str:
    """Say what fails in a row: its worst cell, or what was claimed."""
    missed, wrong = 0.95 - row.worst_covered, row.worst_size - 0.05
    if np.isfinite(missed) and not wrong > missed:
        return f"95 % intervals held in {_share(row.worst_covered)}: {row.worst_covered_cell}"
    if np.isfinite(wrong):
        return f"equals decided in {_share(row.worst_size)}: {row.worst_size_cell}"
    return f"{_share(row.claimed)} claimed, {_share(row.happened)} happened, {row.cells} times"


def _line(row: Any) -> str:
    head = f"  {cut(row_name(row), 35):<35}"
    if np.isnan(row.covered) and np.isfinite(row.claimed):
        return f"{head} {_share(row.claimed)} claimed, {_share(row.happened)} happened"
    shares = (row.covered_50, row.covered_80, row.covered, row.worst_covered, row.size, row.worst_size, row.power)
    return " ".join([head, *(f"{_share(one):>5}" for one in shares)])


def _share(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.3f}".removeprefix("0") if value < 1 else "1"


def said_of(result: Any) -> Iterator[str]:
    """Yield what the card says of results of this kind, in one or two sentences.

    Parameters
    ----------
    result : Comparison, Ranking, DatasetsComparison, DatasetsRanking or SequentialComparison
    """
    own, left_out = _rows_of(result)
    own = own[own["cells"] * own["trials"] >= _MANY]
    held, led = own[own["kept"].notna()], own[own["claimed"].notna() & own["covered"].isna()]
    if own.empty:
        yield "How often results of this kind hold has not been measured."
    if len(held):
        cells, kept = (int(held[name].sum()) for name in ("cells", "kept"))
        worst = held.loc[held["worst_covered"].idxmin()]
        yield (
            f"{left_out}In {kept:,} of {cells:,} cells where the truth was known 95 % intervals of this kind held it "
            f"at least about as often as they say (exact ones would in some 97 of 100); in the worst, "
            f"{worst['worst_covered_cell']} ({worst['data']}), in {_share(worst['worst_covered'])} of "
            f"{worst['trials']:,} samples."
        )
    for row in own[own["covered"].notna() & own["kept"].isna()].itertuples():
        times = row.cells * row.trials
        yield f"95 % intervals ({row.method}) held in {_share(row.covered)} of {times:,} cases: {row.data}."
    if len(led):
        furthest = led.loc[(led["claimed"] - led["happened"]).idxmax()]
        error = "" if np.isnan(furthest["happened_se"]) else f" (± {_share(furthest['happened_se'])})"
        yield (
            f"Of {furthest['method']}, on average {_share(furthest['claimed'])} was claimed and "
            f"{_share(furthest['happened'])}{error} happened, the furthest apart: {furthest['data']}."
        )


def _rows_of(result: Any) -> tuple[pd.DataFrame, str]:
    """Return the rows of a kind of results, and what to say where they are of another metric or plan."""
    rows = _card()
    own, verb = rows[rows["verb"] == result.call.verb], result.call.verb
    if verb == "compare_datasets":
        own = own[own["method"].str.startswith(_POPULATIONS[result.is_dirichlet])]
    if verb not in {"compare", "rank"}:
        return own, ""
    told = told_of(result.design)
    own = own[(own["units"] == told["units"]) & (own["design"] == told["design"])]
    if verb == "compare":
        own = own[own["method"] == result.level.name]
    metric, left_out = result.call.arguments["metric"].name, []
    if verb == "rank" or (own["metric"] == metric).any():
        own = own[own["metric"] == metric]
    elif len(own):
        left_out.append(f"Not measured for {metric}, but for other metrics.")
    planned = own[own["plan"].notna()]
    if len(planned):
        same = own["plan"] == told.get("plan")
        if not same.any():
            left_out.append(f"Not measured with {told.get('plan')}, but with {_USUAL}.")
        own = own[(same if same.any() else own["plan"] == _USUAL) | own["plan"].isna()]
    return own, "".join(f"{one} " for one in left_out)
