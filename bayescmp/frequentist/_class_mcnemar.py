"""McNemar's test among the records that a rate of one class is of."""

from dataclasses import replace

import numpy as np

from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._label_losses import labels_of
from bayescmp.frequentist._mcnemar import HOLDOUT_MCNEMAR_EXACT, mcnemar
from bayescmp.frequentist._registered import RATES
from bayescmp.metrics import positive_label
from bayescmp.results import SignificanceResult
from bayescmp.tables import labelled_tables


def _among_class(evidence: PairEvidence) -> SignificanceResult:
    """Apply the exact test to the records that count; with the two swapped, errors differ as the rates do."""
    labels, metric = labels_of(evidence), evidence.metric
    if metric.counted is None:
        raise ValueError(f"`metric` must be recall or specificity of one class, but got {metric.name!r}.")
    known = np.unique(np.concatenate(labels)).tolist()
    label = positive_label(metric.name, known) if metric.positive is None else metric.positive
    counted = metric.counted(labels[0], label)
    truth, first, second = (one[counted] == label for one in labels)
    cells = np.bincount(2 * (second == truth) + (first == truth), minlength=4)
    return mcnemar(labelled_tables(cells.reshape(2, 2), ()))


CLASS_MCNEMAR_EXACT = replace(
    HOLDOUT_MCNEMAR_EXACT, name="class_mcnemar_exact", spoken="McNemar's exact test within the class",
    null="equal rates of the two fitted classifiers among the records of the class, or of all others", metrics=RATES,
    faults="one hold-out: the power is that of the records of the class alone",
    assess=lambda e, _: _among_class(e), needs_probabilities=True, reads=lambda e: e.labels is not None,
)  # fmt: skip
