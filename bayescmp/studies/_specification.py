"""The specification of a study as its folder keeps it: written from the study, read if it can be that of one."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from bayescmp.model_selection import PLANS
from bayescmp.studies._kept import Shape, misfit, read_json, sha256
from bayescmp.studies._study import Study

_SCHEMA = 2
_CELL: Shape = {
    "name": str, "varied": dict, "kind": str, "parameters": dict, "trials_per_chunk": int, "tune": object,
}  # fmt: skip
_STUDY: Shape = {
    "name": str, "alpha": float, "seed": int, "truth_draws": int, "cells": [_CELL],
    "methods": [{"name": str, "plan": str, "sha256": str}],
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
        If it cannot be that of a study.
    """
    found = read_json(path, {"schema": _SCHEMA, "study": _STUDY})
    wrong = None if found is None else _impossible(found["study"])
    if wrong is not None:
        raise ValueError(f"{path.name!r} must be as it was written, but {wrong}.")
    return found


def fingerprint(specification: dict[str, Any]) -> str:
    """Return the SHA-256 of a specification, by which its results are known."""
    return sha256(nameless(specification))


def nameless(specification: dict[str, Any]) -> dict[str, Any]:
    """Leave out the name of the study, which changes no number: that of its file, unless the file says another."""
    study = {key: value for key, value in specification["study"].items() if key != "name"}
    return specification | {"study": study}


def first_difference(found: Any, wanted: Any, where: str = "") -> str:
    """Name the first place in which two specifications differ."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted(found.keys() | wanted.keys()):
            if found.get(key) != wanted.get(key):
                return first_difference(found.get(key), wanted.get(key), f"{where}.{key}".lstrip("."))
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for number, (old, new) in enumerate(zip(found, wanted, strict=True)):
            if old != new:
                return first_difference(old, new, f"{where}[{number}]")
    if where.endswith("sha256"):
        return f"what {where.removesuffix('.sha256')} does or holds is not what it was (its code, parameters or data)"
    return f"its {where or 'specification'} was {found!r} and is now {wanted!r}"


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"A scenario must have parameters that JSON holds, but got {value!r}.")


def _impossible(study: dict[str, Any]) -> str | None:
    """Say what no study can have, or return None."""
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
