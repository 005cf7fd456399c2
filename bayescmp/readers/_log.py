"""What a reader finds in a file: one run of one system on one task, a row for each judged answer."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from bayescmp._support._registry import fits
from bayescmp._support._text import shown

_MORE_IS_BETTER = {
    "acc", "acc_norm", "acc_mutual_info", "acc_bytes", "em", "exact_match", "quasi_exact_match", "prefix_exact_match",
    "quasi_prefix_exact_match", "final_number_exact_match", "f1", "f1_score", "correct", "pass@1", "mc1", "mc2",
    "rouge_1", "rouge_2", "rouge_l", "bleu_1", "bleu_4", "math_equiv", "math_equiv_chain_of_thought", "ndcg_cut_10",
    "includes", "match",
}  # fmt: skip
"""Names of which it is known."""
_LARGEST = 2**1023  # that a float holds


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a user asks of logs, as `read_logs` is told; of several names a file has one."""

    score: tuple[str, ...] = ()
    judge: tuple[str, ...] = ()
    filter: tuple[str, ...] = ()
    task: tuple[str, ...] = ()  # or patterns; all if there are none
    group: str | None = None
    by: str | None = None
    greater_is_better: bool | None = None
    max_bytes: int
    met: list[str] = field(default_factory=list)  # tasks
    argument: str = "score"  # what names the score

    def takes(self, task: str) -> bool:
        """Tell whether a task is asked for, and note that it was met."""
        self.met.append(task)
        return not self.task or any(fits(task, one) for one in self.task)

    def told(self, about: object) -> dict[str, Any]:
        """Return what is asked for of what a log tells of a record, None where it does not."""
        known = about if isinstance(about, Mapping) else {}
        asked = {"group": self.group, "by": self.by}
        return {name: None if key is None else known.get(key) for name, key in asked.items()}

    def direction(self, score: str, told: object, path: Path) -> bool:
        """Return whether more of a score is better: as the log tells, as its name does, or as the user says."""
        found = told if isinstance(told, bool) else True if score.lower() in _MORE_IS_BETTER else self.greater_is_better
        if found is None:
            raise ValueError(
                f"`greater_is_better` must say whether more of {score!r} is better, for {path.name!r} does not."
            )
        if self.greater_is_better is not None and found != self.greater_is_better:
            which = "more" if found else "less"
            raise ValueError(f"`greater_is_better` must fit what is known: of {score!r} {which} is better.")
        return found


class Row(NamedTuple):
    """A judged answer."""

    record: str  # its key
    value: float  # NaN where there is no judgement
    answer: int = 1  # which one of the system it is
    target: str = ""  # with the prompt, what tells whether two systems were asked the same
    prompt: str = ""
    group: Any = None  # of the record
    by: Any = None  # the slice of the records that it belongs to
    number: str = ""  # what tells records of one key apart


@dataclass(kw_only=True)
class Log:
    """One run of one system on one task."""

    system: str
    task: str
    path: Path
    score: str  # the judgement that was taken
    filter: str = ""  # what else tells which judgement it is: a filter, or one of several values
    greater_is_better: bool = True
    is_finished: bool = True
    is_numbered: bool = False  # records have numbers only, which may be positions
    rows: list[Row] = field(default_factory=list)
    errors: int = 0  # rows without a judgement because the run failed there
    duplicates: int = 0  # rows that say again what another one says


class Reader(ABC):
    """A format of logs."""

    name: str
    spoken: str  # what sentences call it
    patterns: tuple[str, ...]  # how its files, and no others, are called in a folder
    others: tuple[str, ...] = ()  # how they may be called, and others, too, of which it recognises its own
    companions: tuple[str, ...] = ()  # what else of a run it reads, in the folder of its files
    beside: tuple[str, ...] = ()  # what else its tool writes, called as logs of others are
    keys: tuple[bytes, ...] = ()  # of the object on the first line of its files
    options: tuple[str, ...]  # what may be asked of it, by the names in `Wanted`

    def recognises(self, path: Path, start: bytes) -> bool:  # noqa: ARG002 - of some formats
        """Tell whether a file is of this format, by its first bytes."""
        return start.lstrip(b"\xef\xbb\xbf \n").startswith(b"{") and all(key in start for key in self.keys)

    @abstractmethod
    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the runs in a file."""


def check_holds[T](rows: list[T], path: Path) -> list[T]:
    """Return the rows of a file, of which it must hold one."""
    if not rows:
        raise ValueError(f"{path.name!r} must hold at least one record, but is empty.")
    return rows


def choose(argument: str, asked: tuple[str, ...], known: list[str], what: str, path: Path) -> str:
    """Return the one of several names that is asked for, or the only one; else say which there are."""
    if not known:
        raise ValueError(f"{path.name!r} must hold a {what} of each answer, but holds none: it was not scored.")
    found = [name for name in asked if name in known] if asked else known
    if len(found) != 1:
        got = "none is named" if not asked else f"got {', '.join(map(repr, asked))}"
        raise ValueError(
            f"`{argument}` must name one of the {what}s of {path.name!r}, {', '.join(map(repr, known))}, but {got}."
        )
    return found[0]


def is_number(value: object) -> TypeGuard[float]:
    """Tell whether a value is a number that a float holds."""
    return isinstance(value, float) or (isinstance(value, int) and abs(value) < _LARGEST)


def number_of(value: object, log: Log, record: str) -> float:
    """Return a score that is a number, NaN where there is none."""
    if value is not None and not is_number(value):
        raise ValueError(
            f"The score {log.score!r} must be a number of each record, but that of {record!r} in {log.path.name!r} is "
            f"{shown(value)}."
        )
    return math.nan if value is None else float(value)
