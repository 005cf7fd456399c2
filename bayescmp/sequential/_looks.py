"""Looks: counts of records at each, and which records they are; a longer list of looks shares the shorter one."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Self

import numpy as np

from bayescmp._support._typing import Booleans, Integers
from bayescmp.predictions._dataset import as_seen
from bayescmp.sequential._task_order import TaskOrder

_WHOLE = re.compile(r"-?\d+\.0+")
_OF_TASK = "\u2063"  # the invisible separator: no id has it, and nobody takes it for a blank

Cells = tuple[int, ...]  # numbers of records that both get wrong, only the first, only the second, and none


def key_of(one: Hashable) -> str:
    """Return what an id is known by: one key of 7, 7.0, "7", "7.0" and "7 ", of True and 1, of texts that look so."""
    if isinstance(one, tuple):  # an id and its task
        own, task = one
        return f"{key_of(own)}{_OF_TASK}{as_seen(task)}{_OF_TASK}"
    if isinstance(one, bool) or (isinstance(one, float) and one.is_integer()):
        return str(int(one))
    text = as_seen(one)
    return text.partition(".")[0] if _WHOLE.fullmatch(text) else text


def keys_of(ids: Sequence[Hashable]) -> list[str]:
    """Return what some ids are known by, and refuse two that are known by the same."""
    keys: dict[str, Hashable] = {}
    for one in ids:
        other = keys.setdefault(key_of(one), one)
        if other is not one:
            raise ValueError(
                f"Ids of records must be told apart by a reader and where numbers become text, but {other!r} and "
                f"{one!r} are not. Write them in another way."
            )
    return list(keys)


@dataclass(frozen=True, eq=False)
class Looks:
    """The first `n_looks` of a list that others go on with: nothing in it ever changes, so adding takes no copy."""

    n_looks: int = 0
    n_known: int = 0  # records with an id: those of tables have none
    order: TaskOrder = field(default_factory=TaskOrder, repr=False)  # how the tasks came, which ids tell
    _cells: list[Cells] = field(default_factory=list, repr=False)
    _known: list[int] = field(default_factory=list, repr=False)
    _blocks: list[bool] = field(default_factory=list, repr=False)
    _ids: dict[str, int] = field(default_factory=dict, repr=False)

    @property
    def cells(self) -> Integers:
        """Counts of all records at each look, of shape (n_looks, 4), in the order of `Cells`."""
        return np.array(self._cells[: self.n_looks], dtype=np.int64).reshape(-1, 4)

    @property
    def now(self) -> Cells:
        """Counts of all records so far."""
        return self._cells[self.n_looks - 1] if self.n_looks else (0, 0, 0, 0)

    @property
    def known(self) -> list[int]:
        """How many records had an id at each look."""
        return self._known[: self.n_looks]

    @property
    def in_blocks(self) -> Booleans:
        """Whether tasks stood in blocks so far, at each look."""
        return np.array(self._blocks[: self.n_looks], dtype=bool)

    @property
    def ids(self) -> list[str]:
        """The keys of the ids of the records, in the order in which they came."""
        return list(islice(self._ids, self.n_known))

    def seen(self, ids: Sequence[Hashable]) -> list[Hashable]:
        """Return those of some ids that came before; where one of two has no task, whatever that of the other is."""
        of_tasks = self._ids_of_tasks() if any(not isinstance(one, tuple) for one in ids) else set()
        return [
            one
            for one in ids
            if self._came(key_of(one))
            or (self._came(key_of(one[0])) if isinstance(one, tuple) else key_of(one) in of_tasks)
        ]

    def _came(self, key: str) -> bool:
        return self._ids.get(key, self.n_known) < self.n_known

    def _ids_of_tasks(self) -> set[str]:
        """Return the ids of records that came with a task, as they mostly do from the first or to the last."""
        has_tasks = _OF_TASK in "".join([*islice(self._ids, 1), *islice(reversed(self._ids), 1)])
        return {key.partition(_OF_TASK)[0] for key in self.ids if _OF_TASK in key} if has_tasks else set()

    def with_look(self, new: Sequence[int], keys: Sequence[str]) -> Self:
        """Return the looks with one more, at which there are more records, whose ids have these keys."""
        cells, known, blocks, found = self._cells, self._known, self._blocks, self._ids
        if len(cells) > self.n_looks:  # somebody went on from here before
            cells, known, blocks = cells[: self.n_looks], known[: self.n_looks], blocks[: self.n_looks]
            found = dict(islice(found.items(), self.n_known))
        order = self.order.with_tasks([key.split(_OF_TASK)[1] for key in keys if _OF_TASK in key])
        cells.append(tuple(old + more for old, more in zip(self.now, new, strict=True)))
        found.update(zip(keys, range(self.n_known, self.n_known + len(keys)), strict=True))
        known.append(len(found))
        blocks.append(bool(order.in_blocks))
        return type(self)(self.n_looks + 1, len(found), order, cells, known, blocks, found)
