"""Few questions, one classifier by itself, numbers that are only reported, and plans."""

from itertools import starmap

import numpy as np
from _registries import table
from _results import code, count, mean_and_least, read, share
from scipy import stats


def numbers() -> dict[str, str]:
    """Return the numbers by name."""
    return _few_questions() | _alone() | _own_errors()


def tables() -> dict[str, str]:
    """Return the tables by name."""
    return {
        "small_samples_of_two": _few_questions_table("two"),
        "small_samples_of_one": _few_questions_table("one"),
        "alone": _alone_table(),
        "reported": _reported_table(),
        "study_plan_pilots": _plans_table(),
    }


def _few_questions() -> dict[str, str]:
    """Mean and lowest coverage of intervals of two systems, by the number of questions."""
    cells = read("small-samples").query("systems == 'two'").groupby(["method", "n"])["coverage"]
    mean, worst, found = cells.mean(), cells.min(), {}
    for method, name in (("dirichlet 1", "paired"), ("normal", "normal"), ("bootstrap", "bootstrap")):
        found |= {f"few_{name}_{n}": share(mean[method, n], 2) for n in (15, 50, 500)}
        found |= {f"few_{name}_{n}_worst": share(worst[method, n], 2) for n in (15, 50)}
    return found


def _alone() -> dict[str, str]:
    """Coverage of the t interval of folds of one classifier."""
    return {"alone_t_of_folds": share(read("alone").query("method == 't of folds'")["coverage"].mean())}


def _own_errors() -> dict[str, str]:
    """How often the interval of one classifier's error holds on 1,000 records, exactly, by the expected errors."""
    n, wrong = 1000, np.arange(1001)
    low, high = stats.beta.ppf([[0.025], [0.975]], wrong + 2, n - wrong + 2)

    def held(expected: float) -> float:
        error = expected / n
        return float(stats.binom.pmf(wrong, n, error)[(low <= error) & (error <= high)].sum())

    least = 1.001 * n * low[0]  # no interval holds fewer
    return {
        "own_error_worst": share(min(map(held, np.linspace(least, 1, 200)))),
        "own_error_several": share(held(10)),
    }


def _few_questions_table(systems: str) -> str:
    """Coverage of intervals on few questions, mean and lowest over cells, of two systems or of one."""
    results = read("small-samples")
    own = results[results["systems"] == systems]
    methods, rows = own["method"].unique(), []
    for n, of in own.groupby("n"):
        found = of.groupby("method")["coverage"].agg(["mean", "min"]).loc[methods].to_numpy()
        rows.append((n, *starmap(mean_and_least, found)))
    return table(("questions", *methods), rows)


def _alone_table() -> str:
    """Coverage of one classifier by itself, mean and lowest over cells: data by metric."""
    own = read("alone").query("method == 'evaluate'").replace({"metric": {"accuracy": "error"}})
    metrics, rows = own["metric"].unique(), []
    for data, of in own.groupby("data", sort=False):
        found = of.groupby("metric")["coverage"].agg(["mean", "min"]).reindex(metrics).to_numpy()
        rows.append((data, *starmap(mean_and_least, found)))
    return table(("data", *map(code, metrics)), rows)


def _reported_table() -> str:
    """Coverage, width and decisions of readings of two error counts, means over data sets, by the overlap's prior."""
    rows = []
    for (n, prior), own in read("reported").groupby(["n", "prior"]):
        mean = own.mean(numeric_only=True)
        se = np.sqrt(mean["held"] * (1 - mean["held"]) / own["samples"].sum())
        held = f"{mean['held']:.3f} ± {se:.3f} ({share(own['held'].min())})"
        decided = share(mean["sd"], 4), share(mean["decided"], 2), share(mean["wrong"]), share(mean["holds"], 2)
        rows.append((count(n), prior, held, *decided))
    heads = ("records", "overlap", "95 % intervals that held (worst data set)", "posterior sd", "decided", "wrongly")
    return table((*heads, "holds whatever the overlap"), rows)


def _plans_table() -> str:
    """Assurance of plans from pilots beside the share that decided, over all sizes and of undecided pilots."""
    rows = (
        (
            row.pairs,
            "all" if row.pilot == "any" else row.pilot,
            count(row.plans),
            *(share(promised, 2) for promised in (row.flat, row.pooled, row.smaller)),
            f"{row.happened:.2f} ± {row.se:.2f}",
        )
        for row in read("plan-pilots").query("planned == 'any'").itertuples()
    )
    heads = ("pairs", "pilots", "plans", "promised: flat prior", "both alike", "the smaller, as printed", "happened")
    return table(heads, rows)
