"""The tables of a comparison over data sets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._answers import PROBABILITIES, Answer, decisions, in_order, regions
from bayescmp._population_priors import DirichletPrior, StudentPrior
from bayescmp._settings import Settings
from bayescmp._typing import Floats
from bayescmp.datasets._entry import Entry
from bayescmp.datasets._own import Own
from bayescmp.datasets._population import PairPopulation
from bayescmp.frequentist import sign, wilcoxon_signed_rank
from bayescmp.levels import CorrelatedT
from bayescmp.levels._correlated_t_level import correlated_t_of
from bayescmp.posteriors import StudentPopulation, bayesian_sign, bayesian_signed_rank, largest_region
from bayescmp.posteriors._in_values import in_values

QUESTIONS = ("next_dataset", "average")
type Regions = tuple[float, float, float]
_NOTHING = (np.nan, np.nan, np.nan)
_LEARNED_FROM = 10
"""Data sets, from which on a learned scale of the base is shown."""
_LEARNED_SCALE, _LEARNED_DF = 0.15, 3


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
        "level": [one.level_name for one in entries],
        "assumes": [one.assumes() for one in entries],
    }
    return pd.DataFrame(columns, index=pd.Index([one.name for one in entries], name="dataset"))


def _correlated_t(entry: Entry, own: Floats, settings: Settings) -> Regions:
    """Probabilities by the correlated t test of the validation sets; NaN where there are no several.

    They are those of the data set by itself where that is its level.
    """
    evidence = entry.evidence
    if isinstance(entry.level, CorrelatedT):
        return _plain(own)
    if evidence is None or evidence.design.n_sets < 2 or not np.isfinite(evidence.design.test_to_train):
        return _NOTHING
    if (evidence.tables is None and evidence.given_differences is None) or not evidence.has_differences:
        return _NOTHING
    return _plain(regions(in_values(correlated_t_of(evidence), entry.metric).difference, settings))


def _plain(values: Any) -> Regions:
    first, even, second = map(float, values)
    return first, even, second


def frame_without(names: Sequence[str], without: tuple[Floats, Floats], settings: Settings) -> pd.DataFrame:
    """Return a row per data set: both answers without it."""
    columns: dict[str, Any] = {}
    for which, found in zip(QUESTIONS, without, strict=True):
        columns |= {f"{which}_{name}": values for name, values in zip(PROBABILITIES, found.T, strict=True)}
        columns[f"{which}_decision"] = decisions(found, settings.threshold)
    return pd.DataFrame(columns, index=pd.Index(names, name="dataset"))


def student_without(population: StudentPopulation, settings: Settings) -> tuple[Floats, Floats]:
    """Return the probabilities of both answers by a t population without each data set."""
    return regions(population.next_without, settings), regions(population.average_without, settings)


def frame_of_populations(population: PairPopulation, student: StudentPopulation | None) -> pd.DataFrame:
    """Return a row per population: both answers by it; the first one is the one of the analysis."""
    rows = [_answers(words, replace(population, prior=prior)) for words, prior in _dirichlet_priors(population)]
    if student is not None:
        rows.append(_student_row("Student t", student, population.settings))
    return pd.DataFrame(rows)


def frame_of_students(student: StudentPopulation, population: PairPopulation) -> pd.DataFrame:
    """Return the same where a t population was asked for."""
    rows = [
        _student_row(words, replace(student, prior=prior), population.settings)
        for words, prior in _student_priors(student.prior)
    ]
    return pd.DataFrame([*rows, _answers("Dirichlet process", population)])


def _dirichlet_priors(population: PairPopulation) -> Iterator[tuple[str, DirichletPrior]]:
    prior, means = population.prior, population.own.mean[population.own.known]
    yield "as asked", prior
    yield "half the mass", replace(prior, mass=prior.mass / 2)
    yield "twice the mass", replace(prior, mass=prior.mass * 2)
    yield "half the scale", replace(prior, scale=prior.scale / 2)
    yield "twice the scale", replace(prior, scale=prior.scale * 2)
    if means.size >= _LEARNED_FROM:
        unit = prior.scale / DirichletPrior().scale  # of the loss, as shares of which the scale was measured
        df = _LEARNED_DF + means.size
        scale = float(np.sqrt((_LEARNED_DF * (_LEARNED_SCALE * unit) ** 2 + (means**2).sum()) / df))
        yield "learned scale", DirichletPrior(mass=1.0, scale=scale, df=df)


def _student_priors(prior: StudentPrior) -> Iterator[tuple[str, StudentPrior]]:
    yield "as asked", prior
    if np.isfinite(prior.spread):
        yield "half the spread", replace(prior, spread=prior.spread / 2)
        yield "twice the spread", replace(prior, spread=prior.spread * 2)
    if np.isfinite(prior.average):
        yield "twice the average", replace(prior, average=prior.average * 2)
        yield "flat average", replace(prior, average=np.inf)
    for words, df in (("normal over data sets", max(prior.df)), ("heavy tails over data sets", min(prior.df))):
        if len(prior.df) > 1:
            yield f"{words} (df {df:g})", replace(prior, df_probs=tuple(float(one == df) for one in prior.df))


def _student_row(words: str, student: StudentPopulation, settings: Settings) -> dict[str, Any]:
    answers = (Answer(posterior=one, settings=settings) for one in (student.next_dataset, student.average))
    return _row_of_answers(words, *answers)


def _answers(words: str, population: PairPopulation) -> dict[str, Any]:
    return _row_of_answers(words, population.next_dataset, population.average)


def _row_of_answers(words: str, *answers: Answer) -> dict[str, Any]:
    found: dict[str, Any] = {"population": words}
    for which, answer in zip(QUESTIONS, answers, strict=True):
        found |= {f"{which}_{name}": value for name, value in answer.to_dict().items()}
    return found


def frame_of_baselines(observed: Floats, student: StudentPopulation | None, settings: Settings) -> pd.DataFrame:
    """Return a row per other method: what it says of the same data sets, and of which question."""
    rows: list[dict[str, Any]] = []
    regions = "frequency with which a region is the most probable one"
    if student is not None:
        what = f"{regions} on the next data set, by the t population"
        largest = np.array(student.largest_region(settings.rope))
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


def _row(method: str, answers: str, probabilities: Regions | Floats) -> dict[str, Any]:
    named = dict(zip(PROBABILITIES, probabilities, strict=True))
    return {"method": method, **named, "statistic": np.nan, "pvalue": np.nan, "answers": answers}
