"""What a metric is: the one place that knows whether more of it is better, and what it is called."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._rounding import difference
from bayescmp._support._text import cut, one_line
from bayescmp._support._typing import Floats
from bayescmp.metrics._label_counts import Formula

Value = Callable[..., float]
_SHORT = 24
LOSSES = "losses"
"""What a metric needs that is the mean of losses which data hold."""


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A statistic of predictions, and how to speak of it.

    Attributes
    ----------
    name : str
        Its name in arguments and files.
    noun : str
        What sentences, axes and columns call its value, such as "macro F1".
    greater_is_better : bool
        Whether a larger value is better; the loss is then one less the value, else the value itself.
    bounds : (float or None, float or None)
        Of the loss, None where it has none.
    needs : {"labels", "probabilities", "losses"}
        What of the predictions it is a function of.
    additive : bool
        Whether the loss is a mean over records.
    value : callable
        From true and predicted labels to the value, a float; with `sample_weight`, of weighted records. Of metrics of
        probabilities, from true labels and probabilities, with `labels`, the label of each column; of losses, the
        second argument are these. Both take weights with leading axes, and give a value for each.
    influence : callable or None
        From the same to what each record adds to the loss, to first order, with mean 0; None where it is not known.
    counts_errors : bool
        Whether its loss is the share of wrong predictions, which tables tell.
    formula : callable or None
        From `Margins` to the values, for metrics that are functions of them; None for others.
    positive : object or None
        The class that the value is of, for metrics of one class; None where it is not chosen yet, or not needed.
    of_class : callable or None
        From a label to the same metric of that class; None for metrics of all classes.
    counted : callable or None
        Of rates among the records of one class, or of all others: from true labels and the class to which count.
    ordered : callable or None
        Of metrics of how scores order the records of a class, of which there must be several: as `value`, but it
        returns the function from weights to the value, so that records are put in order once for all weights.
    credit : callable or None
        Of such metrics: from what `influence` takes to what each record adds of its own, whose mean is the value.
    measured : bool
        Whether the size of its intervals in cross-validations was measured, and is about that of the error.
    better : str
        What the better one does, such as "errs less"; made of the noun if "".
    note : str
        What every result by it should say; nothing if "".
    of_counts : callable or None
        Of metrics of several answers: from their numbers and those of right ones to the values of records.
    least_answers : int
        The number of answers that such a metric needs.
    symbol : str
        What formulas and axes call its value, such as "MCC"; the noun if "".
    """

    name: str
    noun: str
    greater_is_better: bool
    bounds: tuple[float | None, float | None]
    needs: str
    additive: bool
    value: Value
    influence: Callable[[Any, Any], Any] | None = None
    counts_errors: bool = False
    formula: Formula | None = None
    positive: Any = None
    of_class: Callable[[Any], "Metric"] | None = None
    counted: Callable[[Any, Any], Any] | None = None
    ordered: Callable[..., Callable[[Floats], Any]] | None = None
    credit: Callable[..., Floats] | None = None
    measured: bool = False
    better: str = ""
    note: str = ""
    of_counts: Callable[[Any, Any], Floats] | None = None
    least_answers: int = 1
    symbol: str = ""

    def __post_init__(self) -> None:
        for name in ("name", "noun", "symbol", "better"):
            if one_line(getattr(self, name)) != getattr(self, name):
                raise ValueError(f"`{name}` must be a line of text that prints, but got {getattr(self, name)!r}.")

    def loss(self, y_true: Any, y_pred: Any) -> float:
        """Loss of predictions: what differences are taken of, lower is better."""
        return self.loss_of_value(self.value(y_true, y_pred))

    @property
    def orders(self) -> bool:
        """Whether it is one of how scores order the records of a class."""
        return self.ordered is not None

    def loss_of_value[Number: (float, xr.DataArray, Floats)](self, value: Number) -> Number:
        """Turn a value into a loss, or back."""
        return 1 - value if self.greater_is_better else value

    @property
    def sign(self) -> int:
        """What a difference of losses is multiplied by to be one of values, and back."""
        return -1 if self.greater_is_better else 1

    def size(self, values: Any) -> Any:
        """Return the larger of values and their losses: 1 - value is rounded as numbers near 1 are."""
        return np.maximum(np.abs(values), np.abs(self.loss_of_value(values)))

    def difference(self, first: Any, second: Any) -> Any:
        """Subtract values, or losses: exactly 0 where they differ by rounding alone."""
        return difference(first, second, np.maximum(self.size(first), self.size(second)))

    @property
    def value_bounds(self) -> tuple[float | None, float | None]:
        """Bounds of the value, None where it has none."""
        return turned(self.bounds) if self.greater_is_better else self.bounds

    def interval_of_losses(self, low: Any, high: Any) -> tuple[Any, Any]:
        """Return the ends of an interval of losses as those of values, no further than values can be."""
        ends, bounds = (self.loss_of_value(low), self.loss_of_value(high)), self.value_bounds
        return np.clip(np.minimum(*ends), *bounds), np.clip(np.maximum(*ends), *bounds)

    @property
    def widest(self) -> float | None:
        """Largest difference of two losses, None where losses have no bounds."""
        low, high = self.bounds
        return None if low is None or high is None or low == high else high - low

    def within(self, distance: float, share: float = 1.0) -> float:
        """Return a distance, or where losses have bounds at most a share of the widest difference."""
        return distance if self.widest is None else min(distance, share * self.widest)

    def better_words(self) -> str:
        """Say what the better classifier does."""
        return self.better or f"has a {'higher' if self.greater_is_better else 'lower'} {self.noun}"

    def of(self, name: str) -> str:
        """Write the value of a classifier, as "error of tree"."""
        return f"{self.symbol or self.noun} of {name}"

    def sign_words(self, name: str) -> str:
        """Say what the sign of a difference means whose first classifier has a name."""
        sign = "positive" if self.greater_is_better else "negative"
        return f"a {sign} difference means that {name} {self.better_words()}"


def turned(bounds: tuple[float | None, float | None]) -> tuple[float | None, float | None]:
    """Return the bounds of one less what has some."""
    low, high = bounds
    return None if high is None else 1 - high, None if low is None else 1 - low


def noun_of_class(noun: str, positive: object) -> str:
    """Return what to call a metric of one class, once it is chosen."""
    return noun if positive is None else f"{noun} ({one_line(cut(str(positive), _SHORT))})"
