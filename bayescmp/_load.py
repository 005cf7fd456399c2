"""Read any result from its file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import xarray as xr

from bayescmp._files import contents_of
from bayescmp._netcdf import read_datatree, read_netcdf
from bayescmp._result import Result
from bayescmp._validation import about, check_path
from bayescmp.comparison import Comparison
from bayescmp.comparison._loaded import comparison_of_file
from bayescmp.datasets import DatasetsComparison, DatasetsRanking, compare_datasets, rank_datasets
from bayescmp.datasets._call import called_again
from bayescmp.ranking import Ranking
from bayescmp.ranking._loaded import ranking_of_file

_READERS: dict[str, Callable[[xr.Dataset, dict[str, Any], str], Result]] = {
    Comparison.__name__: comparison_of_file,
    Ranking.__name__: ranking_of_file,
}
_CALLED: dict[str, dict[str, Callable[..., Result]]] = {
    DatasetsComparison.__name__: {"compare_datasets": compare_datasets},
    DatasetsRanking.__name__: {"rank_datasets": rank_datasets},
}
"""Results whose file holds data and call, and the functions that may be called."""


def load(path: str | Path) -> Result:
    """Load a result that was saved by its `save`.

    Parameters
    ----------
    path : str or Path
        The file.

    Returns
    -------
    Result
        Whatever result the file holds, such as a `Comparison`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file is not a saved result of a known schema, or its decision, probabilities, errors or settings are not
        what follows from its tables.

    Notes
    -----
    What follows from the tables, and at the crossed effects from the posterior of tau and the variance of the mean that
    the file holds, is computed again; p-values of tests are taken as they stand. Files of earlier schemas load; those
    of schema 1 were written with a coarser quadrature, their numbers may differ by 2e-3, are replaced, and a note says
    so. A file of a result over data sets holds these and what was asked of them: the function is called again, and what
    it finds must be what the file says.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import bayescmp as bc
    >>> path = pathlib.Path(tempfile.mkdtemp(), "result.nc")
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> result = bc.compare(table)
    >>> result.save(path)
    >>> bc.load(path).to_json() == result.to_json()
    True
    """
    with about("path"):
        path = check_path("path", path)
        data = read_netcdf(path)
        with contents_of(path, "a saved result"):
            text = json.loads(data.attrs.get("result", data.attrs.get("comparison", "{}")))  # the name before schema 3
            kind = text.get("result", Comparison.__name__) if isinstance(text, dict) else None
            if not isinstance(kind, str) or kind not in {**_READERS, **_CALLED}:
                raise ValueError(
                    f"{path.name!r} must hold one of {', '.join([*_READERS, *_CALLED])}, but got {kind!r}."
                )
            if "result" not in data.attrs and ("y_pred" in data or "loss" in data):
                raise ValueError(
                    f"{path.name!r} must hold a result, but holds predictions, as `read_predictions` reads."
                )
            if kind in _CALLED:
                return called_again(read_datatree(path), _CALLED[kind], path.name)
            return _READERS[kind](data, text, path.name)
