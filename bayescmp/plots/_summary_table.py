"""What the plots of a study's summary share: its checks and its nominal level."""

from collections.abc import Sequence

import pandas as pd

from bayescmp._validation import check_probability

_KEY = ["cell", "scenario", "label", "method"]


def check_summary(summary: object, numbers: Sequence[str]) -> pd.DataFrame:
    """Return `summary` if it has rows, the columns that name them, and the columns of numbers."""
    if not isinstance(summary, pd.DataFrame):
        raise TypeError(f"`summary` must be a DataFrame as from `summarise_study`, but got {type(summary).__name__}.")
    missing = [name for name in (*_KEY, *numbers) if name not in summary]
    if missing:
        raise ValueError(f"`summary` must have the columns of `summarise_study`, but got none named {missing}.")
    if summary.empty:
        raise ValueError("`summary` must have at least one row, but got none.")
    for name in numbers:
        if not pd.api.types.is_numeric_dtype(summary[name]):
            raise ValueError(f"`summary` must have numbers in column {name!r}, but got dtype {summary[name].dtype}.")
    _check_rates(summary["rejected"])
    twice = summary.duplicated(["cell", "method"])
    if twice.any():
        cell, method = summary.loc[twice, ["cell", "method"]].iloc[0]
        raise ValueError(f"`summary` must have one row per cell and method, but got cell {cell}, {method!r} twice.")
    return summary


def _check_rates(rates: pd.Series) -> None:
    wrong = rates[(rates < 0) | (rates > 1)]
    if len(wrong):
        raise ValueError(
            f"`summary` must have proportions from 0 to 1 in column {rates.name!r}, but got {wrong.iloc[0]:g}."
        )


def nominal_level(summary: pd.DataFrame) -> float:
    """Return the level of the tests of the study."""
    if "alpha" not in summary.attrs:
        raise ValueError(
            f"`summary` must have the level of the tests in `summary.attrs['alpha']`, but got the attributes "
            f"{list(summary.attrs)}. Operations of pandas may lose them."
        )
    return check_probability("summary.attrs['alpha']", summary.attrs["alpha"])
