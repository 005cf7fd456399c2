"""The calibration card from all tables beside this file: `python docs/results/card.py > bayescmp/studies/card.csv`.

One row a method with its settings, a kind of data and a metric; `bayescmp.studies.card` tells what the columns are.
Rows of real data whose methods have intervals have no size: of the truth, an interval says the same.
"""

import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent
COLUMNS = [
    "method", "settings", "data", "truth", "metric", "verb", "units", "design", "plan", "cells", "trials",
    "covered_50", "covered_80", "covered", "kept", "worst_covered", "worst_covered_cell",
    "size", "worst_size", "worst_size_cell", "power",
    "claimed", "happened", "worst_claimed", "worst_happened", "worst_happened_se", "worst_claim_cell", "source",
]  # fmt: skip
EQUAL = 3.0
"""Standard errors of the true difference within which errors count as equal."""
REAL, GENERATED = "36 pairs on ten data sets", "36 pairs on generated data"
PAIR = "{first} against {second} on {data}"
HOLD_OUT, CROSSED = "hold-out", "cross-validation"
METHODS = ("crossed-effects", "effective-table", "fold-correlation")
RULES = {"pairs": "each by itself", "Holm of the test": "tests by Holm", "Holm of the pairs": "posteriors by Holm"}
"""How pairs of several classifiers are decided."""
MANY = 100
"""Claims from which on a cell is one."""


def read(name):
    return pd.read_csv(HERE / f"{name}.csv")


def row(method, data, source, verb="compare", metric="error", units="records", design=HOLD_OUT, **found):
    about = {"method": method, "data": data, "source": source, "verb": verb, "metric": metric, "units": units}
    return about | {"settings": "", "truth": "simulated", "design": design} | found


def over(cells, name, trials, *, covered=None, size=None, power=None):
    """Summarise cells, named by a format of their columns: Series by their index, `size` and `power` may have fewer."""
    found = {"cells": len(cells), "trials": int(np.min(trials))}
    if covered is not None:
        least, at = 0.95 - 2 * np.sqrt(0.95 * 0.05 / np.asarray(trials)), covered.idxmin()
        found |= {"covered": covered.mean(), "kept": int((covered >= least).sum())}
        found |= {"worst_covered": covered[at], "worst_covered_cell": name.format_map(cells.loc[at])}
    if size is not None and len(size):
        at = size.idxmax()
        found |= {"size": size.mean(), "worst_size": size[at], "worst_size_cell": name.format_map(cells.loc[at])}
    return found | ({} if power is None or not len(power) else {"power": power.mean()})


def narrower(cells, what=""):
    """Return how often 50 and 80 % intervals held, a mean over cells."""
    return {f"covered_{level}": cells[f"{what}covered_{level}"].mean() for level in (50, 80)}


def claims(cells, name, times, se=None):
    """Summarise what cells claim of the leader, and how often it was so; the worst cell has the furthest of it."""
    claimed, happened = cells["claimed"], cells["happened"]
    at = (claimed - happened).idxmax()
    error = np.sqrt(happened[at] * (1 - happened[at]) / times[at]) if se is None else se[at]
    return {
        "claimed": np.average(claimed, weights=times), "happened": np.average(happened, weights=times),
        "worst_claimed": claimed[at], "worst_happened": happened[at], "worst_happened_se": error,
        "worst_claim_cell": name.format_map(cells.loc[at]),
    }  # fmt: skip


def of_pairs(own, *, intervals=True):
    """Summarise cells of pairs of classifiers, whose mean over all samples is the truth; tests have no intervals."""
    held = {"covered": 1 - own["size"]} if intervals else {"size": own["size"]}
    return over(own, PAIR, own["trials"], power=own["power"], **held)


def frontier():
    """Pairs of real classifiers: the error with one number of repeats or another, and other metrics."""
    once = read("frontier").assign(repeats=5, folds=2)
    found_of = dict(iter(read("intervals-frontier").groupby(["metric", "method"])))
    once["coverage"] = (1 - once["size"]).where(once["method"].str.startswith(METHODS))
    by_repeats = ("frontier-repeats", "frontier-repeats-generated")
    tables = {"frontier": once} | {name: read(name) for name in by_repeats}
    of_design = {name: read(name.replace("frontier", "intervals")) for name in by_repeats}
    for source, table in tables.items():
        data, truth = (GENERATED, "simulated") if source.endswith("generated") else (REAL, "real")
        for (name, m, k), own in table.groupby(["method", "repeats", "folds"], sort=False):
            method = name.replace(", cautious", "")
            settings = {"tau='cautious'": method != name, "known": method == "fold-correlation"}  # from other data sets
            about = {"design": CROSSED, "plan": f"{m} x {k}", "truth": truth}
            about["settings"] = ", ".join(one for one, has_it in settings.items() if has_it)
            found = of_pairs(own, intervals=own["coverage"].notna().all())
            asked = "default" if name == "crossed-effects" else name
            if source == "frontier" and ("error", asked) in found_of:
                found |= narrower(found_of["error", asked])
            if method == "fold-correlation":
                found |= narrower(read("intervals-known"))
            if source in by_repeats and own["coverage"].notna().all():
                found |= narrower(of_design[source].query("method == @name and repeats == @m and folds == @k"))
            yield row(method, f"{data}, {m} x {k}", source, **about, **found)
    methods = {
        "label-metrics-frontier": ("label-counts", "samples of label metrics"),
        "probabilities-frontier": ("mean-loss", "samples of probabilities"),
    }
    about = {"design": CROSSED, "plan": "5 x 2", "truth": "real"}
    own = found_of["error", "fold-correlation, one run"].reset_index()
    found = over(own, PAIR, own["trials"], covered=own["covered_95"]) | narrower(own)
    yield row("fold-correlation", f"{REAL}, 5 x 2", "intervals-frontier", **about, **found)
    for source, (default, samples) in methods.items():
        table = read(source)
        for metric, own in table[~table["metric"].str.contains(", ")].groupby("metric", sort=False):
            found = of_pairs(own) | narrower(found_of[metric, "default"])
            again = metric == "error"  # on other samples than those of `frontier`
            method, data = (METHODS[0], f"{REAL}, 5 x 2, {samples}") if again else (default, f"{REAL}, 5 x 2")
            yield row(method, data, source, metric=metric, **about, **found)
    of_scores = read("probabilities-frontier").query("metric == 'error, correlated t'")
    found = of_pairs(of_scores) | narrower(found_of["error", "correlated-t"])
    yield row("correlated-t", f"{REAL}, 5 x 2", "probabilities-frontier", metric="score", **about, **found)


def hold_outs():
    """Simulated hold-outs; negative controls are left out."""
    table, name = read("hold-outs"), "errors {first} and {second}, correlation {correlation}, records {n}"
    data = "simulated hold-outs of 20 to 5,000 records"
    for method, own in table.groupby("method", sort=False):
        equal = own["first"] == own["second"]
        wrong = ~equal if method == "holdout_tost" else equal
        decided = {"size": own.loc[wrong, "decided"], "power": own.loc[~wrong, "decided"]}
        covered = own["covered_95"] if own["covered_95"].notna().all() else None
        found = over(own, name, own["trials"], covered=covered, **decided)
        if covered is not None:
            found |= narrower(own)
        if own["claimed"].notna().any():
            found |= claims(own[~equal], name, own.loc[~equal, "trials"])
        yield row(method, data, "hold-outs", **found)
    of_labels = "{population}, classes {classes}, share {prevalence}, records {n}"
    kinds = [
        ("probabilities", "40 to 1,000 records", "{first} and {second}, share {prevalence}, records {n}", "sets"),
        ("label-metrics", "50 to 1,000 records", of_labels, "trials"),
        ("few-records", "5 to 100 records of a class", "{pair}, share {share}, records {records}", "sets"),
    ]
    controls = {"one in each cell", "Bayesian bootstrap", "t by Welch", "plain"}
    for source, words, name, trials in kinds:
        for (method, metric), own in read(source).groupby(["method", "metric"], sort=False):
            if method not in controls:
                found = over(own, name, own[trials], covered=own["coverage"]) | narrower(own)
                yield row(method, f"simulated hold-outs, {words}", source, metric=metric, **found)


def few_positives():
    """Areas on real hold-outs with few records of a class."""
    name = "{first} and {second} on {data}, {records} of the class"
    for method in ("mean-loss", "delong"):
        own = read("few-positives")
        own = own[(own["method"] == method) & (own["records"] <= 20)]
        found = over(own, name, own["sets"], covered=own["coverage"], power=own["power"])
        yield row(
            method,
            "hold-outs with 3 to 20 records of a class",
            "few-positives",
            metric="roc_auc",
            truth="real",
            **found,
        )


def dependent():
    """Groups, records in the order of time, and answers."""
    for what, method, metric in (("losses", "mean-loss", "loss"), ("errors", "paired", "error")):
        own = read("in_order")
        own = own[own["what"] == what]
        about = {"data": "records in the order of time, 100 to 1,000", "source": "in_order", "units": "groups"}
        name = "{n} records, autoregression of {rho}"
        found = over(own, name, own["runs"], covered=1 - own["blocks"], size=own["blocks"]) | narrower(own)
        yield row(method, metric=metric, **about, **found)
        found = over(own, name, own["runs"], size=own["diebold_mariano"])
        yield row("diebold_mariano", metric=metric, **about, **found)
    methods = {"error": "paired", "f1_macro": "label-counts", "error_5x2": "crossed-effects"}
    for metric, own in read("groups").query("method == 'groups'").groupby("metric", sort=False):
        name = "groups {groups}, sizes {sizes}, icc {icc}, {first} and {second}"
        found = over(own, name, own["runs"], covered=own["covered"]) | narrower(own)
        crossed = {"design": CROSSED, "plan": "5 x 2"} if metric.endswith("_5x2") else {}
        about = {"metric": metric.removesuffix("_5x2"), "units": "groups"} | crossed
        yield row(methods.get(metric, "mean-loss"), "5 to 100 groups of records", "groups", **about, **found)
    for metric, own in read("answers").query("method == 'answers'").groupby("metric", sort=False):
        found = over(own, "records {records}, answers {answers}", own["runs"], covered=own["covered"]) | narrower(own)
        about = {"metric": metric, "units": "answers"}
        yield row("mean-loss", "1 to 10 answers to 30 to 300 records", "answers", **about, **found)


def judges():
    """Judges of all answers, and labels of people, simulated and real."""
    table = read("judged")
    equal, covered = table["errors"].str.contains("equal"), table["judged_coverage"]
    decided = {"size": table.loc[equal, "judged_decided"], "power": table.loc[~equal, "judged_decided"]}
    found = over(table, "errors {errors}, judge {judge}, labels {labels}", table["runs"], covered=covered, **decided)
    found |= narrower(table, "judged_")
    yield row("judged", "a judge, 20 to 400 labels", "judged", **found)
    real = read("judged_trivia")
    found = over(real, "{first} against {second}, labels {labels}", real["runs"], covered=real["judged_coverage"])
    found |= narrower(real, "judged_")
    yield row("judged", "a judge of five systems, 30 to 300 labels of people", "judged_trivia", truth="real", **found)


def several():
    """Rankings: coverage, claims of who is best, and how often any pair of equal classifiers is decided."""
    for world, own in read("groups_rank").query("method == 'groups'").groupby("world", sort=False):
        name = "groups {groups}, icc {icc}"
        found = over(own, name, own["runs"], covered=own["together"])
        found |= {f"covered_{level}": own[f"together_{level}"].mean() for level in (50, 80)}
        data = f"rankings by groups of records, {world}"
        yield row("all intervals at once", data, "groups_rank", "rank", units="groups", **found)
        if world == "apart":
            found = claims(own.rename(columns={"best": "happened"}), name, own["runs"])
            found |= {"cells": len(own), "trials": int(own["runs"].min()), "units": "groups"}
            yield row("P(best) of the leader", data, "groups_rank", "rank", **found)
    real = read("rank-real").query("way == 'default' and data == 'all'")
    held = real.set_index("quantity")["value"]
    about = {"verb": "rank", "design": CROSSED, "truth": "real"}
    for method, quantity in (
        ("pairs", "coverage of pairs"),
        ("all intervals at once", "coverage of all pairs at once"),
    ):
        one = real[real["quantity"] == quantity].iloc[0]
        found = {"cells": int(one["tasks"]), "trials": int(one["count"] / one["tasks"]), "covered": one["value"]}
        found |= {f"covered_{level}": held[f"{quantity}, {level} %"] for level in (50, 80)}
        yield row(method, "rankings of real cross-validations", "rank-real", **about, **found)
    prefix = "of the leader, "
    own = real[real["quantity"].str.startswith(prefix)].rename(columns={"value": "happened"})
    yield row(
        "P(best) of the leader", "rankings of real cross-validations", "rank-real", **about, cells=len(own),
        trials=int(own["count"].min()),
        **claims(own.assign(at=own["quantity"].str.removeprefix(prefix)), "claims of {at}", own["count"], own["se"]),
    )  # fmt: skip
    hold = read("rank-hold-out").query("classifiers != 'any'").rename(columns={"value": "happened"})
    methods = {
        "P(best) of the leader": "P(best) of the leader", "the same, pooled": "pooled P(best) of the leader",
        "the smaller of the two": "smaller of P(best) and pooled P(best)",
    }  # fmt: skip
    for quantity, method in methods.items():
        own = hold[(hold["quantity"] == quantity) & hold["n_records"].notna()]
        found = claims(own, "{classifiers}, records {n_records:.0f}", own["count"], own["se"])
        found |= {"cells": len(own), "trials": int(own["count"].min()), "truth": "real"}
        yield row(method, "rankings of real hold-outs", "rank-hold-out", "rank", **found)
    for source, design in (("several-classifiers", HOLD_OUT), ("several-cross-validated", CROSSED)):
        table = read(source)
        table = table[(table["spread"] == 0) & table["rule"].isin(RULES)]
        for rule, own in table.groupby("rule", sort=False):
            name = "classifiers {n_classifiers}, records {n_records}, tau {tau}"
            found = over(own, name, own["trials"], size=own["any_pair"])
            data, verb = f"2 to 20 equal simulated classifiers, {design}", "rank" if rule == "pairs" else ""
            yield row(f"any pair, {RULES[rule]}", data, source, verb, design=design, **found)


def data_sets():
    """Populations of data sets, simulated and resampled from real ones; what is no default is left out."""
    table = read("datasets")
    kinds = {"world": "simulated collections of data sets", "real": "resampled real collections of data sets"}
    for (source, asked), own in table[table["method"] == "normal"].groupby(["source", "kind"], sort=False):
        cell = "{population}, {pair}, data sets {q}" if source == "real" else "{population}, data sets {q}"
        decided = {"size": own["size"] if source == "world" else None, "power": own["power"]}
        found = over(own, cell, own["trials"], covered=own["covered"], **(decided if asked == "average" else {}))
        found |= narrower(own) | (claims(own, cell, own["trials"]) if (source, asked) == ("real", "next") else {})
        about = {"verb": "compare_datasets", "metric": "any", "truth": "real" if source == "real" else "simulated"}
        yield row(f"normal, {asked}", kinds[source], "datasets", **about, **found)
    of_claims = table[
        (table["kind"] == "best") & (table["source"] == "real") & (table["pair"] != "all") & (table["trials"] >= MANY)
    ]
    for asked in ("average", "next"):
        own = of_claims[of_claims["method"] == asked]
        found = claims(own, "{population}, data sets {q}, claims of {pair}", own["trials"])
        found |= {"cells": len(own), "trials": int(own["trials"].min()), "metric": "any", "truth": "real"}
        yield row(f"P(best) of the leader, {asked}", kinds["real"], "datasets", "rank_datasets", **found)


def streams():
    """Looks after every record, or every 20."""
    table = read("peeking")
    equal, name = table["difference"] == 0, "difference {difference}, disagreement {disagreement}"
    decided = {"size": table.loc[equal, "wrong"], "power": table.loc[~equal, "decided"]}
    found = over(table, name, table["runs"] / 5, covered=1 - table["missed"], **decided)
    found |= {f"covered_{level}": 1 - table[f"missed_{level}"].mean() for level in (50, 80)}
    data, verb = "streams of up to 5,000 records", "comparison_of_looks"
    yield row("confidence sequence", data, "peeking", verb, **found)
    found = over(table, name, table["runs"], size=table.loc[equal, "posterior_20"])
    yield row("posterior, looked at after every 20 records", data, "peeking", "", **found)


def studies():
    """Tests and methods in the studies that come with the package, of algorithms that are trained anew."""
    intervals = read("intervals-studies")
    for source in ("table-5", "crossed-effects", "figure-4", "keller", "f1", "costly"):
        table = read(source).dropna(subset="rejected").query("method != 'paired'")  # which is of fitted classifiers
        table["label"] = table["label"].str.replace("n_records", "records")
        near = table["true_difference"].abs() <= EQUAL * table["true_difference_se"]
        made_equal = (table["true_difference"] == 0) | table["label"].str.contains("equal")
        if source == "keller":  # with equal errors or equal F1
            of_f1, scenario = table["method"].str.endswith("_f1"), table["scenario"]
            table = table[~scenario.str.endswith("equal errors").where(of_f1, scenario.str.endswith("equal F1"))]
            near = made_equal = table["scenario"].str.contains("equal")
        for (method, plan), own in table.groupby(["method", "plan"], sort=False):
            equal, apart = (near & made_equal)[own.index], ~(near | made_equal)[own.index]
            covered = own["coverage"] if own["coverage"].notna().all() else None
            decided = {"size": own.loc[equal, "rejected"], "power": own.loc[apart, "rejected"]}
            found = over(own, "{label}", own["trials"], covered=covered, **decided)
            about = {"metric": "f1" if "f1" in method else "error"}
            if not plan.startswith(HOLD_OUT):
                short = re.search(r"\d+ x \d+", plan)
                about |= {"design": CROSSED, "plan": short[0] if short else plan}
            verb = "" if covered is None else "compare"
            narrow = intervals.query("study == @source and method == @method")
            if len(narrow):
                found |= narrower(narrow)
            yield row(
                {"posterior_f1": "label-counts"}.get(method, method), f"study {source}", source, verb, **about, **found
            )


def own_model():
    """Data of the model of crossed effects."""
    table = read("coverage").assign(tau=lambda own: own["tau"].astype(object).where(own["tau"].notna(), "drawn"))
    cells = table.pivot_table(index=["n_records", "tau", "trials"], columns="level", values="coverage").reset_index()
    found = over(cells, "records {n_records}, tau {tau}", cells["trials"], covered=cells[0.95])
    found |= {"covered_50": cells[0.5].mean(), "covered_80": cells[0.8].mean()}
    about = {"design": CROSSED, "plan": "5 x 2", "settings": "prior='beta', strength=8.0"}
    yield row("crossed-effects", "its own model, tau drawn or given", "coverage", **about, **found)


def alone():
    """One classifier by itself, on data of every kind."""
    of_errors = {"5 x 2": "crossed-effects", "answers": "mean-loss", "judged": "judged"}
    of_others = {"f1_macro": "label-counts", "roc_auc": "mean-loss", "neg_brier_score": "mean-loss"}
    table = read("alone").query("method == 'evaluate'").replace({"metric": {"accuracy": "error"}})
    for (data, metric), own in table.groupby(["data", "metric"], sort=False):
        method = of_others.get(metric) or of_errors.get(data, "paired")
        about = {"units": data if data in {"groups", "answers"} else "records", "metric": metric}
        about |= {"design": CROSSED, "plan": data} if data == "5 x 2" else {}
        found = over(own, "{classifier}, {n} records", own["trials"], covered=own["coverage"])
        yield row(method, f"one classifier by itself, {data}", "alone", verb="evaluate", **about, **found)


def reported():
    """Two error counts of real hold-outs, whose overlap is not told."""
    own = read("reported").query("prior == 'measured'").reset_index()
    found = over(own, "{n} records of {dataset}", own["samples"], covered=own["held"])
    yield row(
        "overlap as in other pairs", "error counts of real hold-outs", "reported", "reported", truth="real", **found
    )


def runs_beside():
    """Tests of runs, and the t distribution of their scores about the records at hand."""
    name, table = "{runs} runs, {n} records, {data}", read("runs")
    table = table[table["data"].str.startswith("simulated")]
    for method, test in (("Satterthwaite", "split_plot_t"), ("t of runs", "runs_t")):
        own = table[table["method"] == method].reset_index(drop=True)
        is_equal = own["data"].str.endswith("apart 0")
        found = over(own, name, own["trials"], covered=own["coverage"])
        found |= over(
            own[is_equal], name, own["trials"], size=own["decided"][is_equal], power=own["decided"][~is_equal]
        )
        yield row(test, "simulated runs", "runs", units="runs", **found | {"cells": len(own)})
    own = table[table["method"] == "t of runs, these records"].reset_index(drop=True)
    found = over(own, name, own["trials"], covered=own["coverage"])
    yield row("runs-t", "simulated runs, about the records at hand", "runs", units="runs", **found)
    table = read("runs").query("method == 't of runs'")
    own = table[~table["data"].str.startswith("simulated")].reset_index(drop=True)
    found = over(own, name, own["trials"], covered=own["coverage"])
    yield row("runs_t", "pools of six data sets, about new records", "runs", metric="any", units="runs", **found)


def runs():
    """Algorithms that were trained several times, on pools of runs and in simulated worlds."""
    yield from runs_beside()
    table = read("runs").query("method == 'posterior'")
    is_simulated = table["data"].str.startswith("simulated")
    for data, own in (("pools of six data sets", table[~is_simulated]), ("simulated runs", table[is_simulated])):
        for metric, of in own.groupby("metric", sort=False):
            name = "{runs} runs, {n} records, {data}"
            found = over(of, name, of["trials"], covered=of["coverage"])
            is_equal = of["data"].str.endswith("apart 0")
            if is_equal.any():
                of_equal = over(of[is_equal], name, of["trials"], size=of["decided"][is_equal])
                found |= of_equal | {"cells": len(of), "power": of["decided"][~is_equal].mean()}
            yield row("mean-loss", f"several runs of algorithms, {data}", "runs", metric=metric, units="runs", **found)


def card():
    """Return the card; the simulated worlds are rows by themselves."""
    of_two = (frontier, hold_outs, few_positives, dependent, judges)
    rows = pd.DataFrame(
        [
            one
            for part in (*of_two, several, data_sets, streams, studies, own_model, alone, runs, reported)
            for one in part()
        ]
    )
    rows = rows.drop_duplicates(["method", "settings", "data", "metric"])  # the same cells in two studies
    return pd.concat([rows, read("card-worlds")]).reindex(columns=COLUMNS).round(4)


if __name__ == "__main__":
    card().to_csv(sys.stdout, index=False)
