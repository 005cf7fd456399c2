"""The studies that come with the package."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sklearn.base import BaseEstimator
from sklearn.datasets import load_wine
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from bayescmp._support._validation import check_choice, check_path
from bayescmp.model_selection import BLOCKED_5_X_2, RANDOM_5_X_2
from bayescmp.studies._f1 import RareClass
from bayescmp.studies._fold_tables import fold_method
from bayescmp.studies._on_files import Classifiers, Digits, FileScenario, Letter, names_of
from bayescmp.studies._own_data import Population
from bayescmp.studies._registry import method_named
from bayescmp.studies._scenario import Scenario
from bayescmp.studies._simulated import Epsilon, Simple, SixClass
from bayescmp.studies._study import Cell, Study
from bayescmp.studies._study_method import StudyMethod
from bayescmp.studies._text_classifiers import Text
from bayescmp.studies._tuning import Tune

_SUFFIXES = (".csv", ".parquet", ".jsonl", ".ndjson", ".npz")
_YANG = 20230403  # the seed of the studies after Yang et al. 2023


class _Entry:
    """A scenario of which every combination of the values in lists is a cell; a `Tune` tunes the parameter."""

    def __init__(self, kind: str, make: Callable[..., Scenario], name: str = "", **fields: Any) -> None:
        self.kind, self.make, self.name, self.fields = kind, make, name, fields

    @property
    def reads(self) -> bool:
        return isinstance(self.make, type) and issubclass(self.make, FileScenario)

    def cells(self, files: Sequence[tuple[str, str]]) -> Iterator[Cell]:
        """Yield the cells, of each file where the scenario reads one, after the name of the file."""
        lists = {key: value for key, value in self.fields.items() if isinstance(value, list)}
        tune = next((value for value in self.fields.values() if isinstance(value, Tune)), None)
        fixed = {key: value for key, value in self.fields.items() if not isinstance(value, list | Tune)}
        of_files = [(file, {"path": path}) for file, path in files if self.reads] or [("", {})]
        for (file, path), values in itertools.product(of_files, itertools.product(*lists.values())):
            name, varied = ", ".join(filter(None, (self.name, file))), dict(zip(lists, values, strict=True))
            yield Cell(scenario=self.make(**fixed, **path, **varied), name=name or self.kind, varied=varied, tune=tune)


@dataclass(frozen=True, kw_only=True)
class _Builtin:
    """A study before it has its data."""

    about: str
    trials: int
    methods: Callable[[], list[StudyMethod]]
    entries: Sequence[_Entry]
    seed: int = 0
    truth_draws: int = 300

    @property
    def needs_data(self) -> bool:
        return any(entry.make is Classifiers for entry in self.entries)


def builtin_studies() -> list[str]:
    """Return the names of the studies that come with the package.

    Examples
    --------
    >>> from bayescmp.studies import builtin_studies
    >>> "table-5" in builtin_studies()
    True
    """
    return sorted(_STUDIES)


def about_builtin(name: str) -> tuple[str, str]:
    """Return what a study is, and `--data` as it takes it: [in brackets] if it may."""
    study = _STUDIES[name]
    may = "[--data FILE]" if any(entry.reads for entry in study.entries) else ""
    return study.about, "--data FOLDER" if study.needs_data else may


def builtin_study(
    name: str, *, data: str | Path | None = None, trials: int | None = None, seed: int | None = None
) -> Study:
    """Return a study that comes with the package.

    Parameters
    ----------
    name : str
        One of `builtin_studies`.
    data : str or Path, optional
        The file for scenarios that read one. A folder makes a cell of each of its files (.csv, .parquet, .jsonl,
        .ndjson or .npz; text also with .gz), named by the file.
    trials, seed : int, optional
        In place of the study's.

    Raises
    ------
    FileNotFoundError, ValueError
        If there is no such study, nothing at `data` or a folder without data, or a scenario lacks its data.

    Examples
    --------
    >>> from bayescmp.studies import builtin_study
    >>> [cell.label for cell in builtin_study("smoke").cells]
    ['epsilon', 'simple, shift 0', 'simple, shift 1', 'six-class']
    """
    study = _STUDIES[check_choice("name", name, builtin_studies())]
    files = [] if data is None else _files(check_path("data", data))
    if study.needs_data and not files:
        raise ValueError(f"The study {name!r} must have `data`: a file, or a folder for a cell of each of its files.")
    return Study(
        name=name,
        cells=[cell for entry in study.entries for cell in entry.cells(files)],
        methods=study.methods(),
        trials=study.trials if trials is None else trials,
        seed=study.seed if seed is None else seed,
        truth_draws=study.truth_draws,
    )


def _files(data: Path) -> list[tuple[str, str]]:
    """Return the files of a folder, each after the name that it gives to its cells; a single file gives none."""
    if data.is_file():
        return [("", str(data))]
    if not data.is_dir():
        raise FileNotFoundError(f"`data` must be a file or a folder of files, but there is no {str(data)!r}.")
    files = sorted(path for path in data.iterdir() if path.is_file() and {*_SUFFIXES} & {*path.suffixes})
    if not files:
        known = ", ".join(_SUFFIXES)
        raise ValueError(
            f"`data` must be a file or a folder with files that end in {known}, but {str(data)!r} has none."
        )
    return [(path.name.partition(".")[0], str(path)) for path in files]


# --- the studies ------------------------------------------------------------------------------------------------------


def _named(*names: str) -> Callable[[], list[StudyMethod]]:
    return lambda: [method_named(name) for name in names]


_epsilon = partial(_Entry, "epsilon", Epsilon)
_simple = partial(_Entry, "simple", Simple)
_six_class = partial(_Entry, "six-class", SixClass)
_letter = partial(_Entry, "letter", Letter)
_FIVE = "tree, 1-NN, naive Bayes, LDA, logistic"


def _equal(high: float, n_train: int, **more: int) -> Tune:
    """Tune the distortion until both algorithms err equally after training on so many records."""
    return Tune(parameter="distortion", low=1.0, high=high, n_train=n_train, **more)


# F1 that are equal, or .8 against .7 ("apart"), of recall and precision that are the same ("alike") or not ("tilted":
# the second finds more positives, and the first is more often right when it says so).
_F1 = [
    _Entry(
        "rare-class", RareClass, f"{errors}, {how}, 1 in {one_in}",
        n_records=[50, 100, 250, 750, 2000], prevalence=1 / one_in, less=less, tilt=tilt,
    )
    for errors, less in (("equal", 0.0), ("apart", 0.1))
    for how, tilt in (("alike", 0.0), ("tilted", 0.1))
    for one_in in (2, 5, 20, 50)
]  # fmt: skip
_TEXTS = [
    _Entry(
        "text", Text, f"{balance}, {models} models, {what}",
        n_records=[100, 300, 1000, 3000, 6000], imbalance=imbalance, pair=pair, equal=equal,
    )
    for balance, imbalance in (("balanced", 0.5), ("unbalanced", 0.1))
    for models, pair in (("different", "linear-mlp"), ("similar", "linear-rbf"))
    for what, equal in (("equal errors", "error"), ("equal F1", "f1"), ("as trained", None))
]  # fmt: skip
_OF_WINE: dict[str, tuple[str, BaseEstimator]] = {
    "boosting": ("HistGradientBoostingClassifier(max_iter=30)", HistGradientBoostingClassifier(max_iter=30)),
    "logistic": ("LogisticRegression", LogisticRegression()),
    "forest": ("RandomForestClassifier(n_estimators=50)", RandomForestClassifier(n_estimators=50)),
    "SVM": ("SVC", SVC()),
}


def _wine(*pair: str) -> Population:
    """All 178 records each time, split anew."""
    X, y = load_wine(return_X_y=True)
    classifiers = {name: make_pipeline(StandardScaler(), one) for name, one in map(_OF_WINE.__getitem__, pair)}
    return Population(X=X, y=y, classifiers=classifiers, n_records=len(y), replace=False)


_WINES = [_Entry("population", partial(_wine, *pair), ", ".join(pair)) for pair in itertools.combinations(_OF_WINE, 2)]


def _random_partitions() -> list[StudyMethod]:
    """Return a test and the mean disagreement, on partitions of which one is repeated up to four times."""
    plans = {
        "block-regularized": BLOCKED_5_X_2.name,
        "random": RANDOM_5_X_2.name,
        **{f"repeated {k} time{'s' * (k > 1)}": f"{RANDOM_5_X_2.name}, one repeated {k} times" for k in range(1, 5)},
    }
    labels = {name: name.replace("repeated", "one repeated") for name in plans}
    tests = [method_named("bcv_mcnemar", plan=plan, label=labels[name]) for name, plan in plans.items()]
    return tests + [method_named("disagreement", plan=plan, label=f"p_d, {name}") for name, plan in plans.items()]


_STUDIES = {
    # Sizes and powers of the tests that are in no other study, because they cost 30 or 315 fits of each classifier or
    # thousands of resamples a trial.
    "costly": _Builtin(
        about="Tests that cost many fits or many resamples", trials=300, seed=_YANG, truth_draws=100,
        methods=_named("resampled_t", "conservative_z", "bootstrap_percentile", "bootstrap_bca", "permutation"),
        entries=[
            _simple(n_records=300, shift=[0.0, 0.4, 0.8]),
            _six_class("six-class, equal at 200", distortion=_equal(20.0, 200)),
            _six_class("six-class", distortion=25.0),
        ],
    ),
    # Size and power on the same fits.
    "crossed-effects": _Builtin(
        about="Crossed effects beside the paper's test", trials=5000, seed=5, truth_draws=100,
        methods=_named("crossed-effects", "effective-table", "bcv_mcnemar", "calibrated_5x2_bcv_f"),
        entries=[
            _epsilon(),
            _simple("simple, n = 304", n_records=304),
            _simple(n_records=1000, shift=[0.0, 0.15, 0.22, 0.32]),
            _letter(distortion=[7.0, 2.5, 1.5]),
        ],
    ),
    # Small networks, in the place of MNIST in Yang et al. 2023.
    "digits": _Builtin(
        about="Networks with and without a penalty", trials=100, truth_draws=100,
        methods=_named(
            "bcv_mcnemar", "effective-table", "calibrated_5x2_bcv_f", "combined_5x2_f", "t_5x2", "holdout_mcnemar",
        ),
        entries=[_Entry("digits", Digits, penalty=[0.0, 0.1, 1.0])],
    ),
    # Evaluation sets from 2,000 to 50 records, where 1 record in 2, 5, 20 or 50 is positive.
    "f1": _Builtin(
        about="Is one F1 higher: three answers, few positives", trials=2000, seed=18,
        methods=_named("proportions_f1", "bootstrap_f1", "posterior_f1"),
        entries=_F1,
    ),
    # Ten pairs of classifiers on every file of a folder, 200 data sets drawn from each.
    "figure-1": _Builtin(
        about="Fold correlations, by correlation_table", trials=200, seed=1,
        methods=lambda: [fold_method(names_of(_FIVE))],
        entries=[_Entry("classifiers", Classifiers, n_records=304, only=_FIVE)],
    ),
    # In the manner of Figure 4: the tests of reasonable size, against the true difference.
    "figure-4": _Builtin(
        about="Power curves as in Yang et al. 2023", trials=300, seed=_YANG, truth_draws=100,
        methods=_named(
            "bcv_mcnemar", "effective-table", "calibrated_5x2_bcv_f", "combined_5x2_f", "t_5x2", "blocked_3x2_t",
            "corrected_repeated_holdout_t", "holdout_mcnemar",
        ),
        entries=[
            _simple(n_records=1000, shift=[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0]),
            _six_class(distortion=[1.0, 3.0, 4.75, 8.0, 14.0, 25.0, 45.0]),
            _letter(distortion=[1.0, 2.0, 3.0, 4.0, 6.0, 10.0, 20.0]),
        ],
    ),
    # Against the size of the evaluation set, of classifiers of text that are trained once. A share is a size for the
    # tests of the error where errors are equal, and for bootstrap_f1 where F1 is.
    "keller": _Builtin(
        about="Texts, by error and F1, as in Keller et al. 2005", trials=500,
        methods=_named("proportions", "holdout_mcnemar", "bootstrap_error", "bootstrap_f1"),
        entries=_TEXTS,
    ),
    "smoke": _Builtin(
        about="Half a minute on two cores: something of everything", trials=60, truth_draws=20,
        methods=_named("bcv_mcnemar", "effective-table", "calibrated_5x2_bcv_f", "combined_5x2_t", "holdout_mcnemar"),
        entries=[
            _epsilon(),
            _simple(n_records=300, shift=[0.0, 1.0]),
            _six_class(distortion=_equal(20.0, 150, draws=20)),
        ],
    ),
    # The conservative Z test, 315 fits a trial, is left out as it is there. Equal errors after training on 300 records,
    # as the paper tunes them, are not equal after training on the 150 of a two-fold design: hence both.
    "table-5": _Builtin(
        about="Sizes in Table V of Yang et al. 2023", trials=1000, seed=_YANG,
        methods=_named(
            "repeated_holdout_t", "kfold_t", "t_5x2", "corrected_repeated_holdout_t", "corrected_repeated_kfold_t",
            "combined_5x2_t", "blocked_3x2_t", "combined_5x2_f", "calibrated_5x2_bcv_f", "proportions", "kfold_ci_z",
            "holdout_mcnemar", "naive_kfold_mcnemar", "bcv_mcnemar", "effective-table", "paired",
        ),
        entries=[
            _epsilon(),
            _simple(n_records=1000, shift=0.0),
            _six_class("six-class, equal at 300", distortion=_equal(20.0, 300)),
            _six_class("six-class, equal at 150", distortion=_equal(20.0, 150)),
            _letter("letter, equal at 300", distortion=_equal(40.0, 300)),
            _letter("letter, equal at 150", distortion=_equal(40.0, 150)),
        ],
    ),
    # Table VI: the rejections where the errors are equal, and at a difference; the variance of the mean disagreement is
    # the square of the spread that `disagreement` shows.
    "table-6": _Builtin(
        about="Random partitions, Yang et al. 2023", trials=1000, seed=_YANG,
        methods=_random_partitions,
        entries=[
            _letter("letter, equal at 300", distortion=_equal(40.0, 300)),
            _letter("letter, undistorted", distortion=1.0),
        ],
    ),
    # Those of "Statistical Testing for Comparing Machine Learning Algorithms", over many seeds instead of one. A share
    # is that of the seeds at which a test rejects.
    "wine": _Builtin(
        about="Tests on the wine data over many seeds", trials=40, truth_draws=50,
        methods=_named("holdout_mcnemar", "holdout_mcnemar_exact", "t_5x2", "bcv_mcnemar", "effective-table"),
        entries=_WINES,
    ),
}  # fmt: skip
