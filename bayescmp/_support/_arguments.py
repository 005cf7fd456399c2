"""Arguments that a function does not have: what they are called here, or what has them."""

import re
import sys
from collections.abc import Callable, Collection
from functools import wraps
from importlib import import_module
from inspect import Parameter, isfunction, signature
from typing import Any

from bayescmp._support._called import CALLED, NO_TABLE
from bayescmp._support._registry import did_you_mean, public

_MADE = ["labels", "probabilities"]
_COMMON = ["compare", *_MADE, "cross_val_predictions", "rank"]
"""What is named before others that have an argument as well."""


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
            example = None if most else re.search(rf"bc\.{verb.__name__}\(.*\)", verb.__doc__ or "")
            hint = f" It is called as `{example[0]}`." if example else _listed(known)
            hint += NO_TABLE * (known[:1] == ["table"])
            raise TypeError(f"{verb.__name__}() got too many arguments without a name.{hint}")
        return verb(*args, **named)

    return asked


def called_here(name: str, known: Collection[str]) -> str:
    """Return the sentence on what an argument is called here, with a space before it; nothing where it is not known."""
    meant = [word for word in CALLED.get(name, name).split() if word in known]
    return f" It is called `{meant[0]}`." if meant else ""


def _names(verb: Callable[..., Any]) -> list[str]:
    named = (one for one in signature(verb).parameters.values() if one.kind is not one.VAR_POSITIONAL)
    return [one.name for one in named if one.name != "self"]


def _listed(known: Collection[str]) -> str:
    return f" It has {', '.join(f'`{one}`' for one in known)}." if known else ""


def _hint(name: str, known: Collection[str]) -> str:
    if hint := called_here(name, known) or did_you_mean(name, known):
        return hint
    words = (name, *CALLED.get(name, "").split())
    takers = [f"`{taker}`" for word in words for taker in _takers(word, known)]
    return f" {' or '.join(takers)} takes it." if takers else _listed(known)


def _takers(name: str, known: Collection[str]) -> list[str]:
    """Return the call that an argument belongs in: rather one that `method` or `how` takes, where it has these.

    Of those that make predictions it is both of labels and of probabilities.
    """
    methods = {"Auto", *(type(one).__name__ for one in import_module("bayescmp.methods").METHODS.values())}
    calls = []
    for one, home in public().items():
        made = getattr(import_module(home), one)
        word = "method" if one in methods else "how" if getattr(made, "__module__", "").endswith("._how") else ""
        has = (word == "method" or isfunction(made)) and name in _names(made)
        if has or name in (one, one.removesuffix("s")):  # as `answers` of the argument `answer`
            is_part, before = word in known, f"{home}.".removeprefix("bayescmp.")
            given = "..." if not has else f"{name}=..." if word else f"..., {name}=..."
            call = f"{before}{one}({given})"
            rank = not is_part, [*_COMMON, one].index(one), not one.startswith(name), bool(before)
            calls.append((rank, f"{word}={call}" if is_part else call))
    calls = sorted(calls, key=lambda call: call[0])
    many = 2 if [rank[1] for rank, _ in calls[:2]] == [_COMMON.index(one) for one in _MADE] else 1
    return [call for _, call in calls[:many]]
