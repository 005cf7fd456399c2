"""What a judge says of all records and people of some: counts of pairs by both, and how labels are unlike others."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
import xarray as xr
from scipy import special

from bayescmp._support._text import counted, one_line
from bayescmp._support._typing import Array, Booleans, Floats, Integers
from bayescmp.evidence._fact import JUDGED, LABELS_UNLIKE, Fact, chance_text
from bayescmp.metrics import Metric
from bayescmp.predictions import lacks_answers

_N = 4  # patterns of two systems
_RARE = 0.01  # p, shared by all that is looked at, below which labelled records are called unlike the others
_FEW = 10  # labels by people that say little of a judge: the prior says as much
_UNLIKE = {
    "order": ("come before", "come after"),
    "task": ("are of other tasks than",) * 2,
    "others": ("differ, by what the judge said of other systems, from",) * 2,
}
"""How labelled records are unlike others in what is told of them besides coordinates: less, and more."""
_KNOWN = ("record", "classifier", "repeat", "label", "task", "item")


def judged_counts(predictions: xr.Dataset, wrong: Array, first: Array, second: Array) -> xr.Dataset:
    """Count records of pairs, by their positions: `judged` (pair, judge), and `labelled` (pair, judge, people).

    `wrong` (n_classifiers, n_records) is by people, and False where they have not looked.
    """
    used = (predictions["fold"] >= 0).isel(repeat=0).to_numpy()
    by_judge, unseen = (
        one.isel(repeat=0).transpose("classifier", "record").to_numpy()[:, used]
        for one in (predictions["judged"], _unseen(predictions))
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


def _unseen(predictions: xr.Dataset) -> xr.DataArray:
    missing = predictions.get("missing")
    return xr.zeros_like(predictions["judged"], dtype=bool) if missing is None else missing


def facts_of_labels(predictions: xr.Dataset, names: Sequence[str]) -> Iterator[Fact]:
    """Say how many are labelled, whether by what the judge said, and in what they are unlike others it called so."""
    used = (predictions["fold"] >= 0).isel(repeat=0).to_numpy()
    known = predictions.isel(record=used, repeat=0)
    chosen, others = known.sel(classifier=list(names)), known.drop_sel(classifier=list(names))
    unseen = _unseen(chosen)
    seen = ~unseen.any("classifier").to_numpy()
    some = int((~unseen).any("classifier").sum()) - int(seen.sum())
    of_pairs = len(names) > 2
    yield Fact(kind=JUDGED, text=_labelled(int(seen.sum()), seen.size, some, of_pairs=of_pairs))
    strata = np.zeros(seen.size, dtype=int)
    for verdicts in chosen["judged"].transpose("classifier", "record").to_numpy():
        strata = pd.factorize(2 * strata + verdicts)[0]
    if unlike(np.zeros_like(strata), seen, _are(strata))[0] < _RARE:
        mislead = "; pairs of which it said other things may mislead: label at random for a ranking" * of_pairs
        yield Fact(
            kind="labels chosen",
            text="labels were chosen by what the judge said, as it seems: what is observed, and tests, are of the "
            f"labelled records, and not of all; the posterior is of all{mislead}",
        )
    looked_at = {name: unlike(strata, seen, values) for name, values in _told_of(chosen, others)}
    for name, (p, more) in looked_at.items():
        if p < _RARE / len(looked_at):
            how = _UNLIKE.get(name, [f"have {which} {one_line(name)} than" for which in ("less", "more")])[more]
            yield Fact(
                kind=LABELS_UNLIKE,
                text=f"labelled records {how} others that the judge called the same ({chance_text(p)}): if they were "
                "chosen by what answers look like, the answer may mislead",
            )


def _labelled(count: int, total: int, some: int, *, of_pairs: bool) -> str:
    """Say how many records are labelled, and how they must have been chosen."""
    rated = counted(total, "record")
    if count == total:
        return f"people labelled all {rated} that a judge rated, which adds nothing"
    read = "which pairs read" if of_pairs else "which is not read"
    more = f" ({some:,.0f} more in part, {read})" if some else ""
    which = " of the two of each pair" if of_pairs else " of these two"
    few = "; so few say little of how the judge errs, which is mostly the prior's to say" if count < _FEW else ""
    return (
        f"a judge rated {rated}, of which people labelled all answers to {count:,}{more}; these must have been chosen "
        f"at random, or by what the judge said{which}{few}"
    )


def _told_of(chosen: xr.Dataset, others: xr.Dataset) -> Iterator[tuple[str, Floats]]:
    """Yield what is told of records, (record, n).

    Their order, their tasks, other coordinates that are numbers, and what the judge said of other classifiers.
    """
    if others.sizes["classifier"]:
        yield "others", others["judged"].transpose("record", "classifier").to_numpy().astype(float)
    yield "order", np.arange(chosen.sizes["record"], dtype=float)[:, None]
    if "task" in chosen.coords:
        yield "task", _are(pd.factorize(chosen["task"].to_numpy())[0])
    for name, values in chosen.coords.items():
        is_of_records = "record" in values.dims and set(values.dims) <= {"record", "classifier"}
        if name not in _KNOWN and is_of_records and values.dtype.kind in "biuf":
            told = values.transpose("record", ...).to_numpy().reshape(chosen.sizes["record"], -1)
            yield str(name), pd.DataFrame(told).rank().to_numpy()


def _are(codes: Integers) -> Floats:
    return (codes[:, None] == np.arange(1, codes.max() + 1)).astype(float)


def unlike(strata: Integers, seen: Booleans, values: Floats) -> tuple[float, bool]:
    """Return the p-value of labels being drawn at random within strata, and whether labelled ones have larger values.

    `strata` (n_records,) is what the judge said, `seen` (n_records,) who is labelled, and `values` (n_records, n) what
    is told of records, such as ranks. Within a stratum the labelled ones are a simple random sample, whose sum of
    values has a known mean and variance; the squared distance of all sums from their means is a chi-squared variate
    (Mantel & Haenszel 1959).
    """
    if not values.shape[1]:
        return 1.0, False
    total, labelled = np.bincount(strata), np.bincount(strata, weights=seen)
    apart = values - np.array([np.bincount(strata, weights=one) / total for one in values.T]).T[strata]
    share = labelled * (total - labelled) / (total * np.maximum(total - 1, 1))
    beyond, variance = seen @ apart, (apart * share[strata, None]).T @ apart
    if not variance.any():  # nothing varies, or all are labelled
        return 1.0, False
    rank = int(np.linalg.matrix_rank(variance, hermitian=True))
    p = special.chdtrc(rank, beyond @ np.linalg.pinv(variance, hermitian=True) @ beyond)
    return float(p), bool(beyond[0] > 0)


def check_judged(predictions: xr.Dataset, metric: Metric) -> None:
    """Refuse what the verdicts of a judge tell nothing of."""
    if "judged" not in predictions or not lacks_answers(predictions):
        return
    drop = "Leave the judge out: `data.drop_vars('judged')` takes the labelled records alone."
    if not metric.counts_errors:
        raise ValueError(
            f"`metric` must be the error or the accuracy of data with a judge, but is {metric.noun}. {drop}"
        )
    if "group" in predictions:
        raise ValueError(f"`data` with a judge must have independent records, but have groups. {drop}")
