"""Beta variates as functions of their normal score: exactly, and interpolated where there are many."""

from typing import Any

import numpy as np
from scipy import special

from bayescmp._typing import Floats, Integers

REACH = 8.6
"""Normal scores beyond it have probability 8e-18."""

_STEP = 0.1
_TABLE = np.arange(-REACH - _STEP / 2, REACH + _STEP, _STEP)


def beta_of_score(t: Floats, a: Floats, b: Floats) -> Floats:
    """Return the Beta(a, b) variate whose normal score is t, from the nearer tail."""
    tail = special.ndtr(-np.abs(t))
    return np.where(t < 0, special.betaincinv(a, b, tail), special.betainccinv(a, b, tail))


def score_of_beta(u: Floats, a: Floats, b: Floats) -> Floats:
    """Return the normal score of a Beta(a, b) variate u, from the nearer tail."""
    lower, upper = special.betainc(a, b, u), special.betaincc(a, b, u)
    return np.where(lower < upper, special.ndtri(lower), -special.ndtri(upper))


class InterpolatedBeta:
    r"""Beta(a, b) variates of many normal scores for each row of a and b.

    Between points of a table the logit y of the variate is a polynomial of degree 5 with the values and the first two
    derivatives at both ends: with the normal density :math:`\varphi`,

    .. math:: y' = \varphi(t)\, B(a, b)\, u^{-a} (1 - u)^{-b}, \qquad y'' = -y' (t + y' (a (1 - u) - b u))

    The probability of a variate is right to 1e-8 of itself wherever floats can tell the variate from 1. Rows whose
    variates leave the range of floats are computed exactly.
    """

    def __init__(self, a: Floats, b: Floats) -> None:
        self._a, self._b = a[:, None], b[:, None]
        with np.errstate(all="ignore"):
            value, slope, bend = _logit_and_derivatives(_TABLE, self._a, self._b)
            self._coefficients = _quintic(value, slope * _STEP, bend * _STEP**2)
        self._whole = np.isfinite(self._coefficients).all((1, 2))

    def __call__(self, t: Floats, rows: Integers) -> Floats:
        """Return the variates of the scores t, array of shape (n, k), for n rows."""
        place = (t - _TABLE[0]) / _STEP
        left = np.clip(np.nan_to_num(place).astype(np.intp), 0, _TABLE.size - 2)
        share = place - left
        found = self._coefficients[rows[:, None], -1, left]
        for power in range(4, -1, -1):
            found = found * share + self._coefficients[rows[:, None], power, left]
        u = special.expit(found)
        odd = ~self._whole[rows]
        if odd.any():
            u[odd] = beta_of_score(t[odd], self._a[rows[odd]], self._b[rows[odd]])
        return u


def _logit_and_derivatives(t: Floats, a: Floats, b: Floats) -> tuple[Floats, Floats, Floats]:
    tail = special.ndtr(-np.abs(t))
    near = special.betaincinv(np.where(t < 0, a, b), np.where(t < 0, b, a), tail)  # u, or 1 - u
    log_near, log_far = np.log(near), np.log1p(-near)
    log_u, log_rest = np.where(t < 0, log_near, log_far), np.where(t < 0, log_far, log_near)
    log_slope = -0.5 * t**2 - 0.5 * np.log(2 * np.pi) + special.betaln(a, b) - a * log_u - b * log_rest
    slope = np.exp(log_slope)
    return log_u - log_rest, slope, -slope * (t + slope * (a * np.exp(log_rest) - b * np.exp(log_u)))


def _quintic(value: Floats, slope: Floats, bend: Floats) -> Any:
    """Coefficients of the powers 0 to 5 between neighbouring points, (rows, 6, n_intervals)."""
    v, d, c = value[:, :-1], slope[:, :-1], bend[:, :-1]
    rise, d1, c1 = np.diff(value, axis=1), slope[:, 1:], bend[:, 1:]
    return np.stack(
        [
            v,
            d,
            c / 2,
            10 * rise - 6 * d - 4 * d1 - 1.5 * c + 0.5 * c1,
            -15 * rise + 8 * d + 7 * d1 + 1.5 * c - c1,
            6 * rise - 3 * d - 3 * d1 - 0.5 * c + 0.5 * c1,
        ],
        axis=1,
    )
