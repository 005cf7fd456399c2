"""What to type, for calls that do not fit the signature of a function."""

import inspect
from collections.abc import Callable
from functools import wraps

from bayescmp._registry import did_you_mean


def guided[**P, R](usage: str, **elsewhere: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function say what to type where a call does not fit: its usage, or where a keyword has another name."""

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @wraps(function)
        def called(*args: P.args, **given: P.kwargs) -> R:
            try:
                signature.bind(*args, **given)
            except TypeError as error:
                unknown = next((name for name in given if name not in signature.parameters), "")
                others = f"Its other keywords are {', '.join(one for one in signature.parameters if one not in given)}."
                hint = elsewhere.get(unknown) or did_you_mean(unknown, signature.parameters).strip()
                # Python names what is missing first, which often is what has the wrong name here
                problem = f"got an unexpected keyword argument {unknown!r}" if unknown else error
                message = f"{function.__name__}: {problem}. {hint or (others if unknown else usage)}"
                raise TypeError(message) from None
            return function(*args, **given)

        vars(called)["elsewhere"] = elsewhere  # for the command line, which asks the same
        return called

    return decorated
