"""Results in the plain types of strict JSON."""

import math
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any, cast

import pandas as pd


def infinite_of_plain(value: Any) -> Any:
    """Return an infinite number that strict JSON holds as text, and anything else as it is."""
    return float(value) if value in ("Infinity", "-Infinity") else value


def plain_json(value: Any) -> Any:
    """Return what strict JSON can hold: NaN as None, infinities as text, frames as rows, dataclasses as fields."""
    if isinstance(value, pd.DataFrame):
        return plain_json((value if None in value.index.names else value.reset_index()).to_dict("records"))
    if is_dataclass(value):
        return plain_json(value.to_dict() if hasattr(value, "to_dict") else asdict(cast("Any", value)))
    if isinstance(value, Mapping):
        return {key: plain_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_json(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
    return None if value is pd.NA else value
