"""The prior by which losses are alike: a normal spread around their mean, of a half-Cauchy scale."""

import numpy as np
from scipy import special

from bayescmp._support._typing import Floats

POOLED_SCALE = 0.05
"""Of the half-Cauchy prior of the spread of pooled losses: a share of the widest difference, else of their mean."""
ROUNDING = 1e-8
"""Of the size of losses: less is no difference, and no deviation."""
SIGMAS = np.tan(np.pi / 2 * (np.arange(200) + 0.5) / 200)
"""Spreads, each with the same prior probability at scale 1."""


def scale_of(widest: float | None, losses: Floats) -> float:
    """Return the scale of the prior of the spread: for losses without bounds, relative to their mean size."""
    return POOLED_SCALE * (float(np.abs(losses).mean()) or ROUNDING if widest is None else widest)


def density_of_difference(middle: Floats, width: Floats | float, scale: float) -> Floats:
    """Return the mean density that the prior gives the difference of two losses, in cells: it is infinite at 0."""
    sd, half = np.sqrt(2) * scale * SIGMAS, np.asarray(width)[..., None] / 2
    inside = special.ndtr((middle[:, None] + half) / sd) - special.ndtr((middle[:, None] - half) / sd)
    return np.asarray(inside.mean(axis=1) / np.where(np.asarray(width) > 0, width, 1))
