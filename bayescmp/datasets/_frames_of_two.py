"""The tables of a comparison over data sets."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._typing import Floats
from bayescmp.datasets._baycomp import BaycompPopulation
from bayescmp.datasets._entry import Entry
from bayescmp.datasets._own import Own
from bayescmp.frequentist import sign, wilcoxon_signed_rank
from bayescmp.methods import CorrelatedT
from bayescmp.methods._correlated_t_method import correlated_t_of
from bayescmp.posteriors import bayesian_sign, bayesian_signed_rank, largest_region
from bayescmp.posteriors._pair_posteriors import in_values
from bayescmp.results._settings import Settings
from bayescmp.results._three_probabilities import PROBABILITIES, decisions, in_order, regions

QUESTIONS = ("average", "next_dataset")
_NOTHING = np.full(3, np.nan)


def frame_of_datasets(entries: Sequence[Entry], own: Own, settings: Settings) -> pd.DataFrame:
    """Return a row per data set: what it says by itself."""
    low, high = own.intervals(settings).T
    columns = {
        "observed": [one.observed for one in entries],
        "estimate": own.mean,
        "sd": own.sd,
        "low": low,
        "high": high,
        **dict(zip(PROBABILITIES, own.regions.T, strict=True)),
        "decision": decisions(own.regions, settings.threshold),
    }
    tests = np.array([_correlated_t(*each, settings) for each in zip(entries, own.regions, strict=True)])
    columns |= {f"correlated_t_{name}": values for name, values in zip(PROBABILITIES, tests.T, strict=True)}
    columns |= {
        "n_records": [one.n_records for one in entries],
        "method": [one.method_name for one in entries],
        "assumes": [one.assumes() for one in entries],
    }
    return pd.DataFrame(columns, index=pd.Index([one.name for one in entries], name="dataset"))


def _correlated_t(entry: Entry, own: Floats, settings: Settings) -> Floats:
    """Probabilities by the correlated t test of the validation sets; NaN where there are no several.

    They are those of the data set by itself where that is its method.
    """
    evidence = entry.evidence
    if isinstance(entry.method, CorrelatedT):
        return own
    if evidence is None or evidence.design.n_sets < 2 or not np.isfinite(evidence.design.test_to_train):
        return _NOTHING
    if (evidence.tables is None and evidence.given_differences is None) or not evidence.has_differences:
        return _NOTHING
    return regions(in_values(correlated_t_of(evidence), entry.metric).difference, settings)


def frame_without(names: Sequence[str], without: tuple[Floats, Floats], settings: Settings) -> pd.DataFrame:
    """Return a row per data set: both answers without it."""
    columns: dict[str, Any] = {}
    for which, found in zip(QUESTIONS, without, strict=True):
        columns |= {f"{which}_{name}": values for name, values in zip(PROBABILITIES, found.T, strict=True)}
        columns[f"{which}_decision"] = decisions(found, settings.threshold)
    return pd.DataFrame(columns, index=pd.Index(names, name="dataset"))


def frame_of_baselines(observed: Floats, population: object, settings: Settings) -> pd.DataFrame:
    """Return a row per other method: what it says of the same data sets, and of which question."""
    rows: list[dict[str, Any]] = []
    regions = "frequency with which a region is the most probable one"
    if isinstance(population, BaycompPopulation):
        what = f"{regions} on the next data set, by the t population"
        largest = np.array(population.student.largest_region(settings.rope))
        rows.append(_row("largest region", what, in_order(largest, settings)))
    seed = 0 if settings.rng is None else settings.rng
    known = f"{regions}; differences taken as known"
    for words, draw in (("Bayesian signed rank", bayesian_signed_rank), ("Bayesian sign", bayesian_sign)):
        largest = np.array(largest_region(draw(observed, rope=settings.rope, rng=seed)))
        rows.append(_row(words, known, in_order(largest, settings)))
    for words, test in (("Wilcoxon signed rank", wilcoxon_signed_rank), ("sign", sign)):
        result = test(observed)
        what = "no difference over data sets; differences taken as known"
        rows.append(_row(words, what, _NOTHING) | {"statistic": result.statistic, "pvalue": result.pvalue})
    return pd.DataFrame(rows)


def _row(method: str, answers: str, probabilities: Floats) -> dict[str, Any]:
    named = dict(zip(PROBABILITIES, probabilities, strict=True))
    return {"method": method, **named, "statistic": np.nan, "pvalue": np.nan, "answers": answers}
