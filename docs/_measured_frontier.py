"""Cross-validation on real pairs: type I error rate and power, with 5 x 2 folds and with more repeats."""

import numpy as np
import pandas as pd
from _registries import table
from _results import count, percent, read, share, three_digits

_OURS, _CAUTIOUS = "crossed-effects", "crossed-effects, cautious"
_PARTS = {
    "excess": "**excess** of the variance of the mean difference",
    "between_repeats": "T, between repeats",
    "within_repeats": "C, between the two folds of a repeat",
    "single_fold": "W, of one fold alone",
    "record_share": "s, share of the records",
}


def numbers() -> dict[str, str]:
    """Return the numbers by name."""
    own = read("frontier-repeats").query("method == 'crossed-effects'")
    return _frontier() | _excess() | _repeats() | _change(own) | _kinds_of_pairs(own) | _generated() | _own_model()


def tables() -> dict[str, str]:
    """Return the tables by name."""
    frontier = read("frontier")
    return {
        "study_frontier": _by_method(frontier),
        "study_frontier_worst": _worst(frontier),
        "study_frontier_excess": _parts(frontier),
        "study_frontier_repeats": _by_repeats(read("frontier-repeats")),
        "study_coverage": _by_tau(),
    }


def _frontier() -> dict[str, str]:
    """Size and power over the cells, and the worst cells."""
    frontier = read("frontier")
    cells = frontier.groupby("method")
    size, power, worst = cells["size"].mean(), cells["power"].mean(), frontier.loc[cells["size"].idxmax()]
    worst = worst.set_index("method")
    where = worst["first"] + " against " + worst["second"] + " on *" + worst["data"] + "*"
    return {
        "frontier_crossed_effects_size": share(size[_OURS]),
        "frontier_crossed_effects_power": share(power[_OURS], 2),
        "frontier_crossed_effects_worst": share(worst["size"][_OURS]),
        "frontier_crossed_effects_worst_cell": where[_OURS],
        "frontier_crossed_effects_cautious_size": share(size[_CAUTIOUS]),
        "frontier_crossed_effects_cautious_power": share(power[_CAUTIOUS], 2),
        "frontier_crossed_effects_cautious_worst": share(worst["size"][_CAUTIOUS]),
        "frontier_effective_table_size": share(size["effective-table"]),
        "frontier_effective_table_worst": share(worst["size"]["effective-table"]),
        "frontier_effective_table_worst_cell": where["effective-table"],
        "frontier_bcv_mcnemar_size": share(size["bcv_mcnemar"]),
        "frontier_bcv_mcnemar_worst": share(worst["size"]["bcv_mcnemar"]),
    }


def _excess() -> dict[str, str]:
    """How many samples and pairs there are, and the size where training sets add more variance than a sample has."""
    own = read("frontier").query("method == 'crossed-effects'")
    trials, more = own["trials"].min(), own[own["excess"] > 1]
    return {
        "frontier_pairs": count(len(own)),
        "frontier_trials": count(trials),
        "frontier_se": share(np.sqrt(0.05 * 0.95 / trials)),
        "frontier_excess_cells": count(len(more)),
        "frontier_crossed_effects_excess": share(more["size"].mean()),
        "frontier_within_repeats_median": share(own["within_repeats"].median(), 2),
    }


def _repeats() -> dict[str, str]:
    """Size and power by the number of repeats."""
    cells = read("frontier-repeats").groupby(["method", "repeats", "folds"])
    size, power, worst = cells["size"].mean(), cells["power"].mean(), cells["size"].max()
    found = {}
    for repeats in (5, 15, 31):
        name, cell = f"repeats_crossed_effects_{repeats}_x_2", (_OURS, repeats, 2)
        found |= {
            f"{name}_size": share(size[cell]),
            f"{name}_worst": share(worst[cell]),
            f"{name}_power": share(power[cell], 2),
            f"{name}_power_percent": percent(power[cell]),
        }
    stopped, corrected = size["crossed-effects, at the first decision", 31, 2], ("corrected_repeated_kfold_t", 10, 10)
    return found | {
        "repeats_crossed_effects_31_x_2_percent": f"{100 * size[_OURS, 31, 2]:.1f}",
        "repeats_crossed_effects_at_the_first_decision_31_x_2_size": share(stopped),
        "repeats_crossed_effects_at_the_first_decision_31_x_2_percent": f"{100 * stopped:.1f}",
        "repeats_crossed_effects_cautious_5_x_2_size": share(size[_CAUTIOUS, 5, 2]),
        "repeats_crossed_effects_cautious_5_x_2_power": share(power[_CAUTIOUS, 5, 2], 2),
        "repeats_corrected_repeated_kfold_t_10_x_10_size": share(size[corrected]),
        "repeats_corrected_repeated_kfold_t_10_x_10_worst": share(worst[corrected]),
    }


def _change(own: pd.DataFrame) -> dict[str, str]:
    """What 31 repeats change, the data sets as the units."""
    means = own.groupby(["repeats", "data"])[["size", "power"]].mean()
    change = means.loc[31] - means.loc[5]
    return {
        "repeats_size_change": share(change["size"].mean()),
        "repeats_size_change_se": share(change["size"].sem()),
        "repeats_power_change": share(change["power"].mean(), 2),
        "repeats_power_change_se": share(change["power"].sem(), 2),
    }


def _kinds_of_pairs(own: pd.DataFrame) -> dict[str, str]:
    """Mean sizes of pairs of trained classifiers, of pairs with the most frequent class, and of one of these."""
    has_majority = own[["first", "second"]].eq("majority").any(axis=1)
    odd = own.query("data == 'krvskp' and first == 'tree' and second == 'majority'")
    found = {}
    for kind, pairs in (("trained", own[~has_majority]), ("majority", own[has_majority]), ("odd_tree", odd)):
        size = pairs.groupby("repeats")["size"].mean()
        found |= {f"repeats_{kind}_{repeats}": share(size[repeats]) for repeats in (5, 31)}
    return found


def _generated() -> dict[str, str]:
    """Mean sizes on generated data."""
    own = read("frontier-repeats-generated").query("method == 'crossed-effects'")
    size = own.groupby("repeats")["size"].mean()
    return {
        "generated_trials": count(own["trials"].min()),
        "generated_size_5": share(size[5]),
        "generated_size_31": share(size[31]),
    }


def _own_model() -> dict[str, str]:
    """Coverage in data of the model, tau from its prior."""
    row = read("coverage").query("tau.isna() and n_records == 304 and level == 0.95").iloc[0]
    return {"coverage_304_95": share(row["coverage"])}


def _by_tau() -> str:
    """Coverage of the intervals at taus that are given."""
    given = read("coverage").dropna(subset="tau").pivot_table(index="level", columns="tau", values="coverage")
    rows = ((f"{percent(level)} %", *map(share, covered)) for level, covered in given.iterrows())
    return table(("tau", *(f"{tau:g}" for tau in given.columns)), rows)


def frontier_summary(frontier: pd.DataFrame) -> pd.DataFrame:
    """Summarise a frontier over its cells, a row per method and, where the table has them, design."""
    above = frontier.assign(cells=1, above=frontier["size"] > 0.055, worst=frontier["size"])
    how = {"cells": "sum", "size": "mean", "above": "mean", "worst": "max", "power": "mean", "width": "mean"}
    design = [name for name in ("repeats", "folds") if name in frontier]
    return above.groupby(["method", *design], sort=False).agg(how).reset_index()


def _by_method(frontier: pd.DataFrame) -> str:
    """Return a row for each method, over all cells."""
    heads = (
        "method", "pairs", "type I error rate", "share above .055", "worst", "mean power",
        "mean width of the interval",
    )  # fmt: skip
    columns = ["size", "above", "worst", "power", "width"]
    rows = (
        (f"`{row['method']}`", row["cells"], *map(three_digits, row[columns]))
        for _, row in frontier_summary(frontier).iterrows()
    )
    return table(heads, rows)


def _worst(frontier: pd.DataFrame) -> str:
    """Return the six cells in which the default has the largest size."""
    shown = [_OURS, _CAUTIOUS, "bcv_mcnemar", "combined_5x2_f"]
    cell = ["data", "first", "second", "excess"]
    sizes = frontier.pivot_table(index=cell, columns="method", values="size", sort=False)
    worst = sizes.sort_values(_OURS, ascending=False).head(6)[shown]
    rows = (
        (f"{data}: {first}, {second}", f"{excess:.2f}", *map(three_digits, row))
        for (data, first, second, excess), row in worst.iterrows()
    )
    return table(("pair", "excess", *(f"`{name}`" for name in shown)), rows)


def _parts(frontier: pd.DataFrame) -> str:
    """Return quantiles over the pairs of what training sets add, and of its parts."""
    pairs = frontier.query("method == 'crossed-effects'")[list(_PARTS)]
    quantiles = pairs.quantile([0.05, 0.25, 0.5, 0.75, 0.95])
    rows = ((words, *map("{:.2f}".format, quantiles[part])) for part, words in _PARTS.items())
    return table(("part", "5 %", "25 %", "median", "75 %", "95 %"), rows)


def _by_repeats(frontier: pd.DataFrame) -> str:
    """Return a row for each method and design, over all cells."""
    summary = frontier_summary(frontier)
    covered = frontier.assign(held=frontier["coverage"].between(0.93, 0.99).where(frontier["coverage"].notna()))
    summary["held"] = covered.groupby(["method", "repeats", "folds"], sort=False)["held"].mean().to_numpy()
    heads = (
        "method", "repeats x folds", "type I error rate", "share above .055", "worst", "mean power", "mean width",
        "pairs covered .93 to .99",
    )  # fmt: skip
    columns = ["size", "above", "worst", "power", "width"]
    rows = (
        (
            f"`{row['method']}`",
            f"{row['repeats']} x {row['folds']}",
            *map(three_digits, row[columns]),
            "" if np.isnan(row["held"]) else f"{row['held']:.2f}",
        )
        for _, row in summary.iterrows()
    )
    return table(heads, rows)
