"""`bayescmp correlation`: how the folds of cross-validations are correlated."""

import json
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import bayescmp as bc
from bayescmp._support._text import WIDTH
from bayescmp.cli._group_outputs import check_outputs, write_then_say
from bayescmp.cli._options import Draws, Pair, argument, command, option
from bayescmp.cli._printing import busy

if TYPE_CHECKING:
    import xarray as xr

_NOTE = (
    "One run tells two combinations of the three parameters; what tells them apart here is the prior of the model. "
    "Several experiments, or replicates, tell more."
)


@command(
    "correlation",
    """
    files first second
    Question: statistic seed
    Output: save
    """,
)
def correlation_command(
    files: list[Path] = argument("Predictions (.nc), one experiment each.", "FILES..."),
    *,
    pair: Pair,
    statistic: str = option("'difference', 'disagreement' or 'error' (of the first).", "NAME", default="difference"),
    drawn: Draws,
    save: Path | None = option("Write the draws as a DataTree (.nc).", "FILE"),
) -> None:
    """Estimate how the folds of cross-validations are correlated, by MCMC.

    Example: bayescmp correlation iris.nc wine.nc --first svm --second forest
    """
    from bayescmp._support._netcdf import write_datatree

    check_outputs([("`--save`", save)], files)
    if save is not None and save.suffix != ".nc":
        raise ValueError(f"`--save` must end in .nc, but got {save.name!r}.")
    if other := [path.name for path in files if path.suffix.lower() != ".nc"]:
        raise ValueError(f"FILES must be predictions (.nc), as `save_predictions` writes, but got {other[0]!r}.")
    tables = _tables_of_files(files, pair)
    with busy("Sampling"):
        tree = bc.hierarchical.fold_correlation(tables, statistic=statistic, rng=drawn.seed)
    writers = [] if save is None else [([save], lambda: write_datatree(tree, save))]
    write_then_say(writers, _screen(tree))


def _tables_of_files(files: Sequence[Path], pair: Pair) -> "xr.DataArray":
    import xarray as xr

    from bayescmp._support._validation import check_storable, in_file

    names = [check_storable("The name of a file", path.stem) for path in files]
    tables = []
    for path in files:
        with in_file(path.name):
            found = bc.read_predictions(path)
            records = bc.predictions.check_equal_records(found, units=False)
            tables.append(bc.paired_tables(records, pair.first, pair.second))
    shapes = {path.name: table.shape[:2] for path, table in zip(files, tables, strict=True)}
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
    return "\n\n".join([head, table.to_string(), *(textwrap.fill(note, WIDTH) for note in notes)])
