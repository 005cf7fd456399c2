"""What a reader finds in a file: one run of one system on one task, a row for each judged answer."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

_MORE_IS_BETTER = {
    "acc", "acc_norm", "acc_mutual_info", "acc_bytes", "em", "exact_match", "quasi_exact_match", "prefix_exact_match",
    "quasi_prefix_exact_match", "final_number_exact_match", "f1", "f1_score", "correct", "pass@1", "mc1", "mc2",
    "rouge_1", "rouge_2", "rouge_l", "bleu_1", "bleu_4", "math_equiv", "math_equiv_chain_of_thought", "ndcg_cut_10",
    "includes", "match",
}  # fmt: skip
"""Names of which it is known."""


def is_task(task: str, name: str) -> bool:
    """Tell whether a task is called so, or fits the pattern."""
    return task == name or fnmatchcase(task, name)


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a user asks of logs.

    Attributes
    ----------
    score, filter : tuple of str
        Which judgements to take, of each file the one of these that it has: metrics or scorers, and filters of
        lm-evaluation-harness or values of a scorer of Inspect.
    judge : tuple of str
        Of logs with two judgements of an answer: that of a judge, which all answers have, where `score` is of people.
    tasks : tuple of str
        The tasks to take, or patterns such as "mmlu_*"; all if there are none.
    group : str or None
        The key of what the log tells of a record that holds its group.
    greater_is_better : bool or None
        Whether more of the score is better, where logs do not tell.
    max_bytes : int
        The most that a file may hold, unpacked.
    met : list of str
        The tasks that were met.
    argument : str
        What names `score`.
    """

    score: tuple[str, ...] = ()
    judge: tuple[str, ...] = ()
    filter: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    group: str | None = None
    greater_is_better: bool | None = None
    max_bytes: int
    met: list[str] = field(default_factory=list)
    argument: str = "score"

    def of_judge(self) -> "Wanted":
        """Return what is asked of the judge."""
        return replace(self, score=self.judge, argument="judge")

    def takes(self, task: str) -> bool:
        """Tell whether a task is asked for, and note that it was met."""
        self.met.append(task)
        return not self.tasks or any(is_task(task, one) for one in self.tasks)

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
    """A judged answer.

    Attributes
    ----------
    record : str
        The key of its record.
    value : float
        The judgement, NaN where there is none.
    answer : int
        Which answer of the system it is.
    target, prompt : str
        What tells whether two systems were asked the same.
    group : object
        The group of the record.
    number : str
        What tells records of one key apart, "" if nothing does.
    """

    record: str
    value: float
    answer: int = 1
    target: str = ""
    prompt: str = ""
    group: Any = None
    number: str = ""


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
    filter : str
        What else tells which judgement it is: a filter, or one of several values.
    greater_is_better : bool
        Its direction.
    is_finished : bool
        Whether the log says that the run came to its end.
    is_numbered : bool
        Whether records have numbers only, which may be positions.
    rows : list of Row
        The judged answers.
    errors : int
        Rows without a judgement because the run failed there.
    duplicates : int
        Rows that say again what another one says.
    """

    system: str
    task: str
    path: Path
    score: str
    filter: str = ""
    greater_is_better: bool = True
    is_finished: bool = True
    is_numbered: bool = False
    rows: list[Row] = field(default_factory=list)
    errors: int = 0
    duplicates: int = 0


class Reader(ABC):
    """A format of logs.

    Attributes
    ----------
    name : str
        Its name, unique.
    spoken : str
        What sentences call it.
    patterns, others : tuple of str
        How its files are called in a folder: no others are called so, or others may be, of which it recognises its own.
    options : tuple of str
        What may be asked of it, by the names in `Wanted`.
    """

    name: str
    spoken: str
    patterns: tuple[str, ...]
    others: tuple[str, ...] = ()
    options: tuple[str, ...]

    @abstractmethod
    def recognises(self, path: Path, start: bytes) -> bool:
        """Tell whether a file is of this format, by its first bytes."""

    @abstractmethod
    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the runs in a file."""


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
