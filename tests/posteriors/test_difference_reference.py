"""The difference's cdf against 30-digit arithmetic and against the integral in the other order."""

import csv
import runpy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import special

from bayescmp.posteriors import BetaPosterior, DifferencePosterior

HERE = Path(__file__).parent
REFERENCE = runpy.run_path(str(HERE / "mpmath_reference.py"))
with (HERE.parent / "reference" / "difference_cdf.csv").open() as _file:
    ROWS = list(csv.DictReader(_file))
TOLERANCE = 1e-9


def difference(a, b, c, d):
    return DifferencePosterior(
        disagreement=BetaPosterior(name="p_d", a=a, b=b), first_error=BetaPosterior(name="r", a=c, b=d)
    )


def shapes_of(row):
    counts = (float(row[name]) for name in ("only_first_wrong", "only_second_wrong", "agree", "strength"))
    return REFERENCE["shapes"](*counts, row["prior"])


def test_the_reference_file_covers_the_range():
    counts = {float(row[name]) for row in ROWS for name in ("only_first_wrong", "only_second_wrong", "agree")}
    assert (min(counts), max(counts)) == (0, 1e7)
    assert {(row["strength"], row["prior"]) for row in ROWS} == {
        (strength, prior) for strength in ("0.5", "1", "2") for prior in ("beta", "dirichlet")
    }
    assert len(ROWS) > 300


@pytest.mark.parametrize("strength", ["0.5", "1", "2"])
def test_cdf_against_the_precomputed_reference(strength):
    rows = [row for row in ROWS if row["strength"] == strength]
    errors = [abs(difference(*shapes_of(row)).cdf(float(row["x"])) - float(row["cdf"])) for row in rows]
    assert max(errors) < TOLERANCE, rows[int(np.argmax(errors))]


@pytest.mark.parametrize(
    ("counts", "strength", "x"),
    [
        # No agreements at strength 0.5, close to the end: the inner probability is steep just above the kink.
        ((127.74382695058392, 0, 0), 0.5, 0.9999455519768845),
        ((0, 0, 1e7), 0.5, -1e-10),
        *(
            pytest.param(*case, marks=pytest.mark.full)
            for case in (
                ((0, 0, 10), 0.5, -0.1),
                ((0, 0, 1e7), 0.5, 3e-8),
                ((0.3, 7.7, 1e4), 0.5, -6e-4),
                ((5, 1e6, 0), 1, -0.99999),
                ((0, 0, 0), 2, 0.9),
                ((10**3.75, 0, 0), 0.5, 0.999999),
            )
        ),
    ],
)
def test_cdf_against_the_live_reference(counts, strength, x):
    a, b, c, d = REFERENCE["shapes"](*counts, strength, "beta")
    expected = REFERENCE["difference_cdf"](x, a, b, c, d)
    assert difference(a, b, c, d).cdf(x) == pytest.approx(float(expected), abs=TOLERANCE)


@pytest.mark.parametrize(
    ("counts", "sign"),
    [
        ((15, 12, 60), 1),
        ((0, 3, 50), -1),
        *(
            pytest.param(counts, sign, marks=pytest.mark.full)
            for counts, sign in (((15, 12, 60), -1), ((0, 3, 50), 1), ((500, 520, 4000), -1), ((500, 520, 4000), 1))
        ),
    ],
)
def test_small_tails_keep_their_relative_accuracy(counts, sign):
    a, b, c, d = map(float, REFERENCE["shapes"](*counts, 1, "beta"))
    posterior = difference(a, b, c, d)
    x = posterior.mean + sign * 6 * posterior.sd
    expected = float(REFERENCE["difference_cdf"](-sign * x, a, b, *((d, c) if sign > 0 else (c, d))))
    tail = posterior.sf if sign > 0 else posterior.cdf
    assert expected < 1e-4
    assert tail(x) == pytest.approx(expected, rel=1e-5, abs=0)


@pytest.mark.parametrize("number", [0, *(pytest.param(number, marks=pytest.mark.full) for number in (160, -1))])
def test_the_precomputed_reference_is_what_the_module_computes_with_twice_the_panels(number):
    row = ROWS[number]
    cdf = REFERENCE["difference_cdf"](float(row["x"]), *shapes_of(row), halvings=1)
    assert float(row["cdf"]) == pytest.approx(float(cdf), rel=1e-14)


def uniform_cdf(x):
    """P(u (2r - 1) <= x) for u and r uniform: for x > 0 it is 1/2 + x/2 - x log(x)/2."""
    half = (abs(x) - abs(x) * np.log(abs(x))) / 2
    return 0.5 + np.copysign(half, x)


@pytest.mark.parametrize("x", [-0.9, -1e-3, 1e-9, 0.25, 0.999])
def test_cdf_of_no_records_in_closed_form(x):
    assert difference(1.0, 1.0, 1.0, 1.0).cdf(x) == pytest.approx(uniform_cdf(x), abs=1e-12)


@pytest.mark.parametrize("x", [-1e-3, *(pytest.param(x, marks=pytest.mark.full) for x in (-0.9, 1e-9, 0.25, 0.999))])
def test_the_reference_of_no_records_is_the_closed_form(x):
    assert float(REFERENCE["difference_cdf"](x, 1, 1, 1, 1)) == pytest.approx(uniform_cdf(x), abs=1e-15)


def beta_of_score(t, a, b):
    """The Beta(a, b) variate of normal score t."""
    return np.where(t < 0, special.betaincinv(a, b, special.ndtr(t)), special.betainccinv(a, b, special.ndtr(-t)))


def score_of_beta(r, a, b):
    lower, upper = special.betainc(a, b, r), special.betaincc(a, b, r)
    return np.where(lower < upper, special.ndtri(lower), -special.ndtri(upper))


def cdf_by_integrating_over_r(x, a, b, c, d):
    """P(delta <= x) as an integral over the normal score of r: the package integrates over that of u."""
    if x < 0:
        return 1 - cdf_by_integrating_over_r(-x, a, b, d, c)
    levels = np.arange(-9, 9.125, 0.25)
    u = np.maximum(beta_of_score(levels, a, b), x)
    low = max(score_of_beta((1 + x) / 2, c, d), -9.0)
    ends = np.unique(np.clip([low, *levels, *score_of_beta((1 + x / u) / 2, c, d)], low, 9.0))
    nodes, weights = np.polynomial.legendre.leggauss(20)
    half = np.diff(ends)[:, None] / 2
    t = ends[:-1, None] + half * (1 + nodes)
    lean = np.maximum(2 * beta_of_score(t, c, d) - 1, x)
    tail = special.betaincc(a, b, x / lean)
    return 1 - (half * weights * tail * np.exp(-t * t / 2)).sum() / np.sqrt(2 * np.pi)


counts = st.one_of(st.integers(0, 5).map(float), st.floats(0, 7).map(lambda power: 10**power))


@given(counts, counts, counts, st.sampled_from([0.5, 1, 2]), st.sampled_from(["beta", "dirichlet"]), st.floats(-3, 3))
@example(0, 0, 1e7, 0.5, "beta", 0.3)
@example(0, 0, 0, 0.5, "beta", 0.3)
@example(1e7, 0, 0, 0.5, "beta", -1)
def test_cdf_against_the_integral_in_the_other_order(only_first, only_second, agree, strength, prior, scores):
    parameters = REFERENCE["shapes"](only_first, only_second, agree, strength, prior)
    posterior = difference(*map(float, parameters))
    x = float(np.clip(posterior.mean + scores * posterior.sd, -0.999999, 0.999999))
    if x != 0:
        assert posterior.cdf(x) == pytest.approx(cdf_by_integrating_over_r(x, *parameters), abs=TOLERANCE)
