"""The log loss, as scikit-learn has it or with probabilities that are clipped."""

from dataclasses import replace
from functools import partial

import numpy as np

from bayescmp._text import shown
from bayescmp._typing import Array, Floats
from bayescmp._validation import check_not_negative
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._of_probabilities import metric_of_mean

_CLIP = 0.02
_MOST = 0.499


def LogLoss(clip: float = _CLIP) -> Metric:  # noqa: N802 - reads as what it makes
    r"""Return the log loss, the mean of :math:`-\log p` of the true label, with clipped probabilities.

    Parameters
    ----------
    clip : float, default 0.02
        Of two labels the least probability c that counts, from 0 to .499; of C labels 2c/C. The probabilities of a
        record are then divided by their sum. Without clipping a single record that was thought impossible decides the
        mean. At 0 it is "neg_log_loss", scikit-learn's log loss, where a probability of 0 counts as the spacing of
        floats at 1: a loss of 36, or of 16 for floats of 32 bits.

    Returns
    -------
    Metric
        Lower is better, in nats.

    Raises
    ------
    TypeError, ValueError
        If `clip` is not a number, or not from 0 to .499.

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
    least = check_not_negative("clip", clip)
    if least > _MOST:
        raise ValueError(f"`clip` must be from 0 to {_MOST:g}, but got {shown(clip)}.")
    if not least:
        return NEG_LOG_LOSS
    noun = f"log loss (clipped at {least:g})"
    return metric_of_mean(
        f"LogLoss({float(least)!r})", noun, partial(_clipped, least), high=None, measured=least == _CLIP
    )


def _clipped(clip: float, y_prob: Floats, codes: Array) -> Floats:
    floor = 2 * clip / max(y_prob.shape[1], 2)
    clipped = np.clip(y_prob.astype(float), floor, 1 - floor)
    return np.asarray(np.log(clipped.sum(-1)) - np.log(clipped[np.arange(codes.size), codes]))


def _unclipped(y_prob: Floats, codes: Array) -> Floats:
    """Return -log p of the true label, p kept off 0 and 1 by the spacing of its floats, as scikit-learn does."""
    spacing = np.finfo(y_prob.dtype).eps
    return -np.log(np.clip(y_prob[np.arange(codes.size), codes], spacing, 1 - spacing).astype(float))


_NOTE = (
    "a record whose label was thought impossible would have a log loss of 36 (of 16 in floats of 32 bits), so that few "
    "records may decide: 95% intervals missed the difference with frequency .051 on average and .345 at worst in "
    "measured cross-validations, .087 on average and .403 at worst on simulated hold-outs; `metrics.LogLoss(0.02)` "
    "clips probabilities"
)
"""The sizes are those of docs/results/probabilities-frontier.csv, and of few-records.csv from 20 records of a class."""
NEG_LOG_LOSS = replace(metric_of_mean("neg_log_loss", "log loss", _unclipped, high=None, measured=True), note=_NOTE)
"""The log loss; the name is that of scikit-learn's scorer, which is its negative."""
