"""The tables of the pages, made from the registries and from what studies wrote into `docs/results`."""

import math
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd
from _references import references
from _registries import table as _table
from _registries import tables_of_registries
from _tables_of_card import tables_of_card
from _tables_of_experiment import tables_of_experiment
from _tables_of_gates import tables_of_gates
from _tables_of_groups import tables_of_groups
from _tables_of_judged import tables_of_judged
from _tables_of_peeking import tables_of_peeking

# The tables of the page on studies come from what `bayescmp study show --format csv` wrote.
_RESULTS = Path(__file__).parent / "results"
F1_METHODS = ("proportions_f1", "bootstrap_f1", "posterior_f1")


def _share(rate: float, error: float) -> str:
    return "" if math.isnan(rate) else f"{rate:.3f} ± {error:.3f}"


def _sizes(name: str, columns: str = "scenario") -> pd.DataFrame:
    """Return the shares of a study as text, a row per method and a column per cell."""
    summary = pd.read_csv(_RESULTS / f"{name}.csv")
    summary["share"] = [_share(*pair) for pair in zip(summary["rejected"], summary["rejected_se"], strict=True)]
    shares = summary.pivot_table(index="method", columns=columns, values="share", aggfunc="first", sort=False)
    return shares.fillna("")


def _beside_printed(name: str, printed: str, columns: Mapping[str, str]) -> str:
    """Put the shares of a study beside printed ones; `columns` has the printed column of every scenario."""
    shares, other = _sizes(name), pd.read_csv(_RESULTS / f"{printed}.csv", index_col=0)
    heads, rows = ["test"], [[f"`{method}`"] for method in shares.index]
    for scenario in shares.columns:
        heads.append(scenario)
        if scenario in columns:
            heads.append("printed")
        for row, method in zip(rows, shares.index, strict=True):
            row.append(shares.loc[method, scenario])
            if scenario in columns:
                row.append(f"{other.loc[method, columns[scenario]]:.3f}" if method in other.index else "")
    return _table(tuple(heads), rows)


def _costly() -> str:
    """Shares in which the tests reject that cost many fits or resamples."""
    shares = _sizes("costly", "label")
    return _table(("test", *shares.columns), ((f"`{method}`", *row) for method, row in shares.iterrows()))


def _ablation() -> str:
    """Put sizes and variances of the mean disagreement under repeated partitions beside the printed ones."""
    summary, printed = pd.read_csv(_RESULTS / "table-6.csv"), pd.read_csv(_RESULTS / "printed-table-6.csv", index_col=0)
    equal, different = (rows.set_index("method") for _, rows in summary.groupby("cell"))
    rows = []
    for name, given in printed.iterrows():
        row = equal.loc[name]
        variances = [
            cell.loc[f"p_d, {name.removeprefix('one ')}", "estimate_sd"] ** 2 * 1e4 for cell in (equal, different)
        ]
        size = _share(row["rejected"], row["rejected_se"]), f"{given['size']:.3f}"
        pairs = zip(variances, given[["variance_equal", "variance_different"]], strict=True)
        rows.append((name, *size, *(f"{number:.2f}" for pair in pairs for number in pair)))
    heads = (
        "partitions",
        "type I error rate",
        "printed",
        "variance, equal",
        "printed",
        "variance, different",
        "printed",
    )
    return _table(heads, rows)


def _against_records(name: str, of: str, methods: tuple[str, ...], unit: str = "documents") -> str:
    """Shares of a study by size of the evaluation set, in the conditions whose names have `of`."""
    summary = pd.read_csv(_RESULTS / f"{name}.csv")
    summary = summary[summary["scenario"].str.contains(of) & summary["method"].isin(methods)]
    shares = summary.pivot_table(index=["scenario", "method"], columns="n_records", values="rejected", sort=False)
    heads = ("condition", "test", *(f"{n:g} {unit}" for n in shares.columns))
    return _table(
        heads, ((name, f"`{method}`", *map("{:.3f}".format, row)) for (name, method), row in shares.iterrows())
    )


def _label_metrics() -> dict[str, str]:
    """Coverage of intervals of metrics of labels: by the rarest class, by metric, and by population."""
    table = pd.read_csv(_RESULTS / "label-metrics.csv")
    table["rarest"] = (table["prevalence"] * table["n"]).round(1)
    table["metric"] = table["metric"].str.replace("f1_macro", "f1")
    return {
        f"study_label_metrics_by_{name}": _covered(table, by, heads)
        for name, by, heads in (
            ("size", ["classes", "prevalence", "n", "rarest"], ("classes", "rarest class", "records", "of it")),
            ("metric", ["classes", "metric"], ("classes", "metric")),
            ("population", ["classes", "population"], ("classes", "population")),
        )
    }


def _frontier_of_metrics(name: str) -> dict[str, str]:
    """Size and power of metrics in cross-validations: of each metric, and its mean size on each data set."""
    table, page = pd.read_csv(_RESULTS / f"{name}.csv"), name.replace("-", "_")
    rows = []
    for metric, of in table.groupby("metric", sort=False):
        worst = of.loc[of["size"].idxmax()]
        cell = f"{worst['first']} against {worst['second']} on *{worst['data']}*"
        above = f"{100 * (of['size'] > 0.055).mean():.0f} %"
        size = f"{_plain(of['size'].mean(), 3)}"
        rows.append(
            (_coded(metric), len(of), size, above, f"{_plain(worst['size'], 3)}, {cell}", _plain(of["power"].mean(), 2))
        )
    by_data = table.pivot_table(index="data", columns="metric", values="size", sort=False)
    return {
        page: _table(("metric", "pairs", "type I error rate", "above .055", "worst cell", "power"), rows),
        f"{page}_by_data": _table(
            ("data set", *(_coded(metric) for metric in by_data)),
            ((name, *(_plain(size, 3) for size in row)) for name, row in by_data.iterrows()),
        ),
    }


def _coded(metric: str) -> str:
    """Write the name of a metric as code, and what follows it as text."""
    name, comma, how = metric.partition(",")
    return f"`{name}`{comma}{how}"


def _probabilities() -> str:
    """Coverage on hold-outs by prevalence and size: the mean over pairs of areas, and the lowest."""
    table = pd.read_csv(_RESULTS / "probabilities.csv")
    columns = list(table[["method", "metric"]].drop_duplicates().itertuples(index=False, name=None))
    rows = []
    for (prevalence, n), group in table.groupby(["prevalence", "n"], sort=False):
        of = group.groupby(["method", "metric"])["coverage"]
        cells = (f"{_plain(of.mean()[one], 3)} ({_plain(of.min()[one], 3)})" for one in columns)
        rows.append((_plain(prevalence, 2), f"{n}", f"{prevalence * n:.0f}", *cells))
    heads = (f"`{metric}` by {method}" for method, metric in columns)
    return _table(("prevalence", "records", "of the class", *heads), rows)


def _few_records() -> dict[str, str]:
    """Coverage and width on hold-outs with few records of a class: of areas by method, of others by metric, too."""
    table = pd.read_csv(_RESULTS / "few-records.csv")
    normal = table["pair"].str.startswith("normal")
    of_order = table.assign(scores=normal.map({True: "no ties", False: "ties"})).query("share > 0.05")
    areas, precision = (of_order[of_order["metric"] == name] for name in ("roc_auc", "average_precision"))
    means = table[~table["metric"].isin(["roc_auc", "average_precision"])]
    means = means.assign(method=means["metric"].map(_coded))
    return {
        "few_areas": _covered(areas, ["scores", "records"], ("scores", "of the class")),
        "few_precision": _covered(precision, ["scores", "records"], ("scores", "of the class")),
        "few_means": _covered(means, ["share", "records"], ("share", "of the class")),
    }


def _small_samples() -> dict[str, str]:
    """Coverage of intervals on few records, mean and lowest over cells: of two systems, and of one."""
    table, pages = pd.read_csv(_RESULTS / "small-samples.csv"), {}
    drawn = table[table["systems"] == "drawn"]
    rows = (
        (f"{n}", *(", ".join(_plain(one, 3) for one in own["coverage"]) for _, own in of.groupby("method", sort=False)))
        for n, of in drawn.groupby("n")
    )
    pages["small_samples_drawn"] = _table(("questions", *drawn["method"].unique()), rows)
    for systems, own in table.drop(drawn.index).groupby("systems"):
        methods, rows = own["method"].unique(), []
        for n, of in own.groupby("n"):
            found = of.groupby("method")["coverage"].agg(["mean", "min"]).reindex(methods)
            cells = (f"{_plain(mean, 3)} ({_plain(least, 3)})" for mean, least in found.to_numpy())
            rows.append((f"{n}", *cells))
        pages[f"small_samples_of_{systems}"] = _table(("questions", *methods), rows)
    return pages


def _alone() -> str:
    """Coverage of one classifier by itself, mean and lowest over cells: data by metric."""
    table = pd.read_csv(_RESULTS / "alone.csv").query("method == 'evaluate'").replace({"metric": {"accuracy": "error"}})
    metrics, rows = table["metric"].unique(), []
    for data, own in table.groupby("data", sort=False):
        found = own.groupby("metric")["coverage"].agg(["mean", "min"]).reindex(metrics)
        cells = (
            f"{_plain(mean, 3)} ({_plain(least, 3)})" if np.isfinite(mean) else "" for mean, least in found.to_numpy()
        )
        rows.append((data, *cells))
    return _table(("data", *map(_coded, metrics)), rows)


def _reported() -> str:
    """Coverage, width and decisions of readings of two error counts, means over data sets, by the overlap's prior."""
    rows = []
    for (n, prior), own in pd.read_csv(_RESULTS / "reported.csv").groupby(["n", "prior"]):
        mean = own.mean(numeric_only=True)
        se = np.sqrt(mean["held"] * (1 - mean["held"]) / own["samples"].sum())
        held = f"{mean['held']:.3f} ± {se:.3f} ({_plain(own['held'].min(), 3)})"
        numbers = (
            _plain(mean[name], digits) for name, digits in (("sd", 4), ("decided", 2), ("wrong", 3), ("holds", 2))
        )
        rows.append((f"{n:,}", prior, held, *numbers))
    heads = ("records", "overlap", "95 % intervals that held (worst data set)", "posterior sd", "decided", "wrongly")
    return _table((*heads, "holds whatever the overlap"), rows)


def _overlaps() -> str:
    """Log odds ratios of the errors of pairs, by data set."""
    rows = (
        (row.dataset, f"{row.pairs:,}", _plain(row.mean, 2), _plain(row.sd, 2))
        for row in pd.read_csv(_RESULTS / "reported-overlaps.csv").itertuples()
    )
    return _table(("data set", "pairs", "mean", "standard deviation"), rows)


def _alone_beside() -> str:
    """Coverage of one algorithm by itself, mean and lowest over classifiers, and mean width in that of `evaluate`."""
    table, rows = pd.read_csv(_RESULTS / "alone.csv").query("data in ('5 x 2', 'cross-validation')"), []
    methods = ["evaluate", "corrected t", "nested cross-validation", "conservative z"]
    for (metric, n), own in table.groupby(["metric", "n"], sort=False):
        found = own.groupby("method").agg({"coverage": ["mean", "min"], "width": "mean"}).reindex(methods)
        widest = found["width", "mean"]["evaluate"]
        cells = (
            f"{_plain(mean, 3)} ({_plain(least, 3)}), {width / widest:.2f}" if np.isfinite(mean) else ""
            for mean, least, width in found.to_numpy()
        )
        rows.append((_coded(metric), f"{n}", *cells))
    return _table(("metric", "records", *methods), rows)


def _runs() -> dict[str, str]:
    """Coverage and width of intervals of algorithms with several runs, over pools and simulated worlds."""
    table, pages = pd.read_csv(_RESULTS / "runs.csv"), {}
    is_simulated = table["data"].str.startswith("simulated")
    methods = ["posterior", "Satterthwaite", "t of runs", "records"]
    for page, own in (("runs", table[~is_simulated]), ("runs_simulated", table[is_simulated])):
        rows = []
        for (n, runs), of in own.groupby(["n", "runs"], sort=False):
            found = of.groupby("method").agg({"coverage": ["mean", "min"], "width": "median"}).reindex(methods)
            cells = (
                f"{_plain(mean, 3)} ({_plain(least, 2)}), {_plain(width, 3)}" if np.isfinite(mean) else ""
                for mean, least, width in found.to_numpy()
            )
            rows.append((f"{n:,}", runs.replace("x", " and "), *cells))
        pages[page] = _table(("records", "runs", *methods[:-1], "records alone"), rows)
    return pages


def _covered(table: pd.DataFrame, by: list[str], heads: tuple[str, ...]) -> str:
    """Mean and lowest coverage, and mean width, of every method in groups of cells."""
    methods, rows = table["method"].unique(), []
    for key, group in table.groupby(by, sort=False):
        found = group.groupby("method").agg(
            mean=("coverage", "mean"), least=("coverage", "min"), width=("width", "mean")
        )
        cells = (f"{_plain(of.mean, 3)} ({_plain(of.least, 3)}), {_plain(of.width, 2)}"
                 for of in found.reindex(methods).itertuples(index=False))  # fmt: skip
        rows.append((*(part if isinstance(part, str) else f"{part:g}" for part in key), *cells))
    return _table((*heads, *methods), rows)


def _seeds() -> str:
    """Shares of the seeds at which tests reject on the wine data."""
    shares = _sizes("wine")
    rows = ((pair, *shares[pair]) for pair in shares.columns)
    return _table(("first, second", *(f"`{name}`" for name in shares.index)), rows)


_ADDED = {
    "excess": "**excess** of the variance of the mean difference",
    "between_repeats": "T, between repeats",
    "within_repeats": "C, between the two folds of a repeat",
    "single_fold": "W, of one fold alone",
    "record_share": "s, share of the records",
}


def one_row_a_pair(table: pd.DataFrame) -> pd.DataFrame:
    """Return what a frontier says of the pairs themselves, which stands in the rows of every method."""
    return table[table["method"] == "bcv_mcnemar"]


def frontier_summary(table: pd.DataFrame) -> pd.DataFrame:
    """Summarise a frontier over its cells, a row per method and, where the table has them, design."""
    above = table.assign(cells=1, above=table["size"] > 0.055, worst=table["size"])
    how = {"cells": "sum", "size": "mean", "above": "mean", "worst": "max", "power": "mean", "width": "mean"}
    design = [name for name in ("repeats", "folds") if name in table]
    return above.groupby(["method", *design], sort=False).agg(how).reset_index()


def _frontier() -> dict[str, str]:
    """Tables of the frontier: over all cells, its worst cells, and what training sets add."""
    table = pd.read_csv(_RESULTS / "frontier.csv")
    numbers = ("size", "above", "worst", "power", "width")
    heads = (
        "method",
        "pairs",
        "type I error rate",
        "share above .055",
        "worst",
        "mean power",
        "mean width of the interval",
    )
    rows = (
        (
            f"`{row.method}`",
            row.cells,
            *("" if math.isnan(v) else f"{v:.3f}" for v in (getattr(row, n) for n in numbers)),
        )
        for row in frontier_summary(table).itertuples()
    )
    sizes = table.pivot_table(index=["data", "first", "second", "excess"], columns="method", values="size", sort=False)
    shown = ["crossed-effects", "crossed-effects, cautious", "bcv_mcnemar", "combined_5x2_f"]
    worst = sizes.sort_values("crossed-effects", ascending=False).head(6)
    cells = (
        (f"{d}: {a}, {b}", f"{t:.2f}", *map("{:.3f}".format, row[shown])) for (d, a, b, t), row in worst.iterrows()
    )
    quantiles = one_row_a_pair(table)[list(_ADDED)].quantile([0.05, 0.25, 0.5, 0.75, 0.95])
    added = ((name, *map("{:.2f}".format, quantiles[column])) for column, name in _ADDED.items())
    return {
        "study_frontier": _table(heads, rows),
        "study_frontier_worst": _table(("cell", "excess", *(f"`{name}`" for name in shown)), cells),
        "study_frontier_excess": _table(("part", "5 %", "25 %", "median", "75 %", "95 %"), added),
    }


def _frontier_repeats() -> dict[str, str]:
    """Tables of more repeats than 5 x 2: over all cells by design, and the worst cells of the longest."""
    table = pd.read_csv(_RESULTS / "frontier-repeats.csv")
    sizes = table.query("method == 'crossed-effects'").pivot_table(
        index=["data", "first", "second"], columns="repeats", values="size", sort=False
    )
    worst = sizes.sort_values(sizes.columns[-1], ascending=False).head(8)
    cells = ((f"{data}: {a}, {b}", *map("{:.3f}".format, row)) for (data, a, b), row in worst.iterrows())
    return {
        "study_frontier_repeats": _by_repeats(table),
        "study_frontier_repeats_worst": _table(("cell", *(f"{m} x 2" for m in sizes)), cells),
        "study_frontier_repeats_data": _by_data(table),
        "study_frontier_repeats_generated": _by_repeats(pd.read_csv(_RESULTS / "frontier-repeats-generated.csv")),
        "study_training_kernels": _training_kernels(),
    }


def _by_repeats(table: pd.DataFrame) -> str:
    """Return a row for each method and design, over all cells."""
    covered = table.assign(held=table["coverage"].between(0.93, 0.99).where(table["coverage"].notna()))
    held = covered.groupby(["method", "repeats", "folds"], sort=False)["held"].mean().to_numpy()
    rows = (
        (
            f"`{row.method}`",
            f"{row.repeats} x {row.folds}",
            *(f"{getattr(row, name):.3f}" for name in ("size", "above", "worst", "power")),
            *("" if math.isnan(value) else f"{value:.{digits}f}" for value, digits in ((row.width, 3), (share, 2))),
        )
        for row, share in zip(frontier_summary(table).itertuples(), held, strict=True)
    )
    heads = (
        "method", "repeats x folds", "type I error rate", "share above .055", "worst", "mean power", "mean width",
        "cells covered .93 to .99",
    )  # fmt: skip
    return _table(heads, rows)


def _by_data(table: pd.DataFrame) -> str:
    """Return mean sizes and powers of the crossed effects on each data set."""
    own = table.query("method == 'crossed-effects'")
    found = own.pivot_table(index="data", columns="repeats", values=["size", "power"], sort=False)
    columns = [(name, repeats) for name in ("size", "power") for repeats in own["repeats"].unique()]
    rows = ((data, *map("{:.3f}".format, row[columns])) for data, row in found.iterrows())
    return _table(("data set", *(f"{name}, {repeats} x 2" for name, repeats in columns)), rows)


def _training_kernels() -> str:
    """Return a row for each prior of the share and of tau, with 5 and with 31 repeats."""
    found = pd.read_csv(_RESULTS / "training-kernels.csv").pivot_table(
        index=["share", "tau"], columns="repeats", sort=False
    )
    columns = [(name, repeats) for repeats in (5, 31) for name in ("size", "worst", "power")]
    rows = ((f"`{share}`", f"`{tau}`", *map("{:.3f}".format, row[columns])) for (share, tau), row in found.iterrows())
    return _table(("share", "tau", *(f"{name}, {repeats} x 2" for name, repeats in columns)), rows)


def _crossed_effects() -> dict[str, str]:
    """Rejections of the study `crossed-effects`, a row per cell."""
    results = pd.read_csv(_RESULTS / "crossed-effects.csv")
    methods = list(dict.fromkeys(results["method"]))
    rows = []
    for _, cell in results.groupby("cell", sort=False):
        of = cell.set_index("method")
        shares = (f"{of.rejected[m]:.4f} ± {of.rejected_se[m]:.4f}" for m in methods)
        truth = f"{of.true_difference.iloc[0]:.3f} ± {of.true_difference_se.iloc[0]:.3f}"
        rows.append((of["label"].iloc[0], truth, *shares, f"{of.coverage['crossed-effects']:.3f}"))
    heads = ("data", "true difference", *(f"`{m}`" for m in methods), "coverage of `crossed-effects`")
    return {"study_crossed_effects": _table(heads, rows)}


def _epsilon() -> str:
    """Sizes of the tests on Epsilon beside the printed ones."""
    measured, printed = (pd.read_csv(_RESULTS / f"{name}.csv") for name in ("epsilon", "printed-table-5"))
    beside = measured.merge(printed, on="method")
    rows = (
        (f"`{row.method}`", _plain(row.rejected, 4), _error(row.rejected_se), _plain(row.epsilon, 3))
        for row in beside.itertuples()
    )
    return _table(("test", "type I error rate", "its standard error", "printed"), rows)


def _plain(value: float, digits: int) -> str:
    return f"{value:.{digits}f}".removeprefix("0")


def _error(value: float) -> str:
    return "< .0001" if value < 0.0001 else _plain(value, 4)


def _coverage() -> str:
    """Coverage of the intervals at taus that are given."""
    given = pd.read_csv(_RESULTS / "coverage.csv").dropna(subset="tau")
    shares = given.pivot_table(index="level", columns="tau", values="coverage")
    rows = ((f"{level:.0%}".replace("%", " %"), *(_plain(v, 3) for v in shares.loc[level])) for level in shares.index)
    return _table(("tau", *(f"{tau:g}" for tau in shares.columns)), rows)


def _plan() -> str:
    """What plans promised beside what happened."""
    rows = (
        (
            f"{row.first}, {row.second}",
            _plain(row.difference_small, 3),
            _plain(row.difference_large, 3),
            *(_plain(v, 2) for v in (row.assurance_first_better, row.decided_first_better)),
            *(_plain(v, 2) for v in (row.assurance_second_better, row.decided_second_better)),
        )
        for row in pd.read_csv(_RESULTS / "plan.csv").itertuples()
    )
    heads = ("first, second", "difference, trained on 75", "on 300", "first better: promised", "happened")
    return _table((*heads, "second better: promised", "happened"), rows)


def _plan_hold_out() -> str:
    """Planned power of hold-outs beside the share of simulated ones that decided so."""
    rows = (
        (f"{row.n_records:,}", _plain(row.planned, 3), _plain(row.simulated, 3), _plain(row.se, 3))
        for row in pd.read_csv(_RESULTS / "plan-hold-out.csv").itertuples()
    )
    return _table(("records", "power as planned", "as simulated", "standard error"), rows)


def _plan_pilots() -> str:
    """Assurance of plans from pilots beside the share that decided, over all sizes and of undecided pilots."""
    table = pd.read_csv(_RESULTS / "plan-pilots.csv").query("planned == 'any'")
    rows = (
        (row.pairs, "all" if row.pilot == "any" else row.pilot, f"{row.plans:,}",
         *(_plain(value, 2) for value in (row.flat, row.pooled, row.smaller)), f"{row.happened:.2f} ± {row.se:.2f}")
        for row in table.itertuples(index=False)
    )  # fmt: skip
    heads = ("pairs", "pilots", "plans", "promised: flat prior", "both alike", "the smaller, as printed", "happened")
    return _table(heads, rows)


def _figure_1() -> dict[str, str]:
    """Quantiles of the fold correlations over the experiments of the study `figure-1`."""
    results = pd.read_csv(_RESULTS / "figure-1.csv")
    rows = []
    for statistic, found in results.groupby("statistic", sort=False):
        for name in ("rho1", "rho2", "phi"):
            quantiles = found[name].quantile([0.025, 0.5, 0.975])
            width = (found[f"{name}_high"] - found[f"{name}_low"]).median()
            medians = [found[f"{name}_{what}"].median() for what in ("se", "mean", "run_sd")]
            numbers = (*quantiles, *medians[:2], width, medians[2])
            rows.append((statistic, name, *(f"{value:.2f}" for value in numbers)))
    heads = ("statistic", "correlation", "2.5 %", "median", "97.5 %", "standard error", "median posterior mean",
             "width of the 90 % interval", "posterior sd of one run")  # fmt: skip
    return {"study_figure_1": _table(heads, rows)}


def _several(name: str, column: str, *, spread: bool) -> str:
    """Shares of data sets, or of pairs, that every rule decides in a study of several classifiers."""
    table = pd.read_csv(_RESULTS / f"{name}.csv")
    table = table[(table["spread"] > 0) == spread].dropna(subset=column)
    table["share"] = [_share(*pair) for pair in zip(table[column], table[f"{column}_se"], strict=True)]
    by = ["n_classifiers", *["tau"] * (len(set(table["tau"])) > 1)]
    shares = table.pivot_table(index=by, columns="rule", values="share", aggfunc="first", sort=False)
    heads = {"n_classifiers": "classifiers", "tau": "tau"}
    rows = ((*map("{:g}".format, np.atleast_1d(index)), *row) for index, row in shares.iterrows())
    return _table((*(heads[one] for one in by), *shares.columns), rows)


def _rank_real() -> str:
    """Calibration of `rank` on real cross-validations, a column for each way."""
    table = pd.read_csv(_RESULTS / "rank-real.csv").query("data == 'all'")
    rows = []
    for quantity, here in table.groupby("quantity", sort=False):
        cells = []
        for row in here.itertuples():
            claimed = "" if math.isnan(row.claimed) else f"{row.claimed:.4f} / "
            error = "" if math.isnan(row.se) else f" ± {row.se:.4f}"
            cells.append("" if math.isnan(row.value) else f"{claimed}{row.value:.4f}{error}")
        rows.append((quantity, *cells))
    return _table(("claimed / happened", *table["way"].unique()), rows)


def _regret() -> str:
    rows = pd.read_csv(_RESULTS / "rank-regret.csv").itertuples()
    heads = ("records", "regret", "expected", "regret less expected")
    return _table(
        heads,
        (
            (f"{row.n_records}", *(f"{value:.4f} ± {error:.4f}" for value, error in (
                (row.regret, row.regret_se), (row.expected, row.expected_se), (row.apart, row.apart_se))))
            for row in rows
        ),
    )  # fmt: skip


def _hold_out() -> str:
    """What is claimed of the leader of real hold-outs and what happened, the nearly equal ones first."""
    table = pd.read_csv(_RESULTS / "rank-hold-out.csv").dropna(subset="n_records")
    rows = []
    for (choice, n), here in table.groupby(["classifiers", "n_records"], sort=False):
        of = here.set_index("quantity")
        best, regret = of.loc["P(best) of the leader"], of.loc["regret of the leader"]
        rows.append((
            choice, f"{n:.0f}", f"{best.claimed:.2f}", f"{of.loc['the same, pooled'].claimed:.2f}",
            f"{best.value:.2f} ± {best.se:.2f}", f"{regret.claimed:.4f} / {regret.value:.4f} ± {regret.se:.4f}",
            "{0.claimed:.2f} / {0.value:.2f}".format(of.loc["P(leader within .01 of the best)"]),
            "{0.claimed:.2f}, {0.value:.2f}".format(of.loc["log score of who is best: flat, pooled"]),
        ))  # fmt: skip
    heads = (
        "classifiers",
        "records",
        "P(best)",
        "pooled",
        "happened",
        "regret",
        "within .01",
        "log score: flat, pooled",
    )
    return _table(heads, rows)


def _claims() -> str:
    """How often claims of a size came true: the smaller ones of hold-outs, the cautious ones of cross-validations."""
    hold_outs = pd.read_csv(_RESULTS / "rank-hold-out.csv")
    crossed = pd.read_csv(_RESULTS / "rank-real.csv").query("way == 'cautious' and data == 'all'")
    columns = (
        ("three best", hold_outs[hold_outs["classifiers"] == "three best"], "smaller claim, "),
        ("all", hold_outs[hold_outs["classifiers"] == "any"], "smaller claim, "),
        ("cross-validated", crossed, "of the leader, "),
    )
    shares = [
        [(row.quantity.removeprefix(start), f"{row.claimed:.2f} / {row.value:.2f} ± {row.se:.2f}") for row in
         frame[frame["quantity"].str.startswith(start)].itertuples()]
        for _, frame, start in columns
    ]  # fmt: skip
    rows = ((cells[0][0], *(share for _, share in cells)) for cells in zip(*shares, strict=True))
    return _table(("claim", *(f"{name}: claimed / happened" for name, _, _ in columns)), rows)


def _datasets() -> dict[str, str]:
    """Sizes and powers of averages, logarithmic scores of the next data set, and what is claimed of the best."""
    results = pd.read_csv(_RESULTS / "datasets.csv")
    average, following, best = (results[results["kind"] == kind] for kind in ("average", "next", "best"))
    real, worlds = average[average["source"] == "real"], average[average["source"] == "world"]
    noisy = real[(real["population"] == "frontier") & real["method"].isin(["normal", "c = 0", "weighted"])]
    parts = {"real pairs": real[real["method"] != "weighted"], "frontier": noisy}
    parts |= {f"simulated: {name}": own[own["method"] == "normal"] for name, own in worlds.groupby("population")}
    best = best[best["pair"] == "all"]
    pools = best["population"] + ", equal shares " + best["uniform"].map("{:.2f}".format)
    return {
        "study_datasets": _by_count(parts, _size_and_power),
        "study_datasets_next": _by_count(
            {"real pairs": following[following["source"] == "real"],
             "simulated: normal": following[following["population"] == "normal"]},
            lambda own: f"{own['log_score'].mean():.3f}, {own['log_score_rope'].mean():.3f}",
        ),
        "study_datasets_best": _by_count(
            dict(iter(best.groupby(pools))),
            lambda own: ", ".join(_plain(own[name].iloc[0], 2) for name in ("claimed", "happened", "log_score")),
        ),
    }  # fmt: skip


def _by_count(parts: Mapping[str, pd.DataFrame], said: Callable[[pd.DataFrame], str]) -> str:
    """Return a row for each population and method, a column for each number of data sets."""
    heads = ("population", "method", *(f"q = {q}" for q in next(iter(parts.values()))["q"].unique()))
    rows = (
        (name, method, *(said(own) for _, own in of_method.groupby("q")))
        for name, of in parts.items()
        for method, of_method in of.groupby("method", sort=False)
    )
    return _table(heads, rows)


def _size_and_power(own: pd.DataFrame) -> str:
    """Say the mean size, the worst of more than one pair, and the mean power."""
    worst = f" ({_plain(own['size'].max(), 3)})" if len(own) > 1 else ""
    return f"{_plain(own['size'].mean(), 3)}{worst}, {_plain(own['power'].mean(), 2)}"


def tables() -> dict[str, str]:
    """Return the tables by the name of the file that a page includes."""
    pages = tables_of_registries()
    pages["references"] = references()
    pages["study_table-5"] = _beside_printed(
        "table-5",
        "printed-table-5",
        {"epsilon": "epsilon", "simple": "simple", "letter, equal at 300": "letter"},
    )
    pages |= _frontier() | _frontier_repeats() | _crossed_effects() | _figure_1() | _label_metrics()
    pages |= _frontier_of_metrics("label-metrics-frontier") | _frontier_of_metrics("probabilities-frontier")
    pages |= _small_samples() | _runs() | {"alone": _alone(), "alone_beside": _alone_beside()}
    pages |= {"reported": _reported(), "reported_overlaps": _overlaps()}
    pages |= _few_records() | tables_of_groups() | tables_of_experiment() | tables_of_judged() | tables_of_peeking()
    pages |= tables_of_card() | tables_of_gates() | _datasets()
    pages |= {
        "study_probabilities": _probabilities(),
        "study_epsilon": _epsilon(),
        "study_costly": _costly(),
        "study_coverage": _coverage(),
        "study_plan": _plan(),
        "study_plan_hold_out": _plan_hold_out(),
        "study_plan_pilots": _plan_pilots(),
        "study_several_equal": _several("several-classifiers", "any_pair", spread=False),
        "study_several_power": _several("several-classifiers", "right", spread=True),
        "study_several_cv_equal": _several("several-cross-validated", "any_pair", spread=False),
        "study_several_cv_power": _several("several-cross-validated", "right", spread=True),
        "study_rank_real": _rank_real(),
        "study_rank_regret": _regret(),
        "study_rank_hold_out": _hold_out(),
        "study_rank_claims": _claims(),
        "study_table-6": _ablation(),
        "study_wine": _seeds(),
        "study_keller_error": _against_records(
            "keller", "equal errors", ("proportions", "holdout_mcnemar", "bootstrap_error")
        ),
        "study_keller_f1": _against_records("keller", "equal F1", ("bootstrap_f1",)),
        "study_f1_equal": _against_records("f1", "equal", F1_METHODS, "records"),
        "study_f1_apart": _against_records("f1", "apart", F1_METHODS, "records"),
        "study_keller_power": _against_records(
            "keller", "as trained", ("holdout_mcnemar", "bootstrap_error", "bootstrap_f1")
        ),
    }
    return pages
