"""The folder of an experiment: predictions of every classifier on every data set, and what became of each."""

import glob
import hashlib
import json
import re
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._files import read_limited, write_whole
from bayescmp._netcdf import read_netcdf, write_netcdf
from bayescmp._typing import Array
from bayescmp._validation import about, check_path
from bayescmp.predictions import provenance
from bayescmp.runner import Shape, WorkFolder, arrays_of, misfit, read_json

_SCHEMA = 1
_EXPERIMENT: Shape = {"name": str, "seed": int, "probabilities": bool}
_UNIT: Shape = {
    "dataset": str, "classifier": str, "sha256_of": str, "of_data": str, "splits": list, "seconds": float, "file": str,
    "error": str, "warned": list, "estimator": str,
}  # fmt: skip
_DATA, _UNITS = "datasets", "units"
_NAMED, _MARK = 60, 12  # bytes of a name in that of a file, and letters of what tells files apart
_DIMS = {"y_pred": ("repeat", "record"), "y_prob": ("repeat", "record", "label")}
DONE, FAILED = "done", "failed"


@dataclass(frozen=True)
class Experiment(WorkFolder):
    """The folder of an experiment."""

    kind = "experiment"
    command = "cross_val_datasets"
    files = re.compile("experiment-.*")
    folders = (_DATA, _UNITS)

    def read_specification(self, path: Path) -> dict[str, Any] | None:
        """Read a specification, or return None if there is none."""
        found = read_json(path, {"schema": int, "experiment": dict})
        wrong = None if found is None else misfit(found, {"schema": _SCHEMA, "experiment": _EXPERIMENT})
        if wrong is not None:
            raise ValueError(f"{path.name!r} must be as it was written, but {wrong}.")
        return found

    def seed(self) -> int | None:
        """Return the seed of the experiment that is there."""
        found = self.read_specification(self._specification)
        return None if found is None else int(found["experiment"]["seed"])

    def unit(self, dataset: str, classifier: str) -> dict[str, Any] | None:
        """Return what became of a unit, None if it was never worked on."""
        return self.result(f"{_place(dataset, classifier)}.json", _UNIT, {})

    def units(self) -> list[dict[str, Any]]:
        """Return what became of every unit; of those whose file is damaged it warns."""
        found = []
        for path in sorted((self.path / _UNITS).glob("*.json")):
            try:
                kept = self.result(f"{_UNITS}/{path.name}", _UNIT, {})
            except ValueError as error:
                warnings.warn(f"A unit is left out: {error}", UserWarning, stacklevel=3)
                continue
            if kept is not None:
                found.append(kept)
        return found

    def predictions(self, units: Sequence[Mapping[str, Any]]) -> xr.Dataset:
        """Return the predictions of units of one data set, of the repeats that all have, as they were written."""
        name, of_data = units[0]["dataset"], units[0]["of_data"]
        if any(unit["of_data"] != of_data for unit in units):
            raise ValueError(f"{str(self.path)!r} must hold one data set called {name!r}, but holds units of several.")
        path = self._path_of_data(name, of_data)
        if not path.exists():
            raise ValueError(f"{path.name!r} is gone: run all classifiers on {name!r} again.")
        base = read_netcdf(path)
        least = min([base.sizes["repeat"], *(len(unit["splits"]) for unit in units)])
        arrays = [self._arrays(unit) for unit in units]
        stacked = {name: np.stack([one[name][:least] for one in arrays]) for name in arrays[0]}
        variables = {name: (("classifier", *_DIMS[name]), values) for name, values in stacked.items()}
        estimators = {unit["classifier"]: unit["estimator"] for unit in units}
        made = json.dumps({**provenance(base), "estimators": estimators}, allow_nan=False)
        found = base.isel(repeat=slice(least)).assign(variables).assign_coords(classifier=list(estimators))
        return found.assign_attrs(provenance=made)

    def check_whole(self, unit: Mapping[str, Any]) -> None:
        """Refuse predictions that are not as they were written."""
        self._arrays(unit)

    def keep_data(self, name: str, of_data: str, base: xr.Dataset) -> None:
        """Write what all classifiers share on a data set, its labels, folds and groups; not of fewer repeats."""
        path = self._path_of_data(name, of_data)
        if path.exists():
            with suppress(ValueError):
                there = read_netcdf(path)
                if there["fold"][: base.sizes["repeat"]].equals(base["fold"]):
                    return
        path.parent.mkdir(exist_ok=True)
        write_netcdf(base, path)

    def keep(self, unit: Mapping[str, Any], predictions: xr.Dataset | None) -> None:
        """Write the predictions of a unit, and then that they are there, or why they are not.

        What was there before goes last, so that a run that is killed in between leaves one or the other.
        """
        place, kept = _place(unit["dataset"], unit["classifier"]), dict(unit)
        if predictions is not None:
            arrays = {
                name: predictions[name].isel(classifier=0).transpose(*_DIMS[name]).to_numpy()
                for name in _DIMS
                if name in predictions
            }
            packed = BytesIO()
            np.savez(packed, allow_pickle=False, **arrays)
            kept["file"] = hashlib.sha256(packed.getbuffer()).hexdigest()
            kept["estimator"] = provenance(predictions)["estimators"][unit["classifier"]]
            write_whole(packed.getvalue(), self._path_of_arrays(kept))
        self.write_result(f"{place}.json", kept, {})
        for path in (self.path / _UNITS).glob(f"{glob.escape(Path(place).name)}-*.npz"):
            if path != self._path_of_arrays(kept):
                path.unlink()

    def _arrays(self, unit: Mapping[str, Any]) -> dict[str, Array]:
        path = self._path_of_arrays(unit)
        content = read_limited(path) if path.exists() else b""
        if hashlib.sha256(content).hexdigest() != unit["file"]:
            raise ValueError(
                f"{path.name!r} must be as it was written, but is damaged or gone: run {unit['classifier']!r} on "
                f"{unit['dataset']!r} again."
            )
        names = [name for name in _DIMS if name == "y_pred" or self.specification["experiment"]["probabilities"]]
        return dict(zip(names, arrays_of(path, names), strict=True))

    def _path_of_arrays(self, unit: Mapping[str, Any]) -> Path:
        return self.path / f"{_place(unit['dataset'], unit['classifier'])}-{unit['file'][:_MARK]}.npz"

    def _path_of_data(self, name: str, of_data: str) -> Path:
        return self.path / f"{_place(name, '', _DATA)}-{of_data[:_MARK]}.nc"


def experiment_in(out: str | Path) -> Experiment:
    """Return the experiment in a folder, which must be there."""
    with about("out"):
        found = Experiment(check_path("out", out))
        _ = found.specification
    return found


def specification_of(seed: int, *, probabilities: bool) -> dict[str, Any]:
    """Return what all units of an experiment share."""
    return {"schema": _SCHEMA, "experiment": {"name": "experiment", "seed": seed, "probabilities": probabilities}}


def _place(dataset: str, classifier: str, folder: str = _UNITS) -> str:
    """Return the file of a unit without its suffix: names that people can read, and a mark by which they differ."""
    plain = [re.sub(r"[^\w.-]+", "-", one).encode()[:_NAMED] for one in (dataset, classifier) if one]
    words = [one.decode(errors="ignore") for one in plain]
    mark = hashlib.sha256(f"{dataset}\0{classifier}".encode()).hexdigest()[:_MARK]
    return f"{folder}/{'_'.join(words)}-{mark}"


def frame_of_units(experiment: Experiment) -> pd.DataFrame:
    """Return a row for each unit: what became of it, how long it took, and why it failed."""
    rows = [
        {
            "dataset": one["dataset"],
            "classifier": one["classifier"],
            "status": FAILED if one["error"] else DONE,
            "n_repeats": len(one["splits"]),
            "seconds": one["seconds"],
            "error": one["error"],
            "warnings": "; ".join(one["warned"]),
        }
        for one in experiment.units()
    ]
    columns = ["dataset", "classifier", "status", "n_repeats", "seconds", "error", "warnings"]
    return pd.DataFrame(rows, columns=columns)


def tree_of(experiment: Experiment, units: Sequence[Mapping[str, Any]]) -> xr.DataTree:
    """Return predictions, a child for each data set, of the units that are done and the repeats that they share."""
    by_dataset: dict[str, list[Mapping[str, Any]]] = {}
    for unit in units:
        if unit["splits"]:
            by_dataset.setdefault(unit["dataset"], []).append(unit)
    if not by_dataset:
        raise ValueError(f"{str(experiment.path)!r} must hold a unit that is done, but holds none.")
    return xr.DataTree.from_dict({f"/{name}": experiment.predictions(own) for name, own in by_dataset.items()})
