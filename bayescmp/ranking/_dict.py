"""A ranking as JSON holds it; a file holds the predictions besides, from which everything follows."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._result import SCHEMA, plain_json
from bayescmp._results import SignificanceResult
from bayescmp.metrics._kept import plain_metric

if TYPE_CHECKING:
    from bayescmp.ranking._ranking import Ranking

AS_THEY_ARE = (
    "inference",
    "draws",
    "best",
    "unbeaten",
    "tiers",
    "observed",
    "simultaneous_prob",
    "optimism",
    "reliable",
    "resampling",
    "estimand",
    "not_answered",
    "notes",
    "provenance",
)
ASKED = ("rope", "ci_prob", "ci_kind", "threshold", "strength", "rng")
"""Settings that JSON holds as they are; the prior of tau may be a distribution."""


def dict_of(ranking: "Ranking") -> dict[str, Any]:
    """Return everything in the plain types of JSON."""
    ranks = ranking.rank_probabilities
    return {
        "schema": SCHEMA,
        "result": type(ranking).__name__,
        **{name: plain_json(getattr(ranking, name)) for name in AS_THEY_ARE},
        **plain_metric(ranking.evidence.metric),
        **{name: plain_json(getattr(ranking.settings, name)) for name in ASKED},
        "tau": plain_tau(ranking.settings.tau),
        "design": plain_json(ranking.design.to_dict()),
        "facts": [plain_json(fact.to_dict()) for fact in ranking.evidence.facts],
        "classifiers": _rows(ranking.classifiers.reset_index()),
        "rank_probabilities": dict(zip(ranking.evidence.classifiers, ranks.to_numpy().tolist(), strict=True)),
        "pairs": _rows(ranking.pairs),
        "to_best": _rows(ranking.to_best.reset_index()),
        "omnibus": _plain_test(ranking.omnibus),
        "diagnostics": ranking.trust.sentence,
        "prob_error": ranking.trust.prob_error,
    }


def tau_of(plain: Any) -> Any:
    """Return the prior of tau from what JSON holds of it."""
    if not isinstance(plain, Mapping):
        return plain
    if not isinstance(plain.get("words"), str):
        raise TypeError(f"`tau` must hold words, but got {plain.get('words')!r}")
    weights, values = (np.asarray(plain[name], dtype=float) for name in ("weights", "tau"))
    return xr.DataArray(weights, dims="tau", coords={"tau": values}, attrs={"words": plain["words"]})


def plain_tau(tau: Any) -> Any:
    if not isinstance(tau, xr.DataArray):
        return tau
    return {"tau": tau["tau"].to_numpy().tolist(), "weights": tau.to_numpy().tolist(), "words": tau.attrs["words"]}


def _plain_test(test: SignificanceResult | None) -> dict[str, Any] | None:
    if test is None:
        return None
    return {part.name: plain_json(getattr(test, part.name)) for part in fields(test) if part.repr}


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [plain_json(row) for row in frame.to_dict("records")]
