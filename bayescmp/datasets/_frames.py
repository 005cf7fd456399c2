"""The tables of a comparison over data sets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._population import PopulationPrior
from bayescmp._results import Posterior
from bayescmp._settings import Settings
from bayescmp.datasets._answer import Answer
from bayescmp.datasets._entry import Entry
from bayescmp.frequentist import sign, wilcoxon_signed_rank
from bayescmp.levels import PairPosterior, decision_of, probabilities_of
from bayescmp.levels._correlated_t import CORRELATED_T, correlated_t_of
from bayescmp.posteriors import PopulationPosterior, bayesian_sign, bayesian_signed_rank, largest_region

ALONE = (
    "raw",
    "raw_sd",
    "raw_low",
    "raw_high",
    "raw_prob_first_better",
    "raw_prob_equivalent",
    "raw_prob_second_better",
    "correlated_t_prob_first_better",
    "correlated_t_prob_equivalent",
    "correlated_t_prob_second_better",
    "n_records",
    "level",
    "assumes",
    "weight",
)
"""What a data set says by itself."""
OUTCOMES = ("prob_first_better", "prob_equivalent", "prob_second_better")
type Regions = tuple[float, float, float]
_NOTHING = (np.nan, np.nan, np.nan)


def frame_alone(entries: Sequence[Entry], settings: Settings, *, by_size: bool) -> pd.DataFrame:
    """Return a row per data set: what it says by itself, and its weight among these data sets."""
    sizes = np.array([one.n_records if by_size else 1.0 for one in entries])
    rows = [_alone(one, settings) | {"weight": size / sizes.sum()} for one, size in zip(entries, sizes, strict=True)]
    return pd.DataFrame(rows, index=pd.Index([one.name for one in entries], name="dataset"))


def _alone(entry: Entry, settings: Settings) -> dict[str, Any]:
    interval = entry.posterior.difference.interval(settings.ci_prob, settings.ci_kind)
    alone = _regions(entry.posterior, settings)
    return {
        "raw": entry.observed,
        "raw_sd": entry.sd,
        "raw_low": float(interval.low),
        "raw_high": float(interval.high),
        **dict(zip([f"raw_{name}" for name in OUTCOMES], alone, strict=True)),
        **dict(zip([f"correlated_t_{name}" for name in OUTCOMES], _correlated_t(entry, alone, settings), strict=True)),
        "n_records": entry.n_records,
        "level": entry.level.name,
        "assumes": entry.level.assumes(entry.evidence.design, settings),
    }


def _correlated_t(entry: Entry, alone: Regions, settings: Settings) -> Regions:
    """Probabilities by the correlated t test of the validation sets; NaN where there are no several.

    They are those of the data set `alone` where that is its level.
    """
    if entry.level is CORRELATED_T:
        return alone
    design = entry.evidence.design
    several = design.n_sets > 1 and np.isfinite(design.test_to_train)
    if not several or (entry.evidence.tables is None and entry.evidence.losses is None):
        return _NOTHING
    if not entry.evidence.has_differences:
        return _NOTHING
    return _regions(correlated_t_of(entry.evidence), settings)


def _regions(posterior: PairPosterior, settings: Settings) -> Regions:
    first, even, second = map(float, probabilities_of(posterior, *settings.rope))
    return first, even, second


def frame_of_datasets(alone: pd.DataFrame, posterior: PopulationPosterior, settings: Settings) -> pd.DataFrame:
    """Return a row per data set: its difference given all of them, beside what it says by itself."""
    differences = posterior.differences
    interval = differences.interval(settings.ci_prob, settings.ci_kind)
    columns = {"estimate": differences.mean, "low": interval.low, "high": interval.high}
    columns |= dict(zip(OUTCOMES, _probabilities(differences, settings), strict=True))
    found = pd.DataFrame({name: np.asarray(values) for name, values in columns.items()}, index=alone.index)
    rows = found[list(OUTCOMES)].itertuples(index=False)
    found["decision"] = [decision_of((row[0], row[1], row[2]), settings.threshold) for row in rows]
    return pd.concat([found, alone], axis=1)


def frame_without(posterior: PopulationPosterior, settings: Settings) -> pd.DataFrame:
    """Return a row per data set: both answers without it, and how far it lies from what the others predict."""
    names = posterior.grid.likelihood["dataset"].to_numpy().tolist()
    columns: dict[str, Any] = {}
    for which, found in (("next_dataset", posterior.next_without), ("average", posterior.average_without)):
        values = _probabilities(found, settings)
        columns |= {f"{which}_{name}": np.asarray(one) for name, one in zip(OUTCOMES, values, strict=True)}
        columns[f"{which}_decision"] = [
            decision_of((first, even, second), settings.threshold)
            for first, even, second in zip(*map(np.ravel, values), strict=True)
        ]
    columns["surprise"] = posterior.surprise.to_numpy()
    return pd.DataFrame(columns, index=pd.Index(names, name="dataset"))


def _probabilities(posterior: Posterior, settings: Settings) -> tuple[Any, Any, Any]:
    low, high = settings.rope
    below, above = np.asarray(posterior.cdf(low)), np.asarray(posterior.sf(high))
    even = np.zeros_like(below) if low == high else np.clip(1 - below - above, 0, None)
    return below, even, above


def frame_of_priors(posterior: PopulationPosterior, settings: Settings) -> pd.DataFrame:
    """Return a row per prior: both answers under it."""
    rows = [
        {"prior": words, **_answers(replace(posterior, prior=prior), settings)}
        for words, prior in _priors(posterior.prior)
    ]
    return pd.DataFrame(rows)


def _priors(prior: PopulationPrior) -> Iterator[tuple[str, PopulationPrior]]:
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


def _answers(posterior: PopulationPosterior, settings: Settings) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for which in ("next_dataset", "average"):
        answer = Answer(posterior=getattr(posterior, which), settings=settings)
        found |= {f"{which}_{name}": getattr(answer, name) for name in (*OUTCOMES, "decision")}
    return found


def frame_of_baselines(raw: np.ndarray, posterior: PopulationPosterior, settings: Settings) -> pd.DataFrame:
    """Return a row per other method: what it says of the same data sets, and of which question."""
    rows: list[dict[str, Any]] = []
    regions = "frequency with which a region is the most probable one"
    rows.append(_row("largest region of the next data set", regions, posterior.largest_region(settings.rope)))
    seed = 0 if settings.rng is None else settings.rng
    for words, draw in (("Bayesian signed rank", bayesian_signed_rank), ("Bayesian sign", bayesian_sign)):
        rows.append(
            _row(
                words, f"{regions}; differences taken as known", largest_region(draw(raw, rope=settings.rope, rng=seed))
            )
        )
    for words, test in (("Wilcoxon signed rank", wilcoxon_signed_rank), ("sign", sign)):
        result = test(raw)
        what = "no difference over data sets; differences taken as known"
        rows.append(_row(words, what, _NOTHING) | {"statistic": result.statistic, "pvalue": result.pvalue})
    return pd.DataFrame(rows)


def _row(method: str, answers: str, probabilities: tuple[float, float, float]) -> dict[str, Any]:
    named = dict(zip(OUTCOMES, probabilities, strict=True))
    return {"method": method, **named, "statistic": np.nan, "pvalue": np.nan, "answers": answers}
