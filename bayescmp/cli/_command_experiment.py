"""`bayescmp datasets run` and `show`: classifiers cross-validated on data sets, as a file says."""

import textwrap
import tomllib
import warnings
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import bayescmp as bc
from bayescmp._files import contents_of, read_limited
from bayescmp._registry import did_you_mean
from bayescmp._text import WIDTH, counted, cut, one_line
from bayescmp.cli._group_data import named_estimator, without_py
from bayescmp.cli._options import command, option
from bayescmp.cli._printing import say

if TYPE_CHECKING:
    import pandas as pd

_KEYS = ("datasets", "target", "group", "estimators", "repeats", "resampling", "seed", "probabilities", "loss")
_NAME, _SHOWN = 28, 20
_RUN_EXAMPLES = """Examples:

    bayescmp datasets run experiment.toml --out experiment --jobs 4

    A file such as

        datasets = ["iris", "wine", "data/glass.csv"]

        target = "class"

        repeats = 5

        seed = 0

        \\[estimators]

        tree = "tree(max_depth=5)"

        svm = "sklearn.svm.SVC(C=10)"
"""


@command("run", "context spec Experiment: out jobs allow_import", examples=_RUN_EXAMPLES)
def run_experiment_command(
    context: typer.Context,  # noqa: ARG001 - of every command
    spec: Annotated[Path, typer.Argument(help="What is run, in TOML.", metavar="SPEC.toml")],
    *,
    out: Path = option(None, "Folder of the predictions, a new one or one to go on with.", metavar="DIR"),
    jobs: int = option(1, "Processes for the fits; -1 for all cores.", metavar="NUMBER"),
    allow_import: list[str] | None = option(
        None,
        "Module of the current folder that an estimator may come from; repeatable.",
        metavar="MODULE",
        callback=without_py,
    ),
) -> None:
    """Cross-validate classifiers on data sets, as a file says; what is done is kept, and not done again."""
    if out is None:
        raise ValueError("--out must name the folder of the predictions, such as --out experiment.")
    asked = _read(spec, allow_import or [])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".* of the experiment failed")  # they are shown below
        bc.cross_val_datasets(out=out, n_jobs=jobs, progress=True, **asked)
    say(_shown(out))


@command("show", "out", examples="Examples:\n\nbayescmp datasets show experiment")
def show_experiment_command(
    out: Annotated[Path, typer.Argument(help="Folder of `bayescmp datasets run`.", metavar="DIR")],
) -> None:
    """Show what is done of an experiment, what runs, and what failed."""
    say(_shown(out))


def _read(path: Path, allow_import: list[str]) -> dict[str, Any]:
    """Return what a file asks for, as arguments of `cross_val_datasets`; keys are checked before anything is called."""
    with contents_of(path, "a specification of an experiment"):
        found = tomllib.loads(read_limited(path).decode("utf-8-sig"))
    unknown = [key for key in found if key not in _KEYS]
    if unknown:
        hint = did_you_mean(unknown[0], _KEYS)
        raise ValueError(f"{path.name!r} may have the keys {', '.join(_KEYS)}, but has {unknown[0]!r}.{hint}")
    for key in ("datasets", "estimators"):
        if not isinstance(found.get(key), (list, dict)) or not found[key]:
            raise ValueError(f"{path.name!r} must have `{key}`, a list or a table, with an entry or more.")
    if "repeats" in found and "resampling" in found:
        raise ValueError(f"{path.name!r} must have `repeats` or `resampling`, but has both.")
    for key, kind in (
        ("seed", int),
        ("repeats", int),
        ("target", str),
        ("group", str),
        ("resampling", str),
        ("loss", str),
    ):
        if key in found and (not isinstance(found[key], kind) or isinstance(found[key], bool)):
            raise ValueError(f"`{key}` in {path.name!r} must be {kind.__name__}, but is {found[key]!r}.")
    texts = found["estimators"].values() if isinstance(found["estimators"], dict) else found["estimators"]
    if not all(isinstance(one, str) for one in texts):
        raise ValueError(f'`estimators` in {path.name!r} must be texts, such as "svm(C=10)".')
    seed = found.get("seed", 0)
    if not 0 <= seed < 2**32:
        raise ValueError(f"`seed` in {path.name!r} must be 0 or more and less than 2**32, but is {seed}.")
    return {
        "estimators": _estimators(found["estimators"], allow_import),
        "datasets": _datasets(found["datasets"], path.parent),
        "target": found.get("target"),
        "groups": found.get("group"),
        "cv": _splitter(found, seed),
        "random_state": seed,
        "probabilities": found.get("probabilities", False),
        "loss": found.get("loss"),
    }


def _estimators(given: "list[str] | dict[str, str]", allow_import: list[str]) -> dict[str, Any]:
    from bayescmp.model_selection._named_estimators import estimator_from_text, imported, name_of

    named: Mapping[str | None, str] | list[tuple[str | None, str]]
    named = list(given.items()) if isinstance(given, dict) else [named_estimator(one) for one in given]
    found: dict[str, Any] = {}
    for name, text in named:
        called = name_of(text) if name is None else name
        if called in found:
            raise ValueError(f"`estimators` must have a name of its own each, but two are called {called!r}.")
        found[called] = estimator_from_text(text, "estimators", partial(imported, allow_import=allow_import))
    return found


def _datasets(given: Any, folder: Path) -> Any:
    """Return data sets with paths that begin at the folder of the file."""
    from bayescmp.model_selection._data_sets import LOADERS

    def placed(one: Any) -> Any:
        return one if not isinstance(one, str) or one in LOADERS else str(folder / one)

    return {name: placed(one) for name, one in given.items()} if isinstance(given, dict) else list(map(placed, given))


def _splitter(found: Mapping[str, Any], seed: int) -> Any:
    plans = bc.model_selection.PLANS
    if "resampling" in found:
        return plans[plans.check("resampling", found["resampling"])].splitter(seed)
    return bc.BlockRegularizedCV(found.get("repeats", 5))


def _shown(out: Path) -> str:
    """Say of an experiment what is done, by data set, what runs, and what failed."""
    from bayescmp.model_selection._experiment import FAILED, experiment_in

    units, folder = bc.model_selection.units_of(out), experiment_in(out)
    running = "; a process works on it" if folder.is_claimed() else ""
    failed = units[units["status"] == FAILED]
    of = f" of {folder.n_asked()}" if folder.n_asked() > len(units) else ""
    head = (
        f"{counted(f'{len(units) - len(failed)}{of}', 'unit')} done, {len(failed)} failed, "
        f"{units['seconds'].sum():.0f} s of work{running}; seed {folder.seed()}"
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
