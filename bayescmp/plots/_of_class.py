"""What the plots of one class read of predictions: its probabilities by two classifiers, on what both answered."""

from dataclasses import dataclass

import numpy as np

from bayescmp._text import cut
from bayescmp._typing import Booleans, Floats, Integers
from bayescmp.metrics import PROBABILITIES_REMEDY, ROC_AUC, answers_of, positive_label
from bayescmp.plots._axes import cut_apart
from bayescmp.predictions import check_equal_records, groups_of, pair_of_names

_LONGEST = 200


@dataclass(frozen=True, kw_only=True, eq=False)
class ClassProbabilities:
    """Probabilities of one class by two classifiers, on all validations that both answered.

    `given`, of shape (2, n_validations), holds the probabilities of the class `label` by the two classifiers `names`;
    `positive` tells which validations are of its records, `record` and `sets` of which record and validation set,
    `group` of which group of dependent records, None where records are independent.
    """

    names: tuple[str, str]
    label: object
    given: Floats
    positive: Booleans
    record: Integers
    sets: Integers
    n_repeats: int
    group: Integers | None

    @property
    def n_records(self) -> int:
        return int(self.record.max()) + 1

    @property
    def weights(self) -> Floats:
        """What each validation counts, so that every record counts 1."""
        return 1 / np.bincount(self.record)[self.record]


def probabilities_of_class(
    predictions: object, first: str | None, second: str | None, pos_label: object, what: str
) -> ClassProbabilities:
    """Return the probabilities of a class; `what` is what messages call that which needs one."""
    data = check_equal_records(predictions, may_lack=True)
    if "y_prob" not in data:
        raise ValueError(
            f"`predictions` must hold predicted probabilities, `y_prob`, but hold labels alone. {PROBABILITIES_REMEDY}"
        )
    names = pair_of_names(data["classifier"].to_numpy(), first, second)
    labels = data["label"].to_numpy().tolist()
    label = _label(labels, pos_label, what)
    answers = answers_of(data.sel(classifier=list(names)), ROC_AUC)
    both = answers.answered.all(axis=0)
    check_shared(both, names)
    column = labels.index(label)
    groups = groups_of(data)
    return ClassProbabilities(
        names=names,
        label=labels[column],
        given=answers.given[:, both, column],
        positive=answers.best[both, column] == 1,
        record=np.unique(np.nonzero(both)[1], return_inverse=True)[1],
        group=None if groups is None else groups[np.nonzero(both)[1]],
        sets=answers.sets[both],
        n_repeats=data.sizes["repeat"],
    )


def names_for_legend(found: ClassProbabilities, width: float) -> list[str]:
    """Return the names cut to a width in points; a legend leaves out what begins with an underscore."""
    return [f" {name}" if name.startswith("_") else name for name in cut_apart(found.names, width)]


def check_shared(both: Booleans, names: tuple[str, str]) -> None:
    """Refuse predictions of which two classifiers answered none together."""
    if not both.any():
        raise ValueError(
            f"`predictions` must have a record that {names[0]!r} and {names[1]!r} both answered, but have none."
        )


def _label(labels: list[object], given: object, what: str) -> object:
    if given is None and len(labels) > 2:
        raise ValueError(
            f"`pos_label` must name the class whose probabilities are drawn, one of {cut(str(labels), _LONGEST)}, but "
            "got None."
        )
    return positive_label(what, labels, given)
