"""Paired contingency tables: built from counts or predictions, and compressed to an effective table.

A table is a DataArray whose last two dims are `first` and `second`, each with the coordinates "wrong" and
"right"; leading dims such as repeat and fold hold one table each.

Arguments that are not what their description says raise a TypeError or a ValueError.
"""

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._arguments import known_arguments
from bayescmp._support._called import NO_TABLE
from bayescmp._support._given import as_array, check_labelled, check_same_index, index_of
from bayescmp._support._text import shown, visible
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import about
from bayescmp.correlation import effective_factor
from bayescmp.predictions import check_outcomes, pair_of_names, wrong
from bayescmp.results import Values

__all__ = [
    "check_table", "effective_table", "fold_differences", "is_effective", "paired_table", "paired_tables",
    "tables_of_losses",
]  # fmt: skip

CELLS = ("first", "second")
OUTCOMES = ["wrong", "right"]
COUNTS = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
_WHOLE, _REAL = np.dtype(np.int64), np.dtype(np.float64)
_LARGEST_WHOLE = 2**53


@known_arguments
def paired_table(
    *,
    both_wrong: Any,
    only_first_wrong: Any,
    only_second_wrong: Any,
    both_right: Any,
    dims: tuple[str, ...] | None = None,
) -> xr.DataArray:
    """Build a table, or an array of tables, from named counts of records.

    Parameters
    ----------
    both_wrong, only_first_wrong, only_second_wrong, both_right : int or array of int
        Numbers of records; arrays of one shape for several tables. Ask of a printed table which cell is both right:
        mlxtend and many papers begin with it.
    dims : tuple of str, optional
        Names of the dims of the arrays, such as ("repeat", "fold"); needed unless the counts are single numbers.

    Returns
    -------
    DataArray of int, dims (..., "first", "second")

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=3, only_first_wrong=1, only_second_wrong=2, both_right=4)
    >>> int(table.sel(first="wrong", second="right"))
    1
    """
    dims = () if dims is None else dims
    if not isinstance(dims, (tuple, list)) or not all(isinstance(dim, str) for dim in dims):
        raise TypeError(f"`dims` must be a tuple of names, such as ('repeat', 'fold'), but got {shown(dims)}.")
    counts = (both_wrong, only_first_wrong, only_second_wrong, both_right)
    named = dict(zip(COUNTS, counts, strict=True))
    for name, value in named.items():
        if isinstance(value, xr.DataArray) and set(value.dims) == set(dims):
            named[name] = value.transpose(*dims)
    arrays = {name: _counts(value, name) for name, value in named.items()}
    shapes = {name: array.shape for name, array in arrays.items()}
    if len(set(shapes.values())) > 1:
        raise ValueError(f"The four counts must have one shape, but got {shapes}.")
    shape = shapes["both_wrong"]
    for axis in range(len(shape)):
        check_same_index({name: index_of(value, axis) for name, value in named.items()})
    if len(dims) != len(shape) or set(dims) & set(CELLS):
        raise ValueError(
            f"`dims` must name the {len(shape)} dims of the counts, none of them {CELLS}, but got {shown(dims)}."
        )
    cells = np.stack(list(arrays.values()), axis=-1).reshape(*shape, 2, 2)
    return labelled_tables(cells, dims)


def _counts(values: Any, name: str) -> Array:
    array = as_array(values, name)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"`{name}` must hold numbers of records, but got {shown(values)}.")
    _check_cells(array, name, whole=True)
    return array.astype(np.int64)


def _check_cells(cells: Array, name: str, *, whole: bool) -> None:
    good = (cells >= 0) & (cells < (_LARGEST_WHOLE if whole else np.inf))
    if whole:
        good &= np.floor(cells) == cells
    if not good.all():
        kind, limit = ("whole", " They are below 2**53.") if whole else ("finite", "")
        odd = cells[~good].flat[0]
        raise ValueError(f"`{name}` must hold {kind} numbers of records, 0 or more, but got {odd}.{limit}")


def labelled_tables(cells: Array, dims: tuple[str, ...]) -> xr.DataArray:
    """Name the axes of counts of shape (..., 2, 2): the leading ones, then `first` and `second`."""
    return xr.DataArray(cells, dims=(*dims, *CELLS), coords=_coordinates(dims, cells.shape[:-2]), name="records")


def tables_of_sums(both: Array, first: Array, second: Array, records: Array, dims: tuple[str, ...]) -> xr.DataArray:
    """Return tables from how often both are wrong, the first one, and the second, of so many records."""
    # n_00, n_01, n_10 and n_11 (docs/trust/formulas.md, "The paired table"), of sums of w and of products of two
    cells = np.broadcast_arrays(both, first - both, second - both, records - first - second + both)
    counts = np.rint(np.stack(cells, axis=-1)).astype(np.int64)
    return labelled_tables(counts.reshape(*counts.shape[:-1], 2, 2), dims)


@lru_cache(maxsize=64)
def _coordinates(dims: tuple[str, ...], shape: tuple[int, ...]) -> xr.Coordinates:  # which take longer than the counts
    numbered = {dim: np.arange(size) for dim, size in zip(dims, shape, strict=True)}
    return xr.Coordinates(numbered | dict.fromkeys(CELLS, OUTCOMES))


def check_table(table: object, name: str = "table") -> xr.DataArray:
    """Return `table` with the dims `first` and `second` last, if it is a table or an array of tables.

    Parameters
    ----------
    table : DataArray
        Counts, with dims `first` and `second` whose coordinates are "wrong" and "right".
    name : str, default "table"
        What the messages call it.
    """
    with about(name):
        return _checked(table, name)


def _checked(table: object, name: str) -> xr.DataArray:
    if not isinstance(table, xr.DataArray):
        got = f"{type(table).__name__}.{NO_TABLE}"
        raise TypeError(f"A table must come from `paired_table` or `paired_tables`, but got {got}")
    outcomes = {dim: table.get_index(dim).tolist() for dim in CELLS if dim in table.dims and dim in table.coords}
    for dim in CELLS:
        if sorted(map(str, outcomes.get(dim, []))) != sorted(OUTCOMES):
            raise ValueError(
                f"A table must have the dim {dim!r} with the coordinates {OUTCOMES}, but got the dims {table.dims}."
            )
    if table.dtype.kind not in "iuf":
        raise TypeError(f"A table must hold numbers of records, but got values of type {table.dtype}.")
    if table.dims[-2:] != CELLS or any(found != OUTCOMES for found in outcomes.values()):
        table = table.sel(dict.fromkeys(CELLS, OUTCOMES)).transpose(..., *CELLS)
    _check_cells(table.values, name, whole=not is_effective(table))
    # Differences of unsigned counts, and sums of small ones, would be other numbers.
    return table if table.dtype in {_WHOLE, _REAL} else table.astype(_REAL if table.dtype.kind == "f" else _WHOLE)


def is_effective(table: xr.DataArray) -> bool:
    """Tell whether a table is an effective one, whose counts need not be whole."""
    if not isinstance(table, xr.DataArray):
        raise TypeError(f"`table` must be a DataArray, but got {type(table).__name__}.")
    return bool(table.attrs.get("effective", 0))


def cell(table: xr.DataArray, first: str, second: str) -> xr.DataArray:
    """Return the counts of one cell of a checked table, such as ``cell(table, "wrong", "right")``."""
    return table.isel(first=OUTCOMES.index(first), second=OUTCOMES.index(second), drop=True)


def of_each(tables: xr.DataArray, values: Array, name: str) -> Values:
    """Return one number of each checked table, labelled as the tables are; of a single table a Python number."""
    if tables.ndim == len(CELLS):
        return float(values)
    return cell(tables, "wrong", "right").copy(deep=False, data=values).rename(name)


def below_half(a: Array, b: Array) -> Floats:
    """Return the probability of Beta(a, b) below 1/2, exactly 1/2 where both are equal."""
    return np.where(np.equal(a, b), 0.5, special.betainc(a, b, 0.5))


def plain_table(table: xr.DataArray | None) -> dict[str, Any] | None:
    """Return tables in the plain types of JSON."""
    if table is None:
        return None
    cells = zip(COUNTS, product(OUTCOMES, OUTCOMES), strict=True)
    counts = {name: cell(table, *outcomes).data.tolist() for name, outcomes in cells}
    return {"dims": [dim for dim in table.dims if dim not in CELLS], **counts}


def each_alone(tables: xr.DataArray) -> xr.DataArray:
    """Return the tables of both classifiers, along `classifier`, against one that is never wrong."""
    own = xr.concat([tables.sum("second"), tables.sum("first").rename(second="first")], dim="classifier")
    return xr.concat([0 * own, own], dim=xr.Variable("second", OUTCOMES)).transpose(..., *CELLS)


def scaled_table(table: xr.DataArray, size: Any) -> xr.DataArray:
    """Return the effective table of so many records with the proportions of `table`."""
    scaled = xr.apply_ufunc(
        lambda counts, n: counts / counts.sum((-2, -1), keepdims=True) * np.asarray(n)[..., None, None],
        table, size, input_core_dims=[CELLS, ()], output_core_dims=[CELLS],
    )  # fmt: skip
    return scaled.assign_attrs(table.attrs | {"effective": 1})


def paired_tables(predictions: xr.Dataset, first: str | None = None, second: str | None = None) -> xr.DataArray:
    """Count the outcomes of two classifiers in every fold of every repeat.

    Parameters
    ----------
    predictions : Dataset
        As from `labels` or `cross_val_predictions`.
    first, second : str, optional
        The two classifiers; may be left out where there are only two.

    Returns
    -------
    DataArray of int, dims (repeat, fold, first, second)
        Numbers of records, with the names of the classifiers in the attributes `first_name` and `second_name`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> predictions = bc.labels([0, 1, 1], {"tree": [0, 0, 1], "svm": [0, 1, 0]})
    >>> bc.paired_tables(predictions).squeeze().values
    array([[0, 1],
           [1, 1]])
    """
    check_outcomes(predictions)
    first, second = pair_of_names(predictions["classifier"].values, first, second)
    losses = wrong(predictions)
    own, other = (losses.sel(classifier=name, drop=True) for name in (first, second))
    tables = tables_of_losses(own, other, predictions["fold"])
    return tables.assign_attrs(first_name=visible(first), second_name=visible(second))


def tables_of_losses(wrong_first: xr.DataArray, wrong_second: xr.DataArray, fold: xr.DataArray) -> xr.DataArray:
    """Count outcomes per fold from the records that each classifier gets wrong.

    Parameters
    ----------
    wrong_first, wrong_second : DataArray of bool, dims (..., record)
        Whether the prediction is wrong. Without the dim `repeat`, a record has one outcome in all repeats.
    fold : DataArray of int, dims (..., repeat, record)
        The validating fold, -1 for none; leading dims are shared with the losses.

    Returns
    -------
    DataArray of int, dims (..., repeat, fold, first, second)
    """
    check_losses(wrong_first, wrong_second, fold)
    n_folds = int(fold.max()) + 1
    outcome = 2 * (~wrong_first).astype(np.int64) + ~wrong_second
    key = xr.where(fold >= 0, 4 * fold.astype(np.int64) + outcome, 4 * n_folds).transpose(..., "repeat", "record")
    lead = key.shape[:-1]
    n_rows, width = int(np.prod(lead)), 4 * n_folds + 1
    flat = key.to_numpy().reshape(n_rows, -1) + width * np.arange(n_rows)[:, None]
    counts = np.bincount(flat.ravel(), minlength=n_rows * width).reshape(*lead, width)[..., :-1]
    tables = labelled_tables(counts.reshape(*lead, n_folds, 2, 2), (*map(str, key.dims[:-1]), "fold"))
    return tables.assign_coords({dim: key[dim] for dim in key.dims[:-1] if dim in key.coords})


def check_losses(wrong_first: object, wrong_second: object, fold: object) -> None:
    """Refuse what are not the wrong predictions of two classifiers, and the folds that validate their records."""
    arrays = (
        check_labelled("wrong_first", wrong_first, "b", ("record",)),
        check_labelled("wrong_second", wrong_second, "b", ("record",)),
        check_labelled("fold", fold, "iu", ("repeat", "record")),
    )
    with about("fold"):
        xr.align(*arrays, join="exact", copy=False)


def fold_differences(tables: xr.DataArray) -> xr.DataArray:
    """Observed err(first) - err(second) of each table.

    Parameters
    ----------
    tables : DataArray, dims (..., first, second)
        As from `paired_tables`.

    Returns
    -------
    DataArray, dims (...)
        Proportions; negative where the first errs less, NaN where a table is empty.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.tables import fold_differences
    >>> tables = bc.paired_table(both_wrong=[1, 1], only_first_wrong=[2, 9], only_second_wrong=[7, 0],
    ...                          both_right=[40, 40], dims=("fold",))
    >>> fold_differences(tables).values.tolist()
    [-0.1, 0.18]
    """
    tables = check_table(tables, "tables")
    return xr.apply_ufunc(difference_of_counts, tables, input_core_dims=[CELLS]).rename("difference")


def difference_of_counts(counts: Array) -> Floats:
    """Return err(first) - err(second) of the counts of tables, NaN where a table is empty."""
    with np.errstate(invalid="ignore"):  # of 0 / 0
        return np.asarray((counts[..., 0, 1] - counts[..., 1, 0]) / np.einsum("...ij->...", counts))


def effective_table(tables: xr.DataArray, *, rho1: float = 0.5, rho2: float = 0.5) -> xr.DataArray:
    r"""Compress the 2m correlated tables of an m x 2 cross-validation to one table of equal information.

    Parameters
    ----------
    tables : DataArray, dims (..., repeat, fold, first, second)
        One table per fold; two folds.
    rho1 : float, default 0.5
        Correlation of the estimates of the two folds of one repeat.
    rho2 : float, default 0.5
        Correlation of the estimates of folds of different repeats.

    Returns
    -------
    DataArray of float, dims (..., first, second)
        Marked by the attribute `effective`; the coordinate `effective_size` is its number of records.

    Notes
    -----
    :math:`C_e = t\,\bar C` with t from `effective_factor`: 20/11 for five repeats at the default correlations, so
    that the effective size is 10n/11 (status S [1]_; for other numbers of repeats D). Under the defaults it is a
    bound, not an estimate: one run of a cross-validation does not identify rho1 and rho2. It is conservative under the
    assumptions of [1]_, and may be without them: the own errors of the majority class of two equally frequent ones have
    rho1 = 2/pi, above the bound, but rho2 = .35, so that t is 2.25 for five repeats. It leaves out the variance that
    training sets add.

    References
    ----------
    .. [1] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> import numpy as np
    >>> import bayescmp as bc
    >>> ones = np.ones((5, 2), dtype=int)
    >>> tables = bc.paired_table(both_wrong=2 * ones, only_first_wrong=3 * ones, only_second_wrong=7 * ones,
    ...                          both_right=10 * ones, dims=("repeat", "fold"))
    >>> round(float(bc.effective_table(tables).effective_size), 6)
    40.0
    """
    tables = check_table(tables, "tables")
    if "repeat" not in tables.dims or tables.sizes.get("fold") != 2:
        raise ValueError(
            f"`tables` must have the dim 'repeat' and a dim 'fold' of size 2, but got {dict(tables.sizes)}."
        )
    factor = effective_factor(tables.sizes["repeat"], rho1=rho1, rho2=rho2)
    effective = factor * tables.mean(("repeat", "fold"))
    names = {key: tables.attrs[key] for key in ("first_name", "second_name") if key in tables.attrs}
    return (
        effective.rename("records")
        .assign_coords(effective_size=effective.sum(CELLS))
        .assign_attrs(effective=1, rho1=rho1, rho2=rho2, **names)
    )
