"""All pairs of several systems while records come in: their e-values, adjusted so that none is wrong by chance."""

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_probability, check_rope
from bayescmp.evidence import Evidence
from bayescmp.frequentist._e_value import counts_of, e_and_pvalues, log_e_of_region
from bayescmp.metrics import metric_of_data
from bayescmp.results import OUTCOMES
from bayescmp.sequential._records import CONTINUE, check_records


def e_values_of_pairs(data: xr.Dataset, *, alpha: float = 0.05, rope: float = 0.0) -> pd.DataFrame:
    r"""Evidence on all pairs of several systems, valid however often one looked, with e-Holm over all of them.

    A leader that the data chose is in many pairs, and makes fewer of them valid than e-values of single pairs say;
    `rank` is meant for one look that was planned.

    Who looks before the end has to have records in random order: a log that is sorted by task, class or difficulty
    decides between equal systems, and one call, of one sum of all, cannot tell. `SequentialComparison` sees the order.

    Parameters
    ----------
    data : Dataset
        All records so far: predictions of a hold-out by two classifiers or more.
    alpha : float, default 0.05
        Probability that any pair without a difference is ever decided.
    rope : float, default 0.0
        Half-width of the region of practical equivalence.

    Returns
    -------
    DataFrame
        A row per pair: `first`, `second`, `n_records` that both answered, `difference` err(first) - err(second),
        `e_value` against a difference in the rope, the same `adjusted` for all pairs, and `decision`: which is better
        where `adjusted` is 1 / alpha or more, else "continue". Equivalence is not decided.

    Raises
    ------
    TypeError, ValueError
        If `data` are no predictions of a hold-out, have groups or several answers, or a number is out of range.

    Notes
    -----
    The mean of e-values is one, however they depend, and at every look. Closed testing by means gives for a pair the
    least mean of its e-value and any of the smaller ones [1]_ (status S): with probability :math:`1 - \alpha` no pair
    without a difference ever reaches :math:`1/\alpha`.

    References
    ----------
    .. [1] V. Vovk and R. Wang, "E-values: Calibration, combination and applications", The Annals of Statistics 49(3),
       2021. :doi:`10.1214/20-AOS2020`

    Examples
    --------
    >>> import bayescmp as bc
    >>> y = [0, 1] * 40
    >>> p = bc.labels(y, {"all": y, "most": [1, 1, *y[2:]], "ones": [1] * 80})
    >>> bc.sequential.e_values_of_pairs(p)[["first", "second", "decision"]].values.tolist()
    [['all', 'most', 'continue'], ['all', 'ones', 'first better'], ['most', 'ones', 'first better']]
    """
    alpha, region = check_probability("alpha", alpha), check_rope(rope)
    evidence = Evidence.of(data, metric_of_data(data, None))
    if len(evidence.classifiers) < 2:
        raise ValueError(f"`data` must hold two classifiers or more, but hold {len(evidence.classifiers)}.")
    pairs = evidence.pairs()
    check_records(pairs)
    counts = first, second, rest = counts_of(pairs.counts.to_numpy().reshape(-1, 4))
    values, _ = e_and_pvalues(log_e_of_region(*counts, region))
    adjusted = e_holm(values)
    n_records = first + second + rest
    difference = (first - second) / np.maximum(n_records, 1)
    decided = np.where(difference < 0, OUTCOMES[0], OUTCOMES[2])
    return pd.DataFrame({
        "first": pairs.names[0], "second": pairs.names[1], "n_records": n_records.astype(int), "difference": difference,
        "e_value": values, "adjusted": adjusted, "decision": np.where(adjusted >= 1 / alpha, decided, CONTINUE),
    })  # fmt: skip


def e_holm(values: Array) -> Floats:
    """Return e-values adjusted for all of them: the least mean of each and any number of the smaller ones."""
    order = np.argsort(values, kind="stable")
    below = np.concatenate([[0.0], np.cumsum(values[order])])
    adjusted = np.empty(len(values))
    for rank, place in enumerate(order):
        adjusted[place] = ((values[place] + below[: rank + 1]) / np.arange(1, rank + 2)).min()
    return adjusted
