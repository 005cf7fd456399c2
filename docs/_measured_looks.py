"""Judges beside labels, looks before the end, and gates."""

import math
from collections.abc import Iterator

import pandas as pd
from _registries import table
from _results import count, percent, read, share

_JUDGED = {
    "judged": "a judge and labels",
    "staged": "the same, labels in two stages",
    "tuned": "PPI++",
    "labels": "the labels alone",
    "judge": "the judge as the truth",
}
_RULES = {"ours": "gate", "tasks alone": "tasks alone", "unadjusted": "unadjusted", "nel": "`nel gate`"}
_WORLDS = {"at delta": "no worse", "one at 2 delta": "one worse", "all at 2 delta": "all worse"}
_SUITES = ((5, 200), (5, 1000), (20, 50), (20, 200), (20, 1000), (60, 50), (60, 200), (60, 1000))


def numbers() -> dict[str, str]:
    """Return the numbers by name."""
    return _judged() | _peeking() | _gate()


def tables() -> dict[str, str]:
    """Return the tables by name."""
    looks = read("peeking")
    return {
        "judged_simulated": _judged_table(read("judged")),
        "judged_real": _judged_table(read("judged_trivia")),
        "peeking_equal": _equal_table(looks.query("difference == 0")),
        "peeking_apart": _apart_table(looks.query("difference != 0")),
        "peeking_order": _order_table(read("peeking_order").query("difference == 0 and look <= 100")),
        "gate": _gate_table(),
    }


def _judged() -> dict[str, str]:
    """What labels beside a judge are worth."""
    rows, real = read("judged"), read("judged_trivia")
    equal = rows[rows["errors"].str.contains("equal")]
    return {
        "judged_worst": share(rows["judged_coverage"].min(), 4),
        "judged_size": share(equal["judged_wrong"].max()),
        "judge_as_truth": share(equal["judge_decided"].max()),
        "judged_real_worst": share(real["judged_coverage"].min()),
        "judged_real_width": percent(1 - (real["judged_width"] / real["labels_width"]).mean()),
    }


def _peeking() -> dict[str, str]:
    """What looking costs, and what the order of tasks does to a watch."""
    rows = read("peeking")
    equal, apart = rows.query("difference == 0"), rows.query("difference != 0")
    often, cost = equal["posterior_20"], apart["median"] / apart["fixed"]
    in_file = read("peeking_order").query("difference == 0 and order == 'file' and look == 20")["decided_without"]
    return {
        "peeking_posterior": f"{percent(often.min())} to {percent(often.max())} %",
        "peeking_posterior_every": f"{percent(equal['posterior_1'].max())} %",
        "peeking_cost": f"{cost.min():.1f} to {cost.max():.1f}",
        "peeking_width": f"{rows['width'].min():.2f} to {rows['width'].max():.2f}",
        "peeking_order_least": share(in_file.min()),
        "peeking_order_most": share(in_file.max()),
    }


def _gate() -> dict[str, str]:
    """How often a gate blocks and passes, and what several looks do."""
    rows = read("gate").query("rule == 'ours'")
    at_drop = rows[rows["world"].str.startswith("at delta")]
    looks = read("gate_looks").query("rule == 'ours' and world == 'at delta' and delta == 0.02 and looks == 20")
    blocked = looks.query("records == 200 and disagreement == 0.1")["ever_blocked"]
    passed = rows.query("world == 'equal' and tasks == 5 and records == 1000").set_index("delta")["passed"]
    return {
        "gate_at_drop": share(at_drop["false_block"].max()),
        "gate_passed_narrow": share(passed[0.02]),
        "gate_passed_wide": share(passed[0.05], 2),
        "gate_looks_20": share(blocked.item(), 2),
    }


def _judged_table(rows: pd.DataFrame) -> str:
    """Coverage, width and decisions by the number of labels."""
    heads = ("labels", "method", "coverage", "least and most", "width", "decided", "wrongly, at most")

    def cells() -> Iterator[tuple[str, ...]]:
        for labels, own in rows.groupby("labels"):
            for name, words in _JUDGED.items():
                covered, width, decided, wrong = (
                    own[f"{name}_{what}"] for what in ("coverage", "width", "decided", "wrong")
                )
                if width.notna().any():
                    ends = f"{share(covered.min())} to {share(covered.max())}"
                    means = map(share, (width.mean(), decided.mean(), wrong.max()))
                    yield f"{labels}", words, share(covered.mean()), ends, *means

    return table(heads, cells())


def _order_table(rows: pd.DataFrame) -> str:
    """Return a row for each kind of log; that of the file also as it would be without a look at the order."""
    kind, orders = ["tasks", "records", "sd"], rows["order"].unique()
    decided = rows.pivot_table(index=kind, columns="order", values="decided", sort=False)[orders]
    without = rows.query("order == 'file'").set_index(kind)["decided_without"]
    heads = ("tasks", "records of each", "sd", "file, if decided in blocks", *orders)
    cells = (
        (*(f"{one:g}" for one in key), share(without[key]), *map(share, shares)) for key, shares in decided.iterrows()
    )
    return table(heads, cells)


def _equal_table(rows: pd.DataFrame) -> str:
    """How often equal systems are decided at any look."""
    heads = (
        "disagreement", "e-value", "confidence sequence misses", "P > .975, every 20 to 2,000", "P > .975, every one",
    )  # fmt: skip
    cells = (
        (f"{row.disagreement:g}", *map(share, (row.decided, row.missed, row.posterior_20, row.posterior_1)))
        for row in rows.itertuples()
    )
    return table(heads, cells)


def _apart_table(rows: pd.DataFrame) -> str:
    """How often and when the better of two systems is found."""
    heads = (
        "difference", "disagreement", "decided", "wrongly", "misses", "median", "by betting", "one planned look",
        "P > .975, wrongly",
    )  # fmt: skip

    def cells() -> Iterator[tuple[str, ...]]:
        for row in rows.itertuples():
            shares = map(share, (row.decided, row.wrong, row.missed))
            records = map(_records, (row.median, min(row.hedged_50, row.hedged_75), row.fixed))
            yield f"{row.difference:g}", f"{row.disagreement:g}", *shares, *records, share(row.posterior_wrong)

    return table(heads, cells())


def _records(number: float) -> str:
    return count(number) if math.isfinite(number) else "> 5,000"


def _gate_table() -> str:
    """How often suites are blocked, by the rule."""
    rows = read("gate").query("delta == 0.02")
    blocked = rows.set_index(["world", "rule", "tasks", "records"])["blocked"]
    cells = (
        (tasks, count(records), *(share(blocked[world, rule, tasks, records]) for world in _WORLDS for rule in _RULES))
        for tasks, records in _SUITES
    )
    heads = (f"{what}: {rule}" for what in _WORLDS.values() for rule in _RULES.values())
    return table(("tasks", "records", *heads), cells)
