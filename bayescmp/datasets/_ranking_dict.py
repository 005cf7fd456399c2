"""A ranking over data sets as JSON holds it."""

from typing import TYPE_CHECKING, Any

from bayescmp._result import SCHEMA, plain_json
from bayescmp.content._tiers_and_pairs import shown_pairs
from bayescmp.datasets._dict import ASKED, plain_prior, rows_of
from bayescmp.metrics import plain_metric

if TYPE_CHECKING:
    from bayescmp.datasets._datasets_ranking import DatasetsRanking

_TABLES = ("classifiers", "tests", "against_control")


def dict_of_ranking(result: "DatasetsRanking", *, every_pair: bool) -> dict[str, Any]:
    """Return everything in the plain types of JSON; of many classifiers some pairs, unless all are wanted."""
    pairs = result.pairs if every_pair else shown_pairs(result.pairs, list(result.classifiers.index))
    return {
        "schema": SCHEMA,
        "result": type(result).__name__,
        **plain_metric(result.metric),
        **{name: plain_json(getattr(result.settings, name)) for name in ASKED},
        "by": result.by,
        "population": plain_prior(result.prior),
        "control": result.control,
        "best": result.best,
        "unbeaten": list(result.unbeaten),
        "tiers": plain_json(result.tiers),
        "pairs": rows_of(pairs),
        "pairs_left_out": len(result.pairs) - len(pairs),
        **{name: rows_of(getattr(result, name)) for name in _TABLES},
        "levels": {name: plain_json(found) for name, found in result.levels.items()},
        "losses": _losses(result),
        "diagnostics": result.trust.sentence,
        "reliable": result.trust.reliable,
        "prob_error": result.trust.prob_error,
        "notes": list(result.notes),
        "provenance": plain_json(result.provenance),
    }


def _losses(result: "DatasetsRanking") -> dict[str, Any]:
    """Return the observed losses by data set and classifier."""
    losses = result.losses.transpose("dataset", "classifier")
    names = [str(name) for name in losses["classifier"].to_numpy()]
    rows = (plain_json(dict(zip(names, row, strict=True))) for row in losses.to_numpy().tolist())
    return dict(zip([str(name) for name in losses["dataset"].to_numpy()], rows, strict=True))
