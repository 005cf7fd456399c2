"""The DataTree of the results of the sampled crossed-effects model."""

import json

import numpy as np
import xarray as xr

from bayescmp._text import visible
from bayescmp.hierarchical._crossed_model import LOGIT_SCALE, MAX_CORRELATION, RATIO_DF, RATIO_SCALE, RECORD_SCALE
from bayescmp.hierarchical._crossed_quantities import quantities
from bayescmp.hierarchical._patterns import Patterns
from bayescmp.hierarchical._verdict import diagnostics_verdict

_PRIOR = {
    "logit_error": f"normal(0, {LOGIT_SCALE})",
    "record_sd": f"half-normal({RECORD_SCALE})",
    "training_ratio": f"half-t({RATIO_DF} df, {RATIO_SCALE})",
    "correlations": f"{MAX_CORRELATION} (2 beta(2, 2) - 1)",
}


def result_tree(
    patterns: Patterns, first: str, second: str, raw: xr.DataTree, made_by: dict[str, object]
) -> xr.DataTree:
    """Put the reported quantities of raw draws, the data, the verdict and the provenance together.

    The patterns and the draws are of the classifiers in the order of their names.
    """
    posterior = quantities(raw["posterior"].to_dataset(), patterns)
    observed, constant = _data_groups(patterns)
    names = sorted((first, second))
    tables = [table.assign_coords(classifier=names) for table in (posterior, observed)]
    if names[0] != first:
        tables = [table.isel(classifier=[1, 0]) for table in tables]
        tables[0]["difference"] = -tables[0]["difference"]
    groups = {"posterior": tables[0], "sample_stats": numeric(raw["sample_stats"].to_dataset())}
    tree = xr.DataTree.from_dict(groups | {"observed_data": tables[1], "constant_data": constant})
    tree.attrs = {
        "first_name": visible(first),
        "second_name": visible(second),
        "diagnostics": diagnostics_verdict(tree).to_json(),
        "provenance": json.dumps(made_by | {"prior": _PRIOR}, allow_nan=False),
    }
    return tree


def _data_groups(patterns: Patterns) -> tuple[xr.Dataset, xr.Dataset]:
    sets = list(patterns.training_set)
    observed = {
        "errors": (("classifier", "training_set"), patterns.errors.astype(np.int64)),
        "pattern_count": ("pattern", patterns.pattern_count.astype(np.int64)),
    }
    constant = {
        "n_validation": ("training_set", patterns.n_validation),
        "n_train": ((), patterns.n_train),
        "overlap_correlation": (("training_set", "other_training_set"), patterns.factor @ patterns.factor.T),
    }
    labels = {"training_set": sets}
    return xr.Dataset(observed, labels), xr.Dataset(constant, labels | {"other_training_set": sets})


def numeric(stats: xr.Dataset) -> xr.Dataset:
    """Keep the numbers per draw, which every file format takes."""
    kept = [name for name, v in stats.data_vars.items() if v.dims == ("chain", "draw") and v.dtype.kind in "biuf"]
    return stats[kept].drop_attrs()
