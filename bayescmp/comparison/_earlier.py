"""Files of earlier schemas: what they lack is made of what they hold."""

import re
from typing import Any

import xarray as xr

from bayescmp._result import SCHEMA
from bayescmp.design import CROSS_VALIDATION, EFFECTIVE, HOLD_OUT, TWO_FOLD, Design, Sizes
from bayescmp.levels import LEVELS
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.tables import CELLS

_KINDS = {"hold-out of": HOLD_OUT, "block-regularized": TWO_FOLD, "effective table": EFFECTIVE}

_LATER_COLUMNS = ("prob_equivalent", "prob_second_better", "alternative")


def with_schema(text: dict[str, Any], data: xr.Dataset, name: str) -> dict[str, Any]:
    """Return what a file of a known schema says, with the entries that came later."""
    schema = text.get("schema")
    if type(schema) is not int or schema not in [1, 2, SCHEMA]:  # a list: what a file holds may have no hash
        raise ValueError(f"{name!r} must be a saved result with schema 1 to {SCHEMA}, but got {schema}.")
    if schema == SCHEMA:
        return text
    tables = kept_tables(data)
    later: dict[str, Any] = {
        "metric": DEFAULT_METRIC.name,
        "design": _design(text, tables).to_dict(),
        "facts": [{"kind": "note", "label": str(note)} for note in text.get("notes", [])],
        "identical": text.get("identical", False),
        "prior": text["prior"] or "beta",  # sampled ones had none
        "strength": text["strength"] or 1.0,
        "levels": [dict.fromkeys(_LATER_COLUMNS) | row for row in text["levels"]],
        "posterior": text.get("crossed_effects") or text.get("fold_correlation"),
        "tipping_point": _tipping_point(text["tipping_point"]),
    }
    return text | later


def kept_tables(data: xr.Dataset) -> xr.DataArray:
    """Return the observed tables, whose dims have the name of the variable before theirs in a file."""
    tables = data["tables"]
    return tables.rename({dim: str(dim).removeprefix("tables_") for dim in tables.dims}).rename("records")


def _design(text: dict[str, Any], tables: xr.DataArray) -> Design:
    """Read the design from the words of the file; sizes from its tables."""
    how, estimand = text["resampling"], text["estimand"]
    kind = next((kind for words, kind in _KINDS.items() if words in how), CROSS_VALIDATION)
    sizes = tables.sum(CELLS).to_numpy()
    trained = [
        float(size)
        for size in re.findall(r"trained on (\d+)(?: to (\d+))? records", estimand)[-1:]
        for size in size
        if size
    ]
    found = re.search(r"of (\d+) records?$", how)
    return Design(
        kind=kind,
        n_records=float(found.group(1)) if found else float(sizes.sum()),
        n_repeats=tables.sizes.get("repeat", 1),
        n_folds=tables.sizes.get("fold", 1),
        n_sets=int((sizes > 0).sum()),
        train=Sizes(smallest=trained[0], largest=trained[-1], mean=sum(trained) / len(trained)) if trained else Sizes(),
        validation=Sizes.of(sizes[sizes > 0]),
        has_records=text["tipping_point"] is not None or kind == CROSS_VALIDATION,
    )


def _tipping_point(found: dict[str, Any] | None) -> dict[str, Any] | None:
    if found is None:
        return None
    level = next(level.name for level in LEVELS.values() if level.training is not None)
    return {"prob_above": None, "level": level} | found
