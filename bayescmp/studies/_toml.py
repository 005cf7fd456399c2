"""A study as a TOML file: the user's own, or one that comes with the package."""

import inspect
import itertools
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from bayescmp.model_selection import imported
from bayescmp.studies._classifiers import CLASSIFIERS, PAIRS, Classifiers, names_of
from bayescmp.studies._digits import Digits
from bayescmp.studies._epsilon import Epsilon
from bayescmp.studies._fold_tables import fold_methods
from bayescmp.studies._letter import Letter
from bayescmp.studies._methods import METHODS, Method, method_named
from bayescmp.studies._pairs import pair_methods
from bayescmp.studies._population import population_of
from bayescmp.studies._scenario import Scenario
from bayescmp.studies._simple import Simple
from bayescmp.studies._six_class import SixClass
from bayescmp.studies._study import Cell, Study
from bayescmp.studies._text import Text
from bayescmp.studies._tuning import Tune

SCENARIOS: dict[str, Callable[..., Scenario]] = {
    "classifiers": Classifiers,
    "epsilon": Epsilon,
    "simple": Simple,
    "six-class": SixClass,
    "letter": Letter,
    "digits": Digits,
    "population": population_of,
    "text": Text,
}
"""Scenarios by the name that a study's file gives them, and what `register_scenario` adds."""

_NUMBERS = ("trials", "alpha", "seed", "truth_draws")
_SUFFIXES = (".csv", ".parquet", ".jsonl", ".ndjson", ".npz")


def register_scenario(kind: str, scenario: Callable[..., Scenario]) -> None:
    """Let the files of studies find a scenario by its name.

    Parameters
    ----------
    kind : str
        The name.
    scenario : callable
        Returns the scenario for keyword arguments: its class, usually.

    Raises
    ------
    ValueError
        If another scenario has the name.
    """
    if SCENARIOS.get(kind, scenario) is not scenario:
        raise ValueError(f"`kind` must be a new name, but {kind!r} is registered.")
    SCENARIOS[kind] = scenario


def builtin_studies() -> list[str]:
    """Return the names of the studies that come with the package.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from bayescmp.studies import builtin_studies
    >>> "table-5" in builtin_studies()
    True
    """
    return sorted(Path(entry.name).stem for entry in _builtin().iterdir() if entry.name.endswith(".toml"))


def read_study_file(source: str | Path, *, data: str | Path | None = None, **numbers: int | None) -> Study:
    """Read a study from its TOML file.

    Parameters
    ----------
    source : str or Path
        A file that ends in .toml, or the name of a study that comes with the package.
    data : str or Path, optional
        The file for scenarios that read one, in place of the `path` that the study gives. A folder makes a cell of
        each of its files (.csv, .parquet, .jsonl, .ndjson or .npz; text also with .gz), named by the file.
    **numbers : int, optional
        `trials` and `seed`, in place of those in the file.

    Returns
    -------
    Study

    Raises
    ------
    FileNotFoundError
        If there is no such file, or nothing at `data`.
    ValueError
        If there is no such study, the file is not one, `data` is a folder without data, or a scenario lacks its data.

    Notes
    -----
    ``methods`` is a list of names, or of tables with `method` and any of `plan` and `name`. Every ``[[scenario]]`` has
    a `kind`, maybe a `name`, and parameters. A parameter with a list of values makes a cell of each; a table
    ``{low, high, n_train}`` tunes the parameter between these bounds until both algorithms err equally after training
    on `n_train` records. A `kind` or a method with dots is imported.
    """
    text, name = _text(source)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name} must be TOML, but: {error}.") from error
    unknown = sorted(set(content) - {"methods", "scenario", *_NUMBERS})
    if unknown or not content.get("scenario") or not content.get("methods"):
        raise ValueError(f"{name} must hold `methods`, [[scenario]] and any of {_NUMBERS}; not known: {unknown}.")
    given = {key: value for key, value in numbers.items() if value is not None}
    files = [] if data is None else _files(Path(data))
    return Study(
        name=name,
        cells=[cell for entry in content["scenario"] for cell in _cells(entry, files)],
        methods=_methods(content["methods"], content["scenario"][0].get("only")),
        **{key: content[key] for key in _NUMBERS if key in content} | given,
    )


def _builtin() -> Any:
    return resources.files("bayescmp.studies") / "builtin"


def _text(source: str | Path) -> tuple[str, str]:
    path = Path(source)
    if path.suffix == ".toml":
        return path.read_text(encoding="utf-8"), path.stem
    if str(source) not in builtin_studies():
        known = ", ".join(builtin_studies())
        raise ValueError(f"A study must be a file that ends in .toml or one of {known}, but got {str(source)!r}.")
    return (_builtin() / f"{source}.toml").read_text(encoding="utf-8"), str(source)


def _methods(entries: str | list[Any], only: str | None) -> list[Method]:
    if entries == "every pair":
        return pair_methods(PAIRS, list(CLASSIFIERS))
    if entries == "tables of every fold":
        return fold_methods(list(CLASSIFIERS) if only is None else names_of(only))
    return [_method(entry) for entry in entries]


def _method(entry: str | Mapping[str, Any]) -> Method:
    given = {"method": entry} if isinstance(entry, str) else dict(entry)
    unknown = sorted(set(given) - {"method", "plan", "name"})
    if unknown or "method" not in given:
        raise ValueError(f"A method must be a name, or have `method`, `plan` and `name`, but got {entry!r}.")
    if given["method"] not in METHODS and "." in given["method"]:
        return imported(given["method"], "method")
    return method_named(given["method"], plan=given.get("plan"), label=given.get("name"))


def _files(data: Path) -> list[tuple[str, str]]:
    """Return the files of a folder, each after the name that it gives to its cells; a single file gives none."""
    if data.is_file():
        return [("", str(data))]
    if not data.is_dir():
        raise FileNotFoundError(f"`data` must be a file or a folder of files, but there is no {str(data)!r}.")
    files = sorted(path for path in data.iterdir() if path.is_file() and {*_SUFFIXES} & {*path.suffixes})
    if not files:
        raise ValueError(
            f"`data` must be a file or a folder with files that end in {', '.join(_SUFFIXES)}, but {str(data)!r} has "
            "none of them."
        )
    return [(path.name.partition(".")[0], str(path)) for path in files]


def _cells(entry: Mapping[str, Any], files: Sequence[tuple[str, str]]) -> Iterator[Cell]:
    fields = {key: value for key, value in entry.items() if key not in {"kind", "name"}}
    kind = entry.get("kind", "")
    factory = SCENARIOS.get(kind) or (imported(kind, "kind") if "." in kind else None)
    if factory is None:
        raise ValueError(f"The `kind` of a scenario must be one of {sorted(SCENARIOS)}, but got {kind!r}.")
    for file, given in _with_files(kind, factory, fields, files):
        name = ", ".join(part for part in (entry.get("name"), file) if part) or kind
        lists = {key: value for key, value in given.items() if isinstance(value, list)}
        for values in itertools.product(*lists.values()):
            varied = dict(zip(lists, values, strict=True))
            yield _cell(factory, name, given | varied, varied)


def _with_files(
    kind: str, factory: Callable[..., Scenario], fields: dict[str, Any], files: Sequence[tuple[str, str]]
) -> list[tuple[str, dict[str, Any]]]:
    """Return the parameters of a scenario, with each file if it reads one, after the name of the file."""
    parameters = inspect.signature(factory).parameters
    reads = "path" in fields or "path" in parameters
    if not reads or "loader" in fields:  # a population reads a file or has a loader
        return [("", fields)]
    if not files and "path" not in fields and parameters["path"].default is inspect.Parameter.empty:
        raise ValueError(
            f"The scenario {kind!r} must have a `path`, but got none. Give it in the study, or as `data` (--data): a "
            "file, or a folder for a cell of each of its files."
        )
    return [(name, fields | {"path": path}) for name, path in files] or [("", fields)]


def _cell(factory: Callable[..., Scenario], name: str, fields: dict[str, Any], varied: dict[str, Any]) -> Cell:
    tuned = {key: value for key, value in fields.items() if isinstance(value, Mapping)}
    if len(tuned) > 1:
        raise ValueError(f"One parameter of a scenario can be tuned, but got {sorted(tuned)}.")
    own = {key: value for key, value in fields.items() if "__" in key and key not in tuned}
    scenario = factory(**{key: value for key, value in fields.items() if key not in tuned and key not in own})
    for key, value in own.items():
        scenario = scenario.with_parameter(key, value)
    how = next((Tune(parameter=key, **value) for key, value in tuned.items()), None)
    return Cell(scenario=scenario, name=name, varied={key: varied[key] for key in varied if key not in tuned}, tune=how)
