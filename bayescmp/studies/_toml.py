"""A study as a TOML file: the user's own, or one that comes with the package."""

import inspect
import itertools
import math
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from bayescmp._exits import no_exit
from bayescmp._files import MAX_BYTES, contents_of, read_limited
from bayescmp._registry import did_you_mean
from bayescmp._validation import about, check_integer, check_path, in_file
from bayescmp.model_selection import BLOCKED_5_X_2, HOLD_OUT
from bayescmp.studies._allowed import check_modules, part_of
from bayescmp.studies._fold_tables import fold_method
from bayescmp.studies._method import Method
from bayescmp.studies._methods_of_pairs import pair_methods, repeats_methods
from bayescmp.studies._on_files import CLASSIFIERS, names_of
from bayescmp.studies._own_data import population_of
from bayescmp.studies._registry import METHODS, SCENARIOS, method_named
from bayescmp.studies._scenario import Scenario
from bayescmp.studies._several_classifiers import several_method
from bayescmp.studies._study import Cell, Study
from bayescmp.studies._tuning import Tune

_NUMBERS = ("trials", "alpha", "seed", "truth_draws")
_MOST_CELLS, _MOST_CHUNKS = 10_000, 1_000_000
"""More than a machine can hold in mind, but quickly written into a file."""
_RANKED = {"rank a hold-out": HOLD_OUT, "rank a cross-validation": BLOCKED_5_X_2}
_OF_PAIRS: dict[str, Callable[[Sequence[str]], list[Method]]] = {
    "every pair": pair_methods,
    "every pair by repeats": repeats_methods,
    "tables of every fold": lambda names: [fold_method(names)],
}
_SUFFIXES = (".csv", ".parquet", ".jsonl", ".ndjson", ".npz")


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


def about_builtin(name: str) -> tuple[str, str]:
    """Return what a study is, by the first line of its file, and `--data` as it takes it: [in brackets] if it may."""
    text, _ = _text(Path(name))
    takes = ""
    for entry in tomllib.loads(text)["scenario"]:
        path = inspect.signature(_factory(entry["kind"], {})).parameters.get("path")
        if path is not None and not entry.keys() & {"path", "loader"}:
            takes = "--data FOLDER" if path.default is path.empty else takes or "[--data FILE]"
    return text.partition("\n")[0].removeprefix("# "), takes


@no_exit("while reading a study")
def read_study_file(
    source: str | Path,
    *,
    data: str | Path | None = None,
    allow_import: Sequence[str] = (),
    max_bytes: int = MAX_BYTES,
    **numbers: int | None,
) -> Study:
    """Read a study from its TOML file.

    Parameters
    ----------
    source : str or Path
        A file that ends in .toml, or the name of a study that comes with the package.
    data : str or Path, optional
        The file for scenarios that read one, in place of the `path` that the study gives. A folder makes a cell of
        each of its files (.csv, .parquet, .jsonl, .ndjson or .npz; text also with .gz), named by the file.
    allow_import : sequence of str, optional
        Modules that the file may name parts of. Importing a module runs it: name those that you trust.
    max_bytes : int, default 2**28
        The most that the file of a population may hold, unpacked.
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
        If there is no such study, the file is not one, it names what is not allowed to it, `data` is a folder without
        data, or a scenario lacks its data.

    Notes
    -----
    ``methods`` is a list of names, or of tables with `method` and any of `plan` and `name`. Every ``[[scenario]]`` has
    a `kind`, maybe a `name`, and parameters. A parameter with a list of values makes a cell of each; a table
    ``{low, high, n_train}`` tunes the parameter between these bounds until both algorithms err equally after training
    on `n_train` records. A `kind` with dots is the path of a subclass of `Scenario`, and a method with dots that of a
    `Method`, in one of the modules in `allow_import`; no other module is imported.
    """
    modules = check_modules(allow_import)
    own = {"allow_import": modules, "max_bytes": check_integer("max_bytes", max_bytes, least=1, most=None)}
    with about("source"):
        text, name = _text(check_path("source", source))
    with contents_of(source, "TOML"):
        content = tomllib.loads(text)
    given = {key: value for key, value in numbers.items() if value is not None}
    files = [] if data is None else _files(check_path("data", data))
    with in_file(Path(source).name):
        _check_kinds(content)
        study = Study(
            name=name,
            cells=[cell for entry in content["scenario"] for cell in _cells(entry, files, own)],
            methods=_methods(content["methods"], content["scenario"][0].get("only"), modules),
            **{key: content[key] for key in _NUMBERS if key in content} | given,
        )
        chunks = sum(-(-study.trials // cell.scenario.trials_per_chunk) for cell in study.cells)
        if chunks > _MOST_CHUNKS:
            raise ValueError(
                f"`trials` must make at most {_MOST_CHUNKS} chunks of results, but {study.trials} make {chunks}."
            )
    return study


def _check_kinds(content: Mapping[str, Any]) -> None:
    """Refuse entries of another kind than they must be, before any is used."""
    unknown = sorted(set(content) - {"methods", "scenario", *_NUMBERS})
    if unknown or not content.get("scenario") or not content.get("methods"):
        raise ValueError(f"A study must hold `methods`, [[scenario]] and any of {_NUMBERS}; not known: {unknown}.")
    scenarios = content["scenario"]
    if not isinstance(scenarios, list) or not all(isinstance(entry, dict) for entry in scenarios):
        raise TypeError("A study must have a table [[scenario]] for each scenario.")
    for entry in scenarios:
        for key in ("kind", "name"):
            if not isinstance(entry.get(key, ""), str):
                raise TypeError(f"The `{key}` of a scenario must be a text, but got {entry[key]!r}.")
    if not isinstance(content["methods"], str | list):
        raise TypeError(f"`methods` must be a list of methods, but got {content['methods']!r}.")


def _builtin() -> Traversable:
    return resources.files("bayescmp.studies") / "builtin"


def _text(path: Path) -> tuple[str, str]:
    if path.suffix == ".toml":
        with contents_of(path, "text in UTF-8"):
            return read_limited(path).decode(), path.stem
    name, known = str(path), builtin_studies()
    if name not in known:
        hint = did_you_mean(name, known)
        raise ValueError(
            f"A study must be a file that ends in .toml or one of {', '.join(known)}, but got {name!r}.{hint}"
        )
    return (_builtin() / f"{name}.toml").read_text(encoding="utf-8"), name


def _methods(entries: str | list[Any], only: str | None, modules: Sequence[str]) -> list[Method]:
    if isinstance(entries, str) and entries in _RANKED:
        return [several_method(_RANKED[entries].name)]
    if isinstance(entries, str) and entries in _OF_PAIRS:
        return _OF_PAIRS[entries](list(CLASSIFIERS) if only is None else names_of(only))
    if isinstance(entries, list):
        return [_method(entry, modules) for entry in entries]
    known = (*_OF_PAIRS, *_RANKED)
    raise ValueError(f"`methods` must be a list or one of {known}, but got {entries!r}.")


def _method(entry: object, modules: Sequence[str]) -> Method:
    given = {"method": entry} if isinstance(entry, str) else dict(entry) if isinstance(entry, Mapping) else {}
    unknown = sorted(set(given) - {"method", "plan", "name"})
    if unknown or "method" not in given or not all(isinstance(value, str) for value in given.values()):
        raise ValueError(f"A method must be a name, or have `method`, `plan` and `name`, but got {entry!r}.")
    if given["method"] not in METHODS and "." in given["method"]:
        return part_of(given["method"], "method", modules, "a Method", lambda found: isinstance(found, Method))
    return method_named(METHODS.check("method", given["method"]), plan=given.get("plan"), label=given.get("name"))


def _files(data: Path) -> list[tuple[str, str]]:
    """Return the files of a folder, each after the name that it gives to its cells; a single file gives none."""
    if data.is_file():
        return [("", str(data))]
    if not data.is_dir():
        raise FileNotFoundError(f"`data` must be a file or a folder of files, but there is no {str(data)!r}.")
    files = sorted(path for path in data.iterdir() if path.is_file() and {*_SUFFIXES} & {*path.suffixes})
    if not files:
        known = ", ".join(_SUFFIXES)
        raise ValueError(
            f"`data` must be a file or a folder with files that end in {known}, but {str(data)!r} has none."
        )
    return [(path.name.partition(".")[0], str(path)) for path in files]


def _is_scenario(found: object) -> bool:
    return isinstance(found, type) and issubclass(found, Scenario)


def _factory(kind: str, own: Mapping[str, Any]) -> Callable[..., Scenario]:
    if kind not in SCENARIOS and "." in kind:
        return part_of(kind, "kind", own["allow_import"], "a subclass of Scenario", _is_scenario)
    make = SCENARIOS[SCENARIOS.check("kind", kind)].make
    return partial(make, **own) if make is population_of else make


def _check_fields(kind: str, fields: Mapping[str, Any]) -> None:
    """Refuse what would widen what a file may do, or would make more cells than a machine can hold."""
    for key in {"allow_import", "max_bytes"} & fields.keys():
        raise ValueError(f"A scenario must be without `{key}`, which only you can give, but {kind!r} has it.")
    caches = [key for key in fields if "__" in key and key.rpartition("__")[2] == "memory"]
    if caches:
        raise ValueError(f"A scenario must be without {caches}: a cache in a folder loads what others stored there.")
    n_cells = math.prod(len(value) for value in fields.values() if isinstance(value, list))
    if n_cells > _MOST_CELLS:
        raise ValueError(
            f"The lists of a scenario must make at most {_MOST_CELLS} cells, but those of {kind!r} make {n_cells}."
        )


def _cells(entry: Mapping[str, Any], files: Sequence[tuple[str, str]], own: Mapping[str, Any]) -> Iterator[Cell]:
    fields = {key: value for key, value in entry.items() if key not in {"kind", "name"}}
    kind = entry.get("kind", "")
    _check_fields(kind, fields)
    factory = _factory(kind, own)
    for file, given in _with_files(kind, factory, fields, files):
        name = ", ".join(filter(None, (entry.get("name"), file))) or kind
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
    fixed = {key: value for key, value in fields.items() if key not in tuned}
    scenario = factory(**{key: value for key, value in fixed.items() if "__" not in key})
    for key, value in ((key, value) for key, value in fixed.items() if "__" in key):
        try:
            scenario = scenario.with_parameter(key, value)
        except AttributeError as error:  # of a parameter that has no parameters
            raise ValueError(f"`{key}` must be a parameter of a classifier, but is not one ({error}).") from error
    how = next((Tune(parameter=key, **value) for key, value in tuned.items()), None)
    return Cell(scenario=scenario, name=name, varied={key: varied[key] for key in varied if key not in tuned}, tune=how)
