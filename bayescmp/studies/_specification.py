"""The specification of a study as its folder keeps it: written from the study, read if it can be that of one."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from bayescmp._text import shown
from bayescmp.model_selection import PLANS
from bayescmp.runner import Shape, misfit, read_json
from bayescmp.studies._study import Study

_SCHEMA = 3
_EARLIER = (1, 2)
_CELL: Shape = {
    "name": str, "varied": dict, "kind": str, "parameters": dict, "trials_per_chunk": int, "tune": object,
}  # fmt: skip
_STUDY: Shape = {
    "name": str, "alpha": float, "seed": int, "truth_draws": int, "cells": [_CELL],
    "methods": [{"name": str, "plan": str, "sha256": str}], "coords": dict,
}  # fmt: skip
_TUNE: Shape = {"parameter": str, "low": float, "high": float, "n_train": int, "draws": int}


def specification_of(study: Study) -> dict[str, Any]:
    """Return all that the results of a study depend on, as JSON holds it."""
    return json.loads(json.dumps({"schema": _SCHEMA, "study": study.identity()}, default=_plain))


def read_specification(path: Path) -> dict[str, Any] | None:
    """Read a specification, or return None if there is none.

    Raises
    ------
    ValueError
        If it cannot be that of a study, or an earlier version wrote it.
    """
    found = read_json(path, {"schema": int, "study": dict})
    if found is None:
        return None
    if found["schema"] in _EARLIER:
        raise ValueError(
            f"{path.name!r} must be of schema {_SCHEMA}, but an earlier version of bayescmp wrote it, of schema "
            f"{found['schema']}. Read the folder with that version, or run the study again in another folder."
        )
    wrong = misfit(found, {"schema": _SCHEMA, "study": _STUDY}) or _impossible(found["study"])
    if wrong is not None:
        raise ValueError(f"{path.name!r} must be as it was written, but {wrong}.")
    return found


def _plain(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"A scenario must have parameters that JSON holds, but got {shown(value)}.")


def _impossible(study: Mapping[str, Any]) -> str | None:
    """Say what no study can have, or return None."""
    for values in study["coords"].values():
        if not isinstance(values, list) or not values:
            return "a dim has no coordinates"
    for method in study["methods"]:
        if method["plan"] not in PLANS:
            return f"there is no plan {method['plan']!r}"
    for cell in study["cells"]:
        n_records = cell["parameters"].get("n_records")
        wrong = misfit(n_records, int, "`n_records`")
        if cell["tune"] is not None:
            wrong = wrong or misfit(cell["tune"], _TUNE, "`tune`")
        if wrong or min(n_records, cell["trials_per_chunk"]) < 1:
            return wrong or "a number of records or trials is below 1"
    return None
