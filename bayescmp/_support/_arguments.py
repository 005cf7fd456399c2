"""Arguments that a function does not have: what it calls them, or what has them."""

from collections.abc import Callable, Collection
from functools import wraps
from inspect import signature
from typing import Any

from bayescmp._support._registry import did_you_mean
from bayescmp._support._text import shown

_CALLED = {
    "seed": "rng", "random_state": "rng", "scoring": "metric", "margin": "rope", "alpha": "threshold",
    "groups": "group", "confidence": "ci_prob", "baseline": "control", "model": "classifier", "system": "classifier",
    "candidate": "new", "id": "record", "truth": "y_true", "target": "y_true", "true": "y_true", "pred": "y_pred",
    "std": "sd", "stderr": "se", "seeds": "runs", "auc": "mean", "f1": "mean",
}  # fmt: skip
"""What others call an argument, and what it is called here."""
_MORE = {"alpha": " As `threshold`, it is 1 - alpha/2: .975 for .05; `ci_prob` is the probability of the interval."}
"""What to say where an argument of another name has another value, too."""
_OF_VERBS = {"metric", "rope", "threshold", "ci_prob"}


def known_arguments[**P, R](verb: Callable[P, R], *makers: Callable[..., Any]) -> Callable[P, R]:
    """Let a function say of an argument that it does not have what has it, perhaps one of those that make its data."""
    known = signature(verb).parameters
    is_named = all(one.kind is one.KEYWORD_ONLY for one in known.values())

    @wraps(verb)
    def asked(*args: P.args, **named: P.kwargs) -> R:
        if args and is_named:
            like = f"such as `{next(iter(known))}=`"
            raise TypeError(f"{verb.__name__}() must have its arguments by name, {like}, but got {shown(args[0])}.")
        for name in named:
            if name not in known:
                raise TypeError(f"{verb.__name__}() has no argument `{name}`.{_hint(verb, name, makers)}")
        return verb(*args, **named)

    return asked


def called_here(name: str, known: Collection[str]) -> str:
    """Return the sentence on what an argument is called here, with a space before it; nothing where it is not known."""
    meant = _CALLED.get(name, name)
    return _MORE.get(name, f" It is called `{meant}`.") if meant in known else ""


def _hint(verb: Callable[..., Any], name: str, makers: tuple[Callable[..., Any], ...]) -> str:
    known, meant = signature(verb).parameters, _CALLED.get(name, name)
    takers = [f"`{one.__name__}`" for one in makers if meant in signature(one).parameters]
    if meant in known:
        return called_here(name, known)
    if takers:
        return f" {' or '.join(takers)} takes `{meant}`, and makes predictions for `{verb.__name__}`."
    return f" `compare` takes `{meant}`." if meant in _OF_VERBS else did_you_mean(name, known)
