"""A scenario whose population is what a file holds, which is read once and known by its contents."""

from abc import abstractmethod
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path

import joblib
import numpy as np
import pandas as pd

from bayescmp._validation import about, check_integer, check_path
from bayescmp.model_selection._columns import numbers_of_csv
from bayescmp.predictions._tables import read_table
from bayescmp.studies._scenario import FittedScenario, Sample, read_only


class FileScenario(FittedScenario):
    """A scenario on the records of a file; without a `path`, on those that it is known for.

    Attributes
    ----------
    path : str or None
        The file.
    """

    path: str | None

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        if self.path is not None:
            check_path("path", self.path)

    def parameters(self) -> dict[str, object]:
        """Return the parameters, with the contents of the file instead of its path."""
        own: dict[str, object] = asdict(self)  # type: ignore[call-overload]
        del own["path"]
        return own | {"data": joblib.hash(self.population())}

    def population(self) -> Sample:
        """All records."""
        state = Path(self.path).stat() if self.path is not None and Path(self.path).is_file() else None
        with about("path"):
            return _sample(type(self), self.path, state and (state.st_mtime_ns, state.st_size))

    @staticmethod
    @abstractmethod
    def read(path: str | None) -> Sample:
        """Read the features and labels of all records."""


@lru_cache(maxsize=4)
def _sample(kind: type[FileScenario], path: str | None, _: object) -> Sample:
    X, y = kind.read(path)  # again if the time or size of the file has changed
    return read_only(np.ascontiguousarray(X)), read_only(y)


def table_of(path: str) -> tuple[pd.DataFrame, pd.Series]:
    """Read a table whose last column holds labels: the features, and the labels."""
    frame = read_table(path)
    return numbers_of_csv(frame.iloc[:, :-1], path), frame.iloc[:, -1]
