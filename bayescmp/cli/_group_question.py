"""What is asked of classifiers: by which metric, at which inference level, with what rope, and how sure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import bayescmp as bc
from bayescmp.cli._options import option

if TYPE_CHECKING:
    import xarray as xr

    from bayescmp._support._registry import Registry
    from bayescmp.levels import Auto, Level
    from bayescmp.metrics import Metric

PROBABILITIES = "probabilities"
"""What metrics need that fits keep, and files hold, only if they are asked to."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """Options of what is asked; each command says of the level which ones it has."""

    metric: str | None = option(
        None,
        "What is compared: {metrics}. Of several answers also pass@5 and pass^5, with any number.",
        default_said="error",
        metavar="NAME",
    )
    pos_label: str | None = option(
        None,
        "The class that a metric of one class, such as f1, is of; needed where the labels are not 0 and 1.",
        metavar="LABEL",
    )
    level: str = option("auto", "", metavar="NAME")
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

    def checked_metric(self, values: str | None = None) -> "Metric":
        """Return the metric; refuse a name that is not known, a class for a metric of none, and both beside values.

        These are "loss" or "score", which stand in place of labels, None for neither.
        """
        if values is None:
            return bc.metrics.metric_of(
                bc.metrics.DEFAULT_METRIC if self.metric is None else self.metric, self.pos_label
            )
        if self.metric is not None or self.pos_label is not None:
            raise ValueError(f"--{values} must be given without --metric and --pos-label, for it is compared as such.")
        return bc.metrics.metric_of_losses(values, greater_is_better=values == "score", bounds=(None, None))

    def checked_settings(self, widest: float | None, **others: Any) -> dict[str, Any]:
        """Return the rope and the probabilities, with other settings, as arguments of a verb, if they are possible."""
        settings = {"rope": self.rope, "threshold": self.threshold, "ci_prob": self.ci_prob, **others}
        bc.levels.Settings.checked(widest=widest, **settings)
        return settings

    def checked_level(self, levels: "Registry[Level]") -> "Level | Auto":
        """Return the level with its options, if it is one of these."""
        from bayescmp.levels._registry import AUTO

        options = {"prior": self.prior, "strength": self.strength, "tau": self.tau}
        asked = bc.levels.Auto(**{name: _number_or_name(value) for name, value in options.items()})
        if levels.check("--level", self.level, also=[AUTO]) == AUTO:
            return asked
        level = levels[self.level]
        unknown = sorted(asked.options().keys() - level.options().keys())
        if unknown:
            raise ValueError(f"--{unknown[0]} must be left out for the level {self.level!r}, which has no such option.")
        return level.with_options(asked.options())

    def metric_of_predictions(self, metric: "Metric", predictions: "xr.Dataset") -> dict[str, Any]:
        """Return the metric and its class as arguments of a verb."""
        labels = predictions["label"].to_numpy().tolist() if "label" in predictions else []
        return self._metric_of_labels(metric, labels)

    def _metric_of_labels(self, metric: "Metric", labels: Sequence[Any]) -> dict[str, Any]:
        if self.pos_label is not None:
            return {"metric": metric.name, "pos_label": _label_written(self.pos_label, labels)}
        left_out = metric is bc.metrics.DEFAULT_METRIC or metric.needs == bc.metrics.LOSSES
        return {} if left_out else {"metric": metric.name}


def _number_or_name(value: Any) -> Any:
    try:
        return value if value is None else float(value)
    except ValueError:  # the name of a prior
        return value


def _label_written(text: str, labels: Sequence[Any]) -> Any:
    """Return the label that a text stands for in a file with these labels."""
    if any(isinstance(label, str) for label in labels):
        return text
    value = bc.predictions.value_of_entry(text)
    return next((label for label in labels if label == value), value)
