"""P(delta <= x) in 30 digits by a method the package does not use.

Run as a script it writes tests/reference/difference_cdf.csv: `python tests/posteriors/mpmath_reference.py`.

For x > 0 and u = x + (1 - x) / (1 + exp(-y)), the tail P(u (2r - 1) > x) is a double integral over one variable
y: of the density of u at y, times the integral up to y of the density of 1 - r at (u - x) / (2u). Composite Gauss
nodes with their integration matrix give both; only log, exp and loggamma are needed.
"""

import csv
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path

import mpmath as mp
import numpy as np

DIGITS = 30
NODES = 16
FIELDS = ("only_first_wrong", "only_second_wrong", "agree", "strength", "prior", "x", "cdf")
# Counts of only first wrong, only second wrong, and agreements.
COUNTS = (
    *[(0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 3), (0, 0, 10), (0, 0, 1000), (0, 0, 1e5), (0, 0, 1e7)],
    *[(1, 0, 1e7), (0, 3, 1e7), (1e7, 0, 0), (0, 1e7, 0), (0, 1e7, 1e7), (1e7, 1e7, 0), (1e7, 1e7, 1e7)],
    *[(1, 2, 7), (3, 1, 0), (5, 5, 90), (9, 9, 1), (10, 10, 10), (12, 60, 400), (5, 1e6, 0), (3, 1e7, 1e3)],
    *[(1e4, 1.01e4, 1e6), (100, 4000, 0), (20, 1e5, 1e7), (1e7, 3e6, 5), (200, 201, 1e7), (10, 12, 3e6)],
    *[(20.9, 15.45, 480.9), (0.3, 7.7, 1e4), (0.25, 0.5, 0.25), (9.6, 8.9, 33.3), (1e-3, 2e-3, 40.2)],
)
STRENGTHS = (0.5, 1, 2)
SCORES = (-2.3, -0.3, 0.5, 1.96)


def shapes(first: float, second: float, agree: float, strength: float, prior: str) -> tuple[float, ...]:
    """Beta parameters of p_d and of r."""
    prior_of_pd = strength if prior == "beta" else 2 * strength
    return first + second + prior_of_pd, agree + prior_of_pd, first + strength, second + strength


def difference_cdf(x: float, a: float, b: float, c: float, d: float, *, halvings: int = 0) -> mp.mpf:
    """P(u (2r - 1) <= x) for u ~ Beta(a, b) and r ~ Beta(c, d), x not 0."""
    with mp.workdps(DIGITS):
        a, b, c, d, x = (mp.mpf(value) for value in (a, b, c, d, x))
        return _tail(-x, a, b, d, c, halvings) if x < 0 else 1 - _tail(x, a, b, c, d, halvings)


def _tail(x, a, b, c, d, halvings):
    log_outer, log_inner = (mp.loggamma(p + q) - mp.loggamma(p) - mp.loggamma(q) for p, q in ((a, b), (d, c)))

    def densities(y):
        g, rest = 1 / (1 + mp.exp(-y)), 1 / (1 + mp.exp(y))
        u = x + (1 - x) * g
        v = (1 - x) * g / (2 * u)
        outer = log_outer + (a - 1) * mp.log(u) + (b - 1) * mp.log((1 - x) * rest) + mp.log((1 - x) * g * rest)
        # dv/dy = x (1 - x) g (1 - g) / (2 u^2)
        slope = mp.log(x * (1 - x) * g * rest / (2 * u * u))
        return mp.exp(outer), mp.exp(log_inner + (d - 1) * mp.log(v) + (c - 1) * mp.log1p(-v) + slope)

    points, weights, partial = _gauss()
    total = below = mp.mpf(0)
    for low, high in pairwise(_ends(x, a, b, c, d, halvings)):
        width = high - low
        values = [densities(low + width * point) for point in points]
        inner = [pair[1] for pair in values]
        for weight, row, (outer, _) in zip(weights, partial, values, strict=True):
            total += width * weight * outer * (below + width * mp.fdot(row, inner))
        below += width * mp.fdot(weights, inner)
    return total


@cache
def _gauss():
    """Gauss nodes on [0, 1], their weights, and the integrals of the Lagrange polynomials up to each node."""
    starts = np.polynomial.legendre.leggauss(NODES)[0]
    points = [(1 + mp.findroot(lambda z: mp.legendre(NODES, z), mp.mpf(start))) / 2 for start in starts.tolist()]
    powers = mp.matrix(NODES, NODES)
    for row in range(NODES):
        for column in range(NODES):
            powers[row, column] = points[column] ** row
    with mp.extradps(30):
        inverse = powers**-1

    def integrals(z):
        return [mp.fsum(inverse[j, k] * z ** (k + 1) / (k + 1) for k in range(NODES)) for j in range(NODES)]

    return points, integrals(mp.mpf(1)), [integrals(point) for point in points]


def _ends(x, a, b, c, d, halvings) -> list[mp.mpf]:
    """Ends of panels: an even grid, finer where either density has its mass."""
    ends = {mp.mpf(end) for end in range(-100, 101, 2)}

    def add(u):
        if x < u < 1:
            ends.add(mp.log((u - x) / (1 - u)))

    for centre, spread, back in (
        (*_moments(a, b), lambda u: u),
        (*_moments(d, c), lambda v: x / (1 - 2 * v) if 2 * v < 1 else mp.mpf(2)),
    ):
        for step in range(-52, 53):
            add(back(centre + spread * step / 4))
        for step in range(-40, 5):
            add(back(centre * mp.mpf(10) ** (mp.mpf(step) / 2)))
    found = sorted(ends)
    for _ in range(halvings):
        found = sorted({*found, *((low + high) / 2 for low, high in pairwise(found))})
    return found


def _moments(a, b) -> tuple[mp.mpf, mp.mpf]:
    return a / (a + b), mp.sqrt(a * b / (a + b + 1)) / (a + b)


def _cases() -> Iterable[tuple[tuple[float, ...], str]]:
    for number, counts in enumerate(COUNTS):
        for strength in STRENGTHS:
            yield (*counts, strength), "beta" if (number + STRENGTHS.index(strength)) % 2 else "dirichlet"


def main() -> None:
    path = Path(__file__).parents[1] / "reference" / "difference_cdf.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(FIELDS)
        for numbers, prior in _cases():
            a, b, c, d = shapes(*numbers, prior)
            (mean_u, sd_u), (mean_r, sd_r) = _moments(mp.mpf(a), mp.mpf(b)), _moments(mp.mpf(c), mp.mpf(d))
            lean = 2 * mean_r - 1
            sd = mp.sqrt(sd_u**2 * (lean**2 + 4 * sd_r**2) + 4 * mean_u**2 * sd_r**2)
            for score in SCORES:
                x = float(mean_u * lean + score * sd)
                if 0 < abs(x) < 1:
                    writer.writerow([*numbers, prior, x, mp.nstr(difference_cdf(x, a, b, c, d), 15)])


if __name__ == "__main__":
    main()
