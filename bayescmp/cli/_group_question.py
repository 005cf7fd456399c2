"""What is asked of classifiers: by which metric and method, with what rope, and how sure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import bayescmp as bc
from bayescmp.cli._options import option

if TYPE_CHECKING:
    from bayescmp.methods import Auto, Method


@dataclass(frozen=True, kw_only=True)
class Question:
    """Options of what is asked; each command says of the method which ones it has."""

    metric: str | None = option(
        None,
        "What is compared: {metrics}. Of several answers also pass@5 and pass^5, with any number.",
        default_said="error, of answers that are right or wrong accuracy",
        metavar="NAME",
    )
    pos_label: str | None = option(
        None,
        "The class that a metric of one class, such as f1, is of; needed where the labels are not 0 and 1.",
        metavar="LABEL",
    )
    method: str = option("auto", "", metavar="NAME")
    prior: str | None = option(None, "Prior of a table: dirichlet or beta.", default_said="dirichlet", metavar="NAME")
    strength: float | None = option(None, "Prior records in each cell of a table.", default_said="1", metavar="NUMBER")
    tau: str | None = option(
        None,
        "Prior of the variance that training sets add: default, cautious, or a number.",
        default_said="default",
        metavar="NAME|NUMBER",
    )
    rope: float = option(0.0, "Half-width of practical equivalence, a proportion.", metavar="NUMBER")
    threshold: float = option(0.975, "Probability that a decision needs, above 0.5.", metavar="NUMBER")
    ci_prob: float = option(0.95, "Probability of the credible intervals.", metavar="NUMBER")

    def asked_method(self) -> "Method | Auto":
        """Return the method with its options, all of which it has to have."""
        from bayescmp.methods._registry import asked_method

        given = {"prior": self.prior, "strength": self.strength, "tau": self.tau}
        options = {name: _number_or_name(value) for name, value in given.items() if value is not None}
        method = asked_method(self.method)
        if isinstance(method, bc.methods.Auto):
            return bc.methods.Auto(**options)
        for name in options.keys() - method.options().keys():
            raise ValueError(f"--{name} must be left out for the method {self.method!r}, which has no such option.")
        return method.with_options(options)

    def asked_of(self, data: Any = None) -> dict[str, Any]:
        """Return the other options as arguments of a verb; a class is one of the labels of the data."""
        asked = {"rope": self.rope, "threshold": self.threshold, "ci_prob": self.ci_prob, "metric": self.metric}
        if self.pos_label is None:
            return asked
        labels = data["label"].to_numpy().tolist() if data is not None and "label" in data else []
        return asked | {"pos_label": _label_written(self.pos_label, labels)}


def _number_or_name(value: Any) -> Any:
    try:
        return float(value)
    except ValueError:  # the name of a prior
        return value


def _label_written(text: str, labels: Sequence[Any]) -> Any:
    """Return the label that a text stands for in a file with these labels."""
    if any(isinstance(label, str) for label in labels):
        return text
    value = bc.predictions.value_of_entry(text)
    return next((label for label in labels if label == value), value)
