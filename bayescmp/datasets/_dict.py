"""A comparison over data sets as JSON holds it; a file holds the likelihoods besides, from which the answers follow."""

from typing import TYPE_CHECKING, Any

import pandas as pd
import xarray as xr

from bayescmp._result import SCHEMA, plain_json
from bayescmp.metrics._kept import plain_metric

if TYPE_CHECKING:
    from bayescmp.datasets._datasets_comparison import DatasetsComparison

ASKED = ("rope", "ci_prob", "ci_kind", "threshold")
ANSWERS = ("next_dataset", "average", "these")
FRAMES = ("datasets", "leave_one_out", "sensitivity", "baselines")


def dict_of(result: "DatasetsComparison") -> dict[str, Any]:
    """Return everything in the plain types of JSON."""
    spread, posterior = result.spread, result.posterior
    return {
        "schema": SCHEMA,
        "result": type(result).__name__,
        "first": result.first,
        "second": result.second,
        **plain_metric(result.metric),
        **{name: plain_json(getattr(result.settings, name)) for name in ASKED},
        "by": result.by,
        "prior": result.prior.to_dict(),
        "scale": result.posterior.grid.scale,
        **{name: plain_json(getattr(result, name).to_dict()) for name in ANSWERS},
        "spread": {"estimate": float(posterior.spread.mean), "low": float(spread.low), "high": float(spread.high)},
        "df": dict(zip([f"{df:g}" for df in result.prior.df], posterior.df.to_numpy().tolist(), strict=True)),
        **{name: rows_of(getattr(result, name)) for name in FRAMES},
        "diagnostics": result.trust.sentence,
        "reliable": result.trust.reliable,
        "prob_error": result.trust.prob_error,
        "notes": list(result.notes),
        "provenance": plain_json(result.provenance),
    }


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame, the names of data sets as a column."""
    named = frame.reset_index() if frame.index.name is not None else frame
    return [plain_json(row) for row in named.to_dict("records")]


def arrays_of(result: "DatasetsComparison") -> xr.Dataset:
    """Return the likelihoods of the data sets."""
    return xr.Dataset({"likelihood": result.posterior.grid.likelihood})
