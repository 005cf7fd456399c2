"""The numbers inside the sentences of the pages, as text, from `docs/results`: `{{ name }}` on a page.

A number that no table there supports stands in `quoted.csv`, with the command that measures it.
"""

import re
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

from bayescmp.posteriors._runs import SCALE
from bayescmp.studies import card

RESULTS = Path(__file__).parent / "results"
LABEL_METHODS = {"label-counts": "cells", "one in each cell": "each", "Bayesian bootstrap": "bootstrap"}
WITHIN_HALVES = ("calibrated_5x2_bcv_f", "combined_5x2_f", "t_5x2", "blocked_3x2_t")  # on fits to half of the records

_NEAR = 0.01  # a difference that is nearly none
_ENOUGH, _FEW = 100, 3  # claims of who is best, of which a share is told; data sets
_SAME_SIZE = 0.04  # at which two models are compared, between scales of the prior of tau


def numbers() -> dict[str, str]:
    """Return all numbers by name."""
    found = {}
    for part in (_frontier, _frontier_repeats, _pairs, _crossed, _coverage, _epsilon, _table_5, _figure_4, _table_6,
                 _wine, _keller, _figure_1, _one_run, _runs, _rank_real, _hold_out, _label_metrics,
                 _label_metrics_frontier, _probabilities, _f1, _datasets, _vowel, _in_order, _peeking, _gate, _judged,
                 _own_errors, _quoted, _several_runs, _card):  # fmt: skip
        found |= part()
    return found


def read(name: str) -> pd.DataFrame:
    """Return a table of `docs/results`."""
    return pd.read_csv(RESULTS / f"{name}.csv")


def share(value: float, digits: int = 3) -> str:
    """Return a proportion as the pages write it, without the 0 before the point."""
    return f"{value + 0.0:.{digits}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{digits}f}"


def percent(value: float) -> str:
    """Return a proportion in whole per cent, without the sign."""
    return f"{100 * value:.0f}"


def count(value: float) -> str:
    """Return a whole number with commas."""
    return f"{value:,.0f}"


def _key(method: str) -> str:
    return method.replace(", ", "_").replace("-", "_")


def _frontier() -> dict[str, str]:
    """Size and power over the cells of the frontier."""
    table = read("frontier")
    found = {}
    for method, rows in table.groupby("method"):
        name, worst = f"frontier_{_key(str(method))}", rows.loc[rows["size"].idxmax()]
        found |= {
            f"{name}_size": share(rows["size"].mean()),
            f"{name}_power": share(rows["power"].mean(), 2),
            f"{name}_above": percent((rows["size"] > 0.055).mean()),
            f"{name}_worst": share(worst["size"]),
            f"{name}_excess": share(rows.loc[rows["excess"] > 1, "size"].mean()),
            f"{name}_worst_cell": f"{worst['first']} against {worst['second']} on *{worst['data']}*",
        }
    trials, large = table["trials"].min(), table.query("method == 'crossed-effects'")["excess"] > 1
    most = table.loc[table["trials"].idxmax()]
    return found | {
        "frontier_trials": count(trials),
        "frontier_excess_cells": count(large.sum()),
        "frontier_more_trials": count(most["trials"]),
        "frontier_more_trials_data": most["data"],
        "frontier_se": share(np.sqrt(0.05 * 0.95 / trials)),
        "frontier_exact_above": share(stats.binom.sf(np.floor(0.055 * trials), trials, 0.05), 2),
    }


def _one_run() -> dict[str, str]:
    """Coverage of the method that estimates correlations of folds from one run, over the cells of the frontier."""
    rows = read("intervals-frontier").query("method == 'fold-correlation, one run'")
    worst = rows.loc[rows["covered_95"].idxmin()]
    return {f"one_run_{level}": share(rows[f"covered_{level}"].mean()) for level in (50, 80, 95)} | {
        "one_run_trials": count(rows["trials"].min()),
        "one_run_worst": share(worst["covered_95"], 2),
        "one_run_worst_cell": f"{worst['first']} against {worst['second']} on *{worst['data']}*",
    }


def _frontier_repeats() -> dict[str, str]:
    """Size and power over the cells of the frontier by the number of repeats."""
    table = read("frontier-repeats")
    trials, generated = table["trials"].min(), read("frontier-repeats-generated")["trials"].min()
    found = {
        "repeats_trials": count(trials),
        "repeats_se": share(np.sqrt(0.05 * 0.95 / trials)),
        "generated_trials": count(generated),
        "generated_se": share(np.sqrt(0.05 * 0.95 / generated)),
    }
    of_ours = read("frontier-repeats-generated").query("method == 'crossed-effects'").groupby("repeats")["size"]
    for repeats, sizes in of_ours:
        found[f"generated_size_{repeats}"] = share(sizes.mean())
        found[f"generated_above_{repeats}"] = percent((sizes > 0.055).mean())
    for (method, repeats, folds), rows in table.groupby(["method", "repeats", "folds"]):
        name = f"repeats_{_key(str(method)).replace(' ', '_')}_{repeats}_x_{folds}"
        found |= {
            f"{name}_size": share(rows["size"].mean()),
            f"{name}_percent": f"{100 * rows['size'].mean():.1f}",
            f"{name}_worst": share(rows["size"].max()),
            f"{name}_power": share(rows["power"].mean(), 2),
            f"{name}_power_percent": percent(rows["power"].mean()),
        }
    own = table.query("method == 'crossed-effects'")
    near = own[own["difference"].abs() < _NEAR].groupby("repeats")["size"]
    found |= {f"repeats_near_{m}": share(size) for m, size in near.mean().items()}
    found |= {"repeats_near_cells": count(near.size().iloc[0])} | _change(own, "size", 3) | _change(own, "power", 2)
    sds = table.query("method == 'crossed-effects'").pivot_table(
        index=["data", "first", "second"], columns="repeats", values="sd"
    )
    found |= {f"repeats_sd_{m}": share((sds[m] / sds[5]).median(), 2) for m in sds}
    narrower = read("intervals-repeats")
    found["repeats_narrower_trials"] = count(narrower["trials"].min())
    for repeats, rows in narrower.query("method == 'crossed-effects'").groupby("repeats"):
        found |= {f"repeats_covered_{level}_{repeats}": share(rows[f"covered_{level}"].mean()) for level in (50, 80)}
    return found | _coverage_of_31(own) | _lost_power(own) | _with_majority(own) | _kernels()


def _coverage_of_31(own: pd.DataFrame) -> dict[str, str]:
    """How many cells have which coverage with 31 repeats."""
    covered, trials = own.loc[own["repeats"] == 31, "coverage"], own["trials"].min()
    return {
        "repeats_held": percent(covered.between(0.93, 0.99).mean()),
        "repeats_too_often": percent((covered > 0.99).mean()),
        "repeats_too_seldom": percent((covered < 0.93).mean()),
        "repeats_seldom_by_chance": percent(stats.binom.sf(np.floor(0.07 * trials), trials, 0.05)),
    }


def _lost_power(own: pd.DataFrame) -> dict[str, str]:
    """Where 31 repeats have less power than 5."""
    powers = own.pivot_table(index=["data", "first", "second"], columns="repeats", values="power")
    change = powers[31] - powers[5]
    data, first, second = change.idxmin()
    sizes = own.pivot_table(index=powers.index.names, columns="repeats", values="size")[31]
    erring = sizes[(change < -0.02) & (sizes > 0.07)]
    return {
        "repeats_lost_erring": count(len(erring)),
        "repeats_lost_erring_data": " and ".join(f"*{name}*" for name in erring.index.unique("data")),
        "repeats_lost_erring_least": share(erring.min(), 2),
        "repeats_lost_erring_most": share(erring.max(), 2),
        "repeats_lost_cells": percent((change < -0.02).mean()),
        "repeats_lost_most": f"{first} against {second} on *{data}*",
        "repeats_lost_from": share(powers.loc[change.idxmin(), 5], 2),
        "repeats_lost_to": share(powers.loc[change.idxmin(), 31], 2),
    }


def _with_majority(own: pd.DataFrame) -> dict[str, str]:
    """Mean sizes of pairs with the classifier that predicts the most frequent class, and of those that are trained."""
    with_it = own[["first", "second"]].eq("majority").any(axis=1).rename("majority")
    found = {
        f"repeats_{'majority' if is_it else 'trained'}_{m}": share(size)
        for (is_it, m), size in own.groupby([with_it, "repeats"])["size"].mean().items()
    }
    odd = own.query("data == 'krvskp' and first == 'tree' and second == 'majority'").set_index("repeats")["size"]
    return found | {f"repeats_odd_tree_{m}": share(size) for m, size in odd.items()}


def _change(own: pd.DataFrame, column: str, digits: int) -> dict[str, str]:
    """What 31 repeats change, the data sets as the units."""
    means = own.pivot_table(index="data", columns="repeats", values=column)
    change = means[31] - means[5]
    return {
        f"repeats_{column}_change": share(change.mean(), digits),
        f"repeats_{column}_change_se": share(change.sem(), digits),
        f"repeats_{column}_least_data": str(change.idxmin()),
        f"repeats_{column}_least": share(change.min(), digits),
        f"repeats_{column}_change_of_others": share(change.drop(change.idxmin()).mean(), digits),
    }


def _kernels() -> dict[str, str]:
    """Power of the model with a share of each training set, and of that without, at one mean size."""
    table = read("training-kernels")
    family = table[table["tau"].str.startswith("t2") & (table["share"] != "even")].sort_values("size")
    return {
        f"kernels_{repeats}_{of_share}_power": share(np.interp(_SAME_SIZE, rows["size"], rows["power"], np.nan, np.nan))
        for (repeats, of_share), rows in family.groupby(["repeats", "share"])
    } | {"kernels_trials": count(table["trials"].min())}


def _card() -> dict[str, str]:
    """Worst cases of the calibration card."""
    rows = card().query("settings == ''")
    crossed = rows.query("method == 'crossed-effects' and units == 'records' and verb == 'compare'")
    runs = rows.query("method == 'mean-loss' and units == 'runs' and metric == 'error'")
    pairs = rows.query("method == 'any pair, each by itself' and design == 'hold-out'")
    return {
        "card_crossed_worst": share(crossed["worst_covered"].min()),
        "card_runs_worst": share(runs["worst_size"].max(), 2),
        "answers_pooled": share(_pooled_answers(), 2),
        "card_any_pair": share(pairs["worst_size"].max(), 2),
    }


def _pooled_answers() -> float:
    """Coverage for the error where each of ten answers to 300 questions is taken as a question."""
    rows = read("answers").query("method == 'pooled' and metric == 'error' and records == 300")
    return float(rows.loc[rows["answers"].astype(str) == "10", "covered"].iloc[0])


def _pairs() -> dict[str, str]:
    """What training sets add for the pairs of the frontier."""
    pairs = read("frontier").query("method == 'bcv_mcnemar'")
    phi = 1 + pairs["between_repeats"] + pairs["single_fold"]
    return {
        "frontier_pairs": count(len(pairs)),
        "frontier_data_sets": count(pairs["data"].nunique()),
        "frontier_phi_median": f"{phi.median():.1f}",
        "frontier_phi_high": f"{phi.quantile(0.975):.1f}",
    }


def equal(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows whose true difference is 0 within two standard errors."""
    return rows[rows["true_difference"].abs() <= 2 * rows["true_difference_se"]]


def _crossed() -> dict[str, str]:
    """Rejections and coverage of the study `crossed-effects`."""
    table = read("crossed-effects")
    largest = equal(table).loc[lambda rows: rows["rejected"].idxmax()]
    of = table.set_index(["scenario", "label", "method"])["rejected"]
    apart = table.drop(equal(table).index)
    coverage = apart[apart["scenario"] == "simple"].groupby("method")["coverage"].agg(["min", "max"])
    found = {
        "crossed_trials": count(table["trials"].max()),
        "crossed_equal_largest": share(largest["rejected"], 4),
        "crossed_equal_largest_se": share(largest["rejected_se"], 4),
        "crossed_equal_largest_method": f"`{largest['method']}`",
        "crossed_equal_largest_cell": str(largest["label"]),
        "crossed_epsilon_size": share(of["epsilon", "epsilon", "crossed-effects"]),
    }
    for method in ("crossed-effects", "effective-table", "bcv_mcnemar"):
        sizes = equal(table[table["method"] == method]).set_index("scenario")["rejected"]
        found |= {f"crossed_{_key(method)}_size_{where}": share(sizes[where], 4) for where in ("simple", "letter")}
        found[f"crossed_{_key(method)}_size_largest"] = share(sizes.max(), 4)
    for method in ("crossed-effects", "effective-table"):
        found[f"crossed_{_key(method)}_coverage_low"] = percent(coverage.loc[method, "min"])
        found[f"crossed_{_key(method)}_coverage_high"] = percent(coverage.loc[method, "max"])
    return found


def _coverage() -> dict[str, str]:
    """Coverage in data of the model, tau from its prior."""
    table = read("coverage")
    prior, given = table[table["tau"].isna()], table.dropna(subset="tau")
    found = {"coverage_trials": count(prior["trials"].max()), "coverage_given_trials": count(given["trials"].max())}
    for row in prior.itertuples():
        name = f"coverage_{row.n_records}_{100 * row.level:.0f}"
        found |= {name: share(row.coverage), f"{name}_se": share(row.coverage_se, 4)}
    errors = given.drop_duplicates("level").set_index("level")["coverage_se"]
    return found | {f"coverage_given_se_{100 * level:.0f}": share(value) for level, value in errors.items()}


def _rank_real() -> dict[str, str]:
    """How many real cross-validations were ranked."""
    table = read("rank-real").query("data == 'all'").set_index(["way", "quantity"])
    row = table.loc[("default", "coverage of pairs")]
    found = {"rank_real_runs": count(row["count"]), "rank_real_tasks": count(row["tasks"])}
    wanted = {
        "middle": "P(best) in 0.6 to 0.8",
        "confident": "P(best) in 0.8 to 1.0",
        "sure": "P(best) > .95, wrong",
        "pairs": "coverage of pairs",
        "at_once": "coverage of all pairs at once",
        "near": "pairs distorted by at most .02",
    }
    for way in ("default", "cautious"):
        for name, quantity in wanted.items():
            row = table.loc[(way, quantity)]
            digits = 3 if "cover" in quantity else 2
            parts = {"": row["value"], "_claimed": row["claimed"], "_se": row["se"]}
            found |= {
                f"rank_real_{way}_{name}{which}": share(value, digits)
                for which, value in parts.items()
                if pd.notna(value)
            }
            found[f"rank_real_{way}_{name}_count"] = count(row["count"])
    return found


def _hold_out() -> dict[str, str]:
    """P(best) of the leader of real hold-outs with few records and nearly equal classifiers."""
    table = read("rank-hold-out").query("classifiers == 'three best'")
    least = table[table["n_records"] == table["n_records"].min()].set_index("quantity")
    row = least.loc["P(best) of the leader"]
    return {
        "hold_out_least": count(row["n_records"]),
        "hold_out_near_claimed": share(row["claimed"], 2),
        "hold_out_near_pooled": share(least.loc["the same, pooled", "claimed"], 2),
        "hold_out_near": share(row["value"], 2),
        "hold_out_near_se": share(row["se"], 2),
    }


def _label_metrics() -> dict[str, str]:
    """Coverage of intervals of metrics of labels."""
    table = read("label-metrics")
    table["rarest"] = table["prevalence"] * table["n"]
    trials, found = table["trials"].min(), {}
    for method, name in LABEL_METHODS.items():
        rows = table[table["method"] == method]
        worst = rows.loc[rows["coverage"].idxmin()]
        found |= {
            f"labels_{name}_mean": share(rows["coverage"].mean()),
            f"labels_{name}_least": share(worst["coverage"]),
            f"labels_{name}_worst": f"{worst['classes']} classes, {worst['n']} records, {worst['metric']}, "
            f"population *{worst['population']}*",
        }
    own = table[table["method"] == "label-counts"]
    few, near = own[own["rarest"] <= 10], own[own["population"] != "far apart"]
    return found | {
        "labels_trials": count(trials),
        "labels_populations": count(len(own[["classes", "prevalence", "population"]].drop_duplicates())),
        "labels_se": share(np.sqrt(0.05 * 0.95 / trials)),
        "labels_few_mean": share(few["coverage"].mean()),
        "labels_all": count(len(own)),
        "labels_low": count((own["coverage"] < 0.925).sum()),
        "labels_near_least": share(near["coverage"].min()),
    }


def _label_metrics_frontier() -> dict[str, str]:
    """Size of metrics of labels in cross-validations."""
    table = read("label-metrics-frontier")
    sizes = table.groupby("metric")["size"]
    found = {f"metrics_{name}_size": share(size) for name, size in sizes.mean().items()}
    found |= {f"metrics_{name}_worst": share(size) for name, size in sizes.max().items()}
    constant = (table["first"] == "majority") | (table["second"] == "majority")
    for what, rows in (("trained", table[~constant]), ("constant", table[constant])):
        of_rows = rows.groupby("metric")["size"]
        found |= {f"metrics_{name}_{what}": share(size) for name, size in of_rows.mean().items()}
        found |= {f"metrics_{name}_{what}_worst": share(size) for name, size in of_rows.max().items()}
        above = (rows["size"] > 0.055).groupby(rows["metric"]).mean()
        found |= {f"metrics_{name}_{what}_above": percent(part) for name, part in above.items()}
    pairs = table[["first", "second"]].drop_duplicates()
    return found | {"metrics_pairs": count(len(pairs)), "metrics_trials": count(table["trials"].min())}


PROBABILITY_METHODS = {
    "neg_brier_score": "brier",
    "neg_log_loss": "log_loss",
    "LogLoss(0.02)": "clipped",
    "roc_auc_ovr": "auc",
    "error": "error",
    "error, correlated t": "correlated_t",
    "error, corrected resampled t": "corrected_t",
    "neg_brier_score, validations as records": "as_records",
}


def _probabilities() -> dict[str, str]:
    """Size of metrics of probabilities in cross-validations, and their coverage on hold-outs."""
    table, found = read("probabilities-frontier"), {}
    for method, key in PROBABILITY_METHODS.items():
        rows = table[table["metric"] == method]
        worst = rows.loc[rows["size"].idxmax()]
        found |= {
            f"prob_{key}_size": share(rows["size"].mean()),
            f"prob_{key}_worst": share(worst["size"]),
            f"prob_{key}_power": share(rows["power"].mean(), 2),
            f"prob_{key}_cell": f"{worst['first']} against {worst['second']} on {worst['data']}",
        }
    trained = table[(table["first"] != "majority") & (table["second"] != "majority")]
    found["prob_auc_trained_worst"] = share(trained.loc[trained["metric"] == "roc_auc_ovr", "size"].max())
    found["prob_trials"] = count(table["trials"].min())
    found["prob_pairs"] = count(len(table[["first", "second"]].drop_duplicates()))
    of_sets = read("probabilities")
    enough = of_sets[of_sets["prevalence"] * of_sets["n"] >= 20]
    for (method, metric), rows in of_sets.groupby(["method", "metric"]):
        kept = rows[rows.index.isin(enough.index)]["coverage"]
        key = f"prob_{_key(method)}_{re.sub(r'\W+', '_', metric).strip('_')}"
        few = rows[~rows.index.isin(enough.index)]["coverage"]
        found |= {f"{key}_least": share(kept.min()), f"{key}_most": share(kept.max())}
        found |= {f"{key}_mean": share(kept.mean()), f"{key}_few": share(few.min())}
    found |= _few_positives()
    found |= _group_sizes()
    found |= _small_samples()
    few = read("few-records")
    for metric, sets in few.groupby("metric")["sets"].max().items():
        found[f"few_{re.sub(r'\W+', '_', str(metric)).strip('_')}_sets"] = count(sets)
    sd = np.sqrt(0.05 * 0.95 / few.loc[few["metric"] == "roc_auc", "sets"].min())
    near_1 = few[few["pair"].str.endswith("apart") & (few["metric"] == "roc_auc")]
    for method, rows in near_1.groupby("method"):
        found[f"few_near_1_{_key(method)}"] = share(rows["coverage"].mean())
    brier = few[few["metric"] == "neg_brier_score"].groupby(["records", "share"])["coverage"].mean()
    return found | {
        "few_roc_auc_least": share(near_1["coverage"].min()),
        "few_brier_5_least": share(brier[5].min()),
        "few_brier_least": share(brier.drop(5).min()),
        "prob_sets": count(of_sets["sets"].max()),
        "few_se": share(sd),
        "few_mean_se": share(sd / np.sqrt(6)),
    }


def _few_positives() -> dict[str, str]:
    """What holds with few records of a class on real data, at worst and on average, by the method."""
    rows, found = read("few-positives"), {}
    widths = rows.pivot_table("width", ["data", "first", "second", "records"], "method")
    wider = (widths["mean-loss"] / widths["plain"]).groupby("records").median()
    for (method, records), of in rows.groupby(["method", "records"]):
        key = f"positives_{_key(method)}_{records}"
        found |= {f"{key}_worst": share(of["coverage"].min()), f"{key}_mean": share(of["coverage"].mean())}
        found |= {f"{key}_power": share(of["power"].mean()), f"{key}_size": share(of["size"].max())}
    return found | {f"positives_wider_{records}": f"{ratio:.2f}" for records, ratio in wider.items()}


def _small_samples() -> dict[str, str]:
    """What the page on evaluations says of few questions."""
    table = read("small-samples")
    widths = table[(table["systems"] == "two") & (table["n"] == table["n"].min())].groupby("method")["width"].mean()
    rates = table.loc[table["systems"] == "one", "first"]
    wider = 100 * (widths["dirichlet 1"] / widths["dirichlet 0.5"] - 1)
    alone = read("alone")
    folds = alone.loc[alone["method"] == "t of folds", "coverage"].mean()
    cells = alone[alone["data"].isin(["5 x 2", "cross-validation"]) & (alone["method"] != "t of folds")]
    errors = np.sqrt(cells["coverage"] * (1 - cells["coverage"]) / cells["trials"])  # of classifiers on one sample
    two = table[table["systems"] == "two"].groupby(["n", "method"])["coverage"].agg(["mean", "min"])
    ways = {"dirichlet 1": "paired", "normal": "normal", "bootstrap": "bootstrap"}
    few = {
        f"few_{ways[method]}_{n}{which}": share(value, 2)
        for (n, method), row in two.iterrows()
        if method in ways
        for which, value in (("", row["mean"]), ("_worst", row["min"]))
    }
    return few | {
        "alone_se": share(errors.groupby([cells["metric"], cells["n"], cells["method"]]).mean().max()),
        "small_wider": f"{wider:.0f}",
        "small_rates": f"{share(rates.min())} to {share(rates.max())}",
        "alone_t_of_folds": share(folds),
        "alone_trials": count(alone["trials"].max()),
    }


def _group_sizes() -> dict[str, str]:
    """What holds where the sizes of groups tell of their differences, and how often a note says so."""
    rows = read("group-sizes")
    found = {"sizes_least": share(rows["covered"].min())}
    found["sizes_noted_none"] = share(rows.loc[rows["tells"] == 0, "noted"].max())
    for one in rows[rows["icc"] == 0.5].itertuples():
        if one.tells == 0:
            found[f"sizes_{one.groups}_none"] = share(one.covered)
        if one.tells == 0.9:
            found |= {f"sizes_{one.groups}_told": share(one.covered), f"sizes_{one.groups}_noted": share(one.noted)}
    return found


def _datasets() -> dict[str, str]:
    """What holds in simulated worlds of several data sets, and in real populations of them."""
    results = read("datasets")
    average, following, best = (results[results["kind"] == kind] for kind in ("average", "next", "best"))
    real, worlds = (average[average["source"] == source] for source in ("real", "world"))
    found = {
        "datasets_trials": count(average["trials"].min()),
        "datasets_se": share(average["size_se"].max()),
        "datasets_pairs": count(len(real[["population", "pair"]].drop_duplicates())),
    }
    for (method, q), size in real.groupby(["method", "q"])["size"].mean().items():
        found[f"datasets_{_word(method)}_{q}"] = share(size)
    for row in real[real["method"] == "normal"].sort_values("size").groupby("q").tail(1).itertuples():
        name = f"datasets_worst_{row.q}"
        found |= {name: share(row.size), f"{name}_pair": f"{row.pair}, *{row.population}*"}
    for method, rows in real[(real["population"] == "frontier") & (real["q"] == _FEW)].groupby("method"):
        found |= {f"datasets_frontier_{_word(method)}_{name}": share(rows[name].mean()) for name in ("size", "power")}
    for world, sizes in worlds[worlds["method"] == "normal"].groupby("population")["size"]:
        found[f"datasets_{_word(world)}"] = f"{share(sizes.min())} to {share(sizes.max())}"
    real = following[following["source"] == "real"]
    for q, covered in real[real["method"] == "normal"].groupby("q")["covered"].mean().items():
        found[f"datasets_next_{q}_covered"] = share(covered, 2)
    for pool, rows in real[(real["method"] == "t") & (real["decided"] > 0)].groupby("population"):
        found[f"datasets_t_right_{pool}"] = share(np.average(rows["right"], weights=rows["decided"]), 2)
    return found | _best_over_datasets(best)


def _best_over_datasets(results: pd.DataFrame) -> dict[str, str]:
    """What the probability of being the best claims over data sets and what happened, where they are furthest apart."""
    bins = results[(results["source"] == "real") & (results["pair"] != "all") & (results["trials"] >= _ENOUGH)]
    found = {}
    for method, rows in (bins["claimed"] - bins["happened"]).groupby(bins["method"]):
        worst, name = bins.loc[rows.idxmax()], f"datasets_best_{_word(method)}"
        found |= {f"{name}_{which}": share(worst[which], 2) for which in ("claimed", "happened")}
        found |= {f"{name}_q": count(worst["q"]), f"{name}_pool": str(worst["population"])}
    return found


def _word(text: object) -> str:
    return re.sub(r"\W+", "_", str(text))


def f1_study() -> pd.DataFrame:
    """Return the results of the study `f1` with the expected number of positives."""
    table = read("f1")
    one_in = table["scenario"].str.rpartition("1 in ")[2].astype(float)
    return table.assign(positives=table["n_records"] / one_in)


def _f1() -> dict[str, str]:
    """Sizes and powers of what compares two F1."""
    table = f1_study()
    equally, apart = (table[table["scenario"].str.startswith(what)] for what in ("equal", "apart"))
    found = {"f1_trials": count(table["trials"].min()), "f1_se": share(np.sqrt(0.05 * 0.95 / table["trials"].min()))}
    for method, rows in equally.groupby("method"):
        name, worst = str(method).removesuffix("_f1"), rows.loc[rows["rejected"].idxmax()]
        power = apart[apart["method"] == method].set_index("positives")["rejected"]
        few = rows[rows["positives"] <= 5]
        found |= {
            f"f1_{name}_least": share(rows["rejected"].min()),
            f"f1_{name}_most": share(worst["rejected"]),
            f"f1_{name}_most_n": count(worst["n_records"]),
            f"f1_{name}_most_positives": f"{worst['positives']:g}",
            f"f1_{name}_few": share(few["rejected"].max()),
            f"f1_{name}_power_few": share(power[power.index <= 15].max()),
            f"f1_{name}_power_100": share(power[100].mean(), 2),
        }
    own = table[table["method"] == "posterior_f1"]
    worst, enough = own.loc[own["coverage"].idxmin()], own[own["positives"] >= 5]
    return found | {
        "f1_coverage_least": share(worst["coverage"]),
        "f1_coverage_least_n": count(worst["n_records"]),
        "f1_coverage_least_positives": f"{worst['positives']:g}",
        "f1_coverage_least_without": percent((1 - worst["positives"] / worst["n_records"]) ** worst["n_records"]),
        "f1_coverage_enough_mean": share(enough["coverage"].mean()),
        "f1_coverage_enough_least": share(enough["coverage"].min()),
    }


def _epsilon() -> dict[str, str]:
    """Sizes on Epsilon."""
    sizes = read("epsilon").set_index("method")["rejected"]
    return {
        "epsilon_repeated_holdout_percent": percent(sizes["repeated_holdout_t"]),
        "epsilon_bcv_mcnemar": share(sizes["bcv_mcnemar"]),
        "epsilon_proportions": share(sizes["proportions"], 4),
    }


def _table_5() -> dict[str, str]:
    """Sizes of common tests beside printed ones, and how equal the errors were."""
    table, printed = read("table-5"), read("printed-table-5").set_index("method")
    of = table.set_index(["scenario", "method"])["rejected"]
    tuned = table.groupby("scenario")["distortion"].first()
    apart = table.sort_values("true_difference", key=abs).iloc[-1]
    others = table[table["true_difference"] != apart["true_difference"]]
    safe = of.drop(["epsilon", "simple"], level="scenario").xs("bcv_mcnemar", level="method")
    return {
        "table_5_naive_simple": share(of["simple", "naive_kfold_mcnemar"]),
        "table_5_naive_simple_printed": share(printed.loc["naive_kfold_mcnemar", "simple"]),
        "table_5_holdout_letter": share(of["letter, equal at 300", "repeated_holdout_t"]),
        "table_5_holdout_letter_printed": share(printed.loc["repeated_holdout_t", "letter"]),
        **{
            f"table_5_tuned_{_key(name.split(',')[0])}_{name[-3:]}": f"{value:.2f}"
            for name, value in tuned.dropna().items()
        },
        "table_5_apart": share(abs(apart["true_difference"])),
        "table_5_apart_n": count(apart["n_train"]),
        "table_5_apart_others": share(others["true_difference"].abs().max()),
        "table_5_apart_se": share(table["true_difference_se"].max()),
        "table_5_bcv_unstable": share(safe.max()),
        **{
            f"table_5_simple_{_key(name)}": share(of["simple", name])
            for name in ("bcv_mcnemar", "effective-table", *WITHIN_HALVES[:2], "t_5x2")
        },
    }


def _figure_4() -> dict[str, str]:
    """Power at chosen differences, and from where on BCV McNemar rejects most of the tests on halves."""
    table = read("figure-4")
    of = table.set_index(["label", "method"])
    rejected, truth = of["rejected"], of["true_difference"]
    bcv = rejected.xs("bcv_mcnemar", level="method")
    beaten = [
        abs(truth[label, "bcv_mcnemar"])
        for label in bcv.index
        if max(rejected[label, test] for test in WITHIN_HALVES) > bcv[label]
    ]
    there = "simple, shift 0.2"
    return {
        "figure_4_trials": count(table["trials"].max()),
        "figure_4_most_from": share(max(beaten)),
        "figure_4_difference": share(truth[there, "bcv_mcnemar"]),
        **{f"figure_4_{name}": share(rejected[there, name], 2) for name in ("bcv_mcnemar", *WITHIN_HALVES[:2])},
        "figure_4_t": share(max(rejected[there, name] for name in WITHIN_HALVES[2:]), 2),
        "figure_4_se": share(of.loc[there, "rejected_se"].max(), 2),
        "figure_4_small_difference": share(truth["simple, shift 0.1", "bcv_mcnemar"]),
    }


def _table_6() -> dict[str, str]:
    """Repeated partitions."""
    table, printed = read("table-6"), read("printed-table-6").set_index("resampling")
    equally, apart = (rows.set_index("method") for _, rows in table.groupby("cell"))
    variances = [
        (cell["estimate_sd"]["p_d, block-regularized"] / cell["estimate_sd"]["p_d, random"]) ** 2
        for cell in (equally, apart)
    ]
    more = printed["variance_equal"]["random"] / printed["variance_equal"]["block-regularized"] - 1
    trials = table["trials"].max()
    return {
        "table_6_random": share(equally["rejected"]["random"]),
        "table_6_blocked": share(equally["rejected"]["block-regularized"]),
        "table_6_se": share(equally["rejected_se"]["block-regularized"]),
        "table_6_repeated": share(equally["rejected"]["one repeated 4 times"]),
        "table_6_ratio_equal": f"{variances[0]:.2f}",
        "table_6_ratio_apart": f"{variances[1]:.2f}",
        "table_6_ratio_se": share(np.sqrt(4 / trials), 2),
        "table_6_printed_random": share(printed["size"]["random"]),
        "table_6_printed_blocked": share(printed["size"]["block-regularized"]),
        "table_6_printed_more": percent(more),
        "table_6_printed_se": share(np.sqrt(0.02 * 0.98 / 1000)),
    }


def _wine() -> dict[str, str]:
    """Seeds on the wine data."""
    table = read("wine")
    most = table.loc[table["rejected"].idxmax()]
    return {
        "wine_fewest": count(table["trials"].min()),
        "wine_most": count(table["trials"].max()),
        "wine_largest": share(most["rejected"]),
        "wine_largest_se": share(most["rejected_se"]),
        "wine_largest_test": f"`{most['method']}`",
    }


def _keller() -> dict[str, str]:
    """Error and F1 of text classifiers."""
    table = read("keller")
    rows = table[table["scenario"].str.endswith("equal F1") & (table["method"] == "bootstrap_f1")]
    kinds = {kind: rows[rows["scenario"].str.contains(f"{kind} models")] for kind in ("different", "similar")}
    errors = table[table["scenario"].str.endswith("equal errors")].groupby("method")["rejected"].max()
    return {
        **{f"keller_f1_{kind}": share(of["rejected"].max()) for kind, of in kinds.items()},
        "keller_f1_se": share(rows["rejected_se"].max(), 2),
        "keller_proportions": share(errors["proportions"]),
        "keller_mcnemar": share(errors["holdout_mcnemar"]),
        "keller_bootstrap": share(errors["bootstrap_error"]),
    }


def _figure_1() -> dict[str, str]:
    """Fold correlations over experiments."""
    table = read("figure-1")
    of = table[table["statistic"] == "difference"]
    variance = of["phi"] * (1 + of["rho1"] + 8 * of["rho2"]) / 10
    implied = of["phi_run"] * (1 + of["rho1_run"] + 8 * of["rho2_run"]) / 10 / variance
    found = {
        "figure_1_experiments": count(len(of)),
        "figure_1_negative_difference": count((of["rho1"] < 0).sum()),
        "figure_1_negative_disagreement": count((table.query("statistic == 'disagreement'")["rho1"] < 0).sum()),
        "figure_1_above": count((variance > 0.55).sum()),
        "figure_1_median": share(variance.median(), 2),
        "figure_1_implied_low": share(implied.quantile(0.05), 1),
        "figure_1_implied_high": f"{implied.quantile(0.95):.1f}",
    }
    for name in ("rho1", "rho2", "phi"):
        distance = (of[f"{name}_mean"] - of[name]).abs()
        found |= {
            f"figure_1_{name}_near": percent((distance <= 0.03).mean()),
            f"figure_1_{name}_farthest": share(distance.max()),
            f"figure_1_{name}_se": share(of[f"{name}_se"].median()),
            f"figure_1_{name}_run_sd": share(of[f"{name}_run_sd"].median(), 2),
            f"figure_1_{name}_run_correlation": share(np.corrcoef(of[f"{name}_run"], of[name])[0, 1], 2),
        }
    return found


def _runs() -> dict[str, str]:
    """Trials of other studies, where a sentence names them."""
    return {
        "table_5_trials": count(read("table-5")["trials"].max()),
        "costly_trials": count(read("costly")["trials"].max()),
        "keller_trials": count(read("keller")["trials"].max()),
    }


def _several_runs() -> dict[str, str]:
    """What the page on runs says of intervals over runs and records, and of what papers do."""
    table = read("runs")
    is_simulated = table["data"].str.startswith("simulated")
    pools = table[~is_simulated].groupby(["metric", "n", "runs", "method"])[["coverage", "width"]]
    cells, widths = pools.mean()["coverage"].unstack(), pools.median()["width"].unstack()  # noqa: PD010 - one number each
    ratio = (widths["posterior"] / widths["Satterthwaite"]).groupby("runs").mean()
    least = cells["posterior"].idxmin()
    equal = table[is_simulated & table["data"].str.endswith("apart 0")]
    same = equal[equal["data"].str.contains("sd 0,")].groupby(["runs", "method"])["width"].mean().unstack()  # noqa: PD010 - one number each
    wider, decided = same["posterior"] / same["records"], equal.groupby("method")["decided"].mean()
    large = table[is_simulated & (table["n"] == table["n"].max()) & (table["method"] == "posterior")]
    names = {"posterior": "covered", "records": "by_records", "t of runs": "by_t"}
    return {
        "runs_scale": share(SCALE, 1),
        **{f"runs_{name}": share(cells[method].mean()) for method, name in names.items()},
        "runs_least": share(cells["posterior"].min()),
        "runs_least_cell": f"{least[0]}, {least[1]} records, {least[2].split('x')[0]} runs",
        "runs_large": share(large["coverage"].min(), 2),
        **{f"runs_ratio_{count}": f"{ratio[f'{count}x{count}']:.2f}" for count in (2, 3, 10)},
        **{f"runs_wider_{count}": f"{wider[f'{count}x{count}']:.2f}" for count in (5, 10)},
        "runs_wrong": share(decided["posterior"]),
        "runs_dominance": share(decided["dominance"]),
    }


def _in_order() -> dict[str, str]:
    """Series of the table of dependence in time."""
    runs = int(read("in_order")["runs"].min())
    return {"in_order_runs": count(runs), "in_order_error": share(0.5 / np.sqrt(runs))}


def _vowel() -> dict[str, str]:
    """What vowels of fifteen speakers tell, with speakers as units and without."""
    rows = read("vowel")
    of = {name: one.set_index("classifier") for name, one in rows.groupby("analysis")}
    knn = "nearest neighbour"
    return {
        "vowel_records": "990",
        "vowel_knn_records": share(of["records"].loc[knn, "observed"]),
        "vowel_knn_speakers": share(of["speakers"].loc[knn, "observed"]),
        "vowel_decided_records": str(of["records"]["decided"].iloc[0]),
        "vowel_decided_whole": str(of["records of whole speakers"]["decided"].iloc[0]),
        "vowel_decided_speakers": str(of["speakers"]["decided"].iloc[0]),
        "vowel_effect": f"{of['speakers']['effect'].max():.1f}",
    }


def _own_errors() -> dict[str, str]:
    """How often the interval of one classifier's error holds on 1,000 records, exactly, by the expected errors."""
    n, wrong = 1000, np.arange(1001)
    low, high = stats.beta.ppf([[0.025], [0.975]], wrong + 2, n - wrong + 2)

    def held(expected: float) -> float:
        error = expected / n
        return float(stats.binom.pmf(wrong, n, error)[(low <= error) & (error <= high)].sum())

    never = n * low[0]
    return {
        "own_error_never": share(never, 2),
        "own_error_worst": share(min(map(held, np.linspace(1.001 * never, 1, 200)))),
    } | {f"own_error_{name}": share(held(k)) for name, k in (("few", 1), ("four", 4), ("several", 10))}


def _peeking() -> dict[str, str]:
    """What looking costs."""
    rows = read("peeking")
    equal, apart = rows[rows["difference"] == 0], rows[rows["difference"] != 0]
    cost = apart["median"] / apart["fixed"]
    return {
        "peeking_posterior": f"{percent(equal['posterior_20'].min())} to {percent(equal['posterior_20'].max())} %",
        "peeking_posterior_every": f"{percent(equal['posterior_1'].max())} %",
        "peeking_cost": f"{cost.min():.1f} to {cost.max():.1f}",
        "peeking_runs": count(rows["runs"].min()),
        "peeking_error": share(np.sqrt(0.05 * 0.95 / rows["runs"].min())),
        "peeking_error_of_misses": share(np.sqrt(0.05 * 0.95 / (rows["runs"].min() / 5))),
        "peeking_width": f"{rows['width'].min():.2f} to {rows['width'].max():.2f}",
    } | _peeking_order()


def _peeking_order() -> dict[str, str]:
    """What the order of tasks does to a watch."""
    rows = read("peeking_order")
    equal, apart = rows[rows["difference"] == 0], rows[rows["difference"] != 0]
    in_file = equal[(equal["order"] == "file") & (equal["look"] == 20)]["decided_without"]
    lost = (apart["decided_without"] - apart["decided"]).max()
    return {
        "peeking_order_least": share(in_file.min()),
        "peeking_order_most": share(in_file.max()),
        "peeking_order_first": share(equal[(equal["order"] == "file") & (equal["look"] == 500)]["decided"].max()),
        "peeking_order_lost": "none" if lost == 0 else f"{share(lost, 4)} at most",
        "peeking_order_apart": share(-apart["difference"].min(), 2),
        "peeking_order_held": share(apart["held"].max(), 4),
        "peeking_order_runs": count(rows["runs"].min()),
        "peeking_order_error": share(np.sqrt(0.25 / rows["runs"].min())),
    }


def _gate() -> dict[str, str]:
    """How often a gate blocks and passes, and what several looks do."""
    rows, looks = read("gate").query("rule == 'ours'"), read("gate_looks").query("rule == 'ours' and delta == 0.02")
    narrow, few = rows.query("delta == 0.02"), looks.query("records == 200 and disagreement == 0.1")
    passed = rows.query("world == 'equal' and tasks == 5 and records == 1000").set_index("delta")["passed"]
    at_drop = few.query("world == 'at delta'").set_index("looks")["ever_blocked"]
    again = looks.query("world == 'all at 2 delta' and records == 1000 and disagreement == 0.1")
    again = again.set_index("looks")["ever_unblocked"]
    equal = looks.query("world == 'equal' and looks == 50")["ever_blocked"]
    return {
        "gate_suites": count(rows["suites"].min()),
        "gate_equal": share(narrow.query("world == 'equal'")["blocked"].max(), 4),
        "gate_at_drop": share(rows[rows["world"].str.startswith("at delta")]["false_block"].max()),
        "gate_differ": share(narrow.query("world == '.01 +- .01'")["false_block"].max()),
        "gate_passed_narrow": share(passed[0.02]),
        "gate_passed_wide": share(passed[0.05], 2),
        "gate_looks_equal": f"{share(equal.min())} to {share(equal.max())}",
        **{f"gate_looks_{number}": share(at_drop[number], 2) for number in at_drop.index},
        **{f"gate_again_{number}": share(again[number], 2) for number in again.index},
    }


def _judged() -> dict[str, str]:
    """What labels beside a judge are worth."""
    rows, real = read("judged"), read("judged_trivia")
    enough = rows[rows["labels"] >= 150]
    wide = enough["judged_width"]
    low = rows.loc[rows["judged_coverage"].idxmin()]
    is_equal = rows["errors"].str.contains("equal")
    return {
        "judged_runs": count(rows["runs"].min()),
        "judged_error": share(np.sqrt(0.95 * 0.05 / rows["runs"].min())),
        "judged_ppi": f"{(wide / enough['tuned_width']).min():.2f} to {(wide / enough['tuned_width']).max():.2f}",
        "judged_alone": f"{(rows['judged_width'] / rows['labels_width']).max():.2f}",
        "judged_staged": f"{(enough['staged_width'] / wide).min():.2f} to {(enough['staged_width'] / wide).max():.2f}",
        "judged_worst": share(low["judged_coverage"], 4),
        "judged_worst_cell": f"{low['labels']:.0f} labels, a judge of the kind *{low['judge']}*",
        "ppi_size": share(rows.loc[is_equal, "tuned_wrong"].max()),
        "judged_size": share(rows.loc[is_equal, "judged_wrong"].max()),
        "judge_as_truth": share(rows.loc[is_equal, "judge_decided"].max()),
        "judged_real_worst": share(real["judged_coverage"].min()),
        "judged_real_runs": count(real["runs"].min()),
        "judged_real_staged_worst": share(real["staged_coverage"].min()),
        "judged_real_width": percent(1 - (real["judged_width"] / real["labels_width"]).mean()),
        "judged_real_staged_width": percent(1 - (real["staged_width"] / real["judged_width"]).mean()),
    }


def _quoted() -> dict[str, str]:
    """Numbers with a command of their own, as they are written."""
    quoted = pd.read_csv(RESULTS / "quoted.csv", dtype=str)
    return dict(zip(quoted["name"], quoted["value"], strict=True))
