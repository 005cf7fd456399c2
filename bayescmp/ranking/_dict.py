"""A ranking as JSON holds it."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pandas as pd

from bayescmp._call import plain_level
from bayescmp._result import SCHEMA, plain_json
from bayescmp._results import SignificanceResult
from bayescmp.content._tiers_and_pairs import shown_pairs
from bayescmp.metrics import plain_metric

if TYPE_CHECKING:
    from bayescmp.ranking._ranking import Ranking

AS_THEY_ARE = (
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
ASKED = ("rope", "ci_prob", "ci_kind", "threshold", "rng")
"""Settings that JSON holds as they are."""
_MOST_RANKS = 50
"""Beyond which ranks of each classifier are left out unless they are asked for."""


def dict_of(ranking: "Ranking", *, every_pair: bool) -> dict[str, Any]:
    """Return everything in the plain types of JSON; of many classifiers some pairs and ranks, unless all are wanted."""
    pairs, ranks = ranking.pairs, ranking.rank_probabilities
    if not every_pair:
        pairs, ranks = shown_pairs(pairs, list(ranking.classifiers.index)), ranks.isel(rank=slice(_MOST_RANKS))
    return {
        "schema": SCHEMA,
        "result": type(ranking).__name__,
        **{name: plain_json(getattr(ranking, name)) for name in AS_THEY_ARE},
        **plain_metric(ranking.evidence.metric),
        **{name: plain_json(getattr(ranking.settings, name)) for name in ASKED},
        **plain_level(ranking.level),
        "design": plain_json(ranking.design.to_dict()),
        "facts": [plain_json(fact.to_dict()) for fact in ranking.evidence.facts],
        "classifiers": _rows(ranking.classifiers.reset_index()),
        "rank_probabilities": dict(zip(ranking.evidence.classifiers, ranks.to_numpy().tolist(), strict=True)),
        "pairs": _rows(pairs),
        "pairs_left_out": len(ranking.pairs) - len(pairs),
        "to_best": _rows(ranking.to_best.reset_index()),
        "omnibus": _plain_test(ranking.omnibus),
        "diagnostics": ranking.trust.sentence,
        "prob_error": ranking.trust.prob_error,
    }


def _plain_test(test: SignificanceResult | None) -> dict[str, Any] | None:
    if test is None:
        return None
    return {part.name: plain_json(getattr(test, part.name)) for part in fields(test) if part.repr}


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [plain_json(row) for row in frame.to_dict("records")]
