"""Read a ranking: from the predictions of its file, and the numbers of its JSON as a check."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import xarray as xr

from bayescmp._result import SCHEMA
from bayescmp._validation import check_integer
from bayescmp.metrics import Metric
from bayescmp.metrics._kept import metric_of_plain
from bayescmp.metrics._of_data import metric_of_data
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.predictions._check import check_predictions
from bayescmp.ranking._dict import ASKED, tau_of
from bayescmp.ranking._rank import rank
from bayescmp.ranking._ranking import Ranking

_ROUNDING, _OTHERWISE = 1e-7, 10
"""By how much numbers may differ, and how many draws may fall otherwise where a machine rounds otherwise."""
_COMPUTED = ("inference", "metric", "best", "unbeaten", "tiers", "pairs", "observed")
_DRAWN = ("classifiers", "rank_probabilities", "to_best", "simultaneous_prob", "optimism")


def ranking_of_file(data: xr.Dataset, text: dict[str, Any], name: str) -> Ranking:
    """Return the ranking that a file holds, if its numbers follow from its predictions.

    Parameters
    ----------
    data : Dataset
        The predictions of the file.
    text : dict
        Its JSON.
    name : str
        Of the file, for messages.

    Returns
    -------
    Ranking

    Raises
    ------
    ValueError
        If its schema is not known, settings are none, or a number or a name is another than what follows.
    """
    if text.get("schema") != SCHEMA:
        raise ValueError(f"{name!r} must have schema {SCHEMA}, but got {text.get('schema')!r}.")
    data.attrs.pop("result", None)
    try:
        asked = {one: text[one] for one in ASKED} | {"tau": tau_of(text["tau"])}
        asked["rope"] = tuple(asked["rope"])
        check_integer("rng", asked["rng"], least=0, most=None)
        found = rank(
            check_predictions(data),
            metric=_metric(text, data),
            inference=text["inference"],
            draws=text["draws"],
            **asked,
        )
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name!r} must hold the settings and predictions of a ranking, but: {error}") from error
    again = found.to_dict()
    of_draws = _ROUNDING + _OTHERWISE * len(found.evidence.classifiers) / found.draws
    for what, tolerance in {**dict.fromkeys(_COMPUTED, _ROUNDING), **dict.fromkeys(_DRAWN, of_draws)}.items():
        for place, kept, expected in unequal(text.get(what), again[what], what, tolerance):
            raise ValueError(
                f"{name!r} must hold what follows from its predictions, but {place} is {kept!r} where they give "
                f"{expected!r}. Rank the data again."
            )
    _check_provenance(text.get("provenance"))
    return replace(found, provenance=text["provenance"])


def _metric(text: Mapping[str, Any], data: xr.Dataset) -> Metric:
    if "loss" in data:
        return metric_of_data(data, DEFAULT_METRIC)
    if text.get("metric_words") is not None:
        raise ValueError(
            f"its metric {text['metric']!r} was a function, which files do not hold. Rank its predictions again, which "
            "`xarray.open_dataset` reads"
        )
    return metric_of_plain(text)


def _check_provenance(made: object) -> None:
    """Refuse what sentences on methods would stumble over."""
    if not isinstance(made, dict):
        raise TypeError(f"`provenance` must be of type dict, but got {made!r}")
    for part in ("versions", "predictions"):
        if not isinstance(made.get(part), dict):
            raise TypeError(f"`provenance[{part!r}]` must be of type dict, but got {made.get(part)!r}")


def unequal(kept: Any, expected: Any, place: str, tolerance: float) -> Iterator[tuple[str, Any, Any]]:
    """Yield where two values of JSON differ by more than the tolerance."""
    if isinstance(expected, Mapping) and isinstance(kept, Mapping) and set(kept) == set(expected):
        for key, value in expected.items():
            yield from unequal(kept[key], value, f"{place}[{key!r}]", tolerance)
    elif isinstance(expected, list) and isinstance(kept, list) and len(kept) == len(expected):
        for number, (one, other) in enumerate(zip(kept, expected, strict=True)):
            yield from unequal(one, other, f"{place}[{number}]", tolerance)
    elif not _equal(kept, expected, tolerance):
        yield place, kept, expected


def _equal(kept: Any, expected: Any, tolerance: float) -> bool:
    if isinstance(expected, float) and isinstance(kept, (int, float)) and not isinstance(kept, bool):
        return math.isclose(kept, expected, rel_tol=0, abs_tol=tolerance)
    return type(kept) is type(expected) and bool(kept == expected)
