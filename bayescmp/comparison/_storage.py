"""Write a comparison as JSON and NetCDF, and read it back.

The NetCDF file holds the observed and the analysed table and what the posterior is a function of besides them;
everything else is one JSON attribute, because NetCDF has no None, no bool and no nested values. What follows from the
tables is computed again when a file is read, and compared with what it says.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import xarray as xr

from bayescmp._files import contents_of
from bayescmp._netcdf import read_netcdf, write_netcdf
from bayescmp._text import visible
from bayescmp.comparison._levels import AnyPosterior, frame_of_levels, level_posterior, prior_of
from bayescmp.comparison._loaded import checked_fields
from bayescmp.comparison._tipping import TippingPoint
from bayescmp.hierarchical import DRAWN, CrossedEffectsSample
from bayescmp.posteriors import (
    CrossedEffectsPosterior,
    EffectivePosterior,
    effective_posterior,
    mixed_over_tau,
    variance_per_record,
)
from bayescmp.tables import CELLS, cell

if TYPE_CHECKING:
    from bayescmp.comparison._comparison import Comparison

SCHEMA = 2
_AS_THEY_ARE = (
    "first",
    "second",
    "errors",
    "prob_first_better",
    "prob_equivalent",
    "prob_second_better",
    "decision",
    "inference",
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
    posterior, interval = comparison.posterior, comparison.interval
    return {
        "schema": SCHEMA,
        **{name: _plain(getattr(comparison, name)) for name in _AS_THEY_ARE},
        **({"prior": None, "strength": None} | prior_of(posterior)),
        "difference": {
            "mean": comparison.difference.mean,
            "sd": comparison.difference.sd,
            "low": interval.low,
            "high": interval.high,
        },
        "levels": [_plain(row) for row in comparison.levels.to_dict("records")],
        "tables": _plain_table(comparison.tables),
        "effective_table": _plain_table(comparison.effective_table),
        "crossed_effects": _crossed(posterior),
        "fold_correlation": {name: posterior.mean_of(name) for name in ("rho1", "rho2", "phi")}
        if isinstance(posterior, EffectivePosterior)
        else None,
        "tipping_point": None if comparison.tipping_point is None else _plain(asdict(comparison.tipping_point)),
    }


def _crossed(posterior: AnyPosterior) -> dict[str, Any] | None:
    """Return what the crossed-effects posterior has besides a table; None at another level."""
    if not isinstance(posterior, CrossedEffectsPosterior):
        return None
    return {
        "tau": posterior.tau,
        "components": {str(name): float(value) for name, value in posterior.components.items()},
        "inverse_size": {str(name): float(value) for name, value in posterior.inverse_size.items()},
        "n_records": int(posterior.n_records),
    }


def json_of(comparison: "Comparison", *, ascii_only: bool = False) -> str:
    """Return `dict_of` as strict JSON; attributes hold it in ASCII, where every character prints."""
    text = json.dumps(dict_of(comparison), allow_nan=False, ensure_ascii=ascii_only, indent=2)
    # Within a text, the escapes of JSON are those of the UTF-16 code units.
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def save(comparison: "Comparison", path: str | Path) -> None:
    """Write NetCDF; an old file is replaced only once the new one is complete."""
    data = xr.Dataset(attrs={"comparison": json_of(comparison, ascii_only=True)})
    names = {"first_name": visible(comparison.first), "second_name": visible(comparison.second)}
    tables = {"tables": comparison.tables.assign_attrs(names), "effective_table": comparison.effective_table}
    posterior = comparison.posterior
    if isinstance(posterior, CrossedEffectsPosterior):
        data["tau_weights"] = posterior.weights
    if isinstance(posterior, EffectivePosterior):
        data = data.merge(posterior.correlations)
    if isinstance(posterior, CrossedEffectsSample):
        tables["cells"] = posterior.cells
        data = data.merge(posterior.draws).assign_attrs(verdict=json.dumps(posterior.verdict))
    for name, table in tables.items():
        data[name] = table.drop_vars("effective_size", errors="ignore").rename({d: f"{name}_{d}" for d in table.dims})
    write_netcdf(data, path)


def fields_of(path: str | Path) -> dict[str, Any]:
    """Read what `save` wrote, as the fields of a Comparison."""
    data = read_netcdf(path)
    with contents_of(path, "a file of `Comparison.save`"):
        return _fields_of_data(data, path)


def _fields_of_data(data: xr.Dataset, path: str | Path) -> dict[str, Any]:
    text = _with_schema(json.loads(data.attrs.get("comparison", "{}")), path)
    fields = {name: text[name] for name in _AS_THEY_ARE}
    fields |= {
        "bayes_factor": float(text["bayes_factor"]),
        "prob_error": float(text["prob_error"]),
        "rope": tuple(text["rope"]),
        "notes": tuple(text["notes"]),
        "levels": frame_of_levels(text["levels"]),
        "tables": _read_table(data, "tables"),
        "posterior": _read_posterior(data, text),
        "tipping_point": _read_tipping_point(text["tipping_point"]),
    }
    return checked_fields(fields, Path(path).name, is_old=text["schema"] < SCHEMA)


def _with_schema(text: dict[str, Any], path: str | Path) -> dict[str, Any]:
    """Return what a file of a known schema says, with the entries that came later."""
    schema = text.get("schema") if isinstance(text, dict) else None
    if schema not in [1, SCHEMA]:  # a list: what a file holds may have no hash
        raise ValueError(
            f"{str(path)!r} must be a file of `Comparison.save` with schema 1 or {SCHEMA}, but got {schema}."
        )
    if schema == SCHEMA:
        return text
    unknown = dict.fromkeys(("prob_equivalent", "prob_second_better"))
    levels = [unknown | row for row in text["levels"]]
    return text | {"notes": [], "identical": False, "levels": levels}


def _read_posterior(data: xr.Dataset, text: dict[str, Any]) -> AnyPosterior:
    if "verdict" in data.attrs:
        draws = data[list(DRAWN)].drop_attrs()
        cells = _read_table(data, "cells")
        return CrossedEffectsSample(draws=draws, cells=cells, verdict=json.loads(data.attrs["verdict"]))
    prior = {"prior": text["prior"], "strength": text["strength"]}
    if text["fold_correlation"] is not None:
        known = data[["rho1", "rho2", "phi", "weight"]].drop_attrs()
        return effective_posterior(_read_table(data, "tables"), known, **prior)
    if text["crossed_effects"] is not None:
        return _read_crossed(data, text["crossed_effects"], prior)
    return level_posterior(text["inference"], _read_table(data, "tables"), **prior)


def _read_crossed(data: xr.Dataset, found: dict[str, Any], prior: dict[str, Any]) -> CrossedEffectsPosterior:
    cells, components = _read_table(data, "tables").sum(("repeat", "fold")), dict(found["components"])
    base, per_tau = (components.pop(name, 0.0) for name in ("variance", "variance_per_tau"))  # of schema 1
    per_record = float(variance_per_record(cells))
    of_schema_1 = {"fixed": 1 / found["n_records"], "per_tau": 0.0}
    if base > 0 and per_record > 0:
        of_schema_1 = {"fixed": base / per_record, "per_tau": per_tau / per_record}
    return mixed_over_tau(
        cells,
        data["tau_weights"],
        inverse_size=xr.Dataset(found.get("inverse_size", of_schema_1)),
        components=xr.Dataset(components),
        n_records=xr.DataArray(found["n_records"]),
        **prior,
    )


def _read_tipping_point(found: dict[str, Any] | None) -> TippingPoint | None:
    if found is None:
        return None
    return TippingPoint(
        outcome=found["outcome"],
        tau=float(found["tau"]),
        interval_tau=float(found["interval_tau"]),
        share_above=float(found["share_above"]),
        n_pairs=int(found["n_pairs"]),
        prob_above=float(found.get("prob_above", math.nan)),
    )


def _read_table(data: xr.Dataset, name: str) -> xr.DataArray:
    table = data[name]
    return table.rename({dim: str(dim).removeprefix(f"{name}_") for dim in table.dims}).rename("records")


def _plain(value: Any) -> Any:
    """Return what strict JSON can hold: NaN as None, infinities as text."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    return None if value is pd.NA else value


def _plain_table(table: xr.DataArray) -> dict[str, Any]:
    cells = {
        "both_wrong": ("wrong", "wrong"),
        "only_first_wrong": ("wrong", "right"),
        "only_second_wrong": ("right", "wrong"),
        "both_right": ("right", "right"),
    }
    counts = {name: cell(table, first, second).data.tolist() for name, (first, second) in cells.items()}
    return {"dims": [dim for dim in table.dims if dim not in CELLS], **counts}
