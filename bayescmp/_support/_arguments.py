"""Arguments that a function does not have: what they are called here, or what has them."""

import sys
from collections.abc import Callable, Collection, Iterator
from functools import wraps
from importlib import import_module
from inspect import Parameter, isfunction, signature
from typing import Any

from bayescmp._support._called import CALLED, CUT_OFFS
from bayescmp._support._registry import did_you_mean, public
from bayescmp._support._text import shown

_MORE = {
    "alpha": " As `threshold`, it is 1 - alpha/2: .975 for .05; `ci_prob` is the probability of the interval.",
    "table": " `compare(y, {...}).pvalue` takes labels, and `paired_table` counts.",
    "both_wrong": " Ask of a printed table which cell is both right: mlxtend and many papers begin with it.",
    "average": ' It is in the name of the `metric`, such as "f1_macro".',
    **dict.fromkeys(CUT_OFFS, " Labels at a cut-off are `labels(y_true, {name: p >= cutoff})`."),
}
"""What to say where an argument has another value, too, or is not the one by its place."""
_NOWHERE = {
    "rng": " Nothing is drawn.",
    "test": " `compare(...).pvalue` is of the test that fits, and `run_tests(..., tests=...)` runs others.",
    "kind": " `bayescmp.plots` has a function for each picture.",
}
"""What to say where an argument is not known and no other is meant."""
_COMMON = ["compare", "labels", "probabilities", "cross_val_predictions", "rank"]
"""What is named before others that have an argument as well."""
_FEW = 8
"""Arguments that are all listed beside what has the one that was given."""


def known_arguments[**P, R](verb: Callable[P, R]) -> Callable[P, R]:
    """Let a function say of an argument that it does not have what has it, before anything is computed."""
    known, kinds = _names(verb), [one.kind for one in signature(verb).parameters.values()]
    most = sys.maxsize if Parameter.VAR_POSITIONAL in kinds else len(kinds) - kinds.count(Parameter.KEYWORD_ONLY)

    @wraps(verb)
    def asked(*args: P.args, **named: P.kwargs) -> R:
        for name in named:
            if name not in known:
                raise TypeError(f"{verb.__name__}() has no argument `{name}`.{_hint(name, known)}")
        if len(args) > most:
            raise TypeError(_placed(verb, args))
        return verb(*args, **named)

    return asked


def called_here(name: str, known: Collection[str]) -> str:
    """Return the sentence on what an argument is called here, with a space before it; nothing where it is not known."""
    meant = [word for word in CALLED.get(name, name).split() if word in known]
    return _MORE.get(name, f" It is called `{meant[0]}`.") if meant else ""


def _names(verb: Callable[..., Any]) -> list[str]:
    named = (one for one in signature(verb).parameters.values() if one.kind is not one.VAR_POSITIONAL)
    return [one.name for one in named if one.name != "self"]


def _placed(verb: Callable[..., Any], args: tuple[Any, ...]) -> str:
    """Say how a function is called that got too many arguments without a name."""
    parameters = [*signature(verb).parameters.values()]
    needed = [one for one in parameters if one.default is one.empty]
    words = [f"{one.name}=..." if one.kind is one.KEYWORD_ONLY or one not in needed else one.name
             for one in parameters[: max(2, len(needed))]]  # fmt: skip
    words = [shown(list(map(str, args)))] if words[0] == "paths" else words
    call, kinds = f"{verb.__name__}({', '.join(words)})", ", ".join(type(one).__name__ for one in args)
    more = _MORE.get(words[0].removesuffix("=..."), "")
    return f"{verb.__name__}() must be called as `{call}`, but got {kinds} without a name.{more}"


def _hint(name: str, known: Collection[str]) -> str:
    if hint := called_here(name, known) or did_you_mean(name, known):
        return hint
    words = (name, *CALLED.get(name, "").split())
    if said := [_NOWHERE[word] for word in words if word in _NOWHERE]:
        return said[0]
    takers: list[str] = []
    for word in words:
        one, *others = [f"`{call}`" for call in _takers(word, known)] or [""]
        doors = [call for call in others[:1] if one.startswith("`labels(") and call.startswith("`probabilities(")]
        takers += [one, *doors] if one else []
    hint = f" {' or '.join(takers)} takes it." if takers else ""
    listed = ", ".join(f"`{one}`" for one in known)
    return hint if takers and len(known) > _FEW else f"{hint} It has {listed}." if known else hint


def _takers(name: str, known: Collection[str]) -> Iterator[str]:
    """Return the calls that an argument belongs in: first those that `method` and `how` take, where it has these."""
    methods = {"Auto", *(type(one).__name__ for one in import_module("bayescmp.methods").METHODS.values())}
    calls = []
    for one, home in public().items():
        made = getattr(import_module(home), one)
        word = "method" if one in methods else "how" if getattr(made, "__module__", "").endswith("._how") else ""
        if (word == "method" or isfunction(made)) and name in (one, *_names(made)):
            is_part, before = word in known, f"{home}.".removeprefix("bayescmp.")
            given = "..." if one == name else f"{name}=..." if word else f"..., {name}=..."
            call = f"{before}{one}({given})"
            calls.append((not is_part, [*_COMMON, one].index(one), bool(before), f"{word}={call}" if is_part else call))
    yield from [call for *_, call in sorted(calls, key=lambda call: call[:3])]
