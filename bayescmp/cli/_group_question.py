"""What is asked of classifiers: by which metric and method, with what rope, and how sure."""

import contextlib
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import bayescmp as bc
from bayescmp.cli._options import Group, option

if TYPE_CHECKING:
    from bayescmp.methods import Auto, Method

OPTIONS_OF_METHOD = (
    " Repeatable for its options: of a table dirichlet or beta, strength=2 (records in each cell); of training sets "
    r"tau=cautious or a number. [dim]\[default: auto][/dim]"
)
"""What the help of --method says after the names."""


@dataclass(frozen=True, kw_only=True)
class Question(Group):
    """Options of what is asked."""

    metric: list[str] | None = option(
        "What is compared, repeatable: {metrics}; of answers pass@5, pass^5.",
        "NAME",
        default_said="error, of verdicts accuracy",
    )
    labels: list[str] | None = option(
        "Labels, repeatable, of which the last is looked for, by f1 or in one column of --y-prob.", "LABEL"
    )
    method: list[str] | None = option("Method: auto, {methods}." + OPTIONS_OF_METHOD, "NAME")
    rope: float = option("Half-width of practical equivalence, a proportion.", "NUMBER", default=0.0)
    threshold: float = option("Probability that a decision needs, above 0.5.", "NUMBER", default=0.975)
    ci_prob: float = option("Probability of the credible intervals.", "NUMBER", default=0.95)
    ci_kind: str = option("Intervals: eti (equal-tailed) or hdi (shortest).", "NAME", default="eti")

    def asked_method(self) -> "Method | Auto":
        """Return the method with its options, all of which it has to have."""
        from bayescmp.methods._registry import AUTO, asked_method
        from bayescmp.posteriors._paired_posterior import PRIORS

        known, asked = ["method", *(one.name for one in fields(bc.methods.Auto))], dict[str, Any]()
        for given in self.method or ():
            name, value = given.split("=", 1) if "=" in given else ("prior" if given in PRIORS else "method", given)
            if name not in known or name in asked:
                raise ValueError(
                    "--method must be the name of one method, dirichlet or beta, strength=NUMBER and tau=NUMBER, each "
                    f"once, but got {' and '.join(map(repr, self.method or ()))}."
                )
            asked[name] = value
            with contextlib.suppress(ValueError):  # of the name of a prior
                asked[name] = float(value) if "=" in given else value
        method = asked_method(asked.pop("method", AUTO))
        if isinstance(method, bc.methods.Auto):
            return bc.methods.Auto(**asked)
        for name in asked.keys() - method.options().keys():
            raise ValueError(f"--method must have no {name!r} with {method.name!r}, which has no such option.")
        return method.with_options(asked)

    @property
    def are_several(self) -> bool:
        """Whether the classifiers are compared by several metrics."""
        return len(self.metric or ()) > 1

    def one_metric(self) -> str | None:
        """Return the only metric; refuse several."""
        if self.metric and self.are_several:
            raise ValueError(f"--metric must be given once here, but got {len(self.metric)}.")
        return self.metric[0] if self.metric else None

    def asked_metric(self, data: Any = ()) -> Any:
        """Return the metric, or several, those of one class of the last label; of others labels only name columns."""
        metrics: list[Any] = self.metric or [None]
        if self.labels:
            label = _label_written(self.labels[-1], data["label"].to_numpy().tolist() if "label" in data else [])
            of_class = [one for one in self.metric or () if bc.metrics.metric_of(one).of_class]
            if not (of_class or "y_prob" in data or "y_score" in data):
                of_class = metrics  # which is refused
            metrics = [bc.metrics.metric_of(one or "error", label) if one in of_class else one for one in metrics]
        return metrics if self.are_several else metrics[0]

    def settings(self) -> dict[str, Any]:
        """Return what is asked of the difference."""
        return {"rope": self.rope, "threshold": self.threshold, "ci_prob": self.ci_prob}

    def asked_of(self, data: Any = ()) -> dict[str, Any]:
        """Return the other options as arguments of a verb."""
        return self.settings() | {"metric": self.asked_metric(data)}


def _label_written(text: str, labels: list[Any]) -> Any:
    """Return the label that a text stands for in a file with these labels."""
    from bayescmp._support._table_files import value_of_entry

    if any(isinstance(label, str) for label in labels):
        return text
    value = value_of_entry(text)
    return next((label for label in labels if label == value), value)
