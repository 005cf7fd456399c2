"""Read a comparison over data sets: from the likelihoods of its file, and the numbers of its JSON as a check."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._population import PopulationPrior
from bayescmp._result import SCHEMA
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp._validation import check_flag, check_number, check_text
from bayescmp.datasets._compare_datasets import result_of
from bayescmp.datasets._datasets_comparison import DatasetsComparison
from bayescmp.datasets._dict import ANSWERS, ASKED, FRAMES
from bayescmp.datasets._frames import ALONE
from bayescmp.datasets._population import population_posterior
from bayescmp.metrics._kept import metric_of_plain
from bayescmp.ranking._loaded import unequal

_TOLERANCE = 1e-6
_ROUNDING = 1e-9
_TEXTS = ("level", "assumes")


def datasets_comparison_of_file(data: xr.Dataset, text: dict[str, Any], name: str) -> DatasetsComparison:
    """Return the comparison that a file holds, if its numbers follow from its likelihoods.

    Parameters
    ----------
    data : Dataset
        The likelihoods of the file.
    text : dict
        Its JSON.
    name : str
        Of the file, for messages.

    Returns
    -------
    DatasetsComparison

    Raises
    ------
    ValueError
        If its schema is not known, a part is none, or a number is another than what follows.
    """
    if text.get("schema") != SCHEMA:
        raise ValueError(f"{name!r} must have schema {SCHEMA}, but got {text.get('schema')!r}.")
    try:
        found = _result(data, text)
    except (TypeError, ValueError, KeyError) as error:
        raise ValueError(f"{name!r} must hold the likelihoods and settings of data sets, but: {error}") from error
    again = found.to_dict()
    for what in (*ANSWERS, "spread", *FRAMES):
        for place, kept, expected in unequal(text.get(what), again[what], what, _TOLERANCE):
            raise ValueError(
                f"{name!r} must hold what follows from its likelihoods, but {place} is {kept!r} where they give "
                f"{expected!r}. Compare the data sets again."
            )
    return replace(found, provenance=text["provenance"])


def _result(data: xr.Dataset, text: Mapping[str, Any]) -> DatasetsComparison:
    metric = metric_of_plain(text)
    asked = {one: text[one] for one in ASKED}
    settings = Settings.checked(**asked | {"rope": tuple(asked["rope"])}, widest=metric.widest, rng=0)
    prior = PopulationPrior.from_dict(text["prior"])
    likelihood = _checked(data["likelihood"])
    alone = _alone(text["datasets"], likelihood)
    if check_text("first", text["first"]) == check_text("second", text["second"]):
        raise ValueError(f"`first` and `second` must be two names, but both are {text['first']!r}")
    if not isinstance(text["provenance"], dict) or not isinstance(text["provenance"].get("versions"), dict):
        raise TypeError(f"`provenance` must hold versions, but got {text['provenance']!r}")
    if text["by"] is not None:
        check_text("by", text["by"])
    return result_of(
        population_posterior(likelihood, prior, _not_negative("scale", text["scale"])),
        alone,
        settings,
        first=text["first"],
        second=text["second"],
        metric=metric,
        by=text["by"],
        trust=trust_of(text),
        provenance=text["provenance"],
    )


def trust_of(text: Mapping[str, Any]) -> Trust:
    """Return how far the numbers of a file can be trusted, as it says."""
    return Trust(
        sentence=check_text("diagnostics", text["diagnostics"]),
        reliable=check_flag("reliable", text["reliable"]),
        prob_error=_not_negative("prob_error", text["prob_error"]),
    )


def _not_negative(name: str, value: object) -> float:
    found = check_number(name, value)
    if found < 0:
        raise ValueError(f"`{name}` must be 0 or more, but got {found:g}")
    return found


def _checked(likelihood: xr.DataArray) -> xr.DataArray:
    values, middles = likelihood.to_numpy(), np.asarray(likelihood["difference"].to_numpy(), dtype=float)
    if likelihood.dims != ("dataset", "difference") or middles.size < 3 or not likelihood.sizes["dataset"]:
        raise ValueError(f"the likelihood must have the dims dataset and difference, but has {likelihood.dims}")
    steps = np.diff(middles)
    if not np.isfinite(values).all() or (values < 0).any() or not np.allclose(values.sum(axis=1), 1.0, atol=_TOLERANCE):
        raise ValueError("the likelihood of every data set must be shares that sum to 1")
    if not (steps > 0).all() or not np.allclose(steps, steps[0]) or not np.allclose(middles, -middles[::-1]):
        raise ValueError("differences must be regular and symmetric about 0")
    return likelihood


def _alone(rows: Any, likelihood: xr.DataArray) -> pd.DataFrame:
    """Return what every data set says by itself."""
    frame = pd.DataFrame(rows).set_index("dataset")
    if list(frame.index) != [str(one) for one in likelihood["dataset"].to_numpy()]:
        raise ValueError("the rows of `datasets` must be those of the likelihood")
    numbers = frame[[column for column in ALONE if column not in _TEXTS]].astype(float)
    shares = numbers[[name for name in ALONE if "_prob_" in name]].to_numpy()
    weights, known = numbers["weight"], numbers[["raw", "weight"]].to_numpy()
    possible = (
        np.isfinite(known).all()
        and (weights >= 0).all()
        and abs(weights.sum() - 1) < _ROUNDING
        and (numbers["raw_sd"] >= 0).all()
        and not numbers[["raw_sd", "raw_low", "raw_high"]].isna().any(axis=None)  # infinite where nothing is known
        and (numbers["raw_low"] <= numbers["raw_high"]).all()
        and not (numbers["n_records"] <= 0).any()
        and not ((shares < 0) | (shares > 1 + _ROUNDING)).any()
    )
    if not possible:
        raise ValueError("the numbers of `datasets` are none that data give")
    texts = {column: [check_text(column, one) for one in frame[column]] for column in _TEXTS}
    return numbers.assign(**texts)[list(ALONE)]
