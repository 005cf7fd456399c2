"""What a metric is: the one place that knows whether more of it is better, and what it is called."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Value = Callable[[Any, Any], float]


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A statistic of predictions, and how to speak of it.

    Attributes
    ----------
    name : str
        Its name in arguments and files.
    noun : str
        What sentences, axes and columns call its value, such as "macro F1".
    loss_symbol : str
        What formulas call its loss, such as "err" or "1 - F1".
    greater_is_better : bool
        Whether a larger value is better; the loss is then one less the value, else the value itself.
    bounds : (float or None, float or None)
        Of the loss, None where it has none.
    needs : {"labels", "probabilities", "losses"}
        What of the predictions it is a function of.
    additive : bool
        Whether the loss is a mean over records.
    value : callable
        From true and predicted labels (or what it needs) to the value, a float.
    influence : callable or None
        From the same to what each record adds to the loss, to first order; None where it is not known.
    better : str
        What the better one does, such as "errs less"; made of the noun if "".
    """

    name: str
    noun: str
    loss_symbol: str
    greater_is_better: bool
    bounds: tuple[float | None, float | None]
    needs: str
    additive: bool
    value: Value
    influence: Callable[[Any, Any], Any] | None = None
    better: str = ""

    def loss(self, y_true: Any, y_pred: Any) -> float:
        """Loss of predictions: what differences are taken of, lower is better."""
        return self.loss_of_value(self.value(y_true, y_pred))

    def loss_of_value(self, value: float) -> float:
        """Turn a value into a loss, or back."""
        return 1 - value if self.greater_is_better else value

    def better_words(self) -> str:
        """Say what the better classifier does."""
        return self.better or f"has the {'higher' if self.greater_is_better else 'lower'} {self.noun}"

    def symbol_of(self, name: str) -> str:
        """Write the loss of a classifier, as "err(tree)"."""
        return f"{self.loss_symbol if ' ' not in self.loss_symbol else f'[{self.loss_symbol}]'}({name})"


def metric_of_function(function: Callable[[Any, Any], float]) -> Metric:
    """Return the metric of a function of labels that is 1 at its best, such as `sklearn.metrics.f1_score`."""
    name = str(getattr(function, "__name__", type(function).__name__))
    return Metric(
        name=name,
        noun=name.replace("_", " "),
        loss_symbol=f"1 - {name}",
        greater_is_better=True,
        bounds=(0.0, None),
        needs="labels",
        additive=False,
        value=function,
    )
