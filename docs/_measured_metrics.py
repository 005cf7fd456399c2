"""Metrics of labels and of probabilities: intervals on hold-outs, and decisions in cross-validations."""

import pandas as pd
from _registries import table
from _results import code, count, mean_and_least, percent, read, share


def numbers() -> dict[str, str]:
    """Return the numbers by name."""
    return _labels() | _labels_in_cross_validation() | _f1() | _probabilities() | _few_positives()


def tables() -> dict[str, str]:
    """Return the tables by name."""
    labels = read("label-metrics").replace({"metric": {"f1_macro": "f1"}})
    areas = read("few-records").query("metric == 'roc_auc' and share > 0.05")
    areas = areas.assign(scores=areas["pair"].str.startswith("normal").map({True: "no ties", False: "ties"}))
    return {
        "study_label_metrics_by_metric": _covered(labels, ["classes", "metric"], ("classes", "metric")),
        "label_metrics_frontier": _by_metric("label-metrics-frontier"),
        "probabilities_frontier": _by_metric("probabilities-frontier"),
        "few_areas": _covered(areas, ["scores", "records"], ("scores", "of the class")),
    }


def _labels() -> dict[str, str]:
    """Coverage of intervals of metrics of labels on hold-outs."""
    own = read("label-metrics").query("method == 'label-counts'")
    return {
        "labels_trials": count(own["trials"].min()),
        "labels_populations": count(len(own[["classes", "prevalence", "population"]].drop_duplicates())),
        "labels_cells_mean": share(own["coverage"].mean()),
    }


def _labels_in_cross_validation() -> dict[str, str]:
    """Sizes between trained classifiers, and against one that predicts the most frequent class."""
    frontier = read("label-metrics-frontier")
    has_majority = frontier[["first", "second"]].eq("majority").any(axis=1)
    trained = frontier[~has_majority].groupby("metric")["size"].mean()
    constant = frontier[has_majority].groupby("metric")["size"].mean()
    return {
        "metrics_trials": count(frontier["trials"].min()),
        "metrics_error_trained": share(trained["error"]),
        "metrics_f1_macro_trained": share(trained["f1_macro"]),
        "metrics_f1_macro_constant": share(constant["f1_macro"]),
    }


def f1_study() -> pd.DataFrame:
    """Return the results of the study `f1` with the expected number of positives."""
    results = read("f1")
    one_in = results["scenario"].str.rpartition("1 in ")[2].astype(float)
    return results.assign(positives=results["n_records"] / one_in)


def _f1() -> dict[str, str]:
    """How often two F1 are told apart, and coverage of their difference."""
    results = f1_study()
    equal = results[results["scenario"].str.startswith("equal")].groupby("method")["rejected"].max()
    own = results.query("method == 'posterior_f1'")
    few = own[own["scenario"].str.startswith("apart") & (own["positives"] <= 15)]
    return {
        "f1_proportions_most": share(equal["proportions_f1"]),
        "f1_bootstrap_most": share(equal["bootstrap_f1"]),
        "f1_posterior_most": share(equal["posterior_f1"]),
        "f1_posterior_power_few": share(few["rejected"].max()),
        "f1_coverage_least": share(own["coverage"].min()),
    }


def _probabilities() -> dict[str, str]:
    """Size and power of metrics of probabilities in cross-validations, and of folds' scores beside the error."""
    frontier = read("probabilities-frontier")
    cells = frontier.groupby("metric")
    size, power = cells["size"].mean(), cells["power"].mean()
    areas = cells.get_group("roc_auc_ovr")
    worst = areas.loc[areas["size"].idxmax()]
    trained = areas.query("first != 'majority' and second != 'majority'")
    return {
        "prob_trials": count(frontier["trials"].min()),
        "prob_pairs": count(len(frontier[["first", "second"]].drop_duplicates())),
        "prob_error_size": share(size["error"]),
        "prob_error_worst": share(cells["size"].max()["error"]),
        "prob_error_power": share(power["error"], 2),
        "prob_correlated_t_size": share(size["error, correlated t"]),
        "prob_correlated_t_power": share(power["error, correlated t"], 2),
        "prob_auc_size": share(size["roc_auc_ovr"]),
        "prob_auc_worst": share(worst["size"]),
        "prob_auc_cell": f"{worst['first']} against {worst['second']} on {worst['data']}",
        "prob_auc_trained_worst": share(trained["size"].max()),
        "prob_as_records_size": share(size["neg_brier_score, validations as records"]),
    }


def _few_positives() -> dict[str, str]:
    """What holds with few records of a class on real data."""
    cells = read("few-positives").groupby(["method", "records"])
    worst, power = cells["coverage"].min(), cells["power"].mean()
    return {
        "positives_mean_loss_12_worst": share(worst["mean-loss", 12]),
        "positives_mean_loss_12_power": share(power["mean-loss", 12]),
        "positives_mean_loss_20_worst": share(worst["mean-loss", 20]),
        "positives_plain_12_worst": share(worst["plain", 12]),
        "positives_plain_12_power": share(power["plain", 12]),
    }


def _covered(results: pd.DataFrame, by: list[str], heads: tuple[str, ...]) -> str:
    """Mean and lowest coverage, and mean width, of every method in groups of cells."""
    methods, rows = results["method"].unique(), []
    for key, group in results.groupby(by, sort=False):
        found = group.groupby("method").agg({"coverage": ["mean", "min"], "width": "mean"}).loc[methods].to_numpy()
        rows.append((*key, *(f"{mean_and_least(mean, least)}, {share(width, 2)}" for mean, least, width in found)))
    return table((*heads, *methods), rows)


def _by_metric(name: str) -> str:
    """Size and power in cross-validations, with the worst cell."""
    rows = []
    for metric, of in read(name).groupby("metric", sort=False):
        worst = of.loc[of["size"].idxmax()]
        cell = f"{share(worst['size'])}, {worst['first']} against {worst['second']} on *{worst['data']}*"
        above = f"{percent((of['size'] > 0.055).mean())} %"
        rows.append((code(metric), len(of), share(of["size"].mean()), above, cell, share(of["power"].mean(), 2)))
    return table(("metric", "pairs", "type I error rate", "above .055", "worst pair", "power"), rows)
