"""The data set and estimators that the options of the command line name."""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bayescmp._files import name_of_file
from bayescmp._validation import in_file
from bayescmp.cli._screen import say
from bayescmp.model_selection._data import Data, data_from_file
from bayescmp.model_selection._estimators import estimator_from_text, imported, names_of
from bayescmp.model_selection._short_names import stands_for
from bayescmp.predictions._classifiers import check_classifier

if TYPE_CHECKING:
    import xarray as xr


def chosen_data(
    data: Path | None,
    target: str | None,
    first: str | None,
    second: str | None,
    drop: Sequence[str] | None,
    *,
    allow_import: Sequence[str] | None,
    max_bytes: int,
) -> Data:
    """Return the data set and estimators that the options name, the default ones if they name nothing."""
    given = {"DATA": data, "--target": target, "--first": first, "--second": second}
    if not any(given.values()) and not drop and not allow_import:
        return default_data()
    if data is None or target is None or first is None or second is None:
        missing = [name for name, value in given.items() if value is None]
        raise ValueError(
            f"DATA, --target, --first and --second must be given together, but got no {', '.join(missing)}."
        )
    find = partial(imported, allow_import=allow_import or ())
    found = [estimator_from_text(text, option, find) for text, option in ((first, "--first"), (second, "--second"))]
    for option, estimator in zip(("--first", "--second"), found, strict=True):
        check_classifier(option, estimator)
    estimators = dict(zip(names_of(first, second), found, strict=True))
    with in_file(name_of_file(data)):
        chosen = data_from_file(data, target, estimators, drop=drop or (), max_bytes=max_bytes)
    short = [f"{name} is {stands_for(name)}" for name in estimators if stands_for(name)]
    return replace(chosen, description="; ".join([chosen.description, *short]))


def cross_validated(
    chosen: Data, *, repeats: int, seed: int, jobs: int, plan: str | None = None, said: bool = True
) -> "xr.Dataset":
    """Say which data are cross-validated, and predict them, by a plan if there is one."""
    from bayescmp.model_selection import PLANS, BlockRegularizedCV, cross_val_predictions  # noqa: PLC0415 - as below

    if said:
        say(textwrap.fill(chosen.description, 80) + "\n")
    return cross_val_predictions(
        chosen.estimators,
        chosen.X,
        chosen.y,
        cv=BlockRegularizedCV(repeats) if plan is None else PLANS[plan].splitter(seed),
        n_jobs=jobs,
        random_state=seed,
        progress=True,
    )


def default_data() -> Data:
    """Scaled logistic regression and a random forest on scikit-learn's breast cancer data."""
    from sklearn.datasets import load_breast_cancer  # noqa: PLC0415 - the command line starts without scikit-learn
    from sklearn.ensemble import RandomForestClassifier  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    X, y = load_breast_cancer(return_X_y=True)
    return Data(
        X=X,
        y=y,
        estimators={
            "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
            "random forest": RandomForestClassifier(),
        },
        description="scikit-learn's breast cancer data: 569 records, 30 numeric features (scaled for the logistic "
        "regression), 2 classes",
    )
