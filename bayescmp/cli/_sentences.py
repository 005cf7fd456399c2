"""What goes wrong, in one sentence of the command line: with its options, and without lines of Python."""

import re
import sys
import textwrap
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bayescmp._registry import did_you_mean
from bayescmp._text import names_argument, one_line
from bayescmp.cli._screen import say

_LONGEST = 590
OF_PYTHON = {"cv": "plan", "random_state": "seed", "n_jobs": "jobs"}
"""Parameters of Python that are called otherwise than their options."""
_OF_CLASSIFIERS = {
    "y_pred|correct": "predictions of",
    "loss": "losses of",
    "y_prob": "probabilities of",
    "estimators": "estimator",
}
"""What parameters of Python hold for each classifier."""
_ELSEWHERE = {name: (option,) for name, option in OF_PYTHON.items()} | {
    "output": ("report",),
    "model": ("first", "estimator"),
    "estimator": ("first",),
    "estimators": ("estimator", "first"),
    "first": ("estimator",),
    "second": ("estimator",),
}
"""What options are called in other programs and commands."""


def sentence_of(error: Exception, options: Mapping[str, str]) -> str:
    """Return what an error says, with its notes, in one line; parameters of Python by the names of their options."""
    message = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    if isinstance(error, OSError) and error.strerror:  # without the number
        names_file = error.filename is None or repr(Path(error.filename).name) in error.strerror
        message = error.strerror if names_file else f"{error.strerror}: {error.filename!r}"
    message = message or f"The data are too large ({type(error).__name__})."
    notes = [f"({note})" for note in getattr(error, "__notes__", []) if not names_argument(note)]
    return _short(_with_options(one_line(" ".join([message, *notes])), options))


def usage_sentence(error: Any) -> str:
    """Return what is wrong with how a command was called, an error of Typer's, and where to look."""
    said, context = error.format_message(), error.ctx
    name = getattr(error, "option_name", None)
    if name is not None and type(error).__name__ == "NoSuchOption":
        options = [option for parameter in context.command.params for option in parameter.opts]
        others = [f"--{other}" for other in _ELSEWHERE.get(name.strip("-").replace("-", "_"), ())]
        hint = next((f" Did you mean {other!r}?" for other in others if other in options), did_you_mean(name, options))
        said = f"There is no option {name}.{hint}"
    help_of = f" `{context.command_path} --help` lists what there is." if context is not None else ""
    return _short(one_line(said) + help_of)


def _with_options(text: str, options: Mapping[str, str]) -> str:
    def option(found: re.Match[str]) -> str:
        return f"`{options[found[1]]}`" if found[1] in options else found[0]

    def setting(found: re.Match[str]) -> str:
        return f"{options[found[1]]} {found[3]}" if found[1] in options else found[0]

    text = re.sub(r"(?:`\w+`|\b\w+=(?:'[^']*'|\S+)) \((--[^)]*)\)", r"\1", text)  # those that say both
    for names, what in _OF_CLASSIFIERS.items():
        text = re.sub(rf"`(?:{names})\[([^`]*)\]`", rf"the {what} \1", text)
    return re.sub(r"\b(\w+)=(['\"]?)([\w.]+)\2", setting, re.sub(r"`(\w+)`", option, text))


def _short(text: str) -> str:
    return textwrap.shorten(text, _LONGEST, placeholder=" ...")


@contextmanager
def warnings_as_sentences() -> Iterator[None]:
    """Show each warning once, in a sentence on standard error, instead of with a line of Python."""
    before, printed = warnings.showwarning, set()

    def show(message: Warning | str, *_: object, **__: object) -> None:
        if sys.stderr is not None and (said := _short(one_line(message))) not in printed:
            printed.add(said)
            say(f"Warning: {said}", err=True)

    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = before
