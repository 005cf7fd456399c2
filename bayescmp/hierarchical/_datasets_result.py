"""The DataTree of the results of a sampled difference over data sets."""

import json
from typing import Any

import numpy as np
import xarray as xr
from scipy import stats

from bayescmp._population import PopulationPrior
from bayescmp._typing import Floats
from bayescmp.hierarchical._crossed_result import numeric
from bayescmp.hierarchical._degrees import draw_degrees
from bayescmp.hierarchical._verdict import diagnostics_verdict

_LEAD = ("chain", "draw")


def datasets_tree(
    likelihood: xr.DataArray,
    covariate: Floats | None,
    raw: xr.DataTree,
    prior: PopulationPrior,
    made_by: dict[str, Any],
    rng: np.random.Generator,
) -> xr.DataTree:
    """Put the reported quantities of raw draws, the verdict and the provenance together."""
    drawn = raw["posterior"].to_dataset()
    names = ["average", "spread"] + ([] if covariate is None else ["slope"])
    posterior = drawn[names].reset_coords(drop=True)
    difference = drawn["difference"].transpose(*_LEAD, ...).values
    grid = likelihood["difference"].values
    average, spread = (np.asarray(drawn[name].transpose(*_LEAD)) for name in ("average", "spread"))
    center = average[..., None]
    if covariate is not None:
        center = center + np.asarray(drawn["slope"].transpose(*_LEAD))[..., None] * covariate
    df = draw_degrees(_log_density(difference, center, spread[..., None], grid, prior), prior, rng)
    posterior["df"] = (_LEAD, df)
    posterior["difference"] = ((*_LEAD, "dataset"), difference)
    posterior["next_dataset"] = (_LEAD, _truncated(average, spread, df, grid, rng))
    posterior = posterior.assign_coords(dataset=likelihood["dataset"].values)
    tree = xr.DataTree.from_dict({"posterior": posterior, "sample_stats": numeric(raw["sample_stats"].to_dataset())})
    tree.attrs = {
        "diagnostics": diagnostics_verdict(tree, var_names=[*names, "difference", "next_dataset"]).to_json(),
        "provenance": json.dumps(made_by | {"prior": prior.to_dict()}, allow_nan=False),
    }
    return tree


def _log_density(difference: Floats, center: Floats, spread: Floats, grid: Floats, prior: PopulationPrior) -> Floats:
    """Log density of the degrees of freedom given all differences, shape (chain, draw, degrees of freedom)."""
    ends = [np.broadcast_to((end - center) / spread, difference.shape) for end in (grid[0], grid[-1])]
    columns = []
    for df, prob in zip(prior.df, prior.df_probs, strict=True):
        law = stats.norm if np.isinf(df) else stats.t(df)
        inside = law.logpdf((difference - center) / spread) - np.log(_mass(law, *ends))
        columns.append(np.log(prob) + inside.sum(axis=-1) if prob else np.full(difference.shape[:2], -np.inf))
    return np.stack(columns, axis=-1)


def _mass(law: Any, low: Floats, high: Floats) -> Floats:
    """Probability between two numbers, by the tail that is exact."""
    return np.where(low > 0, law.sf(low) - law.sf(high), law.cdf(high) - law.cdf(low))


def _truncated(average: Floats, spread: Floats, df: Floats, grid: Floats, rng: np.random.Generator) -> Floats:
    """Draw from t distributions that are truncated to the grid."""
    sign = np.where(average < (grid[0] + grid[-1]) / 2, 1.0, -1.0)  # so that the nearer end is in the exact tail
    ends = (grid[0] - average) / spread, (grid[-1] - average) / spread
    low, high = np.minimum(sign * ends[0], sign * ends[1]), np.maximum(sign * ends[0], sign * ends[1])
    shape, share = np.where(np.isinf(df), 1.0, df), rng.random(np.shape(df))
    sf_low, sf_high = (np.where(np.isinf(df), stats.norm.sf(end), stats.t.sf(end, shape)) for end in (low, high))
    at = sf_high + share * (sf_low - sf_high)
    drawn = np.where(np.isinf(df), stats.norm.isf(at), stats.t.isf(at, shape))
    return np.clip(average + sign * spread * drawn, grid[0], grid[-1])
