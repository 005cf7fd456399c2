"""Results of the four verbs on generated data, whose numbers and texts are kept beside this file.

They are there so that a change of the house changes no number and no word. Where one is meant to change, run
`python -m tests.recorded.record` and say in the changelog what changed.
"""

import warnings
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd
import xarray as xr
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.methods import Auto, EffectiveTable, FoldCorrelation
from bayescmp.metrics import Cost
from bayescmp.model_selection import PLANS
from tests.data import gathered, gathered_sets

BLOCKED = "5 x 2 block-regularized"
CHOSEN = (
    "5-fold", "10-fold", "10 x 10-fold", BLOCKED, "3 x 2 block-regularized", "5 x 2 random", "15 hold-outs 2/3",
    "30 hold-outs 2/3",
)  # fmt: skip
SETTINGS = (
    {},
    {"rope": 0.01},
    {"rope": (-0.02, 0.05), "ci_kind": "hdi"},
    {"ci_prob": 0.9, "threshold": 0.9},
    {"method": Auto(prior="beta", strength=0.5)},
    {"method": Auto(tau="cautious"), "rope": 0.02},
    {"method": Auto(tau=0.5), "ci_kind": "hdi"},
)
OF_TABLES = SETTINGS[:-2]
NAMES = ("tree", "svm", "knn", "bayes", "forest")
ODD_NAMES = {
    "unicode": ("дерево 中文", "naïve Bäume 𝒳 é"),
    "long": ("Classifier(" + "depth=3, " * 12 + "seed=0)", "Pipeline(" + "x" * 120 + ")"),
    "html and latex": ("<b onload='x'>a & b</b>", r"50 % of a_b^2 #1 {x} $y$ ~ \input{z}"),
    "formula": ("=1+1", "-2|`ls` *y* [z](u)"),
    "newline": ("a\nb\r\n\tc", "a\x07\x1b[31mb"),
}


@dataclass(frozen=True)
class Case:
    """A verb, how its result is made, and what of it is kept."""

    verb: str
    make: object
    full: bool = False
    numbers_only: bool = False


def splits_of(plan, n, seed):
    return None if plan is None else list(PLANS[plan].splitter(seed).split(np.zeros((n, 1)), np.zeros(n, int)))


@cache
def predictions(n, seed, plan=None, *, same=False, labels=(0, 1, 2)):
    """Simulate labels and predictions of two classifiers that err together, by records and by training sets."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(len(labels), size=n)
    n_repeats = 1 if plan is None else PLANS[plan].n_repeats
    hard = rng.random(n)
    predicted = {}
    for name, error in (("tree", 0.15), ("svm", 0.22)):
        wrong = 0.6 * hard + 0.4 * rng.random((n_repeats, n)) < error + 0.1 * rng.normal(size=(n_repeats, 1))
        predicted[name] = np.where(wrong, (truth + 1) % len(labels), truth)
    if same:
        predicted["svm"] = predicted["tree"]
    if n_repeats == 1:
        predicted = {name: values[0] for name, values in predicted.items()}
    words = np.asarray(labels)
    named = {name: words[codes] for name, codes in predicted.items()}
    return bc.labels(words[truth], named, how=(given := splits_of(plan, n, seed)) and bc.splits(given))


@cache
def several(names, n, seed, plan=None, *, gap=0.03, probabilities=False, by_task=False, copies=False):
    """Simulate predictions of several classifiers, each a little worse than the one before, of two labels."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    shape = (n,) if plan is None else (PLANS[plan].n_repeats, n)
    base = 1.5 * rng.normal(size=n)
    found = {}
    for place, name in enumerate(names):
        score = (1.6 - 4 * gap * place) * (2 * y - 1) + 0.6 * base + 0.9 * rng.normal(size=shape)
        p = 1 / (1 + np.exp(-score))
        found[name] = np.stack([1 - p, p], axis=-1)
    if copies:
        found[names[1]] = found[names[0]]
    labels = {name: (p[..., 1] > 0.5).astype(int) for name, p in found.items()}
    prob = {"y_prob": found} if probabilities else {}
    task = {"task": np.repeat(["easy", "hard", "odd", "old"], -(-n // 4))[:n]} if by_task else {}
    return gathered(y_true=y, y_pred=labels, splits=splits_of(plan, n, seed), **prob, **task)


@cache
def unanswered():
    """Simulate a hold-out on which some classifiers did not answer."""
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 90)
    answers = {}
    for place, name in enumerate(NAMES[:3]):
        own = np.where(rng.random(90) < 0.1 + 0.08 * place, 1 - y, y).astype(object)
        own[5 * place : 5 * place + 4 * place] = None
        answers[name] = own
    return bc.labels(y, answers, on_missing="drop")


def trained(seed, n=60, n_runs=3):
    """Predictions of two algorithms, each trained several times."""
    rng = np.random.default_rng(seed)
    hard, y = rng.normal(size=n), rng.integers(0, 3, n)
    noise = rng.normal(size=(2, n_runs, n)) + 0.4 * rng.normal(size=(2, n_runs, 1))
    wrong = hard + noise > np.array([1.2, 0.8])[:, None, None]
    said = {name: np.where(own, (y + 1) % 3, y).ravel() for name, own in zip(("tree", "svm"), wrong, strict=True)}
    return bc.labels(np.tile(y, n_runs), said, how=bc.runs(np.repeat(range(n_runs), n)))


@cache
def losses(names, n, seed, plan=None, *, scale=1.0, **told):
    """Simulate real losses of records."""
    rng = np.random.default_rng(seed)
    shape = (n,) if plan is None else (PLANS[plan].n_repeats, n)
    base = rng.gamma(2, 1, n)
    found = {
        name: scale * (base + 0.15 * place + rng.gamma(1 + 0.1 * place, 0.5, shape)) for place, name in enumerate(names)
    }
    values = "score" if told.pop("greater_is_better", False) else "loss"
    return gathered(**{values: found}, splits=splits_of(plan, n, seed), **told)


@cache
def scores(names, seed, *, folds=10, repeats=2, gap=0.02, **told):
    """Simulate scores of validation sets."""
    rng = np.random.default_rng(seed)
    base = rng.normal(0.8, 0.03, folds * repeats)
    found = {
        name: base - gap * place + rng.normal(0, 0.012) + rng.normal(0, 0.012, base.size)
        for place, name in enumerate(names)
    }
    told = {"noun": "accuracy", "bounds": (0.0, 1.0)} | told
    return gathered_sets(found, n_train=90, n_test=10, n_repeats=repeats, **told)


@cache
def fitted():
    """Fit three classifiers to a fifth of the data on breast cancer."""
    X, y = load_breast_cancer(return_X_y=True)
    estimators = {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "tree": DecisionTreeClassifier(max_depth=3),
        "bayes": GaussianNB(),
    }
    return bc.cross_val_predictions(estimators, X[::5, :6], y[::5], rng=0, probabilities=True)


def table(first, second, both=8, n=200):
    rest = n - both - first - second
    return bc.paired_table(both_wrong=both, only_first_wrong=first, only_second_wrong=second, both_right=rest)


@cache
def known():
    """What other experiments told of the correlations of folds."""
    rng = np.random.default_rng(0)
    draws = {
        "rho1": rng.normal(0.1, 0.1, (4, 500)).clip(-0.5, 0.6),
        "rho2": rng.normal(0.2, 0.05, (4, 500)).clip(0, 0.25),
    }
    draws["phi"] = 1 + rng.gamma(4, 0.1, (4, 500))
    tree = xr.DataTree.from_dict(
        {"predictions": xr.Dataset({name: (("chain", "draw"), values) for name, values in draws.items()})}
    )
    tree.attrs = {
        "statistic": "difference",
        "n_experiments": 3,
        "diagnostics": '{"passed": true, "sentence": "all is well"}',
    }
    return tree


def agreement(y_true, y_pred, sample_weight=None):
    """A metric that is a function: the share of right predictions, squared."""
    return float(np.average(np.asarray(y_true) == np.asarray(y_pred), weights=sample_weight)) ** 2


CASES: dict[str, Case] = {}


def add(verb, name, data, *, full=False, numbers_only=False, **settings):
    """Add a case; its data are made when it is asked for."""
    key = name if numbers_only else f"{verb}: {name}"
    assert key not in CASES, key
    CASES[key] = Case(verb, lambda: getattr(bc, verb)(data(), **settings), full=full, numbers_only=numbers_only)


def compare(name, data, **settings):
    add("compare", name, data, **settings)


def numbers(name, data, **settings):
    add("compare", name, data, numbers_only=True, **settings)


def rank(name, data, *, draws=1000, **settings):
    add("rank", name, data, draws=draws, **settings)


def compare_datasets(name, data, **settings):
    add("compare_datasets", name, data, **settings)


def rank_datasets(name, data, *, draws=800, **settings):
    add("rank_datasets", name, data, draws=draws, **settings)


# Designs, settings and methods, by the error: every second one with its texts, the others by their numbers.
for _number, _plan in enumerate(CHOSEN):
    for _k, _n in enumerate((24, 150)):
        _settings = SETTINGS[(2 * _number + _k) % len(SETTINGS)]
        _of = compare if _k == _number % 2 else numbers
        _of(f"{_plan}, {_n} records", lambda n=_n, s=_number, p=_plan: predictions(n, s, p), **_settings)
for _number, _settings in enumerate(OF_TABLES):
    _of = compare if _number in {0, 2, 4} else numbers
    _folds = lambda s=30 + _number: bc.paired_tables(predictions(90, s, BLOCKED))  # noqa: E731
    numbers(f"hold-out {_number}", lambda s=20 + _number: predictions(80, s), **_settings)
    _of(f"ten tables {_number}", _folds, **_settings)
    numbers(f"effective table {_number}", lambda folds=_folds: bc.effective_table(folds()), **_settings)
    _options = _settings.get("method", Auto()).options()
    _named = _settings | {"method": EffectiveTable().with_options(_options)}
    numbers(f"named effective table {_number}", lambda s=40 + _number: predictions(60, s, BLOCKED), **_named)
    numbers(f"fold correlation {_number}", _folds, **_settings | {"method": FoldCorrelation().with_options(_options)})
for _name, _counts in {"all right": (0, 0, 0), "a tie": (4, 4, 1), "many": (400, 500, 9)}.items():
    numbers(f"table, {_name}", lambda c=_counts: table(*c, n=sum(c) + 9), rope=0.005)
numbers("swapped", lambda: predictions(150, 53, "10-fold"), first="svm", second="tree")
compare("hold-out", lambda: predictions(80, 21), full=True, rope=(-0.01, 0.03))
add("evaluate", "hold-out by task", lambda: several(NAMES[:2], 90, 24, by_task=True), full=True)
add(
    "evaluate",
    "one of a cross-validation",
    lambda: predictions(60, 25, "5-fold").isel(classifier=[0]),
    metric="f1_macro",
)
add("compare", "two metrics", lambda: predictions(80, 26), metric=["accuracy", "f1_macro"], full=True)
compare("table alone", lambda: table(4, 18), full=True, first="tree", second="svm")
compare("table of one record", lambda: table(0, 1, 0, 1), rope=0.1)
compare("two records", lambda: predictions(2, 0), rope=0.05)
compare("identical hold-out", lambda: predictions(40, 51, same=True), rope=0.01)
compare("identical folds", lambda: predictions(40, 52, "5-fold", same=True))
compare("effective table", lambda: bc.effective_table(bc.paired_tables(predictions(90, 33, BLOCKED))), rope=0.01)
compare(
    "known correlations", lambda: bc.paired_tables(predictions(120, 50, BLOCKED)), method=FoldCorrelation(known=known())
)
compare("crossed effects by name", lambda: predictions(60, 56, BLOCKED), full=True, method="crossed-effects")
compare("fitted", fitted, first="logistic", second="tree", rope=0.02)
compare("fitted, roc_auc", fitted, first="bayes", second="tree", metric="roc_auc", rope=0.01)
compare("f1_macro", lambda: predictions(120, 60), metric="f1_macro", rope=0.02, full=True)
compare("f1 of yes", lambda: predictions(90, 61, labels=("no", "yes")), metric="f1", pos_label="yes", ci_kind="hdi")
compare("balanced accuracy, 5 x 2", lambda: predictions(60, 62, BLOCKED), metric="balanced_accuracy", rope=0.01)
compare("matthews", lambda: predictions(100, 63), metric="matthews_corrcoef", rope=(-0.05, 0.1), method="label-counts")
compare("cohen_kappa, 5-fold", lambda: predictions(60, 64, "5-fold"), metric="cohen_kappa")
_costs = {0: {0: 0, 1: 1, 2: 5}, 1: {0: 2, 1: 0, 2: 1}, 2: {0: 1, 1: 1, 2: 0}}
compare("cost", lambda: predictions(100, 65), metric=Cost(_costs), rope=0.1)
compare("a function", lambda: predictions(60, 66), metric=agreement, rope=0.01)
compare(
    "neg_log_loss, 10-fold",
    lambda: several(NAMES[:2], 60, 68, "10-fold", probabilities=True),
    metric="neg_log_loss",
    rope=0.02,
)
compare("roc_auc", lambda: several(NAMES[:2], 90, 69, probabilities=True), metric="roc_auc", rope=0.01)
compare(
    "average_precision, bootstrap",
    lambda: several(NAMES[:2], 90, 76, probabilities=True),
    metric="average_precision",
    method="bayesian-bootstrap",
)
compare("losses", lambda: losses(NAMES[:2], 80, 70), rope=0.1)
compare(
    "losses, 5 x 2",
    lambda: losses(NAMES[:2], 60, 71, BLOCKED, noun="seconds", bounds=(0.0, None)),
    rope=(-0.05, 0.2),
    method=Auto(tau="cautious"),
)
compare("scores", lambda: scores(NAMES[:2], 72, repeats=10), method="correlated-t", rope=(-0.01, 0.02))
compare("scores that are the same", lambda: bc.scores({"a": [0.5] * 5, "b": [0.5] * 5}, how=bc.validation_sets(8, 2)))
compare("runs", lambda: trained(30), full=True)
add("evaluate", "runs", lambda: trained(31), metric="f1_macro")
rank("runs", lambda: trained(32), rng=0)
compare("missing answers", unanswered, first="tree", second="knn")
for _name, (_first, _second) in ODD_NAMES.items():
    compare(f"names, {_name}", lambda: table(9, 21), first=_first, second=_second, rope=0.01)

rank("hold-out", lambda: several(NAMES[:3], 120, 80), full=True, rope=0.01)
rank("five, 5 x 2", lambda: several(NAMES, 60, 81, BLOCKED), full=True, rope=0.02, control=NAMES[2])
rank("twenty-five", lambda: several(tuple(f"c{k:02d}" for k in range(25)), 80, 82, gap=0.02))
rank("10-fold", lambda: several(NAMES[:3], 60, 83, "10-fold"), threshold=0.9)
rank("f1_macro", lambda: several(NAMES[:4], 80, 84), metric="f1_macro")
rank(
    "neg_brier_score",
    lambda: several(NAMES[:3], 80, 86, probabilities=True),
    metric="neg_brier_score",
    rope=0.005,
    ci_kind="hdi",
)
rank("losses", lambda: losses(NAMES[:3], 80, 87, greater_is_better=True, noun="profit"), rope=0.1)
rank("identical", lambda: several(NAMES[:3], 60, 88, copies=True), method=Auto(strength=0.5))
rank("missing answers", unanswered, rng=3)
rank("odd names", lambda: several(tuple(pair[0] for pair in ODD_NAMES.values()), 80, 89), rope=0.01)
rank("fitted", fitted, method="crossed-effects", rope=0.01)

COUNTS = {"a": (2, 12), "b": (4, 9), "c": (3, 14), "d": (5, 11), "e": (1, 10)}
ROWS = {
    "iris": (0.95, 0.93, 0.96, 0.9),
    "wine": (0.97, 0.89, 0.97, 0.91),
    "glass": (0.71, 0.66, 0.75, 0.6),
    "digits": (0.98, 0.85, 0.97, 0.9),
    "heart": (0.84, 0.78, 0.83, 0.84),
    "sonar": (0.76, 0.72, 0.82, 0.7),
}
FRAME = pd.DataFrame.from_dict(ROWS, orient="index", columns=["svm", "tree", "forest", "bayes"])
GAPS = FRAME.mask(np.arange(24).reshape(6, 4) % 7 == 5)


def tables():
    return {name: table(*counts) for name, counts in COUNTS.items()}


@cache
def sets_of(make, *given, number=5, **told):
    return {f"set {seed}": make(*given, seed=100 + seed, **told) for seed in range(number)}


def mixed():
    """Data sets of several designs."""
    return tables() | {"held": predictions(70, 90), "folds": predictions(40, 91, "5-fold")}


compare_datasets("tables", tables, full=True, first="tree", second="svm", rope=0.01)
compare_datasets("several designs", mixed, first="tree", second="svm", rope=(-0.01, 0.02))
compare_datasets("scores", lambda: sets_of(scores, NAMES[:2]), full=True, rope=0.01, ci_kind="hdi")
compare_datasets("baycomp", lambda: sets_of(scores, NAMES[:2]), population="baycomp", rope=0.01)
compare_datasets("tasks", lambda: several(NAMES[:2], 120, 92, by_task=True), by="task", metric="balanced_accuracy")
compare_datasets("predictions, f1_macro", lambda: sets_of(predictions, 60, number=3), metric="f1_macro", rope=0.02)
compare_datasets("plain numbers", lambda: FRAME, first="svm", second="tree", metric="accuracy", rope=0.01)
compare_datasets("one data set", lambda: {"only": table(4, 18)}, first="=1+1", second="<b>$x$</b>")
compare_datasets("losses", lambda: sets_of(losses, NAMES[:2], 50, number=4), rope=0.05, method=Auto(tau="cautious"))

rank_datasets("accuracies", lambda: FRAME, full=True, metric="accuracy", rope=0.01)
rank_datasets("plain numbers with gaps", lambda: GAPS, metric="accuracy", control="tree")
rank_datasets("mapping", lambda: {k: dict(zip("abcd", row, strict=True)) for k, row in ROWS.items()}, metric="error")
rank_datasets("scores", lambda: sets_of(scores, NAMES), full=True, rope=0.01, control="knn")
rank_datasets("a classifier is missing", lambda: sets_of(scores, NAMES[:3]) | {"without": scores(("tree", "knn"), 120)})
rank_datasets("predictions", lambda: sets_of(several, NAMES[:3], 60, number=4), rope=0.02, ci_kind="hdi", threshold=0.9)
rank_datasets(
    "5 x 2", lambda: sets_of(several, NAMES[:3], 40, plan=BLOCKED, number=3), method=Auto(tau="cautious"), ci_prob=0.9
)
rank_datasets("tasks, f1", lambda: several(NAMES[:3], 120, 93, by_task=True), by="task", metric="f1", rng=5)
rank_datasets(
    "odd names", lambda: FRAME.set_axis([pair[1] for pair in ODD_NAMES.values()][:4], axis=1), metric="accuracy"
)

_T = table(4, 18)
REFUSED = {
    "compare, no data": lambda: bc.compare([1, 2]),
    "compare, a method misspelt": lambda: bc.compare(_T, method="pared"),
    "compare, a method that does not fit": lambda: bc.compare(_T, method="crossed-effects"),
    "compare, a metric misspelt": lambda: bc.compare(predictions(80, 21), metric="f1_marco"),
    "compare, correlations": lambda: bc.compare(_T, method=FoldCorrelation(known=known())),
    "compare, three classifiers": lambda: bc.compare(several(NAMES[:3], 120, 80)),
    "compare, a name misspelt": lambda: bc.compare(several(NAMES[:3], 120, 80), first="tre", second="svm"),
    "rank, scores": lambda: bc.rank(scores(NAMES[:3], 0)),
    "rank, data sets": lambda: bc.rank(tables()),
    "rank, a rope": lambda: bc.rank(several(NAMES[:3], 120, 80), rope=(0, 0.1)),
    "rank, no joint posterior": lambda: bc.rank(several(NAMES[:3], 60, 81, BLOCKED), method="fold-correlation"),
    "compare_datasets, none": lambda: bc.compare_datasets({}),
    "compare_datasets, another metric": lambda: bc.compare_datasets(tables() | {"x": losses(NAMES[:2], 80, 70)}),
    "compare_datasets, a population": lambda: bc.compare_datasets(tables(), population="wide"),
    "compare_datasets, three": lambda: bc.compare_datasets(FRAME),
    "rank_datasets, a population": lambda: bc.rank_datasets(FRAME, population="normal"),
    "rank_datasets, control": lambda: bc.rank_datasets(FRAME, control="trees"),
    "rank_datasets, a rope": lambda: bc.rank_datasets(FRAME, metric="accuracy", rope=(0, 0.1)),
    "load, nothing": lambda: bc.load("nothing.nc"),
    "report, format": lambda: bc.reports.render(bc.compare(_T), "pdf"),
}


def refusal(call):
    """Return the kind and the text of the error that a call ends with."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            call()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is kept
        return f"{type(error).__name__}: {error}"
    return "nothing is refused"
