"""The data set and estimators that the options of the command line name."""

import re
import shlex
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bayescmp._files import name_of_file
from bayescmp._text import cut, listed, one_line
from bayescmp._validation import in_file
from bayescmp.cli._screen import say
from bayescmp.model_selection._data_file import Data, data_from_file
from bayescmp.model_selection._named_estimators import (
    estimator_from_text,
    full_path,
    imported,
    name_of,
    names_of,
    stands_for,
)
from bayescmp.predictions import check_classifier

if TYPE_CHECKING:
    import xarray as xr
    from sklearn.base import BaseEstimator

_LONGEST = 160
_SIX = ("logistic", "svm", "knn", "forest", "tree", "naive-bayes")


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
        raise _incomplete(given)
    found = [_made(first, "--first", allow_import), _made(second, "--second", allow_import)]
    estimators = dict(zip(names_of(first, second), found, strict=True))
    return _prepared(data, target, estimators, [first, second], drop, max_bytes)


def data_of_several(
    data: Path | None,
    target: str | None,
    estimators: Sequence[str] | None,
    drop: Sequence[str] | None,
    *,
    probabilities: bool = False,
    allow_import: Sequence[str] | None,
    max_bytes: int,
) -> Data:
    """Return the data set and two estimators or more, each [NAME=]ESTIMATOR; six of ours if nothing is named."""
    given = {"DATA": data, "--target": target, "--estimator": estimators or None}
    if not any(given.values()) and not drop and not allow_import:
        return default_data_of_several(probabilities=probabilities)
    if data is None or target is None or not estimators:
        raise _incomplete(given)
    if len(estimators) == 1:
        raise ValueError(f"--estimator must be given twice or more, but got {cut(estimators[0], _LONGEST)!r} only.")
    found: dict[str, BaseEstimator] = {}
    texts = []
    for name, text in map(named_estimator, estimators):
        made = _made(text, "--estimator", allow_import)
        called = name_of(text) if name is None else name
        if called in found:
            raise ValueError(
                f"--estimator must have a name of its own each, but two are called {cut(called, _LONGEST)!r}. Give one "
                f"another name: --estimator {shlex.quote(f'other={cut(text, _LONGEST)}')}."
            )
        found[called] = made
        texts.append(text)
    return _prepared(data, target, found, texts, drop, max_bytes)


def named_estimator(given: str) -> tuple[str | None, str]:
    """Return the name and the text of [NAME=]ESTIMATOR; a "=" in brackets is that of an argument."""
    parts = re.fullmatch(r"((?:[^=()]|\([^()]*\))*)=(.*)", given, re.DOTALL)
    if parts is None:
        return None, given
    name, text = parts[1].strip(), parts[2].strip()
    if not name or not text:
        raise ValueError(f"--estimator must be NAME=ESTIMATOR, or ESTIMATOR alone, but got {cut(given, _LONGEST)!r}.")
    return name, text


def _incomplete(given: Mapping[str, object]) -> ValueError:
    missing = [name for name, value in given.items() if value is None]
    return ValueError(f"{listed(list(given))} must be given together, but got no {', '.join(missing)}.")


def _made(text: str, option: str, allow_import: Sequence[str] | None) -> "BaseEstimator":
    estimator = estimator_from_text(text, option, partial(imported, allow_import=allow_import or ()))
    check_classifier(option, estimator)
    return estimator


def _prepared(
    data: Path,
    target: str,
    estimators: "Mapping[str, BaseEstimator]",
    texts: Sequence[str],
    drop: Sequence[str] | None,
    max_bytes: int,
) -> Data:
    """Read the data, and say besides what names stand for."""
    with in_file(name_of_file(data)):
        chosen = data_from_file(data, target, estimators, drop=drop or (), max_bytes=max_bytes)
    return replace(chosen, description="; ".join([chosen.description, *_named(estimators, texts)]))


def _named(names: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Say what short names, and names of the user's, stand for."""
    return [
        f"{cut(one_line(name), _LONGEST)} is {cut(one_line(full_path(text)), _LONGEST)}"
        for name, text in zip(names, texts, strict=True)
        if stands_for(text) or name not in {name_of(text), full_path(text)}
    ]


def cross_validated(
    chosen: Data,
    *,
    repeats: int,
    seed: int,
    jobs: int,
    plan: str | None = None,
    probabilities: bool = False,
    said: bool = True,
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
        probabilities=probabilities,
        progress=True,
    )


def default_data() -> Data:
    """Scaled logistic regression and a random forest on scikit-learn's breast cancer data."""
    from sklearn.ensemble import RandomForestClassifier  # noqa: PLC0415 - rarely needed
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    estimators = {
        "logistic regression": make_pipeline(StandardScaler(), LogisticRegression()),
        "random forest": RandomForestClassifier(),
    }
    return _breast_cancer(estimators, "scaled for the logistic regression")


def default_data_of_several(*, probabilities: bool = False) -> Data:
    """Six classifiers by their short names, or those that predict probabilities, on breast cancer data, scaled."""
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415 - as above
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    six = {name: make_pipeline(StandardScaler(), _made(name, "--estimator", None)) for name in _SIX}
    estimators = {name: one for name, one in six.items() if not probabilities or hasattr(one, "predict_proba")}
    left_out = [f"without {name}, which predicts no probabilities" for name in six if name not in estimators]
    chosen = _breast_cancer(estimators, "scaled")
    return replace(chosen, description="; ".join([chosen.description, *_named(estimators, estimators), *left_out]))


def _breast_cancer(estimators: "Mapping[str, BaseEstimator]", scaled: str) -> Data:
    from sklearn.datasets import load_breast_cancer  # noqa: PLC0415 - as above

    X, y = load_breast_cancer(return_X_y=True)
    description = f"scikit-learn's breast cancer data: 569 records, 30 numeric features ({scaled}), 2 classes"
    return Data(X=X, y=y, estimators=estimators, description=description)
