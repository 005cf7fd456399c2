"""What is unusual about a comparison over data sets, in sentences."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._text import counted, listed, one_line
from bayescmp.evidence import Fact
from bayescmp.evidence._facts import BOUNDS_OF_SCORES
from bayescmp.words._datasets_result import DatasetsResult, number_of, unit_of
from bayescmp.words._facts import note_of
from bayescmp.words._names import name_text
from bayescmp.words._numbers import pvalue_text

FEW = 4
"""Data sets, below which the prior of the spread decides."""
_SURPRISING = 0.05  # shared by all data sets
_MOST_NAMED = 3


def notes_of_datasets(result: DatasetsResult) -> tuple[str, ...]:
    """Return what is unusual, in sentences."""
    unit, count = unit_of(result), len(result.datasets)
    notes = []
    if count < FEW:
        notes.append(
            f"{counted(count, unit)} {'do' if count > 1 else 'does'} not tell how far {unit}s vary: both answers are "
            "driven by the prior of the spread"
        )
    surprise = result.leave_one_out["surprise"]
    far = surprise.index[surprise < _SURPRISING / count] if count >= FEW else []
    notes += [
        f"{name_text(one_line(str(name)))} lies far from what the other {unit}s predict (two-sided probability "
        f"{pvalue_text(float(surprise[name]))})"
        for name in far[:_MOST_NAMED]
    ]
    if lies_elsewhere(result):
        notes.append(
            f"the mean over these {unit}s, {number_of(result.these, result.these.estimate)}, lies outside the interval "
            f"of the average, which is the centre of a symmetric population: a few {unit}s differ far more than the "
            "others or are known far better, or the prior does not fit; look at `datasets` and `sensitivity`"
        )
    known = result.datasets.index[result.datasets["raw_sd"] == 0]
    if 0 < len(known) < count:
        shown = listed([name_text(str(name)) for name in known[:_MOST_NAMED]])
        notes.append(
            f"{shown} {'has no spread and counts' if len(known) == 1 else 'have no spread and count'} as known exactly"
        )
    unknown = result.datasets.index[np.isinf(result.datasets["raw_sd"])]
    if len(unknown):
        shown = listed([name_text(str(name)) for name in unknown[:_MOST_NAMED]])
        notes.append(
            f"{shown} {'says' if len(unknown) == 1 else 'say'} nothing: the differences there are all the same, of "
            "which no spread can be told, and the losses have no bounds"
        )
    same = _same_numbers(result.datasets)
    if same:
        notes.append(f"{listed([name_text(name) for name in same])} have the same numbers: is one of them there twice?")
    if (result.datasets["raw_sd"] == 0).all():
        notes.append(f"no {unit} has any spread of its differences: they are taken as known exactly")
    return (*notes, *notes_of_bounds(result.provenance))


def notes_of_bounds(provenance: Mapping[str, Any]) -> list[str]:
    """Say that bounds were taken from scores, where they were."""
    return [note_of(Fact(kind=BOUNDS_OF_SCORES))] if provenance.get(BOUNDS_OF_SCORES) else []


def lies_elsewhere(result: DatasetsResult) -> bool:
    """Tell whether the mean over the data sets at hand is not what the population says of its average."""
    average = result.average.interval
    return len(result.datasets) >= FEW and not average.low <= result.these.estimate <= average.high


def _same_numbers(table: pd.DataFrame) -> list[str]:
    """Return the first data sets whose numbers are the same, though they differ between classifiers."""
    numbers = table[["raw", "raw_sd", "n_records"]].fillna(0.0)
    twice = numbers[(numbers["raw"] != 0) & (numbers["raw_sd"] > 0) & numbers.duplicated(keep=False)]
    if twice.empty:
        return []
    return [str(name) for name in twice.index[(twice == twice.iloc[0]).all(axis=1)]][:_MOST_NAMED]
