"""`bayescmp tests`: list the significance tests, or run them."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bayescmp._files import MAX_BYTES
from bayescmp._text import counted, cut, one_line
from bayescmp.cli._metrics import MetricName, PosLabel, check_metric, metric_of_data
from bayescmp.cli._options import AllowImport, Data, Drop, First, Jobs, MaxBytes, Second, Target, options_given
from bayescmp.cli._outputs import STANDARD_OUTPUT, check_outputs, write_text, write_then_say
from bayescmp.cli._screen import say

if TYPE_CHECKING:
    import pandas as pd

    from bayescmp.metrics import Metric

_WIDTH = 80


def significance_command(
    context: typer.Context,
    data: Data = None,
    *,
    target: Target = None,
    drop: Drop = None,
    first: First = None,
    second: Second = None,
    allow_import: AllowImport = None,
    tests: Annotated[
        str, typer.Option(help="'recommended', 'all', or names separated by commas: {tests}.")
    ] = "recommended",
    metric: MetricName = None,
    pos_label: PosLabel = None,
    alpha: Annotated[float, typer.Option(help="Level of the tests, a proportion.")] = 0.05,
    rope: Annotated[
        float, typer.Option(help="Half-width of practical equivalence, a proportion, for tests of equivalence.")
    ] = 0.0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of splits, estimators and resamples.")] = 0,
    jobs: Jobs = 1,
    max_bytes: MaxBytes = MAX_BYTES,
    csv: Annotated[Path | None, typer.Option(help="Write the table as CSV; - prints it, and nothing else.")] = None,
) -> None:
    """List the significance tests, or with DATA run them on two classifiers."""
    if not any((data, target, first, second, drop, allow_import)):
        given = options_given(context, context.params)
        if given:  # they would be silently without effect
            named = ", ".join(given)
            raise ValueError(f"{named} must be given with DATA, --target, --first and --second, but got no DATA.")
        say(_listed())
        return
    check_outputs({"`--csv`": csv}, [data])
    from bayescmp.cli._data import chosen_data  # noqa: PLC0415
    from bayescmp.frequentist import run_tests  # noqa: PLC0415

    known = check_metric(metric, pos_label)
    names = _checked_names(tests, alpha, rope, known)
    chosen = chosen_data(data, target, first, second, drop, allow_import=allow_import, max_bytes=max_bytes)
    compared = metric_of_data(known, pos_label, chosen)
    if csv != STANDARD_OUTPUT:
        say(textwrap.fill(chosen.description, _WIDTH) + "\n")
    table = run_tests(
        chosen.estimators,
        chosen.X,
        chosen.y,
        tests=names,
        **compared,
        alpha=alpha,
        rope=rope,
        n_jobs=jobs,
        random_state=seed,
        progress=True,
    )
    writers = [] if csv is None else [([csv], lambda: write_text(table.to_csv(index=False).rstrip("\n"), csv))]
    write_then_say(writers, _screen(table, known, alpha))


def _checked_names(tests: str, alpha: float, rope: float, metric: "Metric") -> str | list[str]:
    """Check names and numbers before any work, and return the tests as `run_tests` takes them."""
    from bayescmp._validation import check_probability, check_rope  # noqa: PLC0415
    from bayescmp.frequentist import TESTS  # noqa: PLC0415

    check_probability("alpha", alpha)
    check_rope(rope, metric.widest)
    if tests == "all":
        return tests
    names = [TESTS.check("tests", name.strip(), also=["recommended", "all"]) for name in tests.split(",")]
    of_rope = [test.name for test in TESTS.values() if test.needs_rope]
    if rope and not set(names) & set(of_rope):
        raise ValueError(f"--rope is for tests of equivalence: give --tests all, or {' or '.join(of_rope)}.")
    return tests if tests == "recommended" else names


def _listed() -> str:
    from bayescmp.frequentist import registered_tests  # noqa: PLC0415

    lines = []
    for row in registered_tests().itertuples():
        lines.append(f"{row.test}  ({row.family}; {row.resampling}; {row.metrics})")
        lines.append(textwrap.fill(f"{row.faults}", _WIDTH, initial_indent="    ", subsequent_indent="    "))
    return "\n".join(lines)


def _screen(table: "pd.DataFrame", metric: "Metric", alpha: float) -> str:
    from bayescmp.content import pvalue_text  # noqa: PLC0415 - as above

    first, second = (cut(one_line(table.attrs[place]), 2 * _WIDTH) for place in ("first", "second"))
    loss = metric.loss_symbol if metric.greater_is_better else metric.noun
    lines = [
        textwrap.fill(f"estimate: mean {loss} of {first} less that of {second}; negative: the first is better", _WIDTH),
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
