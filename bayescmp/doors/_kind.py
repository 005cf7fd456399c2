"""What a kind of answer is: labels, probabilities, verdicts, losses and so on, each a class of its own."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import xarray as xr

from bayescmp._support._given import as_array, in_order, plain_text
from bayescmp._support._text import shown
from bayescmp._support._typing import Array
from bayescmp.doors._columns import by_columns
from bayescmp.predictions import Rows, checked_names, column

if TYPE_CHECKING:
    from bayescmp.doors._source import Table

MISSING = ("error", "drop", "wrong")


@dataclass(frozen=True, kw_only=True, eq=False)
class Arguments:
    """Arguments of a door: as they are given, and after `read` arrays in place of the names of columns."""

    of_rows: ClassVar[tuple[str, ...]] = ()  # those with an entry for each row, the same for all classifiers
    of_classifiers: ClassVar[Mapping[str, int]] = {}  # mappings from classifiers to these, and how many axes follow

    def rows_given(self) -> dict[str, Any]:
        """Return what is given of rows."""
        return {name: value for name in self.of_rows if (value := getattr(self, name)) is not None}

    def classifiers_given(self) -> dict[str, Any]:
        """Return what is given of each classifier."""
        return {name: value for name in self.of_classifiers if (value := getattr(self, name)) is not None}

    def read(self, table: "Table") -> Self:
        """Return arrays in place of the names of columns."""
        rows = {name: table.rows[name] for name in self.rows_given()}
        return replace(self, **rows, **{
            name: table.of_classifiers(given, name) for name, given in self.classifiers_given().items()
        })  # fmt: skip

    def without_table(self) -> Self:
        """Return it with a mapping in place of a frame that has a column for each classifier; refuse names."""
        for name, value in self.rows_given().items():
            if isinstance(value, str):
                raise TypeError(
                    f"`{name}` must be an array, but got {value!r}. The name of a column needs the table: data=frame."
                )
        return replace(self, **{name: by_columns(given) for name, given in self.classifiers_given().items()})

    def indices(self) -> Iterator[tuple[str, int, object]]:
        """Yield what may have an index of records, under its name, and how many axes stand after that of records."""
        for name, values in self.rows_given().items():
            yield name, 0, values
        for name, values in self.classifiers_given().items():
            for classifier, own in values.items() if isinstance(values, Mapping) else ():
                after = self.of_classifiers[name] * (getattr(own, "ndim", 1) > 1)
                yield f"{name}[{classifier!r}]", after, in_order(own)


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind(Arguments, ABC):
    """A kind of answer."""

    name: ClassVar[str]  # that of its door
    answers: ClassVar[str]  # the field of what each classifier answered
    numbers: ClassVar[tuple[str, ...]] = ()  # the fields that hold numbers, however a file writes them
    missing: ClassVar[tuple[str, ...]] = MISSING[:2]  # what `on_missing` may be

    def n_rows(self) -> int:
        """Return how many rows there are."""
        for name, values in self.rows_given().items():
            return column(values, name).size
        given = getattr(self, self.answers)
        checked_names(given, self.answers)
        name, values = next(iter(given.items()))
        called = f"{self.answers}[{name!r}]"
        shape = as_array(in_order(values), called).shape
        if not shape:
            raise TypeError(f"`{called}` must be a list or an array, one entry per record, but got {shown(values)}.")
        return int(shape[-1 - (self.of_classifiers[self.answers] if len(shape) > 1 else 0)])

    def prepared(self, *, on_missing: str) -> "Kind":  # noqa: ARG002 - of some kinds
        """Return the answers in the form in which they are put in place."""
        checked_names(getattr(self, self.answers), self.answers)
        return self

    @abstractmethod
    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put the answers in their places in the Dataset."""

    def in_rows(self, rows: Rows, name: str, last: int = 0) -> dict[str, Array]:
        """Return what each classifier has of a field, with an entry per row."""
        plain = {plain_text(one): values for one, values in (getattr(self, name) or {}).items()}
        return {one: rows.answers(in_order(values), f"{name}[{one!r}]", last) for one, values in plain.items()}
