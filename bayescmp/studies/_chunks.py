"""Chunks of results: which they are, in their names and in themselves, and what may be read of them.

A chunk is read by h5py: opening it with xarray takes 20 times as long, which counts where a study has thousands.
"""

import json
import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._files import is_signed
from bayescmp._netcdf import write_netcdf
from bayescmp.runner import read_kept
from bayescmp.studies._methods import FINDINGS

_PER_TRIAL = ("fits", "n_warnings")
_NAME = re.compile(r"([0-9]{3,})-t([0-9]{9,})-n([0-9]{6,})\.nc")


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """Some trials of a cell of a study.

    Attributes
    ----------
    study : str
        Fingerprint of the study's specification.
    methods : tuple of str
        Names of its methods.
    cell : int
        Number of the cell.
    trials : range
        The trials.
    """

    study: str
    methods: tuple[str, ...]
    cell: int
    trials: range

    @property
    def name(self) -> str:
        """Name of the file."""
        return name_of_chunk(self.cell, self.trials)

    def write(self, results: xr.Dataset, folder: Path) -> None:
        """Write the results with what they are of."""
        write_netcdf(results.assign_attrs(self._marks()), folder / self.name)

    def read(self, folder: Path) -> xr.Dataset | None:
        """Read the results, with the methods in the order of the study, or return None if there are none.

        Raises
        ------
        ValueError
            If the file is damaged, or holds other results than its name says.
        """
        content = read_kept(folder / self.name)
        if content is None:
            return None
        if not is_signed(content, ".nc"):
            raise self._refused("is cut short or damaged: its checksum is missing or wrong")
        try:
            return self._loaded(content)
        except _NotTheseError as error:
            raise self._refused(str(error)) from None
        except Exception as error:  # whatever h5py and NumPy say of a file that is no chunk
            raise self._refused("could not be read as that") from error

    def _marks(self) -> dict[str, Any]:
        first, length = self.trials.start, len(self.trials)
        return {"study": self.study, "cell": self.cell, "first_trial": first, "n_trials": length}

    def _refused(self, why: str) -> ValueError:
        return ValueError(
            f"{self.name!r} must hold the results of this study that its name says, but {why}; `bayescmp study run` "
            "computes it again."
        )

    def _loaded(self, content: bytes) -> xr.Dataset:
        import h5py  # noqa: PLC0415 - as slow as the libraries that the linter keeps out

        n_methods, n_trials = len(self.methods), len(self.trials)
        with h5py.File(BytesIO(content), "r") as file:
            for mark, wanted in self._marks().items():
                _check_same(mark, file.attrs.get(mark), wanted)
            names = [name.decode() for name in _values(file, "method_name", (n_methods,), "O").tolist()]
            _check_same("set of methods", sorted(names), sorted(self.methods))
            _check_same("set of trials", _values(file, "trial", (n_trials,), "iu").tolist(), list(self.trials))
            found = {name: _values(file, name, (n_methods, n_trials), "f") for name in FINDINGS}
            counts = {name: _values(file, name, (n_trials,), "iu") for name in _PER_TRIAL}
            failures = file.attrs["failures"]
        _check_rejections(found["reject"])
        self._check_failures(json.loads(failures))
        order = [names.index(name) for name in self.methods]
        return xr.Dataset(
            {name: (("method_name", "trial"), values[order]) for name, values in found.items()}
            | {name: ("trial", values) for name, values in counts.items()},
            coords={"method_name": list(self.methods), "trial": np.asarray(self.trials)},
            attrs={"failures": failures},
        )

    def _check_failures(self, failures: Any) -> None:
        for failure in failures:
            known = failure["method"] is None or failure["method"] in self.methods
            trial = failure["trial"]
            if not known or type(trial) is not int or trial not in self.trials or not isinstance(failure["error"], str):
                raise _NotTheseError("has failures of other trials or methods")


class _NotTheseError(ValueError):
    """What a file holds is not what its name says."""


def name_of_chunk(cell: int, trials: range) -> str:
    """Name the file of some trials of a cell."""
    return f"{cell:03d}-t{trials.start:09d}-n{len(trials):06d}.nc"


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


def _values(file: Any, name: str, shape: tuple[int, ...], kinds: str) -> Any:
    """Read a variable, if it has the shape and a type of NumPy's `kinds`: a few bytes can declare any."""
    found = file[name]
    if found.shape != shape or found.external or found.is_virtual:
        raise _NotTheseError(f"its {name} has another shape")
    if found.dtype.kind not in kinds or found.dtype.itemsize > 8:
        raise _NotTheseError(f"its {name} has another type")
    return found[()]


def _check_same(name: str, found: Any, wanted: Any) -> None:
    if found is None:
        raise _NotTheseError("does not say which results it holds")
    if found != wanted:
        raise _NotTheseError(f"holds those of another {name.replace('n_', 'number of ').replace('_', ' ')}")


def _check_rejections(reject: Any) -> None:
    if not (np.isnan(reject) | np.isin(reject, (0, 1))).all():
        raise _NotTheseError("has rejections other than 0 and 1")
