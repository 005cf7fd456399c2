"""What stands above the sections: the title, and the answer in one sentence."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from bayescmp._result import has_parts
from bayescmp._text import counted, listed
from bayescmp.datasets import DatasetsComparison, DatasetsRanking
from bayescmp.reports._section import AnyResult
from bayescmp.words import (
    answer_of,
    headline_of_datasets,
    headline_of_datasets_ranking,
    headline_of_ranking,
    name_text,
    unit_of,
)

_ANSWERS: tuple[tuple[tuple[str, ...], Callable[[Any], str]], ...] = (
    (("next_dataset", "average"), headline_of_datasets),
    (("losses", "unbeaten"), headline_of_datasets_ranking),
    (("decision",), answer_of),
    (("unbeaten",), headline_of_ranking),
)
"""The parts that an answer needs, and the answer."""
_MOST_NAMES = 4


def answer_to(result: AnyResult) -> str:
    """Return the answer in one sentence."""
    return next(write(result) for needs, write in _ANSWERS if has_parts(result, needs))


def title_of(result: AnyResult) -> str:
    """Return a title: the names of the classifiers, or how many there are."""
    if has_parts(result, ("next_dataset", "first")):
        return _title_over_datasets(cast("DatasetsComparison", result))
    if has_parts(result, ("losses", "unbeaten")):
        ranking = cast("DatasetsRanking", result)
        count = counted(ranking.losses.sizes["dataset"], unit_of(ranking))
        return f"{_named([str(name) for name in ranking.losses['classifier'].to_numpy()])} on {count}"
    return _named(list(result.observed))


def _named(names: Sequence[str]) -> str:
    short = [name_text(name) for name in names]
    if len(short) == 2:
        return " against ".join(short)
    return listed(short) if len(short) <= _MOST_NAMES else f"{len(short)} classifiers"


def _title_over_datasets(result: DatasetsComparison) -> str:
    names = " against ".join(map(name_text, (result.first, result.second)))
    return f"{names} on {counted(len(result.datasets), unit_of(result))}"
