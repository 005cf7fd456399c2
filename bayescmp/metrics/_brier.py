"""The Brier score: the mean square of what probabilities are off."""

import numpy as np

from bayescmp._typing import Array, Floats
from bayescmp.metrics._of_probabilities import metric_of_mean


def _losses(y_prob: Floats, codes: Array) -> Floats:
    """Return the sum of squares over the labels, of two labels half of it, as scikit-learn does."""
    y_prob = y_prob.astype(float)
    squares = np.square(y_prob).sum(-1) - 2 * y_prob[np.arange(codes.size), codes] + 1
    return np.asarray(squares / 2 if y_prob.shape[1] <= 2 else squares)


NEG_BRIER_SCORE = metric_of_mean("neg_brier_score", "Brier score", _losses, high=2.0, measured=True)
"""The Brier score; the name is that of scikit-learn's scorer, which is its negative."""
