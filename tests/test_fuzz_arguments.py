"""Calls with one bad argument: each is refused by a message that names that argument."""

import inspect
import re
import runpy
import warnings
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).parent
TABLES = [runpy.run_path(str(HERE / f"fuzz_{name}.py")) for name in ("facade", "rooms")]
CASES = TABLES[0]["CASES"] | TABLES[1]["CASES"]
REFUSALS = (TypeError, ValueError, KeyError, OSError, ImportError)
ARGUMENTS = [(case, name) for case in CASES for name in CASES[case].bad]


def parameters(target):
    """Return the names of the parameters of a callable."""
    return [name for name in inspect.signature(target).parameters if name not in {"self", "cls"}]


def fault(case, name, value):
    """Return what is wrong with the refusal of a value, or None: the first parameter in backticks must be its own."""
    known = {*parameters(case.target), *case.bad}
    arguments = {**case.valid(), name: value}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            (case.call or case.target)(**arguments)
    except REFUSALS as error:
        text = " ".join([str(error), *getattr(error, "__notes__", [])])
        named = [token for token in re.findall(r"`(\w+)(?:\[[^`]*)?`", text) if token in known]
        return None if named[:1] == [name] else f"{type(error).__name__} names {named}: {text[:300]}"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is wrong
        return f"{type(error).__name__}: {str(error)[:300]}"
    return "was accepted"


def faults(cases, seed, calls):
    """Make so many calls, and return those that are not refused as they must be."""
    rng = np.random.default_rng(seed)
    arguments = [(case, name) for case in cases for name in cases[case].bad]
    found = {}
    for number in range(calls):
        label, name = arguments[number % len(arguments)]
        value = cases[label].bad[name](rng)
        wrong = fault(cases[label], name, value)
        if wrong:
            shown = re.sub(r" at 0x\w+", "", repr(value))[:80].replace("\n", " ")
            found[f"{label}({name}={shown})"] = wrong
    return found


def report(found):
    return "\n".join(f"{call}: {wrong}" for call, wrong in found.items())


if __name__ == "__main__":
    import sys, time

    begin = time.time()
    found = faults(CASES, 0, int(sys.argv[1]))
    print(report(found))
    print(len(found), time.time() - begin)
