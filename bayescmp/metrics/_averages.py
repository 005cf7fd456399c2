"""Precision, recall, F1 and Jaccard's index: of one class, and their means over classes."""

from bayescmp.metrics._margins import Formula, f_beta, jaccard, macro, micro, precision, recall, weighted
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._of_margins import metric_of_class, metric_of_margins


def _family(name: str, noun: str, of_class: Formula, symbol: str = "") -> tuple[Metric, ...]:
    """Return the metric of one class, and its macro, micro and weighted means over classes."""
    means = {"macro": macro, "micro": micro, "weighted": weighted}
    return (
        metric_of_class(name, noun, of_class, symbol=symbol),
        *(metric_of_margins(f"{name}_{mean}", f"{mean} {noun}", of(of_class)) for mean, of in means.items()),
    )


F1 = _family("f1", "F1", f_beta(1))
PRECISION = _family("precision", "precision", precision)
RECALL = _family("recall", "recall", recall)
JACCARD = _family("jaccard", "Jaccard index", jaccard)
