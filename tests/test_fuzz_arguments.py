"""Calls with one bad argument: each is refused by a message that names that argument.

The tables of functions and valid calls are in fuzz_facade.py, fuzz_rooms.py and fuzz_inference.py, the pools of bad
values in fuzz_pools.py.
"""

import inspect
import re
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

import bayescmp as bc
from bayescmp._support._text import shown
from tests import fuzz_facade, fuzz_inference, fuzz_rooms

CASES = fuzz_facade.CASES | fuzz_rooms.CASES | fuzz_inference.CASES
REFUSALS = (TypeError, ValueError, KeyError, OSError, ImportError)
ARGUMENTS = [(case, name) for case in CASES for name in CASES[case].bad]
RESULTS = {"Claim", "Claims", "Evaluation", "Gate", "SeveralMetrics",
    "Comparison", "frequentist.ConfidenceInterval", "posteriors.Interval", "posteriors.Posterior", "Ranking", "Result",
    "frequentist.SignificanceResult", "comparison.Assurance", "sequential.SequentialPlan",
    "posteriors.DirichletProcessPosterior", "posteriors.EmbeddedPosterior", "posteriors.JointPosterior",
    "posteriors.Moments", "posteriors.DrawnPosterior", "posteriors.CellsPosterior", "posteriors.StudentPopulation",
    "posteriors.MeanDifference", "posteriors.StudentPosterior", "posteriors.JointStudent",
    "posteriors.NextDatasetPosterior", "datasets.Answer", "DatasetsComparison", "DatasetsRanking", "comparison.Ropes",
    "design.Design", "design.Sizes", "evidence.Evidence", "evidence.Fact", "evidence.PairEvidence",
    "methods.MeasuredRepeats", "methods.TippingPoint", "posteriors.PartsPosterior", "hierarchical.Verdict",
    "posteriors.SampledPosterior", "posteriors.CrossedEffectsPosterior", "posteriors.EffectivePosterior",
    "posteriors.MixturePosterior", "posteriors.PairedPosterior", "posteriors.DifferencePosterior",
    "posteriors.BetaPosterior", "studies.Truth", "studies.Tuning", "studies.Outcomes", "studies.Batch",
    "frequentist.MeanRanks", "metrics.Calibration",
}  # fmt: skip
"""Classes whose objects the package makes, from what it has checked."""
MEMBERS = {
    "methods.Settings", "methods.Trust", "frequentist.RegisteredTest", "methods.Method", "methods.PairPosterior",
    "methods.Analysis", "methods.VarianceParts", "metrics.Metric", "model_selection.Plan", "plots.Plot",
    "reports.Body", "reports.Cell", "reports.ReportSection", "reports.Table",
}  # fmt: skip
"""Classes of what is registered, and of what it gives and takes: code, which the tests of the registries check."""
ABSTRACT = {"studies.Scenario", "studies.LossScenario", "studies.FittedScenario", "model_selection.HalfSplitHoldOuts"}
"""Base classes, which are not called, and a splitter that scikit-learn's checks."""


@pytest.fixture(autouse=True)
def _figures_are_closed():
    yield
    from matplotlib import pyplot as plt

    plt.close("all")


def parameters(target):
    """Return the names of the parameters of a callable."""
    return [name for name in inspect.signature(target).parameters if name not in {"self", "cls"}]


def fault(case, name, value):
    """Return what is wrong with the refusal of a value, or None: the first parameter in backticks must be its own."""
    known = {*parameters(case.target), *case.bad}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            (case.call or case.target)(**{**case.valid(), name: value})
    except REFUSALS as error:
        text = " ".join([str(error), *getattr(error, "__notes__", [])])
        named = [token for token in re.findall(r"`(\w+)(?:\[[^`]*)?`", text) if token in known]
        return None if named[:1] == [name] else f"{type(error).__name__} names {named}: {text[:300]}"
    except Exception as error:  # noqa: BLE001 - whatever else it is, it is wrong
        return f"{type(error).__name__}: {str(error)[:300]}"
    return "was accepted"


def faults(cases, arguments, seed, calls):
    """Make so many calls, every argument in turn, and return those that are not refused as they must be."""
    rng, found = np.random.default_rng(seed), []
    for number in range(calls):
        label, name = arguments[number % len(arguments)]
        value = cases[label].bad[name](rng)
        wrong = fault(cases[label], name, value)
        if wrong:
            found.append(f"{label}({name}={shown(value):.80}): {wrong}")
    return found


@pytest.mark.full
@pytest.mark.parametrize("part", range(4))
def test_every_argument_is_refused_by_name(part):
    arguments = ARGUMENTS[part::4]
    assert faults(CASES, arguments, seed=part, calls=len(arguments)) == []


@pytest.mark.full
@pytest.mark.parametrize("part", range(4))
def test_the_valid_calls_are_valid(part):
    for case in [case for case in CASES.values() if not case.costly][part::4]:
        (case.call or case.target)(**case.valid())


def public():
    """Return the callables that the facade and the rooms export, by name; those of rooms as `room.name`."""
    facade = {name for name in bc.__all__ if callable(getattr(bc, name))}
    rooms = [(room, name) for room in bc._ROOMS for name in getattr(bc, room).__all__ if name not in facade]
    return facade | {f"{room}.{name}" for room, name in rooms if callable(getattr(getattr(bc, room), name))}


def test_every_public_callable_is_in_the_table():
    assert len(public()) > 100
    covered = {name for case in CASES for name in (case, f"frequentist.{case}")}
    assert public() - covered - RESULTS - MEMBERS - ABSTRACT == set()


def test_every_parameter_is_in_the_table():
    left = {}
    for label, case in CASES.items():
        known = {argument for other in CASES.values() if other.target is case.target for argument in other.bad}
        missing = set(parameters(case.target)) - known - set(case.open)
        others = {name for other in CASES.values() if other.target is case.target for name in other.open}
        left[label] = missing - others
    assert {label: names for label, names in left.items() if names} == {}


def unchecked(size, other=1):
    return size * other


def careless(size, other=1):
    if not isinstance(size, int):
        raise TypeError("`other` must be an integer, but `size` is none.")
    return size + other


def crashing(size):
    return size.real.bit_length()


@pytest.mark.parametrize(("target", "message"), [
    (unchecked, "was accepted"), (careless, "names ['other', 'size']"), (crashing, "AttributeError"),
])  # fmt: skip
def test_a_function_that_names_no_argument_or_another_is_caught(target, message):
    case = SimpleNamespace(target=target, call=None, valid=lambda: {"size": 1}, bad={"size": lambda rng: [1, 2]})
    found = faults({"one": case}, [("one", "size")], seed=0, calls=1)
    assert len(found) == 1
    assert message in found[0]
