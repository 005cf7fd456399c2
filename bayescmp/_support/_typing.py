"""Names for the types of arrays; what an array holds stands in the docstring."""

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

type Array = NDArray[Any]
type Floats = NDArray[np.float64]
type Integers = NDArray[np.int64]
type Booleans = NDArray[np.bool_]


class Splitter(Protocol):
    """What scikit-learn calls a cross-validator."""

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[Integers, Integers]]: ...
