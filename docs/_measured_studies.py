"""Studies that `bayescmp study run` runs, beside what papers print."""

import pandas as pd
from _registries import table
from _results import count, percent, read, share, three_digits, with_error

_PRINTED = {"epsilon": "epsilon", "simple": "simple", "letter, equal at 300": "letter"}
"""Columns of the printed table V of Yang et al. by scenario."""


def numbers() -> dict[str, str]:
    """Return the numbers by name."""
    return _trials() | _crossed_effects() | _fold_correlations() | _yang() | _keller()


def tables() -> dict[str, str]:
    """Return the tables by name."""
    return {
        "study_crossed_effects": _crossed_effects_table(),
        "study_figure_1": _fold_correlations_table(),
        "study_table-5": _table_5(),
        "study_epsilon": _epsilon_table(),
        "study_table-6": _table_6(),
        "study_wine": _wine_table(),
        "study_keller_error": _keller_table(),
        "study_costly": _costly_table(),
    }


def _trials() -> dict[str, str]:
    """How many data sets, or seeds, studies have."""
    wine = read("wine")["trials"]
    return {
        "crossed_trials": count(read("crossed-effects")["trials"].max()),
        "table_5_trials": count(read("table-5")["trials"].max()),
        "keller_trials": count(read("keller")["trials"].max()),
        "costly_trials": count(read("costly")["trials"].max()),
        "wine_fewest": count(wine.min()),
        "wine_most": count(wine.max()),
    }


def _crossed_effects() -> dict[str, str]:
    """Coverage where classifiers depend much on the training set and differ."""
    rows = read("crossed-effects").query("method == 'crossed-effects' and scenario == 'simple'")
    apart = rows[rows["true_difference"].abs() > 2 * rows["true_difference_se"]]["coverage"]
    return {
        "crossed_crossed_effects_coverage_low": percent(apart.min()),
        "crossed_crossed_effects_coverage_high": percent(apart.max()),
    }


def _fold_correlations() -> dict[str, str]:
    """In how many experiments the mean of ten folds has more variance than Yang et al. take, .55 of that of one."""
    of = read("figure-1").query("statistic == 'difference'")
    variance = of["phi"] * (1 + of["rho1"] + 8 * of["rho2"]) / 10
    return {"figure_1_experiments": count(len(of)), "figure_1_above": count((variance > 0.55).sum())}


def _yang() -> dict[str, str]:
    """What is beside figures and tables of Yang et al."""
    power = read("figure-4").query("label == 'simple, shift 0.2'").set_index("method")
    equal = read("table-6").query("cell == 0").set_index("method")
    epsilon = read("epsilon").set_index("method")["rejected"]
    return {
        "epsilon_repeated_holdout_percent": percent(epsilon["repeated_holdout_t"]),
        "figure_4_difference": share(power["true_difference"]["bcv_mcnemar"]),
        "figure_4_bcv_mcnemar": share(power["rejected"]["bcv_mcnemar"], 2),
        "figure_4_calibrated_5x2_bcv_f": share(power["rejected"]["calibrated_5x2_bcv_f"], 2),
        "table_6_random": share(equal["rejected"]["random"]),
        "table_6_blocked": share(equal["rejected"]["block-regularized"]),
        "table_6_se": share(equal["rejected_se"]["block-regularized"]),
    }


def _keller() -> dict[str, str]:
    """How often equal errors and equal F1 of texts are told apart at most."""
    keller = read("keller")
    errors = keller[keller["scenario"].str.endswith("equal errors")].groupby("method")["rejected"].max()
    f1 = keller[keller["scenario"].str.endswith("different models, equal F1")].groupby("method")["rejected"].max()
    return {"keller_mcnemar": share(errors["holdout_mcnemar"]), "keller_f1_different": share(f1["bootstrap_f1"])}


def _rates(name: str, columns: str = "scenario") -> pd.DataFrame:
    """Return how often each method rejects as text, a row per method and a column per cell."""
    rows = read(name)
    rows["rate"] = list(map(with_error, rows["rejected"], rows["rejected_se"]))
    return rows.pivot_table(index="method", columns=columns, values="rate", aggfunc="first", sort=False).fillna("")


def _costly_table() -> str:
    """How often the tests reject that cost many fits or resamples."""
    rates = _rates("costly", "label")
    return table(("test", *rates.columns), ((f"`{method}`", *row) for method, row in rates.iterrows()))


def _wine_table() -> str:
    """Shares of the seeds at which tests reject on the wine data."""
    rates = _rates("wine").T
    return table(
        ("first, second", *(f"`{name}`" for name in rates.columns)), ((pair, *row) for pair, row in rates.iterrows())
    )


def _table_5() -> str:
    """Sizes of common tests, each scenario beside what is printed of it."""
    rates = _rates("table-5")
    printed = read("printed-table-5").set_index("method").reindex(rates.index)
    columns = [("test", [f"`{method}`" for method in rates.index])]
    for scenario in rates:
        columns.append((scenario, rates[scenario]))
        if scenario in _PRINTED:
            columns.append(("printed", printed[_PRINTED[scenario]].map(three_digits)))
    heads, cells = zip(*columns, strict=True)
    return table(heads, zip(*cells, strict=True))


def _epsilon_table() -> str:
    """Sizes of the tests on Epsilon beside the printed ones."""
    rows = (
        (
            f"`{row.method}`",
            share(row.rejected, 4),
            "< .0001" if row.rejected_se < 0.0001 else share(row.rejected_se, 4),
            share(row.epsilon),
        )
        for row in read("epsilon").merge(read("printed-table-5"), on="method").itertuples()
    )
    return table(("test", "type I error rate", "its standard error", "printed"), rows)


def _table_6() -> str:
    """Sizes and variances of the mean disagreement under repeated partitions beside the printed ones."""
    equal, different = (rows.set_index("method") for _, rows in read("table-6").groupby("cell"))
    rows = []
    for row in read("printed-table-6").itertuples():
        name, disagreement = row.resampling, f"p_d, {row.resampling.removeprefix('one ')}"
        variances = (1e4 * cell["estimate_sd"][disagreement] ** 2 for cell in (equal, different))
        ours = (with_error(equal["rejected"][name], equal["rejected_se"][name]), *map("{:.2f}".format, variances))
        printed = f"{row.size:.3f}", f"{row.variance_equal:.2f}", f"{row.variance_different:.2f}"
        rows.append((name, *(cell for pair in zip(ours, printed, strict=True) for cell in pair)))
    heads = (
        "partitions", "type I error rate", "printed", "variance, equal", "printed", "variance, different", "printed",
    )  # fmt: skip
    return table(heads, rows)


def _keller_table() -> str:
    """How often equal errors of texts are told apart, by the number of documents."""
    rows = read("keller")
    rows = rows[rows["scenario"].str.endswith("equal errors")]
    rates = rows[rows["method"].isin(["proportions", "holdout_mcnemar", "bootstrap_error"])].pivot_table(
        index=["scenario", "method"], columns="n_records", values="rejected", sort=False
    )
    heads = ("condition", "test", *(f"{n} documents" for n in rates.columns))
    return table(heads, ((name, f"`{method}`", *map(three_digits, row)) for (name, method), row in rates.iterrows()))


def _crossed_effects_table() -> str:
    """How often crossed effects and other methods reject, a row per cell."""
    results, rows = read("crossed-effects"), []
    for label, cell in results.groupby("label", sort=False):
        truth = with_error(*cell[["true_difference", "true_difference_se"]].iloc[0])
        rates = (f"{row.rejected:.4f} ± {row.rejected_se:.4f}" for row in cell.itertuples())
        covered = cell.set_index("method")["coverage"]["crossed-effects"]
        rows.append((label, truth, *rates, three_digits(covered)))
    methods = (f"`{method}`" for method in results["method"].unique())
    return table(("data", "true difference", *methods, "coverage of `crossed-effects`"), rows)


def _fold_correlations_table() -> str:
    """Quantiles of the fold correlations over the experiments, and medians of what one experiment tells of them."""
    rows = []
    for statistic, found in read("figure-1").groupby("statistic", sort=False):
        for name in ("rho1", "rho2", "phi"):
            quantiles = found[name].quantile([0.025, 0.5, 0.975])
            width = (found[f"{name}_high"] - found[f"{name}_low"]).median()
            error, mean, of_run = found[[f"{name}_se", f"{name}_mean", f"{name}_run_sd"]].median()
            rows.append((statistic, name, *map("{:.2f}".format, (*quantiles, error, mean, width, of_run))))
    heads = (
        "statistic", "correlation", "2.5 %", "median", "97.5 %", "standard error", "median posterior mean",
        "width of the 90 % interval", "posterior sd of one run",
    )  # fmt: skip
    return table(heads, rows)
