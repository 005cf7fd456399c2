"""What tests share: data that are made with a seed, of classifiers whose error rates are known, and processes."""

import importlib.util
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from sklearn.datasets import load_iris

import bayescmp as bc
from bayescmp._support._netcdf import read_datatree, write_datatree
from bayescmp.hierarchical._fold_data import contrasts, fold_data

OUTCOMES = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
RATES = {"tree": 0.1, "svm": 0.25}
DEMSAR_AREAS = [  # Demsar (2006), table 6; .975 and .975 on the last but one are ranked 2 and 3 there
    [0.763, 0.768, 0.771, 0.798], [0.599, 0.591, 0.590, 0.569], [0.954, 0.971, 0.968, 0.967],
    [0.628, 0.661, 0.654, 0.657], [0.882, 0.888, 0.886, 0.898], [0.936, 0.931, 0.916, 0.931],
    [0.661, 0.668, 0.609, 0.685], [0.583, 0.583, 0.563, 0.625], [0.775, 0.838, 0.866, 0.875],
    [1.000, 1.000, 1.000, 1.000], [0.940, 0.962, 0.965, 0.962], [0.619, 0.666, 0.614, 0.669],
    [0.972, 0.981, 0.9751, 0.975], [0.957, 0.978, 0.946, 0.970],
]  # fmt: skip
WORKS = set(
    re.findall(
        r"^@\w+\{([^,]+),", (Path(bc.__file__).parent / "_support/references.bib").read_text("utf-8"), re.MULTILINE
    )
)
HOSTILE = [
    "<script>alert(1)</script>", "a_b & c%", "$x$", "a|b", "`ls`", "a\nb", r"\input{x}", "\" onload='alert(1)", "**x**",
    "中文 é", "L" * 200 + "a" + "L" * 200, "L" * 200 + "b" + "L" * 200,
]  # fmt: skip


def table(*counts, **options):
    """Return paired tables: how often both are wrong, only the first is, only the second is, and neither is."""
    return bc.paired_table(**dict(zip(OUTCOMES, counts, strict=True)), **options)


def drawn_tables(shares, n, shape=(5, 2), *, seed=0):
    """Draw tables of n records, (experiment, repeat, fold), whose four outcomes have these probabilities."""
    counts = np.random.default_rng(seed).multinomial(n, shares, size=shape)
    return table(*np.moveaxis(counts, -1, 0), dims=("experiment", "repeat", "fold")[-len(shape) :])


def disagreeing(first, second, n=200):
    """Return a table of n records, on 8 of which both err, by how often only the first errs, and only the second."""
    return table(8, first, second, n - 8 - first - second)


def swapped(tables):
    """Return tables with the classifiers in the other order."""
    return tables.rename(first="second", second="first").transpose(..., "first", "second")


def splits_of(n, cv=5):
    """Return the splits of n records by a splitter, or by so many block-regularized repeats."""
    splitter = bc.BlockRegularizedCV(cv, random_state=0) if isinstance(cv, int) else cv
    return list(splitter.split(np.zeros((n, 1))))


def answered(rates=RATES, n=60, *, repeats=None, labels=2, positive=None, hard=0.0, seed=0):
    """Return true labels, of which a share may be positive, and answers with these error rates, 1/2 on hard records."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, labels, n) if positive is None else (rng.random(n) < positive).astype(int)
    is_hard = rng.random(n) < hard if hard else np.zeros(n, bool)
    shape = n if repeats is None else (repeats, n)
    wrong = {name: rng.random(shape) < np.where(is_hard, 0.5, rate) for name, rate in rates.items()}
    return y, {name: np.where(one, (y + 1) % labels, y) for name, one in wrong.items()}


def hold_out(rates=RATES, n=60, **options):
    """Return predictions of one test set by classifiers with these error rates."""
    return bc.labels(*answered(rates, n, **options))


def cross_validated(rates=RATES, n=60, cv=5, **options):
    """Return predictions of a cross-validation, by a splitter or so many block-regularized repeats."""
    splits = splits_of(n, cv)
    tests = [test for _, test in splits]
    folds = (k for k in range(1, len(tests) + 1) if sorted(np.concatenate(tests[:k])) == list(range(n)))
    repeats = len(tests) // next(folds, 1)
    return bc.labels(*answered(rates, n, repeats=repeats, **options), how=splits and bc.splits(splits))


def probable(apart=None, n=200, *, prevalence=0.4, seed=0):
    """Return predictions of one test set with probabilities, by how far they set the two classes apart."""
    rng, y_prob = np.random.default_rng(seed), {}
    y = (rng.random(n) < prevalence).astype(int)
    y[:2] = 0, 1
    for name, size in (apart or {"a": 1.0, "b": 1.5}).items():
        p = 1 / (1 + np.exp(-(size * (2 * y - 1) + rng.normal(size=n))))
        y_prob[name] = np.stack([1 - p, p], axis=-1)
    return bc.probabilities(y, y_prob, y_pred={name: p.argmax(-1) for name, p in y_prob.items()})


def scores(means, n=10, *, sd=0.05, shared=0.0, seed=0, **options):
    """Return n scores of each classifier around its mean, of which folds share a part."""
    rng = np.random.default_rng(seed)
    base = rng.normal(0, shared, n)
    found = {name: base + rng.normal(mean, sd, n) for name, mean in means.items()}
    return gathered_sets(found, **{"n_train": 90, "n_test": 10, "noun": "accuracy"} | options)


def iris(estimators, cv):
    """Return cross-validated predictions of estimators on the irises."""
    X, y = load_iris(return_X_y=True)
    return bc.cross_val_predictions(estimators, X, y, cv=cv, rng=0)


def known_correlations(*, rho1=0.1, rho2=0.2, phi=1.4, passed=True, statistic="difference", experiments=3, draws=2000):
    """Return what `fold_correlation` returns over several experiments, as far as a new run needs it."""
    rng, dims = np.random.default_rng(0), ("chain", "draw")
    new = {
        "rho1": (dims, np.clip(rng.normal(rho1, 0.1, (4, draws)), -0.5, 0.6)),
        "rho2": (dims, np.clip(rng.normal(rho2, 0.05, (4, draws)), 0, 0.25)),
        "phi": (dims, 1 + rng.gamma(4, (phi - 1) / 4, (4, draws))),
    }
    tree = xr.DataTree.from_dict({"predictions": xr.Dataset(new)})
    verdict = {"passed": passed, "sentence": "all is well" if passed else "NOT reliable: ..."}
    tree.attrs = {"statistic": statistic, "n_experiments": experiments, "diagnostics": json.dumps(verdict)}
    return tree


def contrasts_of(data, **options):
    """Return the contrasts of estimates of folds in which a run shows their correlations."""
    return contrasts(fold_data(data, **options))


def drawn_ranking(names=("tree", "svm", "knn"), sets=6, *, rope=0.01, missing=False, reliable=True, by=None,
                  control=None, apart=0.03):  # fmt: skip
    """Return a ranking whose classifiers lie so far apart; with missing ones, the first is not on the last set."""
    rng = np.random.default_rng(0)
    names, k = list(names), len(names)
    sets = [f"set {number}" for number in range(sets)] if isinstance(sets, int) else list(sets)
    truth = apart * (np.arange(k)[::-1] - (k - 1) / 2)
    bounds = (0.0, 1.0) if apart < 1 else (-1e6, 1e6)
    data = {}
    for number, name in enumerate(sets):
        own = 0.5 - truth / 2 + rng.normal(0, 0.01 * max(1.0, apart), k)
        used = range(1 if missing and number == len(sets) - 1 else 0, k)
        found = {names[place]: own[place] + rng.normal(0, 0.01, 10) for place in used}
        data[name] = bc.scores(found, noun="accuracy", bounds=bounds, how=bc.validation_sets(90, 10))
    ranking = bc.rank_datasets(data, rope=rope, control=control, draws=2000)
    ranking = replace(ranking, by=by) if by else ranking
    if not reliable:
        object.__setattr__(
            ranking, "trust", bc.methods.Trust(sentence="NOT RELIABLE: draws", reliable=False, prob_error=0.02)
        )
    return ranking


def write_csv(path, columns):
    """Write columns, or a frame, as a CSV file, and return its path."""
    pd.DataFrame(columns).to_csv(path, index=False)
    return path


def rewritten(path, change, to=None):
    """Write a file of ours again, with a valid checksum: as `change` leaves its tree, or the data it returns."""
    tree, to = read_datatree(path), to or path
    data = change(tree)
    write_datatree(tree if data is None else xr.DataTree(data), to)
    return to


def run_python(*arguments, **options):
    """Run Python in a process of its own, and return how it ended and what it printed."""
    options = {"capture_output": True, "text": True, "encoding": "utf-8", "timeout": 300, "check": False} | options
    return subprocess.run([sys.executable, *map(str, arguments)], **options)  # noqa: PLW1510, S603


def standard_errors_apart(rate, trials, other, of_trials):
    """Return how far two rates are apart, by the pooled rate, which is above 0 also where one of them is 0."""
    pooled = (rate * trials + other * of_trials) / (trials + of_trials)
    return abs(rate - other) / np.sqrt(pooled * (1 - pooled) * (1 / trials + 1 / of_trials))


def is_clean(text):
    """Tell whether a text has no character that does not print, but for line ends."""
    return all(letter.isprintable() or letter == "\n" for letter in str(text))


def pages():
    """Return the paths of the pages by name, such as concepts/runs, without those that the build makes."""
    docs = Path(__file__).parents[1] / "docs"
    found = {path.relative_to(docs).with_suffix("").as_posix(): path for path in sorted(docs.rglob("*.md"))}
    return {name: path for name, path in found.items() if not name.startswith(("_", "auto_examples/", "generated/"))}


def module_at(path):
    """Import a script by its path, with what it imports from the folder."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(path.parent))
    return module


def mean_of(found, name):
    """Posterior mean of what `run_correlations` returns."""
    return float(found[name].weighted(found["weight"]).mean())


def sd_of(found, name):
    """Posterior standard deviation of what `run_correlations` returns."""
    return float(found[name].weighted(found["weight"]).std())


_KINDS = {
    "correct": ("verdicts", "judge"), "preferred": ("preferences", "judge"), "loss": ("losses", "noun", "bounds"),
    "score": ("scores", "noun", "bounds"), "y_score": ("decision_values", "labels"),
    "y_prob": ("probabilities", "labels", "y_pred"), "y_pred": ("labels",),
}  # fmt: skip
_HOWS = {"splits": "splits", "answer": "answers", "time": "in_time"}


def gathered(**told):
    """Return what the door makes that fits the arguments, how answers came about being told by arguments as well."""
    told = {name: value for name, value in told.items() if value is not None}
    answers = next((name for name in _KINDS if name in told), "y_pred")
    door, *beside = _KINDS[answers]
    kept = ("data", "classifier", "record", "group", "task", "on_missing", *beside)
    how = next((getattr(bc, _HOWS[name])(told[name]) for name in _HOWS if name in told), None)
    if {"fold", "repeat", "train"} & set(told):
        how = bc.folds(told.get("fold"), repeat=told.get("repeat"), train=told.get("train"))
    elif told.get("hold_out"):
        how = bc.hold_out()
    first = [told.get("y_true", "y_true")] if answers in {"y_pred", "y_prob", "y_score"} else []
    given = {name: told[name] for name in kept if name in told}
    assert set(told) <= {"y_true", answers, "y_pred", "fold", "repeat", "train", "hold_out", *kept, *_HOWS}
    return getattr(bc, door)(*first, told.get(answers, answers), **given, how=how)


def gathered_sets(values, *, greater_is_better=True, **told):
    """Return scores or losses of validation sets, their sizes being told by arguments as well."""
    sizes = {name: told.pop(name) for name in ("n_train", "n_test", "n_repeats") if name in told}
    return (bc.scores if greater_is_better in {True, None} else bc.losses)(
        values, **told, how=bc.validation_sets(**sizes)
    )
