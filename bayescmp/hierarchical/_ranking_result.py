"""The DataTree of the results of the sampled losses of several classifiers over data sets."""

import json
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._population import PopulationPrior
from bayescmp._typing import Floats
from bayescmp.hierarchical._crossed_result import numeric
from bayescmp.hierarchical._degrees import degrees_of, draw_degrees, draw_weights
from bayescmp.hierarchical._ranking_data import ContrastData
from bayescmp.hierarchical._ranking_model import CONCENTRATION
from bayescmp.hierarchical._verdict import diagnostics_verdict

_LEAD = ("chain", "draw")
_OTHER = ("classifier", "other")


def ranking_tree(
    losses: xr.DataArray,
    observed: ContrastData,
    raw: xr.DataTree,
    prior: PopulationPrior,
    made_by: dict[str, Any],
    rng: np.random.Generator,
) -> xr.DataTree:
    """Put the reported quantities of raw draws, the verdict and the provenance together."""
    names = losses["classifier"].values
    coords = {"dataset": losses["dataset"].values, "classifier": names, "other": names}
    drawn = raw["posterior"].to_dataset()
    posterior = xr.Dataset(_quantities(drawn, observed, prior, rng), coords | {dim: drawn[dim] for dim in _LEAD})
    tree = xr.DataTree.from_dict({"posterior": posterior, "sample_stats": numeric(raw["sample_stats"].to_dataset())})
    lkj = {"correlation": f"LKJ({CONCENTRATION:g})"}
    tree.attrs = {
        "diagnostics": diagnostics_verdict(_judged(tree)).to_json(),
        "provenance": json.dumps(made_by | {"prior": prior.to_dict() | lkj}, allow_nan=False),
    }
    return tree


def _quantities(
    drawn: xr.Dataset, observed: ContrastData, prior: PopulationPrior, rng: np.random.Generator
) -> dict[str, tuple[tuple[str, ...], Floats]]:
    """Return what is reported, in units of the losses, with its dims."""
    raw = {str(name): np.asarray(value.transpose(*_LEAD, ...)) for name, value in drawn.items()}
    average, spread, root = raw["average_contrast"], raw["unit_spread"], raw["correlation_root"]
    factor = observed.basis.T @ (spread[..., None] * root)
    vectors = observed.mean + np.einsum("nij,...nj->...ni", observed.step, raw["position"])
    df = draw_degrees(_log_density(vectors - average[..., None, :], factor, prior), prior, rng)
    noise = np.einsum("...ij,...j->...i", factor, rng.standard_normal(spread.shape))
    new = average + noise / np.sqrt(draw_weights(df, rng))[..., None]
    to_losses = observed.unit * observed.basis.T
    return {
        "average": ((*_LEAD, "classifier"), average @ to_losses),
        "next_dataset": ((*_LEAD, "classifier"), new @ to_losses),
        "loss": ((*_LEAD, "dataset", "classifier"), vectors @ to_losses),
        "spread": ((*_LEAD, "classifier"), observed.unit * spread),
        "correlation": ((*_LEAD, *_OTHER), root @ root.swapaxes(-1, -2)),
        "df": (_LEAD, df),
    }


def _log_density(away: Floats, factor: Floats, prior: PopulationPrior) -> Floats:
    """Log density of the degrees of freedom given all vectors, shape (chain, draw, degrees of freedom)."""
    scale = factor @ factor.swapaxes(-1, -2)
    size = np.einsum("...ni,...in->...n", away, np.linalg.solve(scale, away.swapaxes(-1, -2)))
    dimension = away.shape[-1]
    columns = []
    for df, log_prob, constant in degrees_of(prior, dimension):
        terms = constant - (df + dimension) / 2 * np.log1p(size / df)
        columns.append(log_prob + terms.sum(axis=-1))
    return np.stack(columns, axis=-1)


def _judged(tree: xr.DataTree) -> xr.DataTree:
    """Return what data inform and the verdict is on: of spreads and correlations the spreads of differences."""
    posterior = tree["posterior"].to_dataset()
    names = posterior["classifier"].values
    spread = posterior["spread"].values
    covariance = posterior["correlation"].values * spread[..., :, None] * spread[..., None, :]
    first, second = np.triu_indices(len(names), 1)
    variance = spread[..., first] ** 2 + spread[..., second] ** 2 - 2 * covariance[..., first, second]
    pairs = [f"{names[a]} - {names[b]}" for a, b in zip(first, second, strict=True)]
    kept = posterior[["average", "next_dataset", "loss"]].drop_vars("other", errors="ignore")
    kept["difference_spread"] = ((*_LEAD, "pair"), np.sqrt(np.maximum(variance, 0.0)))
    groups = {"posterior": kept.assign_coords(pair=pairs), "sample_stats": tree["sample_stats"].to_dataset()}
    return xr.DataTree.from_dict(groups)
