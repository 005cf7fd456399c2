"""The tables of the experiment on the page on several data sets, from `docs/results`."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
from _registries import table

_RESULTS = Path(__file__).parent / "results"
_LEAST = 0.01


def tables_of_experiment() -> dict[str, str]:
    """Return the tables by the name of the file that a page includes."""
    return {"experiment_values": _values(), "experiment_pairs": _pairs()}


def _values() -> str:
    """Errors by data set, the best in bold, ° what is not decided to be worse; below, ranks and P(best)."""
    rows = pd.read_csv(_RESULTS / "experiment.csv")
    of_all = rows.drop_duplicates("classifier").set_index("classifier").sort_values("mean_rank", kind="stable")
    names = list(of_all.index)

    def cells() -> Iterator[tuple[str, ...]]:
        for name, own in rows.groupby("dataset", sort=False):
            one = own.set_index("classifier").loc[names]
            best = one["error"].min()
            texts = (
                f"**{row.error:.3f}**" if row.error == best else f"{row.error:.3f}{'°' if row.like_the_best else ''}"
                for row in one.itertuples()
            )
            yield str(name), f"{one['records'].iloc[0]:,}", *texts, f"{one['seconds'].sum():.0f}"
        yield "mean rank", "", *(f"{rank:.2f}" for rank in of_all["mean_rank"]), f"{rows['seconds'].sum():.0f}"
        yield "P(best on average)", "", *map(_prob, of_all["prob_best_average"]), ""
        yield "P(best on the next)", "", *map(_prob, of_all["prob_best_next"]), ""

    return table(("data set", "records", *names, "seconds"), cells())


def _prob(probability: float) -> str:
    return f"{probability:.2f}" if probability >= _LEAST else f"< {_LEAST}"


def _pairs() -> str:
    """What single data sets decide about each pair, and what is said over all."""
    rows = pd.read_csv(_RESULTS / "experiment-pairs.csv")

    def cells() -> Iterator[tuple[str, ...]]:
        for row in rows.itertuples():
            alone = f"{row.alone_first}, {row.alone_second}, {row.alone_undecided}"
            average = row.average_decision.replace("first", row.first).replace("second", row.second)
            following = f"{row.next_dataset_prob_first_better:.2f}, {row.next_dataset_prob_second_better:.2f}"
            yield row.first, row.second, alone, average, following

    heads = (
        "first",
        "second",
        "data sets alone: first, second, undecided",
        "on average",
        "P on the next: first, second",
    )
    return table(heads, cells())
