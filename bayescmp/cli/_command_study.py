"""`bayescmp study`: run studies, show their summary as text, CSV or LaTeX, and draw it into a folder."""

import contextlib
import itertools
import json
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

import bayescmp as bc
from bayescmp._support._files import write_whole
from bayescmp._support._text import WIDTH, counted, cut, one_line
from bayescmp.cli._group_outputs import is_same
from bayescmp.cli._options import argument, command, option
from bayescmp.cli._printing import say
from bayescmp.cli._typed_command import TypedGroup, completion

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

_MOST_ROWS = 40
"""Of a cell: studies of pairs have hundreds."""
_NO_DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_MOST = 10
"""Cells of one picture; with more, a picture for each scenario."""
_LONGEST_NAME = 200
"""Bytes of a label in the name of a file, which may have 255."""
_NOTHING = "--"
_EQUAL = 3.0
"""Standard errors of the true difference within which a cell counts as one of equal errors."""


study_app = typer.Typer(
    cls=TypedGroup, help="Measure how often methods decide, where the truth is known.", no_args_is_help=True
)
_FOLDER: Any = argument("Folder of the study.", "DIR")


@command(
    "run",
    """
    study
    Study: out trials seed data
    Work: jobs dask
    """,
)
def run_command(
    study: str | None = option(
        "Name of a study; none lists them.", "STUDY", kind=typer.Argument, autocompletion=completion("{studies}")
    ),
    *,
    out: Path | None = option("Folder of the results, which a study needs.", "DIR"),
    trials: int | None = option("Data sets per case, in place of the study's.", "NUMBER", min=1),
    seed: int | None = option("Seed of everything, in place of the study's.", "NUMBER", min=0),
    jobs: int | None = option("Processes; -1 for all cores.", "NUMBER", default_said="1"),
    data: Path | None = option("File for the scenarios that read one, such as letter; or a folder of files.", "PATH"),
    dask: str | None = option("Address of a Dask scheduler to run on.", "ADDRESS"),
) -> None:
    """Run a study, or go on with one that was interrupted.

    Example: bayescmp study run smoke --out results
    """
    if study is None:
        say(_listed())
        return
    if out is None:
        raise ValueError("`--out` must name the folder of the results.")
    if data is not None and is_same(out, data):
        raise ValueError(f"`--out` must name a folder for results alone, but {str(out)!r} is what the study reads.")
    specification = bc.studies.builtin_study(study, data=data, trials=trials, seed=seed)
    try:
        with _on(dask):
            table = bc.studies.run_study(specification, out, n_jobs=jobs, progress=True)
    except KeyboardInterrupt:
        say(f"Stopped. What is done is in {out}; the same command goes on from there.", err=True)
        raise typer.Exit(130) from None
    say(_text(table))
    _check_some_succeeded(out, table)


def _listed() -> str:
    """Return a line for each study: what it is, and the data that it takes."""
    from bayescmp.studies._builtin import about_builtin

    lines = [f"{name:<24} {'; '.join(filter(None, about_builtin(name)))}" for name in bc.studies.builtin_studies()]
    notes = (
        "`bayescmp study run STUDY --out DIR` runs one. Each takes --trials, --seed, --jobs and --dask. "
        "FOLDER has a table for each data set; FILE is in place of scikit-learn's data, or of those it fetches."
    )
    return "\n".join([*lines, "", textwrap.fill(notes, WIDTH, break_on_hyphens=False)])


def _check_some_succeeded(out: Path, table: "pd.DataFrame") -> None:
    """End with an error where every trial failed, and say how the first one did."""
    if len(table) and (table["failed"] == table["trials"]).all():
        failure = json.loads(bc.studies.read_study(out).attrs["failures"])[0]
        raise ValueError(
            f"Every trial failed, the first with: {failure['error']} (Failed trials are kept as results and are not "
            f"run again: once the cause is mended, remove {str(out)!r} or choose another folder.)"
        )


@command("show", "folder output")
def show_command(
    folder: Path = _FOLDER,
    output: Literal["text", "csv", "latex"] = option("How it is written.", None, "--format", default="text"),
) -> None:
    """Show how often each method rejected, with standard errors.

    Example: bayescmp study show results --format csv
    """
    written = {"text": _text, "csv": _csv, "latex": _latex}[output]
    say(written(bc.studies.summarise_study(folder)))


@command("plot", "folder to suffix")
def plot_command(
    folder: Path = _FOLDER,
    to: Path | None = option("Folder of the pictures; that of the study if left out.", "DIR"),
    suffix: Literal["svg", "png", "pdf"] = option("Kind of the pictures.", None, default="svg"),
) -> None:
    """Draw type I error rates, power (a curve if parameters vary), and the statistics of every case.

    Example: bayescmp study plot results --to pictures --suffix png
    """
    pictures = list(_pictures(folder))
    if not pictures:
        raise ValueError(f"{str(folder)!r} must hold results to draw, but has none yet. `bayescmp study run` goes on.")
    to = to or folder
    to.mkdir(parents=True, exist_ok=True)
    names = _apart(f"{kind}-{_file_name(label)}" if label else kind for kind, label, _ in pictures)
    paths = [to / f"{name}.{suffix}" for name in names]
    for path, (_, _, draw) in zip(paths, pictures, strict=True):
        write_whole(_drawn(draw, suffix), path)
    say("\n".join(map(str, paths)))


@command("card", "output")
def card_command(
    output: Literal["text", "csv"] = option("How it is written.", None, "--format", default="text"),
) -> None:
    """Show how often every posterior and test held what it says, where the truth was known; what fails stands first.

    Example: bayescmp study card --format csv
    """
    from bayescmp.studies._card import card_text

    rows = bc.studies.card()
    say(_csv(rows) if output == "csv" else card_text(rows))


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
    import joblib

    with Client(address), joblib.parallel_config(backend="dask"):
        yield


def _csv(rows: "pd.DataFrame") -> str:
    return rows.to_csv(index=False).rstrip("\n")


def _text(summary: "pd.DataFrame") -> str:
    alpha = summary.attrs["alpha"]
    name = cut(one_line(summary.attrs["name"]), 2 * WIDTH)
    about = (
        f"{name}: share of trials in which a method decides that the classifiers differ, at level "
        f"{alpha:g}, with its standard error: the type I error rate where they do not differ"
    )
    blocks = [textwrap.fill(about, WIDTH)]
    for label, rows in summary.groupby("label", sort=False):
        tuned = summary.attrs["tunings"].get(int(rows["cell"].iloc[0]))
        blocks.append("\n".join([*_head(str(label), rows, tuned), *lines_of(rows)]))
    if any(f" {_NOTHING} " in block for block in blocks):
        blocks.append(f"{_NOTHING}: the method makes no decisions, or has no interval")
    failed = int(summary.groupby("cell")["failed"].max().sum())
    if failed:
        left_out = f"At least {counted(failed, 'failed trial')} left out, and not run again; `failures` of read_study"
        blocks.append(textwrap.fill(f"{left_out} names each, and the methods that it was of.", WIDTH))
    versions = ", ".join(f"{name} {number}" for name, number in summary.attrs["versions"].items())
    made = f"seed {summary.attrs['seed']}; {summary.attrs['seconds']:.0f} s of work; {versions}"
    blocks.append(textwrap.fill(made, WIDTH))
    return "\n\n".join(blocks)


def _head(label: str, rows: "pd.DataFrame", tuned: dict[str, Any] | None) -> list[str]:
    head = f"{cut(one_line(label), 2 * WIDTH)} ({int(rows['trials'].max())} trials)"
    if tuned is not None:
        head += (
            f": {tuned['parameter']} = {tuned['value']:.4g} +- {tuned['value_se']:.2g} makes the errors equal after "
            f"training on {tuned['n_train']} records, to within {tuned['difference_se']:.2g} (standard error)"
        )
    return [textwrap.fill(head, WIDTH), f"{'method':<30} {'rejected':>15} {'coverage':>15} {'true diff.':>17}"]


def lines_of(rows: "pd.DataFrame") -> list[str]:
    """Return a line per method of a cell, as many as a screen can take."""
    shown = rows[rows[["rejected", "coverage"]].notna().any(axis=1) | rows["estimate"].isna()]
    left_out, estimates = len(shown) - _MOST_ROWS, len(rows) - len(shown)
    return [
        f"{one_line(row.method):<30.30} {_share(row.rejected, row.rejected_se):>15} "
        f"{_share(row.coverage, row.coverage_se):>15} "
        f"{_true(row.true_difference, row.true_difference_se):>17}"
        for row in shown.head(_MOST_ROWS).itertuples()
    ] + [
        f"{what}: `bayescmp study show FOLDER --format csv`"
        for what, number in ((f"... and {left_out} more", left_out), (counted(estimates, "mean estimate"), estimates))
        if number > 0
    ]


def _share(value: float, error: float) -> str:
    return _NOTHING if math.isnan(value) else f"{value:.3f} +- {error:.3f}"


def _true(value: float, error: float) -> str:
    if math.isnan(value):
        return "not known yet"
    return f"{value:.4f} +- {error:.4f}" if error else f"{value:.4f} exact"


def _latex(summary: "pd.DataFrame") -> str:
    """Return a booktabs table: a row per method, a column per cell."""
    shares = map(_share, summary["rejected"], summary["rejected_se"])
    said = [share if share == _NOTHING else f"${share}$".replace("+-", r"\pm") for share in shares]
    written = summary.assign(share=said)
    table = written.pivot_table(index="method", columns="label", values="share", aggfunc="first")
    table = table.loc[summary["method"].unique(), summary["label"].unique()].rename_axis(index=None, columns=None)
    styled = table.style.format_index(escape="latex").format_index(escape="latex", axis=1)
    return styled.to_latex(hrules=True, column_format="l" + "r" * table.shape[1]).rstrip("\n")


def _pictures(folder: Path) -> Iterator[tuple[str, str, Callable[[], "Axes"]]]:
    """Yield the kind of each picture, what it is of, if not of all, and what draws it."""
    summary = bc.studies.summarise_study(folder)
    decides = summary.groupby("method")["rejected"].transform(lambda rates: rates.notna().any())
    deciding = summary[decides]
    near = deciding["true_difference"].abs() <= _EQUAL * deciding["true_difference_se"]
    equal = deciding[near.groupby(deciding["cell"]).transform("any")]  # as far as it is known, at some training size
    for scenario, rows in [("", equal)] if len(set(equal["cell"])) <= _MOST else equal.groupby("scenario", sort=False):
        if not rows.empty:
            yield "type-I-errors", str(scenario), partial(bc.plots.plot_rejection_rates, rows)
    for scenario, rows in deciding.groupby("scenario", sort=False):
        if len(set(rows["cell"])) > 1:
            yield "power", str(scenario), partial(bc.plots.plot_power, rows, against=_moving(rows))
        elif not set(rows["cell"]) & set(equal["cell"]):
            yield "rejections", str(scenario), partial(bc.plots.plot_rejection_rates, rows)

    def statistics(cell: int) -> "Axes":
        return bc.plots.plot_statistics(bc.studies.read_study(folder, cell))

    for cell, rows in deciding.groupby("cell"):
        yield "statistics", str(rows["label"].iloc[0]), partial(statistics, int(str(cell)))


def _moving(rows: "pd.DataFrame") -> str:
    """Return what to draw rejections against: the true difference, or a parameter that varies where it does not."""
    varied = rows.loc[:, "label":"method"].columns[1:-1]
    moving = [name for name in ("true_difference", *varied) if rows.groupby("plan")[name].nunique().max() > 1]
    return moving[0] if moving else "true_difference"


def _file_name(label: str) -> str:
    name = re.sub(r"[^\w.]+", "-", label)
    return name if len(name.encode()) <= _LONGEST_NAME else cut(name, _LONGEST_NAME // 4)  # up to 4 bytes a character


def _apart(names: Iterable[str]) -> list[str]:
    """Return names that differ: those that are the same without punctuation get numbers."""
    taken: dict[str, None] = {}
    for name in names:
        numbered = (f"{name}-{number}" for number in itertools.count(2))
        taken[next(given for given in itertools.chain([name], numbered) if given not in taken)] = None
    return list(taken)


def _drawn(draw: Callable[[], "Axes"], suffix: str) -> bytes:
    """Return the bytes of a picture: the same for the same results."""
    import matplotlib as mpl
    from matplotlib import pyplot as plt

    content = BytesIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "bayescmp"}):
        figure: Any = draw().get_figure(root=True)
        figure.savefig(content, format=suffix, bbox_inches="tight", dpi=150, metadata=_NO_DATES[suffix])
        plt.close(figure)
    return content.getvalue()


for _add_to in (run_command, show_command, plot_command, card_command):
    _add_to(study_app)
