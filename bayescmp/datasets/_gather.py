"""The data sets by name, from whatever holds them: a mapping, a tree, tables with a dim, or tasks of one hold-out."""

import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any

import pandas as pd
import xarray as xr

from bayescmp._support._text import shown, twice, visible
from bayescmp._support._validation import check_storable, check_text
from bayescmp._support._versions import versions
from bayescmp.comparison._in_one_call import own_copy
from bayescmp.datasets._plain import metric_of_numbers, plain_numbers
from bayescmp.design import ANSWERS, HOLD_OUT, RUNS, design_of
from bayescmp.doors import of_pandas
from bayescmp.evidence._fact import BOUNDS_OF_SCORES, PLAIN_NUMBERS, SCALE_OF_DATA
from bayescmp.metrics import Metric, holds_scores, metric_of_data, takes_bounds, without_bounds
from bayescmp.predictions import by_values, check_equal_records, check_names_differ, groups_in_several, provenance
from bayescmp.results import Call
from bayescmp.tables import CELLS

type Data = xr.Dataset | xr.DataArray  # predictions or losses of records, tables, or scores
type Asked = tuple[str | None, str | None]  # names of two classifiers, where they are told

_DIM = "dataset"


def gathered(
    data: object,
    by: str | None = None,
    metric: Any = None,
    only: Asked = (None, None),
    *,
    greater_is_better: bool | None = None,
) -> dict[str, Data]:
    """Return the data of every data set under its name: the tasks of one hold-out if `by` is given."""
    data = of_pandas(data)
    is_plain_data = by is None and (isinstance(data, pd.DataFrame) or _is_nested(data))
    if greater_is_better is not None and not is_plain_data:
        raise ValueError(
            "`greater_is_better` must be left out unless `data` hold one number for each data set and classifier, but "
            f"got {shown(greater_is_better)}. Other data know what is better."
        )
    if by is not None:
        parts = _parts(data, by)
        answered = [(name, _of_those_who_answered(part)) for name, part in parts.items()]
        return dict(_with_both(answered, by, only)) or parts
    plain_metric = metric_of_numbers(metric, greater_is_better=greater_is_better) if is_plain_data else None
    found = list(plain_numbers(data, plain_metric) if is_plain_data else _children(data))
    return _alike_in_bounds(_named(_with_both(found, "data set", only) or found, only))


def _of_those_who_answered(part: Data) -> Data:
    """Leave out the classifiers that answered nothing."""
    if "missing" not in part or "judged" in part:
        return part
    return part.sel(classifier=(~part["missing"] & (part["fold"] >= 0)).any(("record", "repeat")))


def _with_both[Name: Hashable](data: Sequence[tuple[Name, Data]], unit: str, only: Asked) -> list[tuple[Name, Data]]:
    """Leave out data sets that lack one of the classifiers asked for, or have fewer than two of all."""

    def lacks(one: Data) -> bool:
        if "classifier" not in getattr(one, "indexes", ()):  # tables may be without names
            return False
        names = one["classifier"].to_numpy().astype(str).tolist()
        return len(names) < 2 or not all(name in names for name in only if name is not None)

    lacking = [name for name, one in data if lacks(one)]
    if 0 < len(lacking) < len(data):
        warnings.warn(
            f"Left out of what holds over several: {unit} {', '.join(map(shown, lacking))}, where fewer than two of "
            "the classifiers that are compared have an answer.",
            stacklevel=5,
        )
    return [(name, one) for name, one in data if name not in lacking]


def call_of(verb: str, data: object, named: Mapping[str, Data], arguments: Mapping[str, Any], begin: float) -> Call:
    """Return the call, with the data that a result is saved with; plain numbers as they were read."""
    own = own_copy(data) if arguments["by"] is not None and isinstance(data, xr.Dataset) else named
    return Call(verb=verb, data=own, arguments=arguments, seconds=perf_counter() - begin)


def provenance_of_data(data: Mapping[str, Data], metric: Metric) -> dict[str, Any]:
    """Return versions, and what was taken from the data: bounds, the scale of the base."""
    found = {
        BOUNDS_OF_SCORES: any(map(takes_bounds, data.values())),
        PLAIN_NUMBERS: any(map(is_plain, data.values())),
        SCALE_OF_DATA: metric.widest is None,
    }
    return {"versions": versions(), **{name: True for name, holds in found.items() if holds}}


def is_plain(data: object) -> bool:
    """Tell whether a data set is one number for each classifier, as `plain_numbers` gives them."""
    if not isinstance(data, xr.DataArray) or data.dims != ("classifier",):
        return False
    return provenance(data).get("made_by") == PLAIN_NUMBERS


def _is_nested(data: object) -> bool:
    """Tell whether data are a mapping of mappings from classifiers to numbers."""
    return isinstance(data, Mapping) and bool(data) and all(isinstance(one, (dict, pd.Series)) for one in data.values())


def _alike_in_bounds(data: dict[str, Data]) -> dict[str, Data]:
    """Take no bounds from the scores of one data set where another one has others."""
    scores = {name: one for name, one in data.items() if isinstance(one, xr.DataArray) and holds_scores(one)}
    if len({metric_of_data(one, None).bounds for one in scores.values()}) < 2:
        return data
    return data | {name: without_bounds(one) for name, one in scores.items() if takes_bounds(one)}


def _named(found: Iterable[tuple[Hashable, Data]], only: Asked = (None, None)) -> dict[str, Data]:
    """Return data sets by names that print, which have to differ."""
    names, data = [], []
    for name, one in found:
        names.append(visible(check_storable("The name of a data set", str(name))))
        data.append(one)
        if name is None or name != name or not names[-1].strip():  # noqa: PLR0124 - NaN
            raise ValueError(f"Every data set of `data` must have a name that can be read, but one is {name!r}.")
    if not names:
        raise ValueError("`data` must hold a data set or more, but hold none.")
    if (same := twice(names)) is not None:
        raise ValueError(f"The names of the data sets of `data` must differ as texts, but {same!r} is there twice.")
    check_names_differ(names, "The names of the data sets of `data`")
    # Copies, for a result is computed from them later, too, and saved with them.
    return {name: own_copy(one, *only) for name, one in zip(names, data, strict=True)}


def _children(data: object) -> Iterable[tuple[Hashable, Data]]:
    if isinstance(data, xr.DataTree):
        nested = [name for name, child in data.children.items() if child.children]
        if nested:
            raise ValueError(f"`data` must be a tree with a child per data set, but {nested[0]!r} has children itself.")
        return [(name, _of_group(child.to_dataset())) for name, child in data.children.items()]
    if isinstance(data, xr.DataArray) and _DIM in data.dims:
        names = data[_DIM].to_numpy().tolist()
        return [(name, data.isel({_DIM: place}, drop=True)) for place, name in enumerate(names)]
    if isinstance(data, Mapping) and not isinstance(data, xr.Dataset):
        return data.items()
    module, of_one = type(data).__module__.partition(".")[0], "One data set is compared by `compare`."
    raise TypeError(
        "`data` must be a mapping from the names of data sets to their predictions, losses, tables or scores, a "
        "DataTree of them, tables or scores with the dim dataset, or a DataFrame with a number for each data "
        f"set (row) and classifier (column), but got {type(data).__name__} of {module}. "
        + ("Read a file first: `pd.read_csv(path)`." if module == "pathlib" or isinstance(data, str) else of_one)
    )


def _of_group(group: xr.Dataset) -> Data:
    """Return tables or scores, which a tree holds as the one variable of a group."""
    only = next(iter(group.data_vars.values())) if len(group.data_vars) == 1 else None
    if only is not None and (set(CELLS) <= set(only.dims) or {"classifier", "fold"} <= set(only.dims)):
        return only
    return group


def _parts(data: object, by: str) -> dict[str, Data]:
    check_text("by", by)
    if not isinstance(data, xr.Dataset):
        raise TypeError(
            f"`by` must be left out for data sets by name; with it `data` must be predictions of one hold-out, but got "
            f"{type(data).__name__}."
        )
    predictions = check_equal_records(data, "data", may_lack=True, losses=True)
    if by not in predictions.coords or predictions[by].dims != ("record",):
        along = [str(name) for name, one in predictions.coords.items() if one.dims == ("record",) and name != "record"]
        raise ValueError(
            f"`by` must be a coordinate of the records, but got {shown(by)}; there are {', '.join(along) or 'none'}."
        )
    if design_of(predictions).kind not in {HOLD_OUT, ANSWERS, RUNS}:
        raise ValueError(
            "`by` must be given for one hold-out only: in a cross-validation the parts of `data` share their training "
            "sets, so that they are not independent data sets."
        )
    if torn := groups_in_several(predictions, by):
        raise ValueError(f"Each group must be within one {by}, for {by}s are taken as independent, but {torn}.")
    return _named(by_values(predictions, by).items())
