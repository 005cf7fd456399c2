"""`bayescmp tests`: list the significance tests, or run them."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import typer

import bayescmp as bc
from bayescmp._text import counted, cut, one_line
from bayescmp.cli._group_data import DataSet
from bayescmp.cli._group_outputs import STANDARD_OUTPUT, check_outputs, write_text, write_then_say
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import command, option, options_given
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import pandas as pd

    from bayescmp.metrics import Metric

_WIDTH = 80
_OPTIONS = """
    context data
    Data and classifiers: target drop first second allow_import max_bytes
    Question: tests metric pos_label alpha rope
    Cross-validation: seed jobs
    Output: csv
"""


@command(
    "tests",
    _OPTIONS,
    examples="Examples:\n\nbayescmp tests data.csv --target kind --first svm --second forest --tests all",
    rope={"help": "Half-width of practical equivalence, a proportion, for tests of equivalence."},
    seed={"help": "Seed of splits, estimators and resamples."},
)
def significance_command(
    context: typer.Context,
    source: DataSet,
    question: Question,
    *,
    tests: str = option("recommended", "'recommended', 'all', or names separated by commas: {tests}.", metavar="NAMES"),
    alpha: float = option(0.05, "Level of the tests, a proportion.", metavar="NUMBER"),
    csv: Path | None = option(None, "Write the table as CSV; - prints it, and nothing else.", metavar="FILE"),
) -> None:
    """List the significance tests, or with DATA run them on two classifiers."""
    if not any((source.data, source.target, source.first, source.second, source.drop, source.allow_import)):
        given = options_given(context, context.params)
        if given:  # they would be silently without effect
            named = ", ".join(given)
            raise ValueError(f"{named} must be given with DATA, --target, --first and --second, but got no DATA.")
        say(_listed())
        return
    check_outputs({"`--csv`": csv}, [source.data])
    metric = question.checked_metric()
    names = _checked_names(tests, alpha, question.rope, metric)
    chosen = source.two()
    compared = question.metric_of_data(metric, chosen)
    if csv != STANDARD_OUTPUT:
        say(textwrap.fill(chosen.description, _WIDTH) + "\n")
    table = bc.run_tests(
        chosen.estimators,
        chosen.X,
        chosen.y,
        tests=names,
        **compared,
        alpha=alpha,
        rope=question.rope,
        n_jobs=source.jobs,
        random_state=source.seed,
        progress=True,
    )
    writers = [] if csv is None else [([csv], lambda: write_text(bc.predictions.text_of_table(table), csv))]
    write_then_say(writers, _screen(table, metric, alpha))


def _checked_names(tests: str, alpha: float, rope: float, metric: "Metric") -> str | list[str]:
    """Check names and numbers before any work, and return the tests as `run_tests` takes them."""
    from bayescmp._validation import check_probability, check_rope

    known = bc.frequentist.TESTS
    check_probability("alpha", alpha)
    check_rope(rope, metric.widest)
    if tests == "all":
        return tests
    names = [known.check("tests", name.strip(), also=["recommended", "all"]) for name in tests.split(",")]
    of_rope = [test.name for test in known.values() if test.needs_rope]
    if rope and not set(names) & set(of_rope):
        raise ValueError(f"--rope is for tests of equivalence: give --tests all, or {' or '.join(of_rope)}.")
    return tests if tests == "recommended" else names


def _listed() -> str:
    lines = []
    for row in bc.frequentist.registered_tests().itertuples():
        lines.append(f"{row.test}  ({row.family}; {row.resampling}; {row.metrics})")
        lines.append(textwrap.fill(f"{row.faults}", _WIDTH, initial_indent="    ", subsequent_indent="    "))
    return "\n".join(lines)


def _screen(table: "pd.DataFrame", metric: "Metric", alpha: float) -> str:
    from bayescmp.content import pvalue_text

    first, second = (cut(one_line(table.attrs[place]), 2 * _WIDTH) for place in ("first", "second"))
    lines = [
        textwrap.fill(
            f"estimate: mean {metric.noun} of {first} less that of {second}; {metric.sign_words('the first')}", _WIDTH
        ),
        "",
        f"{'test':<30} {'statistic':>10} {'p':>8} {f'p <= {alpha:g}':>10} {'estimate':>9} {'fits':>5}",
    ]
    lines += [
        f"{row.test:<30} {row.statistic:>10.3f} {pvalue_text(row.pvalue):>8} {'reject' if row.reject else '':>10} "
        f"{row.estimate:>9.4f} {row.fits:>5}"
        for row in table.itertuples()
    ]
    note = (
        f"{counted(table.attrs['fits'], 'fit')} of each classifier for all of them. The tests ask much the same of the "
        "same data: choose one before looking, or report all. `bayescmp tests` lists what is known against each."
    )
    return "\n".join([*lines, "", textwrap.fill(note, _WIDTH)])
