"""Records that are not independent: groups, several answers, the order of time, and several runs."""

from collections.abc import Iterator

import pandas as pd
from _registries import table
from _results import count, mean_and_least, read, share, three_digits

from bayescmp.posteriors._runs import SCALE

_METRICS = {
    "partial_credit": "partial credit",
    "f1_macro": "macro F1",
    "roc_auc": "ROC AUC",
    "error_5x2": "error, 5 x 2",
}


def numbers() -> dict[str, str]:
    """Return the numbers by name."""
    return _vowels() | _sizes_of_groups() | _pooled_answers() | _time() | _runs()


def tables() -> dict[str, str]:
    """Return the tables by name."""
    return {
        "groups_coverage": _groups_table(),
        "answers_coverage": _answers_table(),
        "in_order": _time_table(),
        "runs": _runs_table(),
    }


def _vowels() -> dict[str, str]:
    """What vowels of fifteen speakers tell, with speakers as units and without."""
    rows = read("vowel")
    error = rows.query("classifier == 'nearest neighbour'").set_index("analysis")["observed"]
    decided = rows.groupby("analysis")["decided"].first()
    return {
        "vowel_records": "990",
        "vowel_knn_records": share(error["records"]),
        "vowel_knn_speakers": share(error["speakers"]),
        "vowel_decided_records": str(decided["records"]),
        "vowel_decided_whole": str(decided["records of whole speakers"]),
        "vowel_decided_speakers": str(decided["speakers"]),
        "vowel_effect": f"{rows.loc[rows['analysis'] == 'speakers', 'effect'].max():.1f}",
    }


def _sizes_of_groups() -> dict[str, str]:
    """What holds where the sizes of groups tell of their differences, and where they do not."""
    covered = read("group-sizes").query("icc == 0.5").set_index(["groups", "tells"])["covered"]
    return {
        "sizes_30_none": share(covered[30, 0.0]),
        "sizes_10_told": share(covered[10, 0.9]),
        "sizes_30_told": share(covered[30, 0.9]),
        "sizes_100_told": share(covered[100, 0.9]),
    }


def _pooled_answers() -> dict[str, str]:
    """Coverage for the error where each of ten answers to 300 questions is taken as a question."""
    row = read("answers").query("method == 'pooled' and metric == 'error' and records == 300 and answers == '10'")
    return {"answers_pooled": share(row["covered"].item(), 2)}


def _time() -> dict[str, str]:
    """Series of the table of dependence in time."""
    return {"in_order_runs": count(read("in_order")["runs"].min())}


def _runs() -> dict[str, str]:
    """What intervals over runs and records cover, and those that papers have, over pools of real runs."""
    cells = _of_pools().pivot_table(index=["metric", "n", "runs"], columns="method", values="coverage")
    return {
        "runs_scale": share(SCALE, 1),
        "runs_covered": share(cells["posterior"].mean()),
        "runs_least": share(_of_pools().query("method == 'posterior'")["coverage"].min(), 2),
        "runs_by_records": share(cells["records"].mean()),
        "runs_by_t": share(cells["t of runs"].mean()),
        "runs_by_t_few": share(cells.xs((100, "2x2"), level=("n", "runs"))["t of runs"].mean()),
        "runs_by_t_many": share(cells.xs((100, "20x20"), level=("n", "runs"))["t of runs"].mean()),
    } | _runs_apart()


def _runs_apart() -> dict[str, str]:
    """What intervals cover where the runs of one algorithm vary far more than records, those of the other not."""
    covered = read("runs-apart").query("variance == 50").set_index(["method", "runs"])["coverage"]
    return {
        "runs_apart_three": share(covered["posterior", 3]),
        "runs_apart_ten": share(covered["posterior", 10]),
        "runs_apart_three_satterthwaite": share(covered["Satterthwaite", 3]),
    }


def _of_pools() -> pd.DataFrame:
    rows = read("runs")
    return rows[~rows["data"].str.startswith("simulated")]


def _groups_table() -> str:
    """Coverage by metric, sizes and numbers of groups, least and mean, with the mean ratio of widths."""
    results = read("groups")
    counts = sorted(results["groups"].unique())

    def rows() -> Iterator[tuple[str, ...]]:
        for (metric, sizes), cell in results.groupby(["metric", "sizes"], sort=False):
            own, control = (cell[cell["method"] == name] for name in ("groups", "records"))
            ratio = "" if own["ratio"].isna().all() else f"{own['ratio'].mean():.2f}, {own['ratio'].max():.2f}"
            held = (_least_and_mean(own.loc[own["groups"] == one, "covered"]) for one in counts)
            yield _METRICS.get(metric, metric), sizes, *held, ratio, f"{control['covered'].min():.2f}"

    heads = ("metric", "sizes", *(f"{one} groups" for one in counts), "width, mean and most", "records, least")
    return table(heads, rows())


def _least_and_mean(covered: pd.Series) -> str:
    return f"{covered.min():.3f}, {covered.mean():.3f}" if len(covered) else ""


def _answers_table() -> str:
    """Coverage with several answers to each question, by their number."""
    results = read("answers")
    rows = results.pivot_table(index=["metric", "records", "method"], columns="answers", values="covered", sort=False)
    heads = (f"{one} answer{'' if one == '1' else 's'}" for one in rows.columns)
    cells = ((_METRICS.get(metric, metric), *key, *map(three_digits, row)) for (metric, *key), row in rows.iterrows())
    return table(("metric", "records", "method", *heads), cells)


def _time_table() -> str:
    """Decisions between equal forecasters, by the strength of dependence in time and the number of records."""
    heads = ("differences", "records", "decided, as independent", "in blocks", "Diebold-Mariano", "noticed", "width")
    rows = (
        (
            f"{row.what}, {row.rho:g}",
            count(row.n),
            *map(three_digits, (row.records, row.blocks, row.diebold_mariano, row.seen)),
            f"{row.width:.2f}",
        )
        for row in read("in_order").itertuples()
    )
    return table(heads, rows)


def _runs_table() -> str:
    """Coverage and width of intervals of algorithms with several runs, over pools of real runs."""
    methods, rows = ["posterior", "Satterthwaite", "t of runs", "records"], []
    for (n, runs), of in _of_pools().groupby(["n", "runs"], sort=False):
        found = of.groupby("method").agg({"coverage": ["mean", "min"], "width": "median"}).loc[methods].to_numpy()
        cells = (f"{mean_and_least(mean, least, 2)}, {share(width)}" for mean, least, width in found)
        rows.append((count(n), runs.replace("x", " and "), *cells))
    return table(("records", "runs", *methods[:-1], "records alone"), rows)
