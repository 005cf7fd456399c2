"""`bayescmp tests`: list the significance tests."""

import textwrap

import bayescmp as bc
from bayescmp._support._text import WIDTH
from bayescmp.cli._options import command
from bayescmp.cli._printing import say


@command("tests", "")
def significance_command() -> None:
    """List the significance tests, which `run_tests` runs in Python.

    Example: bayescmp tests
    """
    lines = []
    for row in bc.frequentist.registered_tests().itertuples():
        lines.append(f"{row.test}  ({row.family}; {row.resampling}; {row.metrics})")
        lines.append(textwrap.fill(f"{row.faults}", WIDTH, initial_indent="    ", subsequent_indent="    "))
    say("\n".join(lines))
