"""Metrics that are means of a loss of predicted probabilities: the Brier score and the log loss."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_not_negative
from bayescmp.metrics._means import metric_of_mean
from bayescmp.metrics._metric import Metric

LossOfProbabilities = Callable[[Floats, Array], Floats]
"""From probabilities, (n, n_labels), and the position of each true label to the loss of each record."""
_CLIP, _MOST = 0.02, 0.499


def _by_column(losses: LossOfProbabilities, y_true: Any, y_prob: Any, *, labels: Any = None) -> Floats:
    return losses(*columns_of(y_true, y_prob, labels)[:2])


def columns_of(y_true: Any, y_prob: Any, labels: Any) -> tuple[Floats, Array, Array]:
    """Return probabilities, the column of every true label, and the labels of the columns."""
    truth, y_prob = np.asarray(y_true), np.asarray(y_prob)
    y_prob = y_prob if y_prob.dtype.kind == "f" else y_prob.astype(float)
    known = np.unique(truth) if labels is None else np.asarray(labels)
    if y_prob.shape != (truth.size, known.size):
        raise ValueError(
            f"`y_prob` must have a row for each record and a column for each label, ({truth.size}, {known.size}), but "
            f"got the shape {y_prob.shape}. Give `labels`, the label of each column, if not all of them occur."
        )
    order = np.argsort(known, kind="stable")
    place = np.clip(np.searchsorted(known, truth, sorter=order), 0, known.size - 1)
    codes = order[place]
    if (known[codes] != truth).any():
        raise ValueError("`labels` must hold every true label, but one has no column.")
    return y_prob, codes, known


def _brier(y_prob: Floats, codes: Array) -> Floats:
    """Return the sum of squares over the labels, of two labels half of it, as scikit-learn does."""
    y_prob = y_prob.astype(float)
    squares = np.square(y_prob).sum(-1) - 2 * y_prob[np.arange(codes.size), codes] + 1
    return np.asarray(squares / 2 if y_prob.shape[1] <= 2 else squares)


NEG_BRIER_SCORE = metric_of_mean(
    "neg_brier_score",
    "Brier score",
    partial(_by_column, _brier),
    needs="probabilities",
    bounds=(0.0, 2.0),
    measured=True,
)
"""The Brier score, the mean square of what probabilities are off; the name is that of scikit-learn's scorer, which is
its negative."""


def LogLoss(clip: float = _CLIP) -> Metric:  # noqa: N802 - reads as what it makes
    r"""Return the log loss, the mean of :math:`-\log p` of the true label, with clipped probabilities.

    Parameters
    ----------
    clip : float, default 0.02
        Of two labels the least probability c that counts, from 0 to .499; of C labels 2c/C. The probabilities of a
        record are then divided by their sum. Without clipping a single record that was thought impossible decides the
        mean. At 0 it is "neg_log_loss", scikit-learn's log loss, where a probability of 0 counts as the spacing of
        floats at 1: a loss of 36, or of 16 for floats of 32 bits.

    Notes
    -----
    Clipping takes away what tells probabilities below c from each other. With two classes honesty remains among the
    best answers (derived), so that the clipped log loss is proper, but not strictly; with more it is so nearly.

    Examples
    --------
    >>> from bayescmp.metrics import LogLoss
    >>> round(LogLoss(0).value([0, 1], [[0.9, 0.1], [0.5, 0.5]]), 4)
    0.3993
    """
    least = check_not_negative("clip", clip, most=_MOST)
    if not least:
        return NEG_LOG_LOSS
    return metric_of_mean(
        f"LogLoss({float(least)!r})", f"log loss (clipped at {least:g})", partial(_by_column, partial(_clipped, least)),
        needs="probabilities", bounds=(0.0, None), measured=least == _CLIP,
    )  # fmt: skip


def _clipped(clip: float, y_prob: Floats, codes: Array) -> Floats:
    floor = 2 * clip / max(y_prob.shape[1], 2)
    clipped = np.clip(y_prob.astype(float), floor, 1 - floor)
    return np.asarray(np.log(clipped.sum(-1)) - np.log(clipped[np.arange(codes.size), codes]))


def _unclipped(y_prob: Floats, codes: Array) -> Floats:
    """Return -log p of the true label, p kept off 0 and 1 by the spacing of its floats, as scikit-learn does."""
    spacing = np.finfo(y_prob.dtype).eps
    return -np.log(np.clip(y_prob[np.arange(codes.size), codes], spacing, 1 - spacing).astype(float))


NEG_LOG_LOSS = metric_of_mean(
    "neg_log_loss", "log loss", partial(_by_column, _unclipped), needs="probabilities", bounds=(0.0, None),
    measured=True,
    note="a record whose label was thought impossible would have a log loss of 36 (of 16 in floats of 32 bits), so "
    "that few records may decide: 95 % intervals missed the difference with frequency 0.051 on average and 0.345 at "
    "worst in measured cross-validations, 0.087 on average and 0.403 at worst on simulated hold-outs; "
    "`metrics.LogLoss(0.02)` clips probabilities",
)  # fmt: skip
"""The log loss; the name is that of scikit-learn's scorer, which is its negative. The sizes in its note are those of
docs/results/probabilities-frontier.csv, and of few-records.csv from 20 records of a class."""
