"""A comparison as JSON holds it."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import xarray as xr

from bayescmp._call import plain_level
from bayescmp._result import SCHEMA, plain_json
from bayescmp.metrics import plain_metric
from bayescmp.tables import CELLS, cell

if TYPE_CHECKING:
    from bayescmp.comparison._comparison import Comparison

AS_THEY_ARE = (
    "first",
    "second",
    "errors",
    "observed",
    "prob_first_better",
    "prob_equivalent",
    "prob_second_better",
    "decision",
    "effective_size",
    "bayes_factor",
    "rope",
    "ci_prob",
    "ci_kind",
    "threshold",
    "resampling",
    "estimand",
    "not_answered",
    "diagnostics",
    "reliable",
    "prob_error",
    "provenance",
    "notes",
    "identical",
)


def dict_of(comparison: "Comparison") -> dict[str, Any]:
    """Return everything in the plain types of JSON."""
    interval = comparison.interval
    return {
        "schema": SCHEMA,
        "result": type(comparison).__name__,
        **{name: plain_json(getattr(comparison, name)) for name in AS_THEY_ARE},
        **plain_metric(comparison.evidence.metric),
        **plain_level(comparison.level),
        "design": plain_json(comparison.design.to_dict()),
        "facts": [plain_json(fact.to_dict()) for fact in comparison.evidence.facts],
        "difference": plain_json(
            {
                "mean": comparison.difference.mean,
                "sd": comparison.difference.sd,
                "low": interval.low,
                "high": interval.high,
            }
        ),
        "levels": [plain_json(row) for row in comparison.levels.to_dict("records")],
        "tables": _plain_table(comparison.tables),
        "effective_table": _plain_table(comparison.effective_table),
        "tipping_point": None if comparison.tipping_point is None else plain_json(asdict(comparison.tipping_point)),
        "posterior": plain_json(comparison.level.numbers(comparison.posterior)) or None,
    }


def _plain_table(table: xr.DataArray | None) -> dict[str, Any] | None:
    if table is None:
        return None
    cells = {
        "both_wrong": ("wrong", "wrong"),
        "only_first_wrong": ("wrong", "right"),
        "only_second_wrong": ("right", "wrong"),
        "both_right": ("right", "right"),
    }
    counts = {name: cell(table, first, second).data.tolist() for name, (first, second) in cells.items()}
    return {"dims": [dim for dim in table.dims if dim not in CELLS], **counts}
