"""The spread that levels of losses take where the differences of the data show none."""

import xarray as xr

from bayescmp.evidence import PairEvidence
from bayescmp.evidence._facts_of_metric import rarest
from bayescmp.posteriors._least_spread import variance_without_spread


def least_variance(evidence: PairEvidence, sums: xr.Dataset) -> xr.DataArray:
    """Return the variance per record that is taken, 0 where the differences have one of their own.

    Parameters
    ----------
    evidence : PairEvidence
        Of one pair or a batch.
    sums : Dataset
        Those of the evidence.

    Returns
    -------
    DataArray
        As `variance_without_spread`. A metric of how scores order records is a mean over the records of a class, and
        over all others, so that the fewer of both are counted.
    """
    n = count = sums["records"].sum("times")
    if evidence.metric.orders and evidence.predictions is not None:
        count = xr.zeros_like(n) + rarest(evidence.predictions, evidence.metric)[0]
    taken = xr.apply_ufunc(variance_without_spread, sums["mean"], count, evidence.metric.widest)
    return (taken * n / count).where(sums["squares"] == 0, 0.0)
