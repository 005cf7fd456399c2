"""The recorded results of `docs/results`, and how pages write what they say."""

from pathlib import Path

import numpy as np
import pandas as pd

RESULTS = Path(__file__).parent / "results"


def read(name: str) -> pd.DataFrame:
    """Return a table of `docs/results`."""
    return pd.read_csv(RESULTS / f"{name}.csv")


def share(value: float, digits: int = 3) -> str:
    """Return a proportion as the pages write it, without the 0 before the point."""
    return f"{value + 0.0:.{digits}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{digits}f}"


def percent(value: float) -> str:
    """Return a proportion in whole per cent, without the sign."""
    return f"{100 * value:.0f}"


def count(value: float) -> str:
    """Return a whole number with commas."""
    return f"{value:,.0f}"


def three_digits(value: float) -> str:
    """Return a number with three digits after the point, nothing where it is missing."""
    return "" if np.isnan(value) else f"{value:.3f}"


def with_error(rate: float, error: float) -> str:
    """Return a rate with its standard error."""
    return f"{rate:.3f} ± {error:.3f}"


def mean_and_least(mean: float, least: float, digits: int = 3) -> str:
    """Return a mean coverage, and in brackets the lowest with so many digits; nothing where they are missing."""
    return "" if np.isnan(mean) else f"{share(mean)} ({share(least, digits)})"


def code(metric: str) -> str:
    """Write the name of a metric as code, and what follows it as text."""
    name, comma, how = metric.partition(",")
    return f"`{name}`{comma}{how}"
