"""The input of the sampled crossed-effects model, and the DataTree of its results."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._text import visible
from bayescmp.hierarchical._crossed_model import LOGIT_SCALE, MAX_CORRELATION, RATIO_DF, RATIO_SCALE, RECORD_SCALE
from bayescmp.hierarchical._crossed_quantities import quantities
from bayescmp.hierarchical._outcomes import Outcomes, outcomes_of
from bayescmp.hierarchical._verdict import diagnostics_verdict
from bayescmp.predictions._check import check_outcomes
from bayescmp.predictions._dataset import pair_of_names, provenance

_PRIOR = {
    "logit_error": f"normal(0, {LOGIT_SCALE})",
    "record_sd": f"half-normal({RECORD_SCALE})",
    "training_ratio": f"half-t({RATIO_DF} df, {RATIO_SCALE})",
    "correlations": f"{MAX_CORRELATION} (2 beta(2, 2) - 1)",
}


@dataclass(frozen=True, kw_only=True, eq=False)
class OrderedOutcomes:
    """The outcomes in the order of the names, so that swapping the classifiers changes no draw."""

    first: str
    second: str
    outcomes: Outcomes
    source: dict[str, Any]

    @classmethod
    def of(cls, predictions: xr.Dataset, first: str | None, second: str | None) -> "OrderedOutcomes":
        """Aggregate the predictions of two classifiers."""
        names = check_outcomes(predictions)["classifier"].values.tolist()
        first, second = pair_of_names(names, first, second)
        outcomes = outcomes_of(predictions, *sorted((first, second)))
        return cls(first=first, second=second, outcomes=outcomes, source=provenance(predictions))


def result_tree(data: OrderedOutcomes, raw: xr.DataTree, made_by: dict[str, Any]) -> xr.DataTree:
    """Put the reported quantities of raw draws, the data, the verdict and the provenance together."""
    posterior = quantities(raw["posterior"].to_dataset(), data.outcomes)
    observed, constant = _data_groups(data.outcomes)
    names = sorted((data.first, data.second))
    tables = [table.assign_coords(classifier=names) for table in (posterior, observed)]
    if names[0] != data.first:
        tables = [table.isel(classifier=[1, 0]) for table in tables]
        tables[0]["difference"] = -tables[0]["difference"]
    groups = {"posterior": tables[0], "sample_stats": _numeric(raw["sample_stats"].to_dataset())}
    tree = xr.DataTree.from_dict(groups | {"observed_data": tables[1], "constant_data": constant})
    tree.attrs = {
        "first_name": visible(data.first),
        "second_name": visible(data.second),
        "diagnostics": diagnostics_verdict(tree).to_json(),
        "provenance": json.dumps(made_by | {"prior": _PRIOR, "data": data.source}, allow_nan=False),
    }
    return tree


def _data_groups(outcomes: Outcomes) -> tuple[xr.Dataset, xr.Dataset]:
    sets = list(outcomes.training_set)
    observed = xr.Dataset(
        {
            "errors": (("classifier", "training_set"), outcomes.errors.astype(np.int64)),
            "pattern_count": ("pattern", outcomes.cell_count.astype(np.int64)),
        },
        coords={"training_set": sets},
    )
    constant = xr.Dataset(
        {
            "n_validation": ("training_set", outcomes.n_validation),
            "n_train": outcomes.n_train,
            "overlap_correlation": (("training_set", "other_training_set"), outcomes.factor @ outcomes.factor.T),
        },
        coords={"training_set": sets, "other_training_set": sets},
    )
    return observed, constant


def _numeric(stats: xr.Dataset) -> xr.Dataset:
    """Keep the numbers per draw, which every file format takes."""
    kept = [name for name, v in stats.data_vars.items() if v.dims == ("chain", "draw") and v.dtype.kind in "biuf"]
    return stats[kept].drop_attrs()
