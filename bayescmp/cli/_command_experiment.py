"""`bayescmp datasets show`: what is done of an experiment."""

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import bayescmp as bc
from bayescmp._support._text import WIDTH, counted, cut, one_line
from bayescmp.cli._options import argument, command
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import pandas as pd

_NAME, _SHOWN = 28, 20


@command("show", "out")
def show_experiment_command(
    out: Path = argument("Folder of `cross_val_datasets`.", "DIR"),
) -> None:
    """Show what is done of an experiment, what runs, and what failed.

    Examples:

    bayescmp datasets show experiment
    """
    from bayescmp.model_selection._experiment import FAILED, experiment_in

    units, folder = bc.model_selection.units_of(out), experiment_in(out)
    running = "; a process works on it" if folder.is_claimed() else ""
    failed = units[units["status"] == FAILED]
    of = f" of {folder.n_asked()}" if folder.n_asked() > len(units) else ""
    head = (
        f"{counted(f'{len(units) - len(failed)}{of}', 'unit')} done, {len(failed)} failed, "
        f"{units['seconds'].sum():.0f} s of work{running}; seed {folder.specification['seed']}"
    )
    blocks = [textwrap.fill(head, WIDTH), _by_dataset(units), _by_classifier(units)]
    for row in failed.head(_SHOWN).itertuples():
        said = f"{one_line(row.classifier)} on {one_line(row.dataset)}: {one_line(row.error)}"
        blocks.append(textwrap.fill(said, WIDTH, subsequent_indent="  "))
    if len(failed) > _SHOWN:
        blocks.append(f"{len(failed) - _SHOWN} more failed; `units_of` lists all.")
    say("\n\n".join(blocks))


def _by_dataset(units: "pd.DataFrame") -> str:
    """Return a line for each data set: units that are done, repeats of those, and seconds."""
    from bayescmp.model_selection._experiment import DONE

    done = units["status"] == DONE
    units = units.assign(done=done, failed=~done, repeats=units["n_repeats"].where(done))
    table = units.groupby("dataset", sort=False)
    return _written(table.agg({"done": "sum", "failed": "sum", "repeats": "min", "seconds": "sum"}))


def _by_classifier(units: "pd.DataFrame") -> str:
    """Return a line for each classifier: fits, their mean time, and the longest on a data set."""
    fitted = units[units["n_fits"] > 0]
    seconds = fitted["seconds_per_fit"] * fitted["n_fits"]
    table = fitted.assign(seconds=seconds).groupby("classifier", sort=False)
    found = table.agg(fits=("n_fits", "sum"), seconds=("seconds", "sum"), longest=("seconds_per_fit", "max"))
    return _written(found.assign(seconds=found["seconds"] / found["fits"]).rename(columns={"seconds": "seconds a fit"}))


def _written(table: "pd.DataFrame") -> str:
    names = [cut(one_line(name), _NAME) for name in table.index]
    return table.set_axis(names).rename_axis(table.index.name, axis="columns").to_string(float_format="{:.3g}".format)
