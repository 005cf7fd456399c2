"""Read a ranking over data sets: from the draws of its file, and the numbers of its JSON as a check."""

from dataclasses import replace
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._population import PopulationPrior
from bayescmp._result import SCHEMA
from bayescmp._settings import Settings
from bayescmp._validation import check_positive, check_text
from bayescmp.datasets._datasets_ranking import DatasetsRanking
from bayescmp.datasets._dict import ASKED
from bayescmp.datasets._loaded import trust_of
from bayescmp.datasets._rank_datasets import KEPT, result_of
from bayescmp.datasets._ranking_dict import TABLES
from bayescmp.metrics._kept import metric_of_plain
from bayescmp.ranking._loaded import unequal

_TOLERANCE, _CENTRED = 1e-9, 1e-6


def datasets_ranking_of_file(data: xr.Dataset, text: dict[str, Any], name: str) -> DatasetsRanking:
    """Return the ranking that a file holds, if its numbers follow from its draws.

    Parameters
    ----------
    data : Dataset
        Draws and losses of the file.
    text : dict
        Its JSON.
    name : str
        Of the file, for messages.

    Returns
    -------
    DatasetsRanking

    Raises
    ------
    ValueError
        If its schema is not known, a part is none, or a number is another than what follows.
    """
    if text.get("schema") != SCHEMA:
        raise ValueError(f"{name!r} must have schema {SCHEMA}, but got {text.get('schema')!r}.")
    try:
        found = _result(data, text)
    except (TypeError, ValueError, KeyError) as error:
        raise ValueError(f"{name!r} must hold draws and settings of a ranking, but: {error}") from error
    again = found.to_dict()
    for what in ("best", "unbeaten", "tiers", *TABLES, "losses"):
        for place, kept, expected in unequal(text.get(what), again[what], what, _TOLERANCE):
            raise ValueError(
                f"{name!r} must hold what follows from its draws, but {place} is {kept!r} where they give "
                f"{expected!r}. Rank the data sets again."
            )
    return replace(found, provenance=text["provenance"])


def _result(data: xr.Dataset, text: dict[str, Any]) -> DatasetsRanking:
    data.attrs.pop("result", None)
    metric = metric_of_plain(text)
    asked = {one: text[one] for one in ASKED}
    draws, losses, shrunken = data[list(KEPT)], data["losses"], data["shrunken"]
    if set(draws.dims) != {"chain", "draw", "classifier"} or set(losses.dims) != {"dataset", "classifier"}:
        raise ValueError(f"draws must have the dims chain, draw and classifier, but have {tuple(draws.dims)}")
    if not all(np.isfinite(one).all() for one in (*draws.data_vars.values(), shrunken)) or (draws["spread"] <= 0).any():
        raise ValueError("draws must be finite numbers, those of spreads above 0")
    for one in (draws["average"], draws["next_dataset"], shrunken):
        if float(np.abs(one.mean("classifier")).max()) > _CENTRED:
            raise ValueError(f"{one.name!r} must be less the mean of the classifiers")
    levels = {name: (check_text("level", level), _size(size)) for name, (level, size) in text["levels"].items()}
    if list(levels) != [str(one) for one in losses["dataset"].to_numpy()]:
        raise ValueError("`levels` must be those of the data sets")
    if not isinstance(text["provenance"], dict):
        raise TypeError(f"`provenance` must be a mapping, but got {text['provenance']!r}")
    return result_of(
        draws.drop_vars("dataset", errors="ignore"),
        losses,
        Settings.checked(**asked | {"rope": tuple(asked["rope"])}, widest=metric.widest, prior="dirichlet", rng=0),
        metric=metric,
        by=None if text["by"] is None else check_text("by", text["by"]),
        prior=PopulationPrior.from_dict(text["prior"]),
        control=None if text["control"] is None else check_text("control", text["control"]),
        shrunken=shrunken,
        levels=levels,
        trust=trust_of(text),
        provenance=text["provenance"],
    )


def _size(plain: object) -> float:
    return np.nan if plain is None else check_positive("a number of records", plain)
