"""Options that several commands share: declared once, as the fields of a dataclass."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from inspect import Parameter, signature
from typing import Any


def with_options(kind: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command an option for every field of a dataclass, in place of its keyword `shared`, which is one of it."""
    options = [
        Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for field in fields(kind)
    ]

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        own = signature(command)

        @wraps(command)
        def run(**given: Any) -> None:
            command(shared=kind(**{option.name: given.pop(option.name) for option in options}), **given)

        parameters = [each for one in own.parameters.values() for each in (options if one.name == "shared" else [one])]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        vars(run)["__signature__"] = own.replace(parameters=parameters)  # what Typer reads
        return run

    return decorated
