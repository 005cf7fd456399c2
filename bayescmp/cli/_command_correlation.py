"""`bayescmp correlation`: how the folds of cross-validations are correlated."""

import json
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

import bayescmp as bc
from bayescmp.cli._group_data import DataSet
from bayescmp.cli._group_outputs import check_outputs, write_then_say
from bayescmp.cli._options import TABLE, command, option, options_given
from bayescmp.cli._printing import busy

if TYPE_CHECKING:
    import xarray as xr

_WIDTH = 80
_NOTE = (
    "One run tells two combinations of the three parameters; what tells them apart here is the prior of the model. "
    "Several experiments, or replicates, tell more."
)
_OPTIONS = """
    context files
    Data and classifiers: target drop first second allow_import max_bytes
    Cross-validation: repeats seed jobs
    Question: statistic
    Output: save
"""


@command(
    "correlation",
    _OPTIONS,
    examples="Examples:\n\nbayescmp correlation data.csv --target kind --first svm --second forest",
    repeats={"help": "Repeats of the two-fold cross-validation of data.", "min": 2},
)
def correlation_command(
    context: typer.Context,
    source: DataSet,
    *,
    files: list[Path] | None = option(
        None,
        f"Predictions (.nc), one experiment each; or DATA, one {TABLE}.",
        metavar="[FILES]...",
        kind=typer.Argument,
    ),
    statistic: str = option("difference", "'difference', 'disagreement' or 'error' (of the first).", metavar="NAME"),
    save: Path | None = option(None, "Write the draws as a DataTree (.nc).", metavar="FILE"),
) -> None:
    """Estimate how the folds of cross-validations are correlated, by MCMC.

    Without arguments: logistic regression against a random forest on data that come with scikit-learn.
    """
    from bayescmp._netcdf import write_datatree

    check_outputs({"`--save`": save}, files or [])
    if files and all(path.suffix.lower() == ".nc" for path in files):
        given = options_given(context, ["target", "drop", "allow_import", "repeats", "jobs"])
        if given:
            raise ValueError(f"{given[0]} is for a table of data, but the files are predictions.")
        tables = _tables_of_files(files, source)
    else:
        if files and len(files) > 1:
            raise ValueError(f"Give one table of data, or predictions that end in .nc, but got {len(files)} files.")
        source = replace(source, data=files[0] if files else None)
        tables = bc.paired_tables(source.cross_validated(source.two()))
    with busy("Sampling"):
        tree = bc.hierarchical.fold_correlation(tables, statistic=statistic, rng=source.seed)
    writers = [] if save is None else [([save], lambda: write_datatree(tree, save))]
    write_then_say(writers, _screen(tree))


def _tables_of_files(files: Sequence[Path], source: DataSet) -> "xr.DataArray":
    import xarray as xr

    from bayescmp._validation import check_storable, in_file

    names = [check_storable("The name of a file", path.stem) for path in files]
    tables = []
    for path in files:
        with in_file(path.name):
            found = bc.read_predictions(path, max_bytes=source.max_bytes)
            records = bc.predictions.check_equal_records(found, units=False)
            tables.append(bc.paired_tables(records, source.first, source.second))
    shapes = {
        path.name: (table.sizes["repeat"], table.sizes["fold"]) for path, table in zip(files, tables, strict=True)
    }
    if len(set(shapes.values())) > 1:
        raise ValueError(f"All predictions must have as many repeats and folds, but got {shapes}.")
    joined = xr.concat([table.drop_vars(["repeat", "fold"], errors="ignore") for table in tables], dim="experiment")
    return joined.assign_coords(experiment=names)


def _screen(tree: "xr.DataTree") -> str:
    import arviz as az

    names = [name for name in ("rho1", "rho2", "phi", "sigma2") if name in tree["posterior"]]
    table = az.summary(tree, var_names=names, ci_prob=0.9, ci_kind="eti", round_to=3).drop(columns="mcse_sd")
    table = table.astype({"ess_bulk": int, "ess_tail": int})
    verdict = json.loads(tree.attrs["diagnostics"])["sentence"]
    notes = [verdict, _NOTE] if tree.attrs["prior_driven"] else [verdict]
    head = f"statistic: {tree.attrs['statistic']}; intervals hold 90 %"
    return "\n\n".join([head, table.to_string(), *(textwrap.fill(note, _WIDTH) for note in notes)])
