"""What a fact is, the sentence of a note, and the kinds of facts that others ask for."""

from dataclasses import dataclass
from typing import Self

from bayescmp._support._text import counted

_SMALL = 0.001
UNKNOWN_SPREAD = "unknown spread"  # the fact that no method can tell how far differences vary
PLAIN_NUMBERS, SCALE_OF_DATA = "plain numbers", "scale of data"
"""Facts about several data sets: one number each, a prior whose scale is theirs, and scores of which some are large."""
IN_ORDER = "in order"  # the fact that units which follow each other differ alike
RUNS = "runs"  # the fact that algorithms were trained several times
ANSWERS = "answers"  # the fact that there are several answers of the same systems to a record
JUDGED = "judged"  # the fact that a judge has rated all records, and people some
LABELS_UNLIKE = "labels unlike"  # the fact that labelled records are unlike others that a judge called so
PREFERENCES = "preferences"
"""The kind of the fact that verdicts are which of two is preferred, and its key in the provenance of predictions."""
LOG = "log"
"""The kind of the fact that answers are from logs of evaluations, and its key in the provenance of predictions."""
BOUNDS_OF_SCORES = "bounds of scores"
"""The kind of the fact that bounds were taken from scores, and its key in the provenance of results over data sets."""


class First(str):
    """A text that stands first below a table, with a label of its own in place of "Note"."""

    __slots__ = ("label",)
    label: str

    def __new__(cls, text: str, label: str = "Note") -> Self:
        """Return the text, which is as any other but for its label."""
        found = super().__new__(cls, text)
        found.label = label
        return found


@dataclass(frozen=True, kw_only=True)
class Fact:
    """Something unusual about data, which is no error.

    Attributes
    ----------
    kind : str
        What it is.
    text : str
        The same in words.
    size : float
        By how much numbers differ, or what share is of answers, where that is asked for.
    count : int
        Of how many units `size` is.
    df : float
        Degrees of freedom of what `size` is estimated from.
    """

    kind: str
    text: str
    size: float = 0.0
    count: int = 0
    df: float = 0.0


CUT_OFF = Fact(
    kind="cut-off",
    text=First(
        "a label is predicted where its probability is above 0.5; others are `labels(y_true, {name: p >= 0.1})`",
        "The cut-off",
    ),
)
BOUNDS_TAKEN = Fact(
    kind=BOUNDS_OF_SCORES,
    text="the scores lie between 0 and 1, which are taken as their bounds; `bounds=` tells others, or none",
)


def left_out_of(text: str, count: int, total: int) -> Fact:
    """Say how many records are left out because not every classifier answered them."""
    return Fact(kind="missing answers", text=text.format(f"{count} of {counted(total, 'record')}"))


def chance_text(p: float) -> str:
    """Write a p-value with three decimals."""
    return "p < 0.001" if p < _SMALL else f"p = {p:.3f}"
