"""`bayescmp study`: run, show and plot studies."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bayescmp._files import MAX_BYTES
from bayescmp.cli._choices import WithChoices
from bayescmp.cli._options import without_py
from bayescmp.cli._outputs import is_same
from bayescmp.cli._screen import only_own_exits, say
from bayescmp.cli._study_shown import FORMATS, draw_study, table_text

if TYPE_CHECKING:
    import pandas as pd

study_app = typer.Typer(
    help="Measure how often methods decide, where the truth is known.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_Out = Annotated[Path, typer.Argument(help="Folder of the study.", metavar="DIR")]


@study_app.command("run", cls=WithChoices, epilog="Example: bayescmp study run my_study.toml --out results")
@only_own_exits()
def run_command(
    study: Annotated[str | None, typer.Argument(help="A .toml file or the name of a study; none lists them.")] = None,
    *,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.")] = None,
    trials: Annotated[int | None, typer.Option(min=1, help="Data sets per cell, in place of the study's.")] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of everything, in place of the study's.")] = None,
    jobs: Annotated[int | None, typer.Option(help="Processes; -1 for all cores. (default: 1)")] = None,
    data: Annotated[
        Path | None, typer.Option(help="File for the scenarios that read one, such as letter; or a folder of files.")
    ] = None,
    allow_import: Annotated[
        list[str] | None,
        typer.Option(
            help="Module that a .toml file may name parts of; repeatable.", metavar="MODULE", callback=without_py
        ),
    ] = None,
    max_bytes: Annotated[
        int, typer.Option(min=1, help="Most bytes that the file of a population may hold, unpacked.")
    ] = MAX_BYTES,
    dask: Annotated[str | None, typer.Option(help="Address of a Dask scheduler to run on.", metavar="ADDRESS")] = None,
) -> None:
    """Run a study, or go on with one that was interrupted.

    A .toml file may name the scenarios {scenarios}.
    """
    from bayescmp.studies import builtin_studies, read_study_file, run_study  # noqa: PLC0415 - help is quick

    if study is None:
        say("\n".join(builtin_studies()))
        return
    if out is None:
        raise ValueError("`--out` must name the folder of the results.")
    _check_is_no_input(out, Path(study) if study.endswith(".toml") else None, data)
    specification = read_study_file(
        study, data=data, allow_import=allow_import or (), max_bytes=max_bytes, trials=trials, seed=seed
    )
    try:
        with _on(dask):
            table = run_study(specification, out, n_jobs=jobs, progress=True)
    except KeyboardInterrupt:
        say(f"Stopped. What is done is in {out}; the same command goes on from there.", err=True)
        raise typer.Exit(130) from None
    say(table_text(table, "text"))
    _check_some_succeeded(out, table)


def _check_is_no_input(out: Path, *inputs: Path | None) -> None:
    """Refuse to write results into what a study reads."""
    for path in inputs:
        if path is not None and is_same(out, path):
            raise ValueError(f"`--out` must name a folder for results alone, but {str(out)!r} is what the study reads.")


def _check_some_succeeded(out: Path, table: "pd.DataFrame") -> None:
    """End with an error where every trial failed, and say how the first one did."""
    import json  # noqa: PLC0415 - as above

    from bayescmp.studies import read_study  # noqa: PLC0415

    if len(table) and (table["failed"] == table["trials"]).all():
        failure = json.loads(read_study(out).attrs["failures"])[0]
        raise ValueError(
            f"Every trial failed, the first with: {failure['error']} (Failed trials are kept as results and are not "
            f"run again: once the cause is mended, remove {str(out)!r} or choose another folder.)"
        )


@study_app.command("show", epilog="Example: bayescmp study show results --format csv")
@only_own_exits()
def show_command(
    folder: _Out,
    output: Annotated[str, typer.Option("--format", help=f"One of {', '.join(FORMATS)}.")] = "text",
) -> None:
    """Show how often each method rejected, with standard errors."""
    from bayescmp.studies import summarise_study  # noqa: PLC0415

    say(table_text(summarise_study(folder), output))


@study_app.command("plot", epilog="Example: bayescmp study plot results --to pictures --suffix png")
@only_own_exits()
def plot_command(
    folder: _Out,
    to: Annotated[
        Path | None, typer.Option(help="Folder of the pictures; that of the study if left out.", metavar="DIR")
    ] = None,
    suffix: Annotated[str, typer.Option(help="Kind of the pictures: png, svg or pdf.")] = "svg",
) -> None:
    """Draw sizes, power curves where parameters vary, and the statistics of every cell."""
    paths = list(draw_study(folder, to or folder, suffix))
    if not paths:
        raise ValueError(f"{str(folder)!r} must hold results to draw, but has none yet. `bayescmp study run` goes on.")
    say("\n".join(map(str, paths)))


@contextlib.contextmanager
def _on(address: str | None) -> Iterator[None]:
    """Run joblib's work on a Dask cluster, if there is an address."""
    if address is None:
        yield
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise ImportError("`--dask` needs the extra: pip install 'bayescmp[dask]'.") from error
    import joblib  # noqa: PLC0415

    with Client(address), joblib.parallel_config(backend="dask"):
        yield
