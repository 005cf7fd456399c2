"""What to type, for calls that do not fit the signature of a function."""

import inspect
from collections.abc import Callable
from functools import wraps

from bayescmp._support._registry import did_you_mean

OF_VERBS = {
    "alpha": "`ci_prob=0.95` is the probability of intervals, `threshold=0.975` the probability that a decision needs.",
    **dict.fromkeys(("random_state", "seed"), "`rng=` is the seed of what is drawn."),
}
"""Where verbs have what other functions call otherwise."""


def guided[**P, R](usage: str, **elsewhere: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function say what to type where a call does not fit: its usage, or where a keyword has another name."""

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @wraps(function)
        def called(*args: P.args, **given: P.kwargs) -> R:
            try:
                signature.bind(*args, **given)
            except TypeError as error:
                # Python names what is missing first, which often is what has another name here
                unknown = next((name for name in given if name not in signature.parameters), "")
                said = f"{error}. {usage}"
                if unknown:
                    others = ", ".join(one for one in signature.parameters if one not in {*given, "self"}) or "none"
                    near = elsewhere.get(unknown) or did_you_mean(unknown, signature.parameters).strip()
                    hint = near or f"{usage} Other keywords are {others}."
                    said = f"got an unexpected keyword argument {unknown!r}. {hint}"
                message = f"{function.__name__}: {said}"
                raise TypeError(message) from None
            return function(*args, **given)

        vars(called)["elsewhere"] = elsewhere  # for the command line, which asks the same
        return called

    return decorated
