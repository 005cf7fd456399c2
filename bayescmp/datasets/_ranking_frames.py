"""The tables of a ranking over data sets."""

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._sampled import SampledPosterior
from bayescmp._settings import Settings
from bayescmp._typing import Floats
from bayescmp.datasets._answer import Answer
from bayescmp.frequentist import friedman, holm_against_control, iman_davenport, nemenyi
from bayescmp.ranking._draws import of_draws
from bayescmp.ranking._tiers import order_of

QUESTIONS = ("next_dataset", "average")


def frame_of_classifiers(draws: xr.Dataset, losses: xr.DataArray, settings: Settings) -> pd.DataFrame:
    """Return a row per classifier, the least average loss first."""
    names = [str(name) for name in losses["classifier"].to_numpy()]
    average = SampledPosterior(draws=draws["average"], name="average")
    interval = average.interval(settings.ci_prob, settings.ci_kind)
    columns: dict[str, Any] = {
        "estimate": np.asarray(average.mean),
        "low": np.asarray(interval.low),
        "high": np.asarray(interval.high),
    }
    for question in QUESTIONS:
        found = of_draws(_flat(draws[question]), settings.rope[1])
        columns[f"{question}_prob_best"] = found.ranks[:, 0]
        columns[f"{question}_expected_rank"] = found.ranks @ np.arange(1, len(names) + 1)
        columns[f"{question}_expected_regret"] = found.regret
        columns[f"{question}_prob_within_rope_of_best"] = found.within_rope
    columns["n_datasets"] = losses.notnull().sum("dataset").to_numpy()  # noqa: PD004 - of xarray
    frame = pd.DataFrame(columns, index=pd.Index(names, name="classifier"))
    return frame.iloc[order_of(frame["estimate"].to_numpy(), names)]


def frame_of_pairs(draws: xr.Dataset, settings: Settings) -> pd.DataFrame:
    """Return a row per pair, with both answers."""
    names = [str(name) for name in draws["classifier"].to_numpy()]
    rows = []
    for a, b in combinations(range(len(names)), 2):
        row: dict[str, Any] = {"first": names[a], "second": names[b]}
        for question in QUESTIONS:
            apart = draws[question].isel(classifier=a, drop=True) - draws[question].isel(classifier=b, drop=True)
            answer = Answer(posterior=SampledPosterior(draws=apart, name=question), settings=settings)
            row |= {f"{question}_{name}": value for name, value in answer.to_dict().items()}
        rows.append(row)
    return pd.DataFrame(rows)


def frame_of_tests(losses: xr.DataArray) -> pd.DataFrame:
    """Return a row per test of all classifiers, on the data sets that have all of them."""
    complete = complete_of(losses)
    rows = []
    if min(complete.shape) > 1:
        for test in (friedman, iman_davenport):
            found = test(complete)
            rows.append({"test": found.name, "statistic": found.statistic, "pvalue": found.pvalue})
        rows.append(
            {
                "test": "nemenyi critical difference",
                "statistic": nemenyi(complete).critical_difference,
                "pvalue": np.nan,
            }
        )
    return pd.DataFrame(rows, columns=["test", "statistic", "pvalue"])


def frame_against_control(losses: xr.DataArray, control: str | None) -> pd.DataFrame:
    """Return a row per classifier: its mean rank, and the p-value of Holm's procedure against the control."""
    complete = complete_of(losses)
    names = [str(name) for name in losses["classifier"].to_numpy()]
    nothing = np.full(len(names), np.nan)
    ranks, pvalues = nothing, nothing
    if min(complete.shape) > 1:
        mean = nemenyi(complete).ranks
        ranks = mean.to_numpy()
        against = names[int(np.argmin(ranks))] if control is None else control
        pvalues = holm_against_control(complete, control=against).to_numpy()
    columns = {"mean_rank": ranks, "pvalue_holm": pvalues}
    return pd.DataFrame(columns, index=pd.Index(names, name="classifier"))


def complete_of(losses: xr.DataArray) -> xr.DataArray:
    """Return the losses on the data sets that have all classifiers."""
    return losses.transpose("dataset", "classifier").dropna("dataset")


def _flat(draws: xr.DataArray) -> Floats:
    return np.asarray(draws.transpose("chain", "draw", "classifier").to_numpy().reshape(-1, draws.sizes["classifier"]))
