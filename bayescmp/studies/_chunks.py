"""Chunks of results: which they are, in their names and in themselves, and what may be read of them.

A chunk is an .npz file: NetCDF takes much longer to read and to write, which counts where a study has thousands.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from bayescmp._files import write_whole
from bayescmp._typing import Array, Floats, Integers
from bayescmp.runner import Shape, misfit, read_kept
from bayescmp.studies._methods import FINDINGS, impossible
from bayescmp.studies._npz import unpacked

PER_TRIAL = ("fits", "n_warnings")
_NAME = re.compile(r"([0-9]{3,})-t([0-9]{9,})-n([0-9]{6,})\.npz")
_FAILURE: Shape = {"trial": int, "method": object, "error": str, "seed": object, "spawn_key": list}


class Failure(TypedDict):
    """What failed: the trial, the method or None for all, the error, and where the trial's random numbers came from."""

    trial: int
    method: str | None
    error: str
    seed: object
    spawn_key: list[int]


class About(TypedDict):
    """What a chunk is of: the fingerprint of its study, the cell, the trials, and the labels of what was found."""

    study: str
    cell: int
    first_trial: int
    n_trials: int
    labels: Mapping[str, Sequence[object]]


@dataclass(frozen=True, kw_only=True, eq=False)
class Results:
    """Results of some trials of a cell.

    Attributes
    ----------
    trials : range
        The trials.
    found : array of shape (n_findings, n_methods, n_trials, ...)
        What `FINDINGS` names, NaN where it was not found; last the dims of the methods.
    per_trial : array of int, shape (2, n_trials)
        What `PER_TRIAL` names: fits of each classifier, and warnings of the fits.
    failures : list of dict
        What failed.
    """

    trials: range
    found: Floats
    per_trial: Integers
    failures: list[Failure]


def write_chunk(results: Results, about: About, path: Path) -> None:
    """Write the results with what they are of."""
    text = json.dumps({**about, "per_trial": PER_TRIAL, "failures": results.failures})
    content = BytesIO()
    np.savez(content, found=results.found, per_trial=results.per_trial, about=np.array(text))
    write_whole(content.getbuffer(), path)


def read_chunk(trials: range, about: About, path: Path) -> Results | None:
    """Read the results, or return None if there are none.

    Raises
    ------
    ValueError
        If the file is damaged, or holds other results than its name says.
    """
    content = read_kept(path)
    if content is None:
        return None
    try:
        found, per_trial, text = unpacked(content, ("found", "per_trial", "about"), path)
        written = json.loads(text.item())
        wrong = _wrong(found, per_trial, written, about)
    except Exception:  # noqa: BLE001 - whatever is said of a file that is no chunk
        wrong = "it is cut short, damaged or none of ours"
    if wrong is not None:
        raise ValueError(
            f"{path.name!r} must hold the results of this study that its name says, but {wrong}; `bayescmp study run` "
            "computes it again."
        )
    return Results(trials=trials, found=found, per_trial=per_trial, failures=written["failures"])


def _wrong(found: Array, per_trial: Array, written: Mapping[str, Any], about: About) -> str | None:
    """Say what is not as it was written, or return None."""
    for name, wanted in about.items():
        if written[name] != wanted:
            return f"it differs in `{name}`"
    labels, failures = about["labels"], written["failures"]
    shape = tuple(len(values) for values in labels.values())
    is_found = found.shape == shape and found.dtype == float
    if not is_found or per_trial.shape != (len(PER_TRIAL), about["n_trials"]) or per_trial.dtype != int:
        return "its arrays have another shape or type"
    reject = found[FINDINGS.index("reject")]
    if not (np.isnan(reject) | (reject == 0) | (reject == 1)).all():
        return "it has rejections other than 0 and 1"
    if impossible(dict(zip(FINDINGS, found, strict=True))) or (per_trial < 0).any():
        return "it has probabilities, intervals or counts that cannot be"
    names, trials = (None, *labels["method_name"]), labels["trial"]
    if any(misfit(one, _FAILURE) or one["method"] not in names or one["trial"] not in trials for one in failures):
        return "it has failures of other trials or methods"
    return misfit(failures, list, "`failures`")


def name_of_chunk(cell: int, trials: range) -> str:
    """Name the file of some trials of a cell."""
    return f"{cell:03d}-t{trials.start:09d}-n{len(trials):06d}.npz"


def trials_of_name(name: str, cell: int, size: int) -> range | None:
    """Return the trials that a file holds by its name; None unless it is one that chunks of this size can have.

    Chunks begin at multiples of their size, so that no two overlap but those that begin with the same trial.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    number, first, length = map(int, match.groups())
    trials = range(first, first + length)
    possible = number == cell and first % size == 0 and 1 <= length <= size and name == name_of_chunk(cell, trials)
    return trials if possible else None
