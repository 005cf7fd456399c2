"""Which estimators take missing numbers."""

from collections.abc import Mapping

import pandas as pd
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags

from bayescmp._text import cut


def takes_missing(estimator: object) -> bool:
    """Tell whether an estimator says that it takes NaN; a pipeline does whose steps do up to one that fills them."""
    if isinstance(estimator, Pipeline):
        for _, step in estimator.steps:
            if step is None or step == "passthrough":
                continue
            if not takes_missing(step):
                return False
            if type(step).__module__.startswith("sklearn.impute"):
                return True
        return True
    try:
        return bool(get_tags(estimator).input_tags.allow_nan)
    except Exception:  # noqa: BLE001 - of a class that is not scikit-learn's
        return False


def check_takes_missing(numbers: pd.DataFrame, estimators: Mapping[str, object], file: str) -> None:
    """Refuse missing numbers where an estimator does not take them."""
    missing = numbers.isna()
    if not missing.to_numpy().any():
        return
    column = missing.any().idxmax()
    record = int(missing[column].to_numpy().argmax())
    for name, estimator in estimators.items():
        if not takes_missing(estimator):
            raise ValueError(
                f"{file} must have no missing values for {cut(name, 100)!r}, which does not take them, but column "
                f"{column!r} has one in record {record}. Fill or drop them first, or compare estimators such as "
                "'hist-gradient-boosting' and 'forest', which do."
            )
