"""Short names of the usual classifiers, and names of scikit-learn's classes without their module."""

import warnings
from collections.abc import Mapping
from functools import cache

from bayescmp._registry import did_you_mean

SHORT_NAMES: Mapping[str, str] = {
    "tree": "sklearn.tree.DecisionTreeClassifier",
    "forest": "sklearn.ensemble.RandomForestClassifier",
    "extra-trees": "sklearn.ensemble.ExtraTreesClassifier",
    "hist-gradient-boosting": "sklearn.ensemble.HistGradientBoostingClassifier",
    "logistic": "sklearn.linear_model.LogisticRegression",
    "svm": "sklearn.svm.SVC",
    "knn": "sklearn.neighbors.KNeighborsClassifier",
    "naive-bayes": "sklearn.naive_bayes.GaussianNB",
    "mlp": "sklearn.neural_network.MLPClassifier",
    "dummy": "sklearn.dummy.DummyClassifier",
}
"""What each stands for; arguments in brackets may follow, as in ``svm(C=10)``."""


def full_path(text: str) -> str:
    """Return the text of an estimator with the path of the class that a short name, or the class alone, stands for."""
    name, bracket, arguments = text.strip().partition("(")
    name = name.strip()
    if name in SHORT_NAMES:
        name = SHORT_NAMES[name]
    elif name.isidentifier():
        name = _paths().get(name, name)
    return name + bracket + arguments


def stands_for(text: str) -> str | None:
    """Return the path for which a short name at the start of a text stands, if there is one."""
    return SHORT_NAMES.get(text.partition("(")[0].strip())


def hint_at(path: str) -> str:
    """Return the question which known classifier was meant by a name or path that leads to none."""
    module, _, name = path.rpartition(".")
    if module.partition(".")[0] not in {"", "sklearn"}:
        return ""
    found = _paths()
    if module:
        hint = did_you_mean(name, found)
        return hint and f" Did you mean {found[hint.split("'")[1]]!r}?"
    return did_you_mean(name, [*SHORT_NAMES, *found])


@cache
def _paths() -> Mapping[str, str]:
    """Return the public paths of scikit-learn's classifiers by the names of their classes; it takes some seconds."""
    from sklearn.utils import all_estimators  # noqa: PLC0415 - rarely needed

    with warnings.catch_warnings(action="ignore"):
        found = all_estimators(type_filter="classifier")
    return {name: f"{kind.__module__.partition('._')[0]}.{name}" for name, kind in found}
