"""The folder of an experiment: predictions of every classifier on every data set, and what became of each."""

import hashlib
import json
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._files import write_whole
from bayescmp._support._typing import Array
from bayescmp.model_selection._kept_arrays import OF_ANSWERS, OF_RECORDS, arrays_to_keep, recoded, stacked
from bayescmp.predictions import provenance
from bayescmp.runner import WorkFolder

_UNIT = (
    "dataset", "classifier", "sha256_of", "of_data", "splits", "seconds", "fit_seconds", "file", "labels",
    "provenance", "error", "warned",
)  # fmt: skip
_UNITS = "units"
_NAMED, _MARK = 60, 12  # bytes of a name in that of a file, and letters of what tells files apart
DONE, FAILED = "done", "failed"


@dataclass(frozen=True)
class Experiment(WorkFolder):
    """The folder of an experiment."""

    kind = "experiment"
    schema = 1
    fields = ("seed", "probabilities", "loss")
    command = "cross_val_datasets"
    folders = (_UNITS,)

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", self.path.absolute())  # for answers that are read later

    def n_asked(self) -> int:
        """Return how many units the last run was to have done, 0 where it is not known."""
        return next((int(event["units"]) for event in reversed(self.events()) if "units" in event), 0)

    def unit(self, dataset: str, classifier: str) -> dict[str, Any] | None:
        """Return what became of a unit, None if it was never worked on."""
        return self.result(f"{_place(dataset, classifier)}.json", _UNIT)

    def units(self) -> list[dict[str, Any]]:
        """Return what became of every unit; of those whose file is damaged it warns."""
        found = []
        for path in sorted((self.path / _UNITS).glob("*.json")):
            try:
                kept = self.result(f"{_UNITS}/{path.name}", _UNIT)
            except ValueError as error:
                warnings.warn(f"A unit is left out: {error}", UserWarning, stacklevel=3)
                continue
            if kept is not None and path.stem == Path(_place(kept["dataset"], kept["classifier"])).name:  # no copy
                found.append(kept)
        return found

    def predictions(self, units: Sequence[Mapping[str, Any]]) -> xr.Dataset:
        """Return the predictions of units of one data set, of the repeats that all have; answers are read when used."""
        for other in units[1:]:
            what = difference(units[0], other)
            if what is not None:
                raise ValueError(
                    f"{str(self.path)!r} must hold one {other['dataset']!r}, with the same data and splits for all "
                    f"classifiers, but {units[0]['classifier']!r} and {other['classifier']!r} are of different {what}. "
                    f"Choose another folder, or remove {Path(_place(other['dataset'], other['classifier'])).name}*."
                )
        arrays = self.arrays(units[0])
        n_repeats = min(len(unit["splits"]) for unit in units)
        labels = np.unique(np.concatenate([_labels(unit) for unit in units]))
        variables: dict[str, Any] = {
            name: (dims, arrays[name][:n_repeats] if dims[0] == "repeat" else arrays[name])
            for name, dims in OF_RECORDS.items()
            if name in arrays
        }
        if labels.size:
            true = arrays["y_true"]
            variables |= {"y_true": ("record", recoded(true, _labels(units[0]), labels)), "label": labels}
        for name, dims in OF_ANSWERS.items():
            if name in arrays:
                read = [partial(self._answers, unit, name, n_repeats, labels) for unit in units]
                shape = (n_repeats, *arrays[name].shape[1:])
                variables[name] = stacked(dims, read, shape, arrays[name].dtype)
        repeats, records = (np.arange(n) for n in variables["fold"][1].shape)
        variables |= {"classifier": [unit["classifier"] for unit in units], "repeat": repeats, "record": records}
        estimators = {name: text for unit in units for name, text in unit["provenance"]["estimators"].items()}
        made = {**units[0]["provenance"], "estimators": estimators}
        found = xr.Dataset(variables, attrs={"provenance": json.dumps(made, allow_nan=False)})
        return found.set_coords([name for name in ("run",) if name in found])

    def arrays(self, unit: Mapping[str, Any]) -> dict[str, Array]:
        """Return the arrays of a unit, which must be as they were written."""
        path = self._path_of_arrays(unit)
        content = path.read_bytes() if path.is_file() else b""
        if hashlib.sha256(content).hexdigest() != unit["file"]:
            raise ValueError(
                f"{path.name!r} must be as it was written, but is damaged or gone: run {unit['classifier']!r} on "
                f"{unit['dataset']!r} again, and load the folder again if it was moved."
            )
        with np.load(BytesIO(content), allow_pickle=False) as file:
            return dict(file)

    def keep(self, unit: Mapping[str, Any], predictions: xr.Dataset | None) -> None:
        """Write the predictions of a unit, and then that they are there, or why they are not.

        What was there before goes last, so that a run that is killed in between leaves one or the other.
        """
        place, kept = _place(unit["dataset"], unit["classifier"]), dict(unit)
        if predictions is not None:
            packed = BytesIO()
            np.savez(packed, allow_pickle=False, **arrays_to_keep(predictions))
            kept["file"] = hashlib.sha256(packed.getbuffer()).hexdigest()
            kept["labels"] = predictions["label"].to_numpy().tolist() if "label" in predictions else []
            kept["provenance"] = provenance(predictions)
            write_whole(packed.getvalue(), self._path_of_arrays(kept))
        self.write_result(f"{place}.json", kept)
        for path in self.path.glob(f"{place}-*.npz"):
            if path != self._path_of_arrays(kept):
                path.unlink()

    def _answers(self, unit: Mapping[str, Any], name: str, n_repeats: int, labels: Array) -> Array:
        if not self._path_of_arrays(unit).exists():  # more repeats were added since
            newer = self.unit(unit["dataset"], unit["classifier"])
            unit = unit if newer is None or difference(unit, newer) else newer
        found = self.arrays(unit)[name][:n_repeats]
        return recoded(found, _labels(unit), labels) if name == "y_pred" else found

    def _path_of_arrays(self, unit: Mapping[str, Any]) -> Path:
        return self.path / f"{_place(unit['dataset'], unit['classifier'])}-{unit['file'][:_MARK]}.npz"


def difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """Say in what two units of a data set differ that must share it, or return None."""
    shared = min(len(one["splits"]), len(other["splits"]))
    if one["of_data"] != other["of_data"]:
        return "data"
    if one["splits"][:shared] != other["splits"][:shared]:
        return "splits"
    is_other = one["classifier"] == other["classifier"] and one["sha256_of"] != other["sha256_of"]
    return "parameters" if is_other else None


def _labels(unit: Mapping[str, Any]) -> Array:
    return np.array(unit["labels"])


def _place(dataset: str, classifier: str) -> str:
    """Return the file of a unit without its suffix: names that people can read, and a mark by which they differ."""
    plain = [re.sub(r"[^\w.-]+", "-", one).encode()[:_NAMED] for one in (dataset, classifier)]
    words = [one.decode(errors="ignore") for one in plain]
    mark = hashlib.sha256(f"{dataset}\0{classifier}".encode()).hexdigest()[:_MARK]
    return f"{_UNITS}/{'_'.join(words)}-{mark}"


def frame_of_units(experiment: Experiment) -> pd.DataFrame:
    """Return a row for each unit: what became of it, how long it took, and why it failed."""
    units = experiment.units()
    seconds = [unit["fit_seconds"] for unit in units]
    columns = {
        "dataset": [unit["dataset"] for unit in units],
        "classifier": [unit["classifier"] for unit in units],
        "status": [FAILED if unit["error"] else DONE for unit in units],
        "n_repeats": [len(unit["splits"]) for unit in units],
        "seconds": [unit["seconds"] for unit in units],
        "n_fits": list(map(len, seconds)),
        "seconds_per_fit": [float(np.mean(of_fits)) if of_fits else np.nan for of_fits in seconds],
        "error": [unit["error"] for unit in units],
        "warnings": ["; ".join(unit["warned"]) for unit in units],
    }
    return pd.DataFrame(columns)


def predictions_in(path: Path) -> xr.DataTree:
    """Return the predictions of an experiment, of all that is done."""
    experiment = Experiment.opened(path)
    return tree_of(experiment, experiment.units())


def tree_of(experiment: Experiment, units: Sequence[Mapping[str, Any]]) -> xr.DataTree:
    """Return predictions, a child for each data set, of the units that are done and the repeats that they share."""
    by_dataset: dict[str, list[Mapping[str, Any]]] = {}
    for unit in units:
        if unit["splits"]:
            by_dataset.setdefault(unit["dataset"], []).append(unit)
    if not by_dataset:
        raise ValueError(f"{str(experiment.path)!r} must hold a unit that is done, but holds none.")
    return xr.DataTree.from_dict({f"/{name}": experiment.predictions(own) for name, own in by_dataset.items()})
