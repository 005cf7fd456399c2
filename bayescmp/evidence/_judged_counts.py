"""What a judge says of all records and people of some: counts of pairs of systems by both patterns of wrong."""

import numpy as np
import xarray as xr

from bayescmp._typing import Array

_N = 4  # patterns of two systems


def judged_counts(predictions: xr.Dataset, wrong: Array, first: Array, second: Array) -> xr.Dataset:
    """Count records of pairs, by their positions: `judged` (pair, judge), and `labelled` (pair, judge, people).

    Parameters
    ----------
    predictions : Dataset
        Of a hold-out, with `judged` and `missing`.
    wrong : array of bool, shape (n_classifiers, n_records)
        Who is wrong by people, False where they have not looked.
    first, second : array of int, shape (n_pairs,)
        Positions of the classifiers.

    Returns
    -------
    Dataset
    """
    used = (predictions["fold"] >= 0).isel(repeat=0).to_numpy()
    by_judge, unseen = (
        predictions[name].isel(repeat=0).transpose("classifier", "record").to_numpy()[:, used]
        for name in ("judged", "missing")
    )
    by_people = wrong[:, used]
    judged, labelled = [], []
    for one, other in zip(np.atleast_1d(first), np.atleast_1d(second), strict=True):
        judge = 2 * (by_judge[one] == 0) + (by_judge[other] == 0)
        people, seen = 2 * by_people[one] + by_people[other], ~(unseen[one] | unseen[other])
        judged.append(np.bincount(judge, minlength=_N))
        labelled.append(np.bincount(_N * judge[seen] + people[seen], minlength=_N**2).reshape(_N, _N))
    return xr.Dataset(
        {"judged": (("pair", "judge"), np.array(judged)), "labelled": (("pair", "judge", "people"), np.array(labelled))}
    )


def check_judged(predictions: xr.Dataset, *, counts_errors: bool, name: str) -> None:
    """Refuse what the verdicts of a judge tell nothing of."""
    if "judged" not in predictions or "missing" not in predictions:
        return
    drop = "Leave the judge out: `data.drop_vars('judged')` takes the labelled records alone."
    if not counts_errors:
        raise ValueError(f"`metric` must be the error or the accuracy of data with a judge, but is {name}. {drop}")
    if "group" in predictions:
        raise ValueError(f"`data` with a judge must have independent records, but have groups. {drop}")
