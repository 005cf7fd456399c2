"""Valid arguments that cost little, and pools of bad ones by kind. A pool is a function of a NumPy generator."""

import functools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from scipy.sparse import csr_matrix
from sklearn.model_selection import KFold, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import bayescmp as bc
from bayescmp.evidence import crossed_sums
from bayescmp.studies import Epsilon, Study, StudyMethod, method_named, run_study
from tests.data import cross_validated, drawn_tables

Pool = Callable[[np.random.Generator], Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """A public callable with a valid call of it, and a pool of bad values for each argument."""

    target: Any
    valid: Callable[[], dict[str, Any]]
    bad: dict[str, Pool]
    call: Callable[..., Any] | None = None
    """What to call instead of the target, with the same arguments: a class whose checks stand in a method."""
    open: dict[str, str] = field(default_factory=dict)
    """Parameters of which no value is bad, or that the table leaves out, with the reason."""
    costly: str = ""
    """Why the valid call is not made."""


def of(name, target, valid, bad, **rest):
    """Return a row of the table."""
    return {name: Case(target=target, valid=valid, bad=bad, **rest)}


# --- pools -----------------------------------------------------------------------------------------------------------


def one_of(*values):
    """Return a pool of these values; a value that is a pool itself is drawn from."""
    return lambda rng: _drawn(values[rng.integers(len(values))], rng)


def without(pool, is_good):
    """Return a pool without the values that are good."""
    return lambda rng: next(value for value in map(pool, repeat(rng)) if not is_good(value))


def _drawn(value, rng):
    return value.draw(rng) if isinstance(value, Drawn) else value


@dataclass(frozen=True)
class Drawn:
    """A value that is drawn anew at every use."""

    draw: Pool


def text_of(rng):
    """Draw a word that no argument knows."""
    return "q" + "".join(rng.choice(list("abcdefgh _-.0"), size=rng.integers(1, 8)))


def _raise(*_, **__):
    raise RuntimeError("this object raises whatever is asked of it")


ASKED = ("float", "int", "index", "complex", "bool", "array", "len", "iter", "contains", "eq", "hash", "str", "repr")
Raising = type("Raising", (), {f"__{name}__": _raise for name in ASKED})
FRAME = pd.DataFrame({"a": [1.5, 2.5], "b": [1.0, 2.0]})
TIMES = (datetime(2020, 1, 1), timedelta(1), np.datetime64("2020-01-01"), np.timedelta64(1, "D"))  # noqa: DTZ001
MASKED = (np.ma.masked, np.ma.array(0.5, mask=True), np.ma.array([1.0, 2.0], mask=[True, False]))
ODD = (Raising(), *TIMES, *MASKED)
NO_NUMBER = ("x", "", b"x", [], {}, object(), 1j, True, np.True_, "0.5", [0.5], np.array([0.5]), FRAME, int, *ODD)
NOT_FINITE = (np.nan, np.inf, -np.inf, np.float64("nan"))
HUGE = (10**400, -(10**400), 10**5000, 1e308, -1e308, np.float64(1e308), Fraction(10**400))  # no float has their square
COUNTS = (2**40, 2**63, 2**64, -(2**63) - 1, 10**400, 10**5000, np.uint64(2**64 - 1))  # more than memory or int64 holds
TINY = (5e-324, 1e-200)  # their square is 0
NO_TEXT = (3, 1.5, True, b"x", [], {}, object(), ("a",), np.nan, FRAME, str, *ODD)
UNSTORABLE = ("a\0b", "\udc80")
UNKNOWN = ("", "unknown", "AUTO", "default ", Drawn(text_of))
NO_FLAG = ("x", "", "yes", 3, -1, 1.5, np.nan, [], {}, object(), b"x", FRAME, *ODD)
NO_CALLABLE = (None, 3, 1.5, "text", [], {}, b"x", np.ones(2), *ODD)


def integer(least, *, none=False, endless=False):
    """Return a pool of what is no integer of at least `least`, and not too large if that can be."""
    small = Drawn(lambda rng: int(least - rng.integers(1, 50)))
    fraction = Drawn(lambda rng: float(rng.uniform(least + 1, least + 9)))
    large = COUNTS[3:4] if endless else COUNTS
    return one_of(*NO_NUMBER, *NOT_FINITE, small, small, fraction, least - 0.5, *large, *([] if none else [None]))


def number(low, high=None, *, low_too=True, none=False, also=()):
    """Return a pool of what is no number in a range; its ends are allowed if `low_too`."""
    below = Drawn(lambda rng: float(low - rng.uniform(0.01, 50)))
    above = [] if high is None else [Drawn(lambda rng: float(high + rng.uniform(0.01, 50)))]
    ends = [] if low_too else [low, *([] if high is None else [high])]
    return one_of(*NO_NUMBER, *NOT_FINITE, *HUGE, below, *above, *ends, *([] if none else [None]), *also)


FINITE = one_of(*NO_NUMBER, *NOT_FINITE, *HUGE, None)
PROPORTION = number(0, 1, low_too=False, also=TINY)
POSITIVE = number(0, low_too=False, also=TINY)
_RECORDS = {"low_too": False, "also": (*TINY, 2**63, 1e100)}
RECORDS = number(0, **_RECORDS)
RECORDS_OR_NONE = number(0, none=True, **_RECORDS)
FLAG = one_of(None, *NO_FLAG)
JOBS = one_of("x", "", b"x", [], {}, object(), 1j, True, np.nan, np.inf, 1.5, 0, "2", FRAME, 2**40, 10**5000, *ODD)
RNG = one_of(*NO_NUMBER, *NOT_FINITE, Drawn(lambda rng: -int(rng.integers(1, 99))), 1.5, np.random.RandomState(0))
RANDOM_STATE = one_of("x", "", b"x", [], {}, object(), 1j, np.nan, np.inf, 1.5, -1, FRAME, 2**63, 10**5000, *ODD)
CALLABLE = one_of(*NO_CALLABLE)
MAPPING = (None, 3, "text", [], {}, b"x", np.ones(2), {3: 1}, {"": 1}, {None: 1}, {"a": Raising()}, *ODD)


def choice(*, none=False):
    """Return a pool of what is no known word."""
    return one_of(*NO_TEXT, *UNKNOWN, *([] if none else [None]))


def text(*, none=False, empty=True):
    """Return a pool of what is no text."""
    return one_of(*NO_TEXT, *UNSTORABLE, *([] if none else [None]), *([""] if empty else []))


# --- data ------------------------------------------------------------------------------------------------------------

N = 24
Y = np.arange(N) % 2


@functools.cache
def predictions(names=("tree", "svm"), repeats=2):
    """Return predictions of a repeated two-fold cross-validation on 24 records."""
    return cross_validated(dict.fromkeys(names, 0.3), N, repeats, seed=len(names))


@functools.cache
def tables(repeats=5):
    """Return the tables of a repeated two-fold cross-validation."""
    return drawn_tables((0.2, 0.2, 0.2, 0.4), 12, (repeats, 2), seed=1)


def one_table():
    """Return a single table."""
    return tables().isel(repeat=0, fold=0, drop=True)


@functools.cache
def comparison():
    """Return a comparison from a cross-validation."""
    return bc.compare(predictions())


def score_table():
    """Return the scores of two classifiers on two data sets."""
    names = {"dataset": ["iris", "iris", "wine", "wine"], "classifier": ["tree", "svm"] * 2}
    return pd.DataFrame({**names, "s0": [0.9, 0.8, 0.7, 0.9], "s1": [0.8, 0.9, 0.8, 0.7]})


def _with(values, **changes):
    return values.copy(deep=True).assign({name: change(values[name]) for name, change in changes.items()})


@functools.cache
def bad_predictions():
    """Return what is no predictions."""
    good = predictions()
    return one_of(
        None, 3, "text", b"x", [], {}, object(), FRAME, np.ones((2, 2)), xr.Dataset(), good["y_pred"],
        good.drop_vars("label"), good.drop_vars("fold"), good.drop_vars("y_true"), good.isel(record=slice(0, 0)),
        good.rename(record="row"), _with(good, y_pred=lambda v: v.where(v > 0)), _with(good, y_true=lambda v: v + 5),
        _with(good, fold=lambda v: v + 3), _with(good, fold=lambda v: v * 0.5), _with(good, y_pred=lambda v: -v - 1),
        good.isel(classifier=[0, 0]), good.assign(group=("record", np.arange(N))).drop_vars("y_pred"),
        good.assign(loss=good["y_pred"] * 0.5), good.assign(missing=good["y_pred"] > 0), good.assign(task=3),
        good.assign(y_prob=good["y_pred"] * 0.5),
    )  # fmt: skip


def _bad_arrays(good):
    counts = good.astype(float)
    return (
        None, 3, "text", b"x", [], {}, object(), FRAME, np.ones((2, 2)), xr.Dataset(), xr.DataArray(np.ones((2, 2))),
        xr.DataArray(np.ones(3), dims="z"), xr.DataArray(1.0), good.astype(str), good.isel(first=slice(0, 1)),
        counts.where(counts > 99), -counts - 1, counts + 0.5, good.drop_vars("first"), good.rename(second="other"),
        counts * np.inf, good > 2,
    )  # fmt: skip


@functools.cache
def bad_table():
    """Return what is no single table."""
    return one_of(*_bad_arrays(one_table()))


@functools.cache
def bad_tables():
    """Return what are no tables of folds."""
    return one_of(*_bad_arrays(tables()), one_table())


@functools.cache
def bad_data():
    """Return what is neither predictions nor tables."""
    good = predictions()
    return one_of(
        *_bad_arrays(tables()), good["y_pred"], good.drop_vars("label"), good.drop_vars("fold"),
        good.rename(record="row"),
        _with(good, y_pred=lambda v: v.where(v > 0)), _with(good, fold=lambda v: v + 3), good.isel(record=slice(0, 0)),
    )  # fmt: skip


def bad_datasets():
    """Return what are no data sets, or hold one that is none."""
    good = one_table()
    return one_of(
        None, 3, "x", b"x", [], {}, object(), good, predictions(), FRAME.assign(a="x"), {"a": 3},
        {"a": good, "b": None}, {"a": predictions().drop_vars("label")}, xr.DataTree(), [good],
    )  # fmt: skip


def differences():
    """Return differences of losses on the folds of five repeats."""
    values = np.random.default_rng(2).normal(0, 0.1, (5, 2))
    return xr.DataArray(values, dims=("repeat", "fold"))


def _bad_differences():
    good = differences()
    return one_of(
        None, 3, "text", b"x", [], {}, object(), FRAME, np.ones((2, 2)), xr.Dataset(), xr.DataArray(np.ones((2, 2))),
        xr.DataArray(1.0), good.astype(str), good.rename(fold="k"), good.where(good > 0), good * np.inf, good * np.nan,
        good.isel(repeat=slice(0, 0)), good * 1j, good.astype(object),
    )  # fmt: skip


BAD_DIFFERENCES = _bad_differences()
BAD_COMPARISON = one_of(None, 3, "text", b"x", [], {}, object(), FRAME, np.ones(2), xr.Dataset(), bc.compare)
SOME_BAD_COMPARISON = one_of(3, "text", b"x", [], {}, object(), FRAME, np.ones(2), xr.Dataset(), bc.compare)
NAME = one_of(*NO_TEXT, *UNKNOWN)
ROPE = one_of(
    *(value for value in NO_NUMBER if not isinstance(value, list)), *NOT_FINITE, None, [], [0.1], (1, 2, 3), (0.1, 0.2),
    (-0.2, -0.1), (-0.1, "x"), (np.nan, 0.1), (0.1, -0.1), 5, -0.1, 1.0, Drawn(lambda rng: float(rng.uniform(1, 99))),
    *HUGE, (-(10**400), 0), (0, Raising()),
)  # fmt: skip
_TAU = (
    "x", "", "Default", b"x", [], {}, object(), 1j, True, np.nan, np.inf, -1, -0.5, FRAME, int, *ODD,
    *HUGE, 2**63, Drawn(lambda rng: -float(rng.uniform(0.1, 9))),
)  # fmt: skip
TAU = one_of(*_TAU, None)
TAU_OR_NONE = one_of(*_TAU)
BAD_TREE = one_of(3, "text", b"x", [], {}, object(), FRAME, np.ones(2), xr.Dataset(), xr.DataTree(), predictions())


@functools.cache
def sums():
    """Return sums over training sets."""
    return crossed_sums(predictions())


@functools.cache
def population():
    """Return draws of correlations of several experiments, as far as they are asked for."""
    return bc.hierarchical.shipped_correlations()


@functools.cache
def tree():
    """Return a posterior of several experiments that has what `new_experiment` and the verdict read."""
    rng, dims = np.random.default_rng(0), ("chain", "draw")
    draws = xr.Dataset({name: (dims, rng.uniform(0, 0.3, (4, 50))) for name in ("rho1", "rho2", "phi")})
    stats = {"diverging": (dims, np.zeros((4, 50), bool)), "energy": (dims, rng.normal(size=(4, 50)))}
    groups = {"posterior": draws, "predictions": draws, "sample_stats": xr.Dataset(stats)}
    found = xr.DataTree.from_dict(groups)
    found.attrs = dict(population().attrs)
    return found


def correlations():
    """Return draws of the correlations of folds of one experiment."""
    return xr.Dataset({"rho1": ("draw", [0.0, 0.1]), "rho2": ("draw", [0.2, 0.4]), "phi": ("draw", [1.0, 1.2])})


BAD_CORRELATIONS = one_of(
    None, 3, "text", b"x", [], {}, object(), FRAME, np.ones(2), xr.Dataset(), xr.DataTree(), correlations()["rho1"],
    correlations().drop_vars("phi"), correlations() * np.nan, correlations() + 9, correlations() * -9,
    correlations().astype(str),
)  # fmt: skip


def features():
    """Return a table of features and labels."""
    rng = np.random.default_rng(3)
    return {"X": rng.normal(size=(N, 2)) + Y[:, None], "y": Y}


def estimators():
    """Return two classifiers."""
    return {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=1, random_state=0)}


BAD_ESTIMATORS = one_of(
    *MAPPING, {"a": 3, "b": 4}, {"a": GaussianNB, "b": GaussianNB()}, {"a": DecisionTreeRegressor(), "b": GaussianNB()},
    {3: GaussianNB(), "b": GaussianNB()}, {"": GaussianNB(), "b": GaussianNB()}, GaussianNB(), object(),
)  # fmt: skip
BAD_X = one_of(None, 3, 1.5, object(), np.float64(2), int, True, 1j, Raising(), *TIMES)
BAD_LABELS = one_of(
    None, 3, "text", b"x", [], object(), np.ones((2, 2)), [1.5] * N, [None] * N, [np.nan] * N, [{}] * N, xr.Dataset(),
    [1j] * N, np.ones((N, 2)), [0, 1, "a"] * (N // 3), np.ma.array(Y, mask=Y > 0), [np.ma.masked, *Y[1:]],
    Y.astype("timedelta64[s]"), pd.date_range("2026", periods=N), [10**400] * N, csr_matrix(Y), Y + 0j,
    [Raising()] * N, [TIMES[1]] * N, *ODD[:-1],
)  # fmt: skip
HALVES = np.full((N, 2), 0.5)
BAD_PROBABILITIES = (
    None, 3, "text", [], object(), HALVES[:, 0], HALVES[:-1], HALVES * 0.9, HALVES * 3, -HALVES, HALVES * np.nan,
    HALVES.astype(str), np.full((N, 3), 1 / 3), HALVES[None], [[0.5, 0.5], [1]], xr.Dataset(), HALVES > 0, *ODD,
    np.ma.array(HALVES, mask=HALVES > 0), pd.DataFrame(HALVES, columns=["a", "b"]), HALVES + 0j, HALVES * 1e308,
    xr.DataArray(HALVES, dims=("record", "label"), coords={"label": ["p0", "p1"]}), [[10**400, 0]] * N,
)  # fmt: skip
BAD_PROBABILITIES_ALONE = tuple(bad for bad in BAD_PROBABILITIES if getattr(bad, "shape", None) != (N,))
"""Without a column that may be that of the second label."""
BAD_TRAIN = one_of(
    3, "text", b"x", [], {}, object(), np.ones((1, 2, N)), np.ones((2, N), bool), np.ones((1, 2, N), bool),
)  # fmt: skip
BAD_VALUES = (
    *MAPPING[1:], {"a": 3}, {"a": ["x"] * N}, {"a": [np.nan] * N}, {"a": [np.inf]}, {"a": None}, {"a": []},
    {"a": [True]}, {"a": [1j]}, {"a": np.ones((2, 2))}, {"a": [1.0], "b": [1.0, 2.0]}, {"": [1.0]},
)  # fmt: skip
BAD_KEYS = one_of(
    3, "text", b"x", object(), np.ones((2, 2)), [1, 2], [None] * N, [np.nan] * N, xr.Dataset(), np.ones((N, 2)),
    [Raising()] * N, np.ma.array(np.arange(N), mask=np.arange(N) > 3), *ODD,
)  # fmt: skip
BAD_SPLITS = one_of(
    3, "text", b"x", [], object(), [3], [(1, 2)], [([0], [0])], [([0], [99])], [([0.5], [1])], [(["a"], ["b"])], True,
    [([0],)], np.ones(3), [([0, 1], [])], [([-1], [1])], ["ab"], [Raising()], [([2**64], [1])], *ODD,
)  # fmt: skip


@functools.cache
def fitted():
    """Return what scikit-learn's cross_validate gives."""
    data, cv = features(), KFold(2)
    options = {"cv": cv, "return_estimator": True, "return_indices": True}
    return {name: cross_validate(one, data["X"], data["y"], **options) for name, one in estimators().items()}


# --- files -----------------------------------------------------------------------------------------------------------

FOLDER = tempfile.TemporaryDirectory(prefix="bayescmp-fuzz-")
HERE = Path(FOLDER.name)
NO_PATH = (None, 3, 1.5, True, b"x", [], {}, object(), FRAME, *ODD)


def path_to_write(suffix, *others):
    """Return a pool of paths that no file can be written to."""
    folder = HERE / f"folder{suffix}"
    folder.mkdir(exist_ok=True)
    wrong = [HERE / f"file{other}" for other in (".xyz", "", *others)]
    missing = Drawn(lambda rng: HERE / text_of(rng).strip(" .") / f"file{suffix}")
    return one_of(*NO_PATH, *wrong, *map(str, wrong), missing, folder, str(folder), "")


def path_to_read(suffix):
    """Return a pool of paths that nothing can be read from."""
    odd = HERE / f"odd{suffix}"
    odd.write_text("this is no data\n")
    missing = Drawn(lambda rng: str(HERE / f"{text_of(rng).strip(' .')}{suffix}"))
    return one_of(*NO_PATH, HERE, str(HERE), missing, odd, "", HERE / "none.xyz")


@functools.cache
def saved(what):
    """Return the path of a file with predictions or a comparison."""
    path = HERE / f"{what}.nc"
    if what == "predictions":
        bc.save_predictions(predictions(), path)
    else:
        comparison().save(path)
    return path


def study_arguments():
    """Return the arguments of a small study."""
    methods = [method_named("bcv_mcnemar")]
    return {"name": "small", "cells": [Epsilon(n_records=20)], "methods": methods, "trials": 4}


def study():
    """Return a small study."""
    return Study(**study_arguments())


@functools.cache
def out():
    """Return the folder of a study that was run."""
    run_study(study(), HERE / "study")
    return HERE / "study"


def bad_out():
    """Return a pool of folders without results."""
    file = HERE / "file.txt"
    file.write_text("no folder")
    return one_of(*NO_PATH, HERE / "nothing", str(HERE / "nothing"), file, HERE)


def method():
    """Return a method of one's own."""
    return StudyMethod(name="of the fuzz", plan="10-fold", assess=lambda outcomes, alpha: {})
