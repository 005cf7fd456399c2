"""The tables of a ranking over data sets."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp.datasets._joint_population import JointPopulation
from bayescmp.datasets._population import PairPopulation
from bayescmp.frequentist import MeanRanks, friedman, holm_against_control, iman_davenport, nemenyi
from bayescmp.ranking._draws import OfDraws, of_draws
from bayescmp.ranking._tiers import order_of
from bayescmp.results._settings import Settings
from bayescmp.results._three_probabilities import UNDECIDED, Answer

QUESTIONS = ("average", "next_dataset")
_OF_ALL = ("prob_best", "expected_rank", "expected_regret", "prob_within_rope_of_best")


def frame_of_pairs(
    populations: Mapping[tuple[str, str], PairPopulation | None], told: Callable[[Answer], Mapping[str, object]]
) -> pd.DataFrame:
    """Return a row per pair, with what is told of both answers, that depend on its own two classifiers only."""
    rows = []
    for (first, second), population in populations.items():
        row: dict[str, Any] = {"first": first, "second": second}
        row["n_datasets"] = 0 if population is None else int(population.own.known.sum())
        for question in QUESTIONS:
            answer = {"decision": UNDECIDED} if population is None else told(getattr(population, question))
            row |= {f"{question}_{name}": value for name, value in answer.items()}
        rows.append(row)
    return pd.DataFrame(rows)


def like_the_best(
    populations: Mapping[tuple[str, str], PairPopulation | None], observed: xr.DataArray, settings: Settings
) -> xr.DataArray:
    """Tell of each data set which classifiers are not decided to be worse than the one with the best observed value."""
    values = observed.transpose("dataset", "classifier")
    names = [str(name) for name in values["classifier"].to_numpy()]
    numbers = values.to_numpy() if settings.greater_is_better else -values.to_numpy()
    found = np.isfinite(numbers)
    places = np.where(found.any(1), np.argmax(np.where(found, numbers, -np.inf), axis=1), -1)
    for (first, second), population in populations.items():
        a, b = names.index(first), names.index(second)
        if population is None:
            continue
        both = np.flatnonzero(np.isfinite(numbers[:, [a, b]]).all(1))
        decided = population.own.regions >= settings.threshold
        found[both[(places[both] == a) & decided[:, 0]], b] = False
        found[both[(places[both] == b) & decided[:, 2]], a] = False
    return values.copy(data=found)


def found_of_all(joint: JointPopulation | None, settings: Settings) -> dict[str, OfDraws]:
    """Return what joint draws tell of all classifiers by question; nothing where the data sets tell nothing."""
    drawn = {question: getattr(joint, question, None) for question in QUESTIONS}
    return {question: of_draws(draws, settings.rope[1]) for question, draws in drawn.items() if draws is not None}


def frame_of_classifiers(
    pairs: pd.DataFrame,
    joint: JointPopulation | None,
    found: Mapping[str, OfDraws],
    values: xr.DataArray,
    settings: Settings,
) -> pd.DataFrame:
    """Return a row per classifier, the best average first."""
    sign = -1 if settings.greater_is_better else 1
    names = [str(name) for name in values["classifier"].to_numpy()]
    nothing = np.full(len(names), np.nan)
    columns: dict[str, Any] = {"estimate": _estimates(pairs, names), "low": nothing, "high": nothing}
    if joint is not None:
        interval = joint.of_each.interval(settings.ci_prob, settings.ci_kind)
        ends = [sign * np.asarray(end) for end in (interval.low, interval.high)]
        columns |= {"low": np.minimum(*ends), "high": np.maximum(*ends)}
        columns["estimate"] = sign * joint.losses.mean(axis=0)
    for question in QUESTIONS:
        told = _of_all(found[question]) if question in found else [nothing] * len(_OF_ALL)
        columns |= {f"{question}_{name}": column for name, column in zip(_OF_ALL, told, strict=True)}
    columns["n_datasets"] = values.notnull().sum("dataset").to_numpy()  # noqa: PD004 - of xarray
    frame = pd.DataFrame(columns, index=pd.Index(names, name="classifier"))
    return frame.iloc[order_of(sign * frame["estimate"].to_numpy(), names)]


def _estimates(pairs: pd.DataFrame, names: list[str]) -> Floats:
    """Return average values less their mean over the classifiers, from the means of the pairs."""
    found = np.zeros((len(names), len(names)))
    for row in pairs.itertuples():
        a, b = names.index(row.first), names.index(row.second)
        if row.n_datasets:
            found[a, b], found[b, a] = row.average_estimate, -row.average_estimate
    return np.asarray(found.sum(axis=1) / len(names))


def _of_all(found: OfDraws) -> list[Floats]:
    ranks = found.ranks @ np.arange(1, len(found.ranks) + 1)
    return [found.ranks[:, 0], ranks, found.regret, found.within_rope]


def mean_ranks_of(losses: xr.DataArray) -> MeanRanks | None:
    """Return mean ranks and Nemenyi's test on the data sets that have all classifiers; None of fewer than two."""
    complete = complete_of(losses)
    return nemenyi(complete) if min(complete.shape) > 1 else None


def frame_of_tests(losses: xr.DataArray, ranked: MeanRanks | None) -> pd.DataFrame:
    """Return a row per test of all classifiers, on the data sets that have all of them."""
    complete = complete_of(losses)
    rows = []
    if ranked is not None:
        for test in (friedman, iman_davenport):
            found = test(complete)
            rows.append({"test": found.name, "statistic": found.statistic, "pvalue": found.pvalue})
        rows.append({"test": "nemenyi critical difference", "statistic": ranked.critical_difference, "pvalue": np.nan})
    return pd.DataFrame(rows, columns=["test", "statistic", "pvalue"])


def frame_against_control(losses: xr.DataArray, ranked: MeanRanks | None, control: str | None) -> pd.DataFrame:
    """Return a row per classifier: its mean rank, and the p-value of Holm's procedure against the control."""
    names = [str(name) for name in losses["classifier"].to_numpy()]
    nothing = np.full(len(names), np.nan)
    ranks, pvalues = nothing, nothing
    if ranked is not None:
        ranks = ranked.ranks.to_numpy()
        against = names[int(np.argmin(ranks))] if control is None else control
        pvalues = holm_against_control(complete_of(losses), control=against).to_numpy()
    columns = {"mean_rank": ranks, "pvalue_holm": pvalues}
    return pd.DataFrame(columns, index=pd.Index(names, name="classifier"))


def complete_of(losses: xr.DataArray) -> xr.DataArray:
    """Return the losses on the data sets that have all classifiers."""
    return losses.transpose("dataset", "classifier").dropna("dataset")
