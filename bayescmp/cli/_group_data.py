"""What is compared: a data set, and estimators that are fitted to it."""

import re
import shlex
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

import bayescmp as bc
from bayescmp._files import check_there, name_of_file
from bayescmp._text import cut, listed, one_line
from bayescmp.cli._group_question import PROBABILITIES
from bayescmp.cli._options import SEED, TABLE, Files, option, options_given
from bayescmp.cli._printing import say
from bayescmp.cli._typed_command import completion

if TYPE_CHECKING:
    import xarray as xr
    from sklearn.base import BaseEstimator

    from bayescmp.metrics import Metric
    from bayescmp.model_selection._data_file import Data

_LONGEST = 160
_SIX = ("logistic", "svm", "knn", "forest", "tree", "naive-bayes")
ESTIMATOR = (
    "{estimators} (numeric columns are scaled for all); a classifier of scikit-learn, such as 'SVC(C=10)'; or the path "
    "of any class, such as 'my_module.MyClassifier'"
)


def without_py(modules: list[str] | None) -> list[str] | None:
    """Refuse files where modules are meant."""
    for module in modules or ():
        if module.endswith(".py"):
            raise ValueError(f"--allow-import must be a module, but got {module!r}. Give the module without .py.")
    return modules


@dataclass(frozen=True, kw_only=True)
class DataSet(Files):
    """Options of a data set, the estimators that are fitted to it, and how."""

    data: Path | None = option(None, f"File with features and target: a {TABLE}.", kind=typer.Argument, metavar="DATA")
    target: str | None = option(None, "Column of the class labels in DATA; needed with it.", metavar="COLUMN")
    drop: list[str] | None = option(None, "Column of DATA to leave out; repeatable.", metavar="COLUMN")
    first: str | None = option(None, f"Estimator: {ESTIMATOR}.", metavar="ESTIMATOR")
    second: str | None = option(None, "As --first.", metavar="ESTIMATOR", autocompletion=completion("{estimators}"))
    estimator: list[str] | None = option(
        None,
        f"Estimator, twice or more: {ESTIMATOR}. A name may stand before it: 'mine=SVC(C=10)'.",
        metavar="[NAME=]ESTIMATOR",
    )
    allow_import: list[str] | None = option(
        None,
        "Module of the current folder that an estimator may come from; repeatable.",
        metavar="MODULE",
        callback=without_py,
    )
    repeats: int = option(
        5,
        "Repeats of the two-fold cross-validation; 15 or 31 see more, for classifiers that are quick to fit.",
        metavar="NUMBER",
        min=1,
    )
    resampling: str | None = option(None, "Resampling plan in place of the repeats: {plans}.", metavar="NAME")
    seed: int = option(0, SEED, metavar="NUMBER", min=0)
    jobs: int = option(1, "Processes for the fits; -1 for all cores.", metavar="NUMBER")

    def check_resampling(self, context: typer.Context) -> None:
        """Refuse a plan that is not known, and one beside repeats."""
        if self.resampling is not None:
            bc.model_selection.PLANS.check("--resampling", self.resampling)
            if options_given(context, ["repeats"]):
                raise ValueError("--resampling must be given without --repeats, for a plan has its own.")

    def two(self) -> "Data":
        """Return the data set and two estimators; those at hand if nothing is named."""
        from bayescmp.model_selection._named_estimators import names_of

        file = self._file({"--first": self.first, "--second": self.second})
        if file is None:
            return default_data()
        first, second = self.first or "", self.second or ""
        found = [self._made(first, "--first"), self._made(second, "--second")]
        return self._prepared(*file, dict(zip(names_of(first, second), found, strict=True)), [first, second])

    def several(self, metric: "Metric") -> "Data":
        """Return the data set and two estimators or more, each [NAME=]ESTIMATOR; six of ours if nothing is named."""
        from bayescmp.model_selection._named_estimators import name_of

        given = self.estimator or []
        file = self._file({"--estimator": given or None})
        if file is None:
            return default_data_of_several(probabilities=metric.needs == PROBABILITIES)
        if len(given) == 1:
            raise ValueError(f"--estimator must be given twice or more, but got {cut(given[0], _LONGEST)!r} only.")
        found: dict[str, BaseEstimator] = {}
        texts = []
        for name, text in map(named_estimator, given):
            made = self._made(text, "--estimator")
            called = name_of(text) if name is None else name
            if called in found:
                raise ValueError(
                    f"--estimator must have a name of its own each, but two are called {cut(called, _LONGEST)!r}. Give "
                    f"one another name: --estimator {shlex.quote(f'other={cut(text, _LONGEST)}')}."
                )
            found[called] = made
            texts.append(text)
        return self._prepared(*file, found, texts)

    def _file(self, estimators: Mapping[str, object]) -> tuple[Path, str] | None:
        """Return the file and its target, None where nothing is named; refuse some of it without the rest."""
        given = {"DATA": self.data, "--target": self.target, **estimators}
        if not any([*given.values(), self.drop, self.group, self.allow_import]):
            return None
        if self.data is not None:
            check_there(self.data)
        if self.data is None or self.target is None or None in given.values():
            missing = [name for name, value in given.items() if value is None]
            others = ""
            if "DATA" not in missing and len(missing) == len(given) - 1:  # the file may hold something else
                others = (
                    " Predictions are given by --predictions FILE, to `bayescmp compare` and `rank`, scores on several "
                    "data sets by `bayescmp datasets compare FILE` and `datasets rank`."
                )
            raise ValueError(f"{listed(list(given))} must be given together, but got no {', '.join(missing)}.{others}")
        return self.data, self.target

    def _made(self, text: str, option: str) -> "BaseEstimator":
        return _made(text, option, self.allow_import or ())

    def _prepared(
        self, data: Path, target: str, estimators: "Mapping[str, BaseEstimator]", texts: Sequence[str]
    ) -> "Data":
        """Read the data, and say besides what names stand for."""
        from bayescmp._validation import in_file
        from bayescmp.model_selection._data_file import data_from_file

        with in_file(name_of_file(data)):
            read = data_from_file(
                data, target, estimators, drop=self.drop or (), group=self.group, max_bytes=self.max_bytes
            )
        return replace(read, description="; ".join([read.description, *_named(estimators, texts)]))

    def cross_validated(self, chosen: "Data", metric: "Metric | None" = None, *, said: bool = True) -> "xr.Dataset":
        """Say which data are cross-validated, and predict them, by a plan if there is one, as a metric needs it."""
        plans = bc.model_selection.PLANS
        if said:
            say(textwrap.fill(chosen.description, 80) + "\n")
        return bc.model_selection.cross_val_predictions(
            chosen.estimators,
            chosen.X,
            chosen.y,
            cv=bc.BlockRegularizedCV(self.repeats)
            if self.resampling is None
            else plans[self.resampling].splitter(self.seed),
            groups=chosen.groups,
            n_jobs=self.jobs,
            random_state=self.seed,
            probabilities=metric is not None and metric.needs == PROBABILITIES,
            progress=True,
        )


def named_estimator(given: str) -> tuple[str | None, str]:
    """Return the name and the text of [NAME=]ESTIMATOR; a "=" in brackets is that of an argument."""
    parts = re.fullmatch(r"((?:[^=()]|\([^()]*\))*)=(.*)", given, re.DOTALL)
    if parts is None:
        return None, given
    name, text = parts[1].strip(), parts[2].strip()
    if not name or not text:
        raise ValueError(f"--estimator must be NAME=ESTIMATOR, or ESTIMATOR alone, but got {cut(given, _LONGEST)!r}.")
    return name, text


def _made(text: str, option: str, allow_import: Collection[str] = ()) -> "BaseEstimator":
    from bayescmp.model_selection._named_estimators import estimator_from_text, imported

    estimator = estimator_from_text(text, option, partial(imported, allow_import=allow_import))
    bc.predictions.check_kind(option, estimator)
    return estimator


def _named(names: Iterable[str], texts: Iterable[str]) -> list[str]:
    """Say what short names, and names of the user's, stand for."""
    from bayescmp.model_selection._named_estimators import full_path, name_of, stands_for

    return [
        f"{cut(one_line(name), _LONGEST)} is {cut(one_line(full_path(text)), _LONGEST)}"
        for name, text in zip(names, texts, strict=True)
        if stands_for(text) or name not in {name_of(text), full_path(text)}
    ]


def default_data() -> "Data":
    """Scaled logistic regression and a random forest on scikit-learn's breast cancer data."""
    from sklearn.ensemble import RandomForestClassifier

    estimators = {"logistic regression": _scaled("logistic"), "random forest": RandomForestClassifier()}
    return _breast_cancer(estimators, "scaled for the logistic regression")


def default_data_of_several(*, probabilities: bool = False) -> "Data":
    """Six classifiers by their short names, or those that predict probabilities, on breast cancer data, scaled."""
    six = {name: _scaled(name) for name in _SIX}
    estimators = {name: one for name, one in six.items() if not probabilities or hasattr(one, "predict_proba")}
    left_out = [f"without {name}, which predicts no probabilities" for name in six if name not in estimators]
    chosen = _breast_cancer(estimators, "scaled")
    return replace(chosen, description="; ".join([chosen.description, *_named(estimators, estimators), *left_out]))


def _scaled(name: str) -> "BaseEstimator":
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), _made(name, "--estimator"))


def _breast_cancer(estimators: "Mapping[str, BaseEstimator]", scaled: str) -> "Data":
    from sklearn.datasets import load_breast_cancer

    from bayescmp.model_selection._data_file import Data

    X, y = load_breast_cancer(return_X_y=True)
    description = f"scikit-learn's breast cancer data: 569 records, 30 numeric features ({scaled}), 2 classes"
    return Data(X=X, y=y, estimators=estimators, description=description)
