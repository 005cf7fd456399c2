"""What a reader finds in a file: one run of one system on one task, a row for each judged answer."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a user asks of a log.

    Attributes
    ----------
    score : str or None
        Which of several judgements to take: a metric of lm-evaluation-harness or HELM, a scorer of Inspect.
    filter : str or None
        Which of several filters of lm-evaluation-harness to take.
    value : str or None
        Which of several values of a scorer of Inspect to take.
    tasks : tuple of str
        The tasks to take, all if there are none.
    group : str or None
        The key of what the log tells of a record that holds its group.
    max_bytes : int
        The most that a file may hold, unpacked.
    met : list of str
        The tasks that were met.
    """

    score: str | None = None
    filter: str | None = None
    value: str | None = None
    tasks: tuple[str, ...] = ()
    group: str | None = None
    max_bytes: int
    met: list[str] = field(default_factory=list)

    def takes(self, task: str) -> bool:
        """Tell whether a task is asked for, and note that it was met."""
        self.met.append(task)
        return not self.tasks or task in self.tasks


@dataclass(kw_only=True)
class Log:
    """One run of one system on one task.

    Attributes
    ----------
    system, task : str
        Their names in the log.
    path : Path
        The file.
    score : str
        The judgement that was taken.
    greater_is_better : bool
        Its direction.
    is_finished : bool
        Whether the log says that the run came to its end.
    records, answers, values : list
        Of each row: the key of its record, which answer of the system it is, and the judgement, NaN where there is
        none.
    targets, prompts, groups : list
        Of each row: what tells whether two systems were asked the same; and the group of the record.
    errors : int
        Rows without a judgement because the run failed there.
    duplicates : int
        Rows that say again what another one says.
    """

    system: str
    task: str
    path: Path
    score: str
    greater_is_better: bool = True
    is_finished: bool = True
    records: list[str] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    groups: list[Any] = field(default_factory=list)
    errors: int = 0
    duplicates: int = 0

    def add(
        self, record: str, value: float, *, answer: int = 1, target: str = "", prompt: str = "", group: object = None
    ) -> None:
        """Add a row."""
        self.records.append(record)
        self.answers.append(answer)
        self.values.append(value)
        self.targets.append(target)
        self.prompts.append(prompt)
        self.groups.append(group)


class Reader(ABC):
    """A format of logs.

    Attributes
    ----------
    name : str
        Its name, unique.
    spoken : str
        What sentences call it.
    patterns : tuple of str
        How its files are called in a folder.
    options : tuple of str
        What may be asked of it, by the names in `Wanted`.
    """

    name: str
    spoken: str
    patterns: tuple[str, ...]
    options: tuple[str, ...]

    @abstractmethod
    def recognises(self, path: Path, start: bytes) -> bool:
        """Tell whether a file is of this format, by its first bytes."""

    @abstractmethod
    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the runs in a file."""


def choose(argument: str, asked: str | None, known: list[str], what: str, path: Path) -> str:
    """Return the one of several names that is asked for, or the only one; else say which there are."""
    if asked is None and len(known) == 1:
        return known[0]
    if asked is None or asked not in known:
        if not known:
            raise ValueError(f"{path.name!r} must hold a {what} of each answer, but holds none: it was not scored.")
        got = "none is named" if asked is None else f"got {asked!r}"
        raise ValueError(
            f"`{argument}` must name one of the {what}s of {path.name!r}, {', '.join(map(repr, known))}, but {got}."
        )
    return asked
