"""The calibration card: how often every method that the package prints held what it says, where that was known."""

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from importlib import resources
from io import StringIO
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._text import cut, listed, percent
from bayescmp.design import Design
from bayescmp.metrics._means import ERROR

_WIDTH = 80
_PLAIN = {"any", ERROR.name}  # metrics that go without saying
_HEADS = "  50 %  80 %  95 % worst error worst power"
_MANY = 100  # samples from which on a share is quoted
_USUAL = "5 x 2"
_LIKE = 0.15  # difference of probabilities that are claims of one size
_FAR = 4.0  # standard errors from which on a worst cell is no longer taken for chance


def card() -> pd.DataFrame:
    """Return the calibration card: how often every posterior and test held what it says, where the truth was known.

    Returns
    -------
    DataFrame
        One row a method, a kind of data and a metric, what fails by most first:

        - `settings` of the method that are no defaults; `truth`, "real" where samples are drawn from real data; `verb`,
          `units`, `design` and `plan`, which results the row is of; `source`, the table that it comes from;
        - `cells` with a known truth, and `trials`, the samples of each at least;
        - `covered_50`, `covered_80` and `covered`, how often 50, 80 and 95 % intervals hold the truth, means over
          cells; `kept`, the number of cells in which those of 95 % hold it in at least .95 of the samples, less two
          standard errors; `worst_covered`, the least, and its cell;
        - `size`, the share of samples in which equal classifiers are decided, or a true hypothesis is rejected, and
          `worst_size` with its cell; `power`, the share in which different ones are decided: on real pairs, of a
          difference that a z test which knew its standard deviation would find in .80 of the samples;
        - `claimed` and `happened`, the mean probability of what leads, and how often it was so; `worst_claimed` and
          `worst_happened`, with a standard error, where they are furthest apart, and its cell.

    Notes
    -----
    A share of 200 samples has a standard error of .015 at .05, so that the worst of many cells is partly chance.

    Examples
    --------
    >>> from bayescmp.studies import card
    >>> rows = card().query("method == 'crossed-effects' and source == 'frontier' and settings == ''")
    >>> int(rows["cells"].iloc[0])
    360
    """
    return _card().copy()


@cache
def _card() -> pd.DataFrame:
    text = (resources.files("bayescmp.studies") / "card.csv").read_text(encoding="utf-8")
    rows = pd.read_csv(StringIO(text)).fillna({"settings": ""})
    return rows.iloc[np.argsort(-_missed(rows).max(axis=1).fillna(-1), kind="stable")].reset_index(drop=True)


def _missed(rows: pd.DataFrame) -> pd.DataFrame:
    """Return by how much the worst cell misses .95 covered, exceeds .05 rejected, and claims too much."""
    return pd.DataFrame({
        "covered": 0.95 - rows["worst_covered"],
        "size": rows["worst_size"] - 0.05,
        "claimed": rows["worst_claimed"] - rows["worst_happened"],
    })  # fmt: skip


def card_text(rows: pd.DataFrame) -> str:
    """Return rows of the card as text of 80 columns: the worst cases first, then a line a row by kinds of data."""
    lines = ["Where methods fail furthest", ""]
    for row in failures(rows).itertuples():
        lines += [f"  {row.method}: {row.data}", f"    {row.worst}"]
    lines += ["", "Coverage of intervals and the worst; type I error rate and the worst; power"]
    lines += ["", f"{'':<37}{_HEADS}"]
    for data, of_data in rows.groupby("data", sort=False):
        lines += ["", str(data), *map(_line, of_data.itertuples())]
    return "\n".join(cut(line, _WIDTH).rstrip() for line in lines)


def failures(rows: pd.DataFrame) -> pd.DataFrame:
    """Return method, data and what happens in the worst cell, of methods that fail furthest, each once by a metric.

    What is not more than four standard errors off is left out.
    """
    missed, error = _missed(rows), np.sqrt(0.05 * 0.95 / rows["trials"])
    errors = pd.DataFrame({"covered": error, "size": error, "claimed": rows["worst_happened_se"]})
    far = missed.where(missed > _FAR * errors)
    worst = rows.assign(how=far.fillna(-1).idxmax(axis=1), by=far.max(axis=1)).dropna(subset="by")
    worst = worst.sort_values("by", ascending=False, kind="stable").drop_duplicates(["method", "settings", "metric"])
    said = [(row_name(row), row.data, _worst(row)) for row in worst.itertuples()]
    return pd.DataFrame(said, columns=["method", "data", "worst"])


def row_name(row: Any) -> str:
    """Return the name of a row: its method, with its settings, and the metric where that is not the error."""
    name = f"{row.method} ({row.settings})" if row.settings else str(row.method)
    return name if row.metric in _PLAIN else f"{name}, {row.metric}"


def _worst(row: Any) -> str:
    """Say what fails in a row: its worst cell, or what was claimed."""
    if row.how == "covered":
        return f"95 % intervals held in {_share(row.worst_covered)}: {row.worst_covered_cell}"
    if row.how == "size":
        what = "true hypotheses rejected" if row.truth == "real" else "equals decided"
        return f"{what} in {_share(row.worst_size)}: {row.worst_size_cell}"
    claimed, happened = _share(row.worst_claimed), _share(row.worst_happened)
    return f"{claimed} claimed of the leader, {happened} happened: {row.worst_claim_cell}"


def _line(row: Any) -> str:
    head = f"  {cut(row_name(row), 35):<35}"
    if np.isnan(row.covered) and np.isfinite(row.claimed):
        return f"{head} {_share(row.claimed)} claimed, {_share(row.happened)} happened"
    shares = (row.covered_50, row.covered_80, row.covered, row.worst_covered, row.size, row.worst_size, row.power)
    return " ".join([head, *(f"{_share(value):>5}" for value in shares)])


def _share(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.3f}".removeprefix("0") if value < 1 else "1"


def said_of(result: Any) -> Iterator[str]:
    """Yield what the card says of results of this kind, of whatever verb, in at most two sentences."""
    if hasattr(result, "results"):  # by several metrics
        for name, one in result.results.items():
            yield from (f"By {name}: {said[0].lower()}{said[1:]}" for said in said_of(one))
        return
    if hasattr(result, "comparisons"):  # of tasks
        yield from dict.fromkeys(next(said_of(one)) for one in result.comparisons.values())
        return
    rows, where = _rows_of(result)
    rows = rows[rows["cells"] * rows["trials"] >= _MANY]
    if rows.empty and getattr(getattr(result, "design", None), "are_scores_of_runs", False):
        new = _card().query("method == 'runs_t' and metric == 'any'").iloc[0]
        how_often = f"{percent(new['covered'], 1)} on average, at worst in {percent(new['worst_covered'])}"
        yield f"For new records 95 % intervals of the runs alone held the truth in {how_often}."
    elif rows.empty:
        yield "How often such intervals hold was not measured for this kind of comparison."
    told = rows[rows["covered"].notna()]
    if len(told):
        worst = told.loc[told["worst_covered"].fillna(1.0).idxmin()]
        least = f", at worst in {percent(worst['worst_covered'], 1)} ({_cell(str(worst['worst_covered_cell']))})"
        least *= bool(worst["kept"] >= 0 and _is_near(worst["worst_covered_cell"], result))
        yield f"Where the truth was known{where}, 95 % intervals of this kind held it in {_covered(told)}{least}."
    yield from _of_claims(rows, result)


def _covered(told: pd.DataFrame) -> str:
    """Say how often intervals held the truth, in cases that each have many samples, or one."""
    of_one = told["kept"].isna()
    kinds = told["truth"] + " cases" + (", " + told["method"]).where(of_one, "")
    cases, found = told["cells"] * told["trials"].where(of_one, 1), []
    for kind, own in told.groupby(kinds):
        share = np.average(own["covered"], weights=cases[own.index])
        found.append(f"{percent(share, 1)} ({cases[own.index].sum():,.0f} {kind})")
    return listed(found)


def _of_claims(rows: pd.DataFrame, result: Any) -> Iterator[str]:
    """Say how often what was likeliest came true, and in rankings how often equal classifiers were decided."""
    led = list(rows[rows["worst_claimed"].notna()].itertuples())
    like = [row for row in led if _is_near(row.worst_claim_cell, result) and _is_near_claim(row, result)]
    for row in sorted(like or led, key=lambda row: row.worst_happened - row.worst_claimed)[:1]:
        mean, worst = (row.claimed, row.happened), (row.worst_claimed, row.worst_happened, row.worst_happened_se)
        said = "The likeliest outcome had probability {} on average and came true in {}"
        said = said.format(*(percent(one, 1) for one in mean))
        if like:
            cell = ", at worst {} and {} (± {}; ".format(*(percent(one, 1) for one in worst))
            said += f"{cell}{_cell(row.worst_claim_cell)})"
        for size in rows.loc[rows["covered"].isna(), "size"].dropna():
            said += f"; of equal classifiers some pair was decided in {percent(size, 1)} of rankings"
        yield f"{said}."


def _cell(words: str) -> str:
    """Say what a cell is of: numbers before what they count, and no variance that is 0."""
    counted = r"\b(data sets|classifiers|groups|labels|records) (\d+)\b"
    return re.sub(counted, lambda one: f"{int(one[2]):,} {one[1]}", words).replace(", tau 0.0", "")


def _is_near(cell: str, result: Any) -> bool:
    """Tell whether a cell is of about as many data sets as a result; one that names none is."""
    named, entries = re.search(r"data sets (\d+)", cell), getattr(result, "entries", ())
    return named is None or 0.5 <= len(entries) / int(named[1]) <= 2


def _is_near_claim(row: Any, result: Any) -> bool:
    """Tell whether the worst claim of a row is about as large as that of a result."""
    best = getattr(result, "classifiers", pd.DataFrame()).filter(like="prob_best")
    of = getattr(result, "next_dataset", result)
    claim = best.iloc[:, 0].max() if best.size else max(of.prob_first_better, of.prob_second_better)
    return bool(abs(claim - row.worst_claimed) <= _LIKE)


def _rows_of(result: Any) -> tuple[pd.DataFrame, str]:
    """Return the rows of a kind of results, and what to say where they are of another plan."""
    verb = result.call.verb
    rows = _card().query("verb == @verb")
    if verb == "compare_datasets":
        rows = rows[rows["method"].str.startswith(result.population)]
    if verb == "reported":
        one, *_ = getattr(result, "claims", {"": result}).values()
        rows = rows[rows["method"].str.startswith(one.readings.kind)]
    if verb not in {"compare", "evaluate", "rank"}:
        return rows, ""
    told, metric = told_of(result.design), result.call.arguments["metric"]
    of_metric = ERROR.name if metric.counts_errors else metric.name
    rows = rows[(rows["units"] == told["units"]) & (rows["design"] == told["design"]) & (rows["metric"] == of_metric)]
    rows = rows[rows["settings"] == _settings(result.method)]
    if verb != "rank":
        rows = rows[rows["method"] == result.method.name]
    plan, any_plan = told.get("plan"), rows["plan"].isna()
    if any_plan.all() or (rows["plan"] == plan).any():
        return rows[any_plan | (rows["plan"] == plan)], ""
    return rows[any_plan | (rows["plan"] == _USUAL)], f" (with {_USUAL}, not {plan})"


def told_of(design: Design) -> dict[str, str]:
    """Return the columns of the card that are of a design: what its records stand for, its kind and its plan."""
    of = {"groups": design.has_groups, "runs": design.runs.largest > 0, "answers": design.answers.largest > 0}
    units = next((name for name, holds in of.items() if holds), "records")
    if design.n_sets <= 1:
        return {"units": units, "design": "hold-out"}
    return {"units": units, "design": "cross-validation", "plan": f"{design.n_repeats} x {design.n_folds}"}


def _settings(of: Any) -> str:
    """Return the fields of a method or a prior that are no defaults, as `settings` has them; data are named alone."""
    values = {part: (getattr(of, part.name), getattr(type(of)(), part.name)) for part in fields(of)}
    told = [f"{part.name}={value!r}" for part, (value, default) in values.items() if part.repr and value != default]
    return ", ".join(told + [part.name for part, (value, _) in values.items() if not part.repr and value is not None])
