"""A comparison over data sets as JSON holds it."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pandas as pd

from bayescmp._population import DirichletPrior, StudentPrior
from bayescmp._result import SCHEMA, plain_json
from bayescmp.metrics import plain_metric

if TYPE_CHECKING:
    from bayescmp.datasets._datasets_comparison import DatasetsComparison

ASKED = ("rope", "ci_prob", "ci_kind", "threshold")
_ANSWERS = ("next_dataset", "average", "these")
_FRAMES = ("datasets", "leave_one_out", "sensitivity", "baselines")


def dict_of(result: "DatasetsComparison") -> dict[str, Any]:
    """Return everything in the plain types of JSON."""
    return {
        "schema": SCHEMA,
        "result": type(result).__name__,
        "first": result.first,
        "second": result.second,
        **plain_metric(result.metric),
        **{name: plain_json(getattr(result.settings, name)) for name in ASKED},
        "by": result.by,
        "population": plain_prior(result.prior),
        "prior_share": result.prior_share,
        **{name: plain_json(getattr(result, name).to_dict()) for name in _ANSWERS},
        **{name: rows_of(getattr(result, name)) for name in _FRAMES},
        "diagnostics": result.trust.sentence,
        "reliable": result.trust.reliable,
        "prob_error": result.trust.prob_error,
        "notes": list(result.notes),
        "provenance": plain_json(result.provenance),
    }


def plain_prior(prior: DirichletPrior | StudentPrior) -> dict[str, Any]:
    """Return the prior of a population, with its kind."""
    kind = "dirichlet" if isinstance(prior, DirichletPrior) else "student"
    return {"kind": kind, **plain_json(asdict(prior))}


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame, the names of data sets as a column."""
    named = frame.reset_index() if frame.index.name is not None else frame
    return [plain_json(row) for row in named.to_dict("records")]
