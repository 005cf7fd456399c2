"""Rankings of several classifiers, and answers over several data sets."""

from collections.abc import Callable, Mapping

import pandas as pd
from _registries import table
from _results import count, read, share, with_error


def numbers() -> dict[str, str]:
    """Return the numbers by name."""
    return _cross_validations() | _hold_outs() | _average() | _next_and_best()


def tables() -> dict[str, str]:
    """Return the tables by name."""
    return {
        "study_several_equal": _any_pair(),
        "study_rank_hold_out": _leaders(),
        "study_rank_claims": _claims(),
        "study_datasets": _average_table(),
        "study_datasets_best": _best_table(),
    }


def _cross_validations() -> dict[str, str]:
    """How often intervals and claims of rankings of real cross-validations hold."""
    of = read("rank-real").query("way == 'default' and data == 'all'").set_index("quantity")
    middle = of.loc["P(best) in 0.6 to 0.8"]
    return {
        "rank_real_runs": count(of["count"]["coverage of pairs"]),
        "rank_real_default_pairs": share(of["value"]["coverage of pairs"]),
        "rank_real_default_at_once": share(of["value"]["coverage of all pairs at once"]),
        "rank_real_default_middle_claimed": share(middle["claimed"], 2),
        "rank_real_default_middle": share(middle["value"], 2),
        "rank_real_default_middle_se": share(middle["se"], 2),
    }


def _hold_outs() -> dict[str, str]:
    """P(best) of the leader of real hold-outs with fewest records and nearly equal classifiers."""
    rows = read("rank-hold-out").query("classifiers == 'three best' and quantity == 'P(best) of the leader'")
    row = rows.loc[rows["n_records"].idxmin()]
    return {
        "hold_out_least": count(row["n_records"]),
        "hold_out_near_claimed": share(row["claimed"], 2),
        "hold_out_near": share(row["value"], 2),
        "hold_out_near_se": share(row["se"], 2),
    }


def _average() -> dict[str, str]:
    """Sizes of averages over data sets, of real populations and of a skewed one."""
    results = read("datasets").query("kind == 'average'")
    real = results.query("source == 'real'")
    size = real.groupby(["method", "q"])["size"].mean()
    three = real.query("method == 'normal' and q == 3")
    worst = three.loc[three["size"].idxmax()]
    skewed = results.query("source == 'world' and method == 'normal' and population == 'lognormal'")["size"]
    return {
        "datasets_trials": count(results["trials"].min()),
        "datasets_c_0_3": share(size["c = 0", 3]),
        "datasets_normal_3": share(size["normal", 3]),
        "datasets_normal_15": share(size["normal", 15]),
        "datasets_worst_3": share(worst["size"]),
        "datasets_worst_3_pair": f"{worst['pair']}, *{worst['population']}*",
        "datasets_lognormal": f"{share(skewed.min())} to {share(skewed.max())}",
    }


def _next_and_best() -> dict[str, str]:
    """Coverage of the next data set, and P(best on average) where it is furthest from what happened in many claims."""
    real = read("datasets").query("source == 'real'")
    following = real.query("kind == 'next' and method == 'normal' and q == 3")
    best = real.query("kind == 'best' and method == 'average' and pair != 'all' and trials >= 100")
    worst = best.loc[(best["claimed"] - best["happened"]).idxmax()]
    return {
        "datasets_next_3_covered": share(following["covered"].mean(), 2),
        "datasets_best_average_claimed": share(worst["claimed"], 2),
        "datasets_best_average_happened": share(worst["happened"], 2),
    }


def _any_pair() -> str:
    """How often every rule decides some pair of equal classifiers."""
    rows = read("several-classifiers").query("spread == 0")
    rows = rows.assign(rate=list(map(with_error, rows["any_pair"], rows["any_pair_se"])))
    rates = rows.pivot_table(index="n_classifiers", columns="rule", values="rate", aggfunc="first", sort=False)
    return table(("classifiers", *rates.columns), ((n, *row) for n, row in rates.iterrows()))


def _leaders() -> str:
    """What is claimed of the leader of real hold-outs and what happened, the nearly equal ones first."""
    rows = []
    for (choice, n), here in read("rank-hold-out").groupby(["classifiers", "n_records"], sort=False):
        of = here.set_index("quantity")
        best, regret = of.loc["P(best) of the leader"], of.loc["regret of the leader"]
        near, score = of.loc["P(leader within .01 of the best)"], of.loc["log score of who is best: flat, pooled"]
        rows.append((
            choice, f"{n:.0f}", f"{best.claimed:.2f}", f"{of.claimed['the same, pooled']:.2f}",
            f"{best.value:.2f} ± {best.se:.2f}",
            f"{regret.claimed:.4f} / {regret.value:.4f} ± {regret.se:.4f}", f"{near.claimed:.2f} / {near.value:.2f}",
            f"{score.claimed:.2f}, {score.value:.2f}",
        ))  # fmt: skip
    heads = (
        "classifiers", "records", "P(best)", "pooled", "happened", "regret", "within .01", "log score: flat, pooled",
    )  # fmt: skip
    return table(heads, rows)


def _claims() -> str:
    """How often claims of a size came true: the smaller ones of hold-outs, the cautious ones of cross-validations."""
    hold_outs, crossed = read("rank-hold-out"), read("rank-real").query("way == 'cautious' and data == 'all'")
    columns = {
        "three best": _came_true(hold_outs.query("classifiers == 'three best'"), "smaller claim, "),
        "all": _came_true(hold_outs.query("classifiers == 'any'"), "smaller claim, "),
        "cross-validated": _came_true(crossed, "of the leader, "),
    }
    rows = ((claim, *(of[claim] for of in columns.values())) for claim in columns["all"])
    return table(("claim", *(f"{name}: claimed / happened" for name in columns)), rows)


def _came_true(rows: pd.DataFrame, start: str) -> dict[str, str]:
    """Return what was claimed and what happened by the size of the claim, which follows the start of a quantity."""
    return {
        row.quantity.removeprefix(start): f"{row.claimed:.2f} / {row.value:.2f} ± {row.se:.2f}"
        for row in rows.itertuples()
        if row.quantity.startswith(start)
    }


def _average_table() -> str:
    """Sizes and powers of averages over data sets."""
    average = read("datasets").query("kind == 'average'")
    real, worlds = average.query("source == 'real'"), average.query("source == 'world' and method == 'normal'")
    parts = {
        "real pairs": real.query("method != 'weighted'"),
        "frontier": real.query("population == 'frontier' and method in ['normal', 'c = 0', 'weighted']"),
        **{f"simulated: {name}": own for name, own in worlds.groupby("population")},
    }
    return _by_count(parts, _size_and_power)


def _size_and_power(own: pd.DataFrame) -> str:
    """Say the mean size, the worst of more than one pair, and the mean power."""
    worst = f" ({share(own['size'].max())})" if len(own) > 1 else ""
    return f"{share(own['size'].mean())}{worst}, {share(own['power'].mean(), 2)}"


def _best_table() -> str:
    """What is claimed of the best over data sets, how often it is so, and the logarithmic score."""
    best = read("datasets").query("kind == 'best' and pair == 'all'")
    pools = best["population"] + ", equal shares " + best["uniform"].map("{:.2f}".format)
    return _by_count(dict(iter(best.groupby(pools))), _claimed_and_happened)


def _claimed_and_happened(own: pd.DataFrame) -> str:
    row = own.iloc[0]
    return f"{share(row['claimed'], 2)}, {share(row['happened'], 2)}, {row['log_score']:.2f}"


def _by_count(parts: Mapping[str, pd.DataFrame], said: Callable[[pd.DataFrame], str]) -> str:
    """Return a row for each population and method, a column for each number of data sets."""
    heads = ("population", "method", *(f"q = {q}" for q in next(iter(parts.values()))["q"].unique()))
    rows = (
        (name, method, *(said(own) for _, own in of_method.groupby("q")))
        for name, of in parts.items()
        for method, of_method in of.groupby("method", sort=False)
    )
    return table(heads, rows)
