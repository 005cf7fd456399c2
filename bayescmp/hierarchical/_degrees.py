"""The t distribution over data sets, with its degrees of freedom summed out."""

import numpy as np
from scipy.special import gammaln

from bayescmp._population import PopulationPrior
from bayescmp._typing import Floats

_INFINITE = 1e10  # degrees of freedom in place of infinitely many, in the formulas that divide by them


def degrees_of(prior: PopulationPrior, dimension: int) -> Floats:
    """Return a row per degrees of freedom: their number, log probability, and log constant of the t density.

    The density in so many dimensions is exp(constant) (1 + x'x / df)^(-(df + dimension) / 2).
    """
    df = np.minimum(prior.df, _INFINITE)
    constant = gammaln((df + dimension) / 2) - gammaln(df / 2) - dimension / 2 * np.log(df * np.pi)
    constant[df == _INFINITE] = -dimension / 2 * np.log(2 * np.pi)
    with np.errstate(divide="ignore"):
        return np.column_stack([df, np.log(prior.df_probs), constant])


def draw_degrees(log_density: Floats, prior: PopulationPrior, rng: np.random.Generator) -> Floats:
    """Draw degrees of freedom from log densities up to a constant, shape (..., degrees of freedom)."""
    gumbel = rng.gumbel(size=log_density.shape)
    return np.asarray(prior.df)[np.argmax(log_density + gumbel, axis=-1)]


def draw_weights(df: Floats, rng: np.random.Generator) -> Floats:
    """Draw what divides the variance of a normal to make it a t: Gamma(df/2, df/2), and 1 for infinitely many."""
    finite = np.isfinite(df)
    half = np.where(finite, df, 2.0) / 2
    return np.where(finite, rng.gamma(half) / half, 1.0)
