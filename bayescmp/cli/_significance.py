"""`bayescmp tests`: list the significance tests, or run them."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bayescmp._files import MAX_BYTES, write_whole
from bayescmp._text import cut, one_line
from bayescmp.cli._options import options_given
from bayescmp.cli._outputs import check_outputs, write_then_say
from bayescmp.cli._screen import say

if TYPE_CHECKING:
    import pandas as pd

_WIDTH = 80


def significance_command(
    context: typer.Context,
    data: Annotated[Path | None, typer.Argument(help="CSV or Parquet file with features and target.")] = None,
    *,
    target: Annotated[str | None, typer.Option(help="Column of the class labels in DATA.")] = None,
    drop: Annotated[
        list[str] | None, typer.Option(help="Column of DATA to leave out; may be repeated.", metavar="COLUMN")
    ] = None,
    first: Annotated[str | None, typer.Option(help="Estimator, such as 'sklearn.svm.SVC(C=10)'.")] = None,
    second: Annotated[str | None, typer.Option(help="As --first.")] = None,
    tests: Annotated[
        str, typer.Option(help="'recommended', 'all', or names separated by commas: {tests}.")
    ] = "recommended",
    alpha: Annotated[float, typer.Option(help="Level of the tests, a proportion.")] = 0.05,
    seed: Annotated[int, typer.Option(min=0, help="Seed of splits, estimators and resamples.")] = 0,
    jobs: Annotated[int, typer.Option(help="Processes for the fits; -1 for all cores.")] = 1,
    max_bytes: Annotated[int, typer.Option(min=1, help="Most bytes that a file may hold, unpacked.")] = MAX_BYTES,
    csv: Annotated[Path | None, typer.Option(help="Write the table as CSV.")] = None,
) -> None:
    """List the significance tests, or with DATA run them on two classifiers."""
    if not any((data, target, first, second, drop)):
        _refuse_without_data(context)
        say(_listed())
        return
    check_outputs({"`--csv`": csv}, [data])
    from bayescmp.cli._data import chosen_data  # noqa: PLC0415
    from bayescmp.frequentist import run_tests  # noqa: PLC0415

    chosen = chosen_data(data, target, first, second, drop, max_bytes=max_bytes)
    say(textwrap.fill(chosen.description, _WIDTH) + "\n")
    table = run_tests(
        chosen.estimators,
        chosen.X,
        chosen.y,
        tests=tests if tests in {"recommended", "all"} else [name.strip() for name in tests.split(",")],
        alpha=alpha,
        n_jobs=jobs,
        random_state=seed,
        progress=True,
    )
    writers = [] if csv is None else [([csv], lambda: write_whole(table.to_csv(index=False).encode(), csv))]
    write_then_say(writers, _screen(table, alpha))


def _refuse_without_data(context: typer.Context) -> None:
    """Refuse options that would be silently without effect."""
    given = options_given(context, context.params)
    if given:
        raise ValueError(
            f"{', '.join(given)} must be given with DATA, --target, --first and --second, but got no DATA."
        )


def _listed() -> str:
    from bayescmp.frequentist import registered_tests  # noqa: PLC0415

    lines = []
    for row in registered_tests().itertuples():
        lines.append(f"{row.test}  ({row.family}; {row.resampling}; {row.metrics})")
        lines.append(textwrap.fill(f"{row.faults}", _WIDTH, initial_indent="    ", subsequent_indent="    "))
    return "\n".join(lines)


def _screen(table: "pd.DataFrame", alpha: float) -> str:
    from bayescmp.words import pvalue_text  # noqa: PLC0415 - as above

    first, second = (cut(one_line(table.attrs[place]), 2 * _WIDTH) for place in ("first", "second"))
    lines = [
        textwrap.fill(f"estimate: mean error of {first} less that of {second}; negative: the first is better", _WIDTH),
        "",
        f"{'test':<30} {'statistic':>10} {'p':>8} {f'p <= {alpha:g}':>10} {'estimate':>9} {'fits':>5}",
    ]
    lines += [
        f"{row.test:<30} {row.statistic:>10.3f} {pvalue_text(row.pvalue):>8} {'reject' if row.reject else '':>10} "
        f"{row.estimate:>9.4f} {row.fits:>5}"
        for row in table.itertuples()
    ]
    note = (
        f"{table.attrs['fits']} fits of each classifier for all of them. The tests ask much the same of the same data: "
        "choose one before looking, or report all. `bayescmp tests` lists what is known against each."
    )
    return "\n".join([*lines, "", textwrap.fill(note, _WIDTH)])
