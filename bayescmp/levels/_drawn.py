"""How posteriors that are joint draws of losses are kept in files."""

import numpy as np
import xarray as xr

from bayescmp._settings import Settings
from bayescmp.levels._level import Packed
from bayescmp.posteriors import DrawnPosterior


def pack_drawn(posterior: DrawnPosterior) -> Packed:
    """Return what files hold of drawn losses."""
    losses = posterior.losses.drop_vars("classifier", errors="ignore")
    return Packed(numbers={"observed": float(posterior.observed)}, arrays=xr.Dataset({"losses": losses}))


def unpack_drawn(_: xr.DataArray | None, packed: Packed, __: Settings) -> DrawnPosterior:
    """Return the drawn losses that files hold."""
    losses = packed.arrays["losses"]
    if losses.dims != ("draw", "classifier") or losses.sizes["classifier"] != 2 or not np.isfinite(losses).all():
        raise ValueError("the drawn losses must be finite numbers of two classifiers")
    return DrawnPosterior(losses=losses, observed=xr.DataArray(float(packed.numbers["observed"])))
