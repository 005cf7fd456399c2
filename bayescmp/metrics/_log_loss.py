"""The log loss, with probabilities that are clipped."""

from functools import partial

import numpy as np

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
        mean. At 0 it is scikit-learn's log loss, where 0 counts as the spacing of floats at 1.

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
        raise ValueError(f"`clip` must be from 0 to {_MOST:g}, but got {clip!r}.")
    name = "neg_log_loss" if least == _CLIP else f"LogLoss({float(least)!r})".replace(".0)", ")")
    noun = f"log loss (clipped at {least:g})" if least else "log loss"
    return metric_of_mean(name, noun, partial(_losses, least), high=None, measured=least == _CLIP)


def _losses(clip: float, y_prob: Floats, codes: Array) -> Floats:
    floor = max(2 * clip / max(y_prob.shape[1], 2), np.finfo(float).eps)
    clipped = np.clip(y_prob, floor, 1 - floor)
    return np.asarray(np.log(clipped.sum(-1)) - np.log(clipped[np.arange(codes.size), codes]))


NEG_LOG_LOSS = LogLoss()
"""The log loss clipped at .02; the name is that of scikit-learn's scorer, which is its negative and not clipped."""
