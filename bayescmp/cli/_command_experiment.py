"""`bayescmp datasets show`: what is done of an experiment."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import bayescmp as bc
from bayescmp._support._text import WIDTH, counted, cut, one_line
from bayescmp.cli._options import command
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import pandas as pd

_NAME, _SHOWN = 28, 20


@command("show", "out", examples="Examples:\n\nbayescmp datasets show experiment")
def show_experiment_command(
    out: Annotated[Path, typer.Argument(help="Folder of `cross_val_datasets`.", metavar="DIR")],
) -> None:
    """Show what is done of an experiment, what runs, and what failed."""
    say(_shown(out))


def _shown(out: Path) -> str:
    """Say of an experiment what is done, by data set, what runs, and what failed."""
    from bayescmp.model_selection._experiment import FAILED, experiment_in

    units, folder = bc.model_selection.units_of(out), experiment_in(out)
    running = "; a process works on it" if folder.is_claimed() else ""
    failed = units[units["status"] == FAILED]
    of = f" of {folder.n_asked()}" if folder.n_asked() > len(units) else ""
    head = (
        f"{counted(f'{len(units) - len(failed)}{of}', 'unit')} done, {len(failed)} failed, "
        f"{units['seconds'].sum():.0f} s of work{running}; seed {folder.specification['seed']}"
    )
    blocks = [textwrap.fill(head, WIDTH), _table(units), _times(units)]
    for row in failed.head(_SHOWN).itertuples():
        said = f"{one_line(row.classifier)} on {one_line(row.dataset)}: {one_line(row.error)}"
        blocks.append(textwrap.fill(said, WIDTH, subsequent_indent="  "))
    if len(failed) > _SHOWN:
        blocks.append(f"{len(failed) - _SHOWN} more failed; `units_of` lists all.")
    return "\n\n".join(blocks)


def _table(units: "pd.DataFrame") -> str:
    """Return a line for each data set: repeats of every classifier that are done, and seconds."""
    from bayescmp.model_selection._experiment import DONE

    lines = [f"  {'data set':<{_NAME}} {'done':>5} {'failed':>6} {'repeats':>9} {'seconds':>8}"]
    for name, rows in units.groupby("dataset", sort=False):
        done = rows[rows["status"] == DONE]
        few, many = (0, 0) if done.empty else (done["n_repeats"].min(), done["n_repeats"].max())
        repeats = f"{few}" if few == many else f"{few} to {many}"
        lines.append(
            f"  {cut(one_line(name), _NAME):<{_NAME}} {len(done):>5} {len(rows) - len(done):>6} {repeats:>9} "
            f"{rows['seconds'].sum():>8.1f}"
        )
    return "\n".join(lines)


def _times(units: "pd.DataFrame") -> str:
    """Return a line for each classifier: fits, their mean time, and the data set on which they take longest."""
    lines = [f"  {'classifier':<{_NAME}} {'fits':>5} {'seconds a fit':>14} {'at most':>9}"]
    for name, rows in units[units["n_fits"] > 0].groupby("classifier", sort=False):
        longest = rows.loc[rows["seconds_per_fit"].idxmax()]
        mean = (rows["seconds_per_fit"] * rows["n_fits"]).sum() / rows["n_fits"].sum()
        lines.append(
            f"  {cut(one_line(name), _NAME):<{_NAME}} {rows['n_fits'].sum():>5} {mean:>14.3g} "
            f"{longest['seconds_per_fit']:>9.3g} on {cut(one_line(longest['dataset']), _NAME)}"
        )
    return "\n".join(lines)
