"""Predictions of several classifiers, made, and what `rank` finds of them."""

from functools import cache

import numpy as np
import pytest

import bayescmp as bc

N = 80


@cache
def hold_out(k=4, seed=0, missing=0, n=N):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    hard = rng.random(n) < 0.3
    labels = {f"c{i}": np.where(rng.random(n) < np.where(hard, 0.5, 0.02 + 0.05 * i), 1.0 - y, y) for i in range(k)}
    for i in range(min(2, k) if missing else 0):
        labels[f"c{i}"][i * missing : (i + 2) * missing] = np.nan
    return bc.predictions_from_arrays(y, labels, on_missing="drop" if missing else "error")


@cache
def cross_validation(k=4, seed=0, n=N):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    splits = list(bc.BlockRegularizedCV(random_state=0).split(np.zeros((n, 1))))
    hard = rng.random(n) < 0.3
    labels = {f"c{i}": np.where(rng.random((5, n)) < np.where(hard, 0.5, 0.02 + 0.05 * i), 1 - y, y) for i in range(k)}
    return bc.predictions_from_arrays(y, labels, splits=splits)


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
    return bc.predictions_from_arrays(np.zeros(block.size), labels, on_missing="drop")
