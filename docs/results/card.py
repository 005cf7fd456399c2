"""The calibration card from all tables beside this file: `python docs/results/card.py > bayescmp/studies/card.csv`.

One row a method, a kind of data and a metric. `cells`: data sets, pairs of classifiers or simulated worlds with a known
truth; `trials`: samples of a cell, at least. `covered_50`, `covered_80`, `covered`: how often 50, 80 and 95 % intervals
hold the truth, means over cells; `kept`: cells in which 95 % intervals hold it in at least .95 of the samples, less two
standard errors. `size`: share of samples in which a true null is rejected or equal classifiers are decided, and
`power`, that of differences: means. `worst_covered`, `worst_size` and the names of their cells stand beside. `claimed`
and `happened`: the probability of what leads, and how often it was so. The others say of which results a row is.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
COLUMNS = [
    "method", "data", "metric", "verb", "units", "design", "plan", "cells", "trials", "covered_50", "covered_80",
    "covered", "kept", "worst_covered", "worst_covered_cell", "size", "worst_size", "worst_size_cell", "power",
    "claimed", "happened", "happened_se", "source",
]  # fmt: skip
EQUAL = 3.0
"""Standard errors of the true difference within which errors count as equal."""
REAL = "36 pairs on ten data sets"
HOLD_OUT, CROSSED = "hold-out", "cross-validation"
LEVELS = ("fold-correlation",)  # of frontier.csv, whose sizes are of intervals; the others there are tests


def read(name):
    return pd.read_csv(HERE / f"{name}.csv")


def row(method, data, source, verb="compare", metric="error", units="records", design=HOLD_OUT, **found):
    about = {"method": method, "data": data, "source": source, "verb": verb, "metric": metric, "units": units}
    return about | {"design": design} | found


def led(method, data, source, verb, times, claimed, happened, **more):
    return row(method, data, source, verb, cells=int(times), trials=1, claimed=claimed, happened=happened, **more)


def over(cells, name_of, trials, *, covered=None, size=None, power=None):
    """Summarise cells: Series by the same index, of which `size` and `power` may have fewer."""
    found = {"cells": len(cells), "trials": int(np.min(trials))}
    if covered is not None:
        least, at = 0.95 - 2 * np.sqrt(0.95 * 0.05 / np.asarray(trials)), covered.idxmin()
        found |= {"covered": covered.mean(), "kept": int((covered >= least).sum())}
        found |= {"worst_covered": covered[at], "worst_covered_cell": name_of(cells.loc[at])}
    if size is not None and len(size):
        at = size.idxmax()
        found |= {"size": size.mean(), "worst_size": size[at], "worst_size_cell": name_of(cells.loc[at])}
    return found | ({} if power is None or not len(power) else {"power": power.mean()})


def named(*columns):
    """Return a function that names a cell by columns."""
    words = {"q": "data sets", "n": "records", "prevalence": "share"}
    return lambda one: ", ".join(f"{words.get(name, name)} {one[name]}" for name in columns if one[name] != "")


def of_pairs(own, *, intervals=True):
    """Summarise cells of pairs of classifiers, whose mean over all samples is the truth; tests have no intervals."""
    name = "{first} against {second} on {data}".format_map
    covered = 1 - own["size"] if intervals else None
    return over(own, name, own["trials"], covered=covered, size=own["size"], power=own["power"])


def frontier():
    """Pairs of real classifiers: the error with one number of repeats or another, and other metrics."""
    repeats, once = read("frontier-repeats"), read("frontier")
    once = once[~once["method"].isin(repeats["method"])].assign(repeats=5, folds=2)
    once["coverage"] = (1 - once["size"]).where(once["method"].isin(LEVELS))
    generated = read("frontier-repeats-generated")
    tables = {"frontier-repeats": repeats, "frontier": once, "frontier-repeats-generated": generated}
    for source, table in tables.items():
        data = "36 pairs on generated data" if table is generated else REAL
        for (method, m, k), own in table.groupby(["method", "repeats", "folds"], sort=False):
            found = of_pairs(own, intervals=own["coverage"].notna().all())
            yield row(method, f"{data}, {m} x {k}", source, design=CROSSED, plan=f"{m} x {k}", **found)
    levels = {"label-metrics-frontier": "label-counts", "probabilities-frontier": "mean-loss"}
    for source, level in levels.items():
        table = read(source)
        for metric, own in table[~table["metric"].str.contains(", ")].groupby("metric", sort=False):
            method, data = (level, REAL) if metric != "error" else ("crossed-effects", f"{REAL}, again")
            about = {"design": CROSSED, "plan": "5 x 2", "metric": metric}
            yield row(method, f"{data}, 5 x 2", source, **about, **of_pairs(own))
    of_scores = read("probabilities-frontier").query("metric == 'error, correlated t'")
    about = {"design": CROSSED, "plan": "5 x 2", "metric": "score"}
    yield row("correlated-t", f"{REAL}, 5 x 2", "probabilities-frontier", **about, **of_pairs(of_scores))


def hold_outs():
    """Simulated hold-outs by metrics that are no errors; negative controls are left out."""
    kinds = [
        ("probabilities", "simulated hold-outs", ["first", "second", "prevalence", "n"], "sets"),
        ("label-metrics", "simulated hold-outs", ["population", "classes", "prevalence", "n"], "trials"),
        ("few-records", "simulated hold-outs, 5 to 100 records of a class", ["pair", "share", "records"], "sets"),
    ]
    controls = {"one in each cell", "Bayesian bootstrap", "t by Welch"}
    for source, data, names, trials in kinds:
        for (method, metric), own in read(source).groupby(["method", "metric"], sort=False):
            if method not in controls:
                found = over(own, named(*names), own[trials], covered=own["coverage"])
                yield row(method, data, source, metric=metric, **found)


def dependent():
    """Groups and answers."""
    levels = {"error": "paired", "f1_macro": "label-counts", "error_5x2": "crossed-effects"}
    for metric, own in read("groups").query("method == 'groups'").groupby("metric", sort=False):
        found = over(own, named("groups", "sizes", "icc", "first", "second"), own["runs"], covered=own["covered"])
        design = CROSSED if metric.endswith("_5x2") else HOLD_OUT
        about = {"metric": metric.removesuffix("_5x2"), "units": "groups", "design": design}
        yield row(levels.get(metric, "mean-loss"), "5 to 100 groups of records", "groups", **about, **found)
    for metric, own in read("answers").query("method == 'answers'").groupby("metric", sort=False):
        found = over(own, named("records", "answers"), own["runs"], covered=own["covered"])
        about = {"metric": metric, "units": "answers"}
        yield row("mean-loss", "1 to 10 answers to 30 to 300 records", "answers", **about, **found)


def judges():
    """Judges of all answers, and labels of people, simulated and real."""
    table = read("judged")
    equal, covered = table["errors"].str.contains("equal"), table["judged_coverage"]
    decided = {"size": table.loc[equal, "judged_decided"], "power": table.loc[~equal, "judged_decided"]}
    found = over(table, named("errors", "judge", "labels"), table["runs"], covered=covered, **decided)
    yield row("judged", "a judge, 20 to 400 labels", "judged", **found)
    real = read("judged_trivia")
    found = over(real, named("first", "second", "labels"), real["runs"], covered=real["judged_coverage"])
    yield row("judged", "a judge of five systems, 30 to 300 labels of people", "judged_trivia", **found)


def several():
    """Rankings: coverage, and claims of who is best."""
    for world, own in read("groups_rank").query("method == 'groups'").groupby("world", sort=False):
        found = over(own, named("groups", "icc"), own["runs"], covered=own["together"])
        claims = {"claimed": own["claimed"].mean(), "happened": own["best"].mean()} if world == "apart" else {}
        data = f"rankings by groups of records, {world}"
        yield row("all intervals at once", data, "groups_rank", "rank", units="groups", **found, **claims)
    real = read("rank-real").query("way == 'default' and data == 'all'")
    data = "rankings of real cross-validations"
    for method, quantity in (
        ("pairs", "coverage of pairs"),
        ("all intervals at once", "coverage of all pairs at once"),
    ):
        one = real[real["quantity"] == quantity].iloc[0]
        found = {"cells": int(one["tasks"]), "trials": int(one["count"] / one["tasks"]), "covered": one["value"]}
        yield row(method, data, "rank-real", "rank", design=CROSSED, **found)
    for one in real[real["quantity"].str.startswith("of the leader")].itertuples():
        method, se = f"P(best) {one.quantity.removeprefix('of the leader, ')}", {"happened_se": one.se}
        yield led(method, data, "rank-real", "rank", one.count, one.claimed, one.value, design=CROSSED, **se)
    hold = read("rank-hold-out")
    for one in hold[hold["n_records"].isna()].itertuples():
        data = "rankings of real hold-outs" + ", three nearly equal" * (one.classifiers == "three best")
        method = f"P(best) {one.quantity.removeprefix('smaller claim, ')}"
        yield led(method, data, "rank-hold-out", "rank", one.count, one.claimed, one.value, happened_se=one.se)


def equals():
    """Several equal classifiers: how often a rule of the package decides any pair."""
    for source, design in (("several-classifiers", HOLD_OUT), ("several-cross-validated", CROSSED)):
        table = read(source)
        table = table[(table["spread"] == 0) & table["rule"].isin(["pairs", "Holm of the test", "Holm of the pairs"])]
        for rule, own in table.groupby("rule", sort=False):
            found = over(own, named("n_classifiers", "n_records", "tau"), own["trials"], size=own["any_pair"])
            yield row(
                f"any pair of equals, {rule}", "2 to 20 simulated classifiers", source, "", design=design, **found
            )


def data_sets():
    """Populations of data sets, simulated and resampled from real ones."""
    table = read("datasets")
    table["pair"] = table["pair"].fillna("")
    few = (table["kind"] == "real") & (table["method"] == "student")  # four samples a cell
    table = table[(table["pair"] != "all") & ~few]
    of_claims = table[table["kind"] == "best"]
    words = {"world": "simulated collections of data sets", "real": "resampled real collections of data sets"}
    for (kind, method), own in table[table["kind"].isin(words)].groupby(["kind", "method"], sort=False):
        equal = ~own["population"].str.contains("apart")
        decided = {"size": own.loc[equal, "decided"], "power": own.loc[~equal, "decided"]} if kind == "world" else {}
        for asked, sizes in (("average", decided), ("next", {})):
            found = over(own, named("population", "pair", "q"), own["worlds"], covered=own[f"{asked}_covered"], **sizes)
            about = {"verb": "compare_datasets", "metric": "any"}
            yield row(f"{method}, {asked}", words[kind], "datasets", **about, **found)
    for (claim, asked), own in of_claims.groupby(["pair", "method"]):
        claimed, happened = (np.average(own[name], weights=own["worlds"]) for name in ("claimed", "happened"))
        method, times = f"P(best) {claim}, {asked}", own["worlds"].sum()
        yield led(method, words["real"], "datasets", "rank_datasets", times, claimed, happened, metric="any")


def streams():
    """Looks after every record, or every 20."""
    table = read("peeking")
    equal, name = table["difference"] == 0, named("difference", "disagreement")
    decided = {"size": table.loc[equal, "wrong"], "power": table.loc[~equal, "decided"]}
    found = over(table, name, table["runs"] / 5, covered=1 - table["missed"], **decided)
    data, verb = "streams of up to 5,000 records", "comparison_of_looks"
    yield row("confidence sequence", data, "peeking", verb, **found)
    found = over(table, name, table["runs"], size=table.loc[equal, "posterior_20"])
    yield row("posterior, looked at after every 20 records", data, "peeking", verb, **found)


def studies():
    """Tests and levels in the studies that come with the package."""
    renamed = {"posterior_f1": "label-counts"}
    for source in ("table-5", "crossed-effects", "figure-4", "keller", "f1"):
        table = read(source).dropna(subset="rejected")
        near = table["true_difference"].abs() <= EQUAL * table["true_difference_se"]
        made_equal = (table["true_difference"] == 0) | table["label"].str.contains("equal")
        if source == "keller":  # whose true differences are of the error
            of_f1 = table["method"].str.endswith("_f1")
            made_equal = (
                table["label"].str.contains("equal F1").where(of_f1, table["label"].str.contains("equal errors"))
            )
            near = made_equal
        for method, own in table.groupby("method", sort=False):
            equal, apart = (near & made_equal)[own.index], ~(near | made_equal)[own.index]
            covered = own["coverage"] if own["coverage"].notna().all() else None
            decided = {"size": own.loc[equal, "rejected"], "power": own.loc[apart, "rejected"]}
            found = over(own, "{label}".format_map, own["trials"], covered=covered, **decided)
            of_algorithms = covered is not None and method != "paired"  # which is about the fitted classifiers
            about = {"metric": "f1" if "f1" in method else "error", "design": HOLD_OUT if source == "f1" else CROSSED}
            verb = "compare" if of_algorithms else ""
            yield row(renamed.get(method, method), f"study {source}", source, verb, **about, **found)


def own_model():
    """Data of the model of crossed effects."""
    table = read("coverage").assign(tau=lambda own: own["tau"].astype(object).where(own["tau"].notna(), "drawn"))
    cells = table.pivot_table(index=["n_records", "tau", "trials"], columns="level", values="coverage").reset_index()
    found = over(cells, named("n_records", "tau"), cells["trials"], covered=cells[0.95])
    halves = {"covered_50": cells[0.5].mean(), "covered_80": cells[0.8].mean()}
    yield row("crossed-effects", "its own model, tau drawn or given", "coverage", design=CROSSED, **found, **halves)


def card():
    """Return the card; the simulated worlds are rows by themselves."""
    parts = (frontier, hold_outs, dependent, judges, several, equals, data_sets, streams, studies, own_model)
    rows = pd.DataFrame([one for part in parts for one in part()])
    for name in ("worst_covered_cell", "worst_size_cell"):
        rows[name] = rows[name].str.replace("n_records", "records")
    return pd.concat([rows, read("card-worlds")]).reindex(columns=COLUMNS).round(4)


if __name__ == "__main__":
    card().to_csv(sys.stdout, index=False)
