"""Predictions of several classifiers, made, and what `rank` finds of them."""

from functools import cache

import numpy as np
import pytest

import bayescmp as bc
from tests.data import answered, cross_validated

N = 80


def rates(k):
    return {f"c{place}": 0.02 + 0.05 * place for place in range(k)}


@cache
def hold_out(k=4, missing=0):
    y, answers = answered(rates(k), N, hard=0.3)
    for place, name in enumerate(["c0", "c1"] if missing else []):
        answers[name] = answers[name].astype(float)
        answers[name][place * missing : (place + 2) * missing] = np.nan
    return bc.labels(y, answers, on_missing="drop" if missing else "error")


@cache
def cross_validation(k=4):
    return cross_validated(rates(k), N, hard=0.3)


DATA = {"hold-out": hold_out, "5 x 2": cross_validation}


@pytest.fixture(scope="session")
def ranked():
    """Return a function from the name of data and options to the ranking, made once."""

    @cache
    def ranked(data, *, k=4, draws=500, **options):
        return bc.rank(DATA[data](k), draws=draws, **options)

    return ranked


@pytest.fixture(scope="session")
def data_of():
    """Return a function from the name of data and options to predictions."""
    return lambda name, **options: DATA[name](**options)


@pytest.fixture(scope="session")
def circle():
    """Three systems, each silent on a third of the records, of whom each beats another on what both answered."""
    rng = np.random.default_rng(0)
    block = np.append(np.repeat([0, 1, 2], 120), [3] * 4)
    labels = {}
    for number, name in enumerate("abc"):
        wrong = (rng.random(block.size) < 0.4) & (block == (number + 2) % 3)
        labels[name] = np.where(block == (number + 1) % 3, np.nan, wrong.astype(float))
    return bc.labels(np.zeros(block.size), labels, on_missing="drop")
