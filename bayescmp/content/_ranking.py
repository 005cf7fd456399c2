"""What rankings on one data set and over several say alike: who is beaten, tiers, pairs, and the table of a screen."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd

from bayescmp._support._text import WIDTH, counted, listed
from bayescmp.content._names import NARROW, SCREEN, few_words, name_text, row_names
from bayescmp.content._numbers import bounds_text, decimal_text, decimals_of
from bayescmp.content._tables import Cell, Column, Table, Written, columns_of, of_columns, of_texts
from bayescmp.metrics import Metric
from bayescmp.ranking._pairs_shown import MOST_PAIRS, places_of, shown_pairs
from bayescmp.results._three_probabilities import OUTCOMES

MOST_ROWS = SCREEN.rows
"""Classifiers on a screen."""
_MOST_TIERS, _LONGEST_TIER, _MOST_NAMED = 10, 8, 2

# Who is better by decision.


def beats_all(pairs: pd.DataFrame, name: str, n_others: int, decision: str = "decision") -> bool:
    """Tell whether a classifier is better than all others by decision, whose column may have another name."""
    first, _, second = (pairs[decision] == outcome for outcome in OUTCOMES)
    beaten = (first & (pairs["first"] == name)) | (second & (pairs["second"] == name))
    return int(beaten.sum()) == n_others


def all_equivalent(pairs: pd.DataFrame, names: Sequence[str], decision: str = "decision") -> bool:
    """Tell whether every two of some classifiers are equivalent by decision."""
    inside = pairs["first"].isin(names) & pairs["second"].isin(names)
    return len(names) > 1 and bool((pairs[decision][inside] == OUTCOMES[1]).all())


def margin_words(rope: tuple[float, float]) -> str:
    """Say by how much one has to be better to beat another, where there is a rope."""
    return f" by more than {rope[1]:g}" if rope[1] else ""


# Tiers.


def column_of_tiers(tiers: Sequence[Sequence[str]], names: Iterable[str]) -> Column:
    """Return the column of the numbers of the tiers that classifiers are in."""
    found = [[number for number, tier in enumerate(tiers, 1) if name in tier] for name in names]
    return "tier", [Cell(text=", ".join(map(str, numbers)), value=numbers[0]) for numbers in found]


def meanings(metric: Metric, rope: tuple[float, float], columns: Sequence[str], where: str = "") -> list[str]:
    """Say what the heads of tables of classifiers mean."""
    best = "highest" if metric.greater_is_better else "lowest"
    said = {
        "prob_within_rope_of_best": f"In rope: probability of being worse than the best by at most {rope[1]:g}.",
        "prob_best": f"P(best): probability of the {best} {metric.noun}.",
        "prob_best_cautious": "Cautious: P(best) if training sets may add more variance.",
        "prob_best_pooled": "Pooled P: P(best) if all classifiers are taken to be alike.",
        "expected_rank": "Rank and regret: expected rank, and by how much worse than the best on average.",
        "pooled_estimate": "Pooled: the estimate if all classifiers are taken to be alike.",
    }
    tier = f"Tier: a run of neighbours, the best first, in no pair of which one is better{where} by decision"
    return [*(said[one] for one in columns if one in said), f"{tier}, which is no proof of being equal."]


# Pairs.


def pairs_words(pairs: pd.DataFrame) -> str:
    """Say which pairs are shown."""
    return "All pairs" if len(pairs) <= MOST_PAIRS else "Pairs of the best one, and of neighbours (`pairs` has all)"


def pairs_in_order(pairs: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Return the rows of pairs that are shown, those of the first names first."""
    pairs = shown_pairs(pairs, names)
    places = np.sort(places_of(pairs, names), axis=0)
    return pairs.iloc[np.lexsort((places[1], places[0]))]


def decimals_of_pairs(pairs: pd.DataFrame, question: str = "") -> int:
    """Decimals that show two figures of the standard deviation of a difference, the median of all pairs."""
    return decimals_of(float((pairs[f"{question}high"] - pairs[f"{question}low"]).median()) / 4)


def table_of_pairs(
    key: str,
    caption: str,
    pairs: pd.DataFrame,
    names: Mapping[str, str],
    parts: Iterable[str],
    written: Written,
    question: str = "",
) -> Table:
    """Return a table with a row per pair; names of its columns in the frame may begin with a question."""
    both = (f"{names[first]} - {names[second]}" for first, second in zip(pairs["first"], pairs["second"], strict=True))
    columns = columns_of(pairs, parts, written, question=question)
    return of_columns(key, caption, [of_texts("first - second", both), *columns])


def written_of_differences(digits: int, rope: tuple[float, float]) -> dict[str, Callable[..., str]]:
    """Return how tables write differences and their intervals."""
    return {
        "interval": partial(bounds_text, usual=digits, rope=rope),
        "number": partial(decimal_text, digits=digits),
    }


# Classifiers in a table.


def short_names(names: Iterable[str], width: int = NARROW) -> dict[str, str]:
    """Return the short name of each classifier in a table."""
    found = list(map(str, names))
    return dict(zip(found, row_names(found, width), strict=True))


def beaten_words(
    pairs: pd.DataFrame, names: Sequence[str], room: int, width: int, decision: str = "decision"
) -> list[str]:
    """Return for each classifier who beats it by decision: their names, where they have no room how many, or "-"."""
    first, _, second = ((pairs[decision] == outcome).to_numpy() for outcome in OUTCOMES)
    losers = pairs["second"].where(first, pairs["first"])
    winners = pairs["first"].where(first, pairs["second"])
    by = winners[first | second].groupby(losers[first | second]).agg(set)
    short, room = short_names(names, width), min(room, WIDTH // 2)
    return [_beaten_by([short[name] for name in names if name in by.get(loser, ())], room) for loser in names]


def _beaten_by(winners: Sequence[str], room: int) -> str:
    text = ", ".join(winners) or "-"
    return text if len(winners) <= _MOST_NAMED and len(text) <= room else counted(len(winners), "other")


def apart_words(tiers: Sequence[Sequence[str]]) -> str:
    """List the runs of neighbours of which no two are told apart, or say that there are none."""
    several = [tier for tier in tiers if len(tier) > 1]
    more = len(several) - _MOST_TIERS
    runs = [_run_words(list(map(name_text, tier))) for tier in several]
    return "; ".join([*runs[:_MOST_TIERS], *([f"{more} more runs"] if more > 0 else [])]) or "none: all are told apart"


def apart_from_control_words(control: str, others: Iterable[str], level: float) -> str:
    """Name those that differ from a control by Holm's procedure at a level."""
    names = list(map(name_text, others))
    return f"apart from {name_text(control)} after Holm at {level:.3g}: {few_words(names) if names else 'none'}"


def _run_words(names: Sequence[str]) -> str:
    """List names, or their ends where they are many or long."""
    words = listed(names)
    short = len(names) <= _LONGEST_TIER and (len(names) == 2 or len(words) <= 2 * WIDTH)
    return words if short else f"{names[0]} to {names[-1]} ({len(names)})"


def more_words(count: int) -> str:
    """Say in the last line of a screen where the classifiers are that its table leaves out, if there are such."""
    return f"`classifiers` has {count - MOST_ROWS} more, " if count > MOST_ROWS else ""
