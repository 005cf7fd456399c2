"""The difference's cdf against 30-digit arithmetic."""

import csv
import runpy
from pathlib import Path

import numpy as np
import pytest

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
    ],
)
def test_cdf_against_the_live_reference(counts, strength, x):
    a, b, c, d = REFERENCE["shapes"](*counts, strength, "beta")
    expected = REFERENCE["difference_cdf"](x, a, b, c, d)
    assert difference(a, b, c, d).cdf(x) == pytest.approx(float(expected), abs=TOLERANCE)


@pytest.mark.parametrize(("counts", "sign"), [((15, 12, 60), 1), ((0, 3, 50), -1)])
def test_small_tails_keep_their_relative_accuracy(counts, sign):
    a, b, c, d = map(float, REFERENCE["shapes"](*counts, 1, "beta"))
    posterior = difference(a, b, c, d)
    x = posterior.mean + sign * 6 * posterior.sd
    expected = float(REFERENCE["difference_cdf"](-sign * x, a, b, *((d, c) if sign > 0 else (c, d))))
    tail = posterior.sf if sign > 0 else posterior.cdf
    assert expected < 1e-4
    assert tail(x) == pytest.approx(expected, rel=1e-5, abs=0)


def uniform_cdf(x):
    """P(u (2r - 1) <= x) for u and r uniform: for x > 0 it is 1/2 + x/2 - x log(x)/2."""
    half = (abs(x) - abs(x) * np.log(abs(x))) / 2
    return 0.5 + np.copysign(half, x)


@pytest.mark.parametrize("x", [-0.9, 1e-9, 0.25])
def test_cdf_of_no_records_in_closed_form(x):
    assert difference(1.0, 1.0, 1.0, 1.0).cdf(x) == pytest.approx(uniform_cdf(x), abs=1e-12)
