"""Cross-validate classifiers on several data sets: what is there is kept, and only what is missing is fitted."""

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._arguments import known_arguments
from bayescmp._support._exits import no_exit
from bayescmp._support._text import counted
from bayescmp._support._typing import Splitter
from bayescmp._support._validation import RandomNumbers, about, check_path
from bayescmp._support._versions import versions
from bayescmp.model_selection._cross_val_predictions import check_estimators, check_options, seed_of

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator


@known_arguments
@no_exit("in cross_val_datasets")
def cross_val_datasets(
    estimators: "Mapping[str, BaseEstimator]",
    datasets: "Mapping[str, Any] | Sequence[str | Path] | str | Path",
    *,
    out: str | Path,
    target: str | None = None,
    cv: int | Splitter | None = None,
    groups: Mapping[str, ArrayLike] | str | None = None,
    n_jobs: int | None = None,
    rng: RandomNumbers = None,
    probabilities: bool = False,
    loss: str | None = None,
    progress: bool = False,
) -> xr.DataTree:
    """Cross-validate every classifier on every data set; each pair is a unit, kept in a folder once it is done.

    A second call fits only what is missing: a new classifier, a new data set, more repeats, what failed, or what a run
    that was killed had not written.

    Parameters
    ----------
    estimators : mapping of str to estimator
        Classifiers under their names, as in `cross_val_predictions`.
    datasets : mapping, list, str or Path
        Data sets under their names: (X, y), a data frame of pandas, (data frame, target), a file, or "iris", "wine",
        "breast_cancer" or "digits", which come with scikit-learn. Or a list of such names and of files, which are
        called as they are without suffixes; a folder stands for all tables in it.
    out : str or Path
        Folder of the predictions, a new one or that of the experiment.
    target : str, optional
        Column of the classes in files and data frames. Features of files are prepared within each training
        set: numbers scaled, texts one-hot encoded.
    cv : int or splitter, optional
        As in `cross_val_predictions`; by default `BlockRegularizedCV()`. With more repeats of the same splitter, only
        the new ones are fitted.
    groups : mapping of str to array, or str, optional
        Groups of dependent records of data sets, or their column in files and data frames.
    n_jobs : int, optional
        Number of processes, as in joblib: None takes what `joblib.parallel_config` says, such as
        ``parallel_config(backend="dask")`` for a cluster, else one. The results do not depend on it.
    rng : int, Generator or None
        Seed of splits and of estimators that have none. None draws one for a new experiment; it is recorded.
    probabilities, loss
        As in `cross_val_predictions`; errors of data sets are in the units of their targets.
    progress : bool, default False
        Show what is done and how long the rest will take, on standard error.

    Returns
    -------
    DataTree
        A child for each data set, with the predictions of the classifiers that are done, as from
        `cross_val_predictions`; `compare_datasets` and `rank_datasets` take it. Answers are read from the folder when
        they are needed. `load` of the folder returns all classifiers that are in it, in the repeats that those of a
        data set share, in the order of names.

    Warns
    -----
    UserWarning
        If units failed; `units_of` has what each raised, and the others are done.

    Raises
    ------
    TypeError, ValueError
        If something is no estimator or data set, `out` holds another seed, or another classifier or data set of the
        same name.
    FileExistsError, BlockingIOError
        If `out` holds something else, or another process works in it.
    OSError
        If a file cannot be written, or a worker process was killed (ChildProcessError). What was written is safe, and
        the same call goes on from there.

    Notes
    -----
    Seeds follow from that of the experiment, the name of the classifier and the training set, so that results depend
    neither on other units nor on the number of processes. A unit has one thread.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> two = {"tree": DecisionTreeClassifier(), "bayes": GaussianNB()}
    >>> with tempfile.TemporaryDirectory() as out:
    ...     tree = bc.cross_val_datasets(two, ["iris", "wine"], out=out, rng=0)
    ...     result = bc.compare_datasets(tree, first="tree", second="bayes")
    >>> list(tree.children), result.decision
    (['iris', 'wine'], 'undecided')
    """
    from bayescmp.model_selection._data_sets import data_sets_of
    from bayescmp.model_selection._experiment import Experiment, tree_of
    from bayescmp.model_selection._units import plans_of
    from bayescmp.runner import going_on, run_units

    if hasattr(cv, "__next__"):
        raise TypeError("`cv` must be a splitter, or a list of splits, but is an iterator, which one data set uses up.")
    check_estimators(estimators, loss=loss)
    check_options(estimators, n_jobs=n_jobs, progress=progress, probabilities=probabilities, loss=loss)
    data = data_sets_of(datasets, target=target, groups=groups)
    folder = Experiment(check_path("out", out))
    with about("out"):
        known = folder.found_specification() if rng is None else None
    seed = seed_of(rng) if known is None else int(known["seed"])
    how = {"probabilities": probabilities, "loss": loss}
    plans = [plan for name, one in data.items() for plan in plans_of(folder, name, estimators, one, cv, seed, how)]
    with about("out"):
        lock = folder.claim({"seed": seed, "probabilities": probabilities, "loss": loss or ""})
    with lock, going_on(folder):
        with warnings.catch_warnings(action="ignore"):  # what is damaged is made again, and said
            there = [unit for unit in folder.units() if unit["splits"]]
        for plan in plans:
            plan.check(there)
        folder.log(event="start", units=len(plans), n_jobs=n_jobs, versions=versions())
        units = [plan.unit() for plan in plans]
        run_units(units, folder, "experiment", n_jobs=n_jobs, progress=progress)
        results = [result for plan in plans if (result := plan.result()) is not None]
    failed = [unit for unit in results if unit["error"]]
    if failed:
        first = failed[0]
        if not any(unit["splits"] for unit in results):
            raise ValueError(f"Every unit of the experiment failed, the first with: {first['error']}.")
        warnings.warn(
            f"{counted(len(failed), 'unit')} of the experiment failed, first {first['classifier']!r} on "
            f"{first['dataset']!r}: {first['error']}. The others are done; `units_of` lists all.",
            UserWarning,
            stacklevel=3,
        )
    return tree_of(folder, results)


def units_of(out: str | Path) -> pd.DataFrame:
    """Return what became of each unit of an experiment.

    Parameters
    ----------
    out : str or Path
        The folder of the experiment.

    Returns
    -------
    DataFrame
        A row for each classifier and data set that was worked on: `dataset`, `classifier`, `status` ("done" or
        "failed"), `n_repeats`, `seconds` of work, `n_fits` and `seconds_per_fit` of fitting alone, the `error` that it
        raised, with its seed, and `warnings`.

    Raises
    ------
    FileNotFoundError
        If there is no experiment in `out`.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.naive_bayes import GaussianNB
    >>> import bayescmp as bc
    >>> with tempfile.TemporaryDirectory() as out:
    ...     tree = bc.cross_val_datasets({"bayes": GaussianNB()}, ["iris"], out=out, rng=0)
    ...     units = bc.model_selection.units_of(out)
    >>> units[["dataset", "classifier", "status", "n_repeats"]].values.tolist()
    [['iris', 'bayes', 'done', 5]]
    """
    from bayescmp.model_selection._experiment import Experiment, frame_of_units

    return frame_of_units(Experiment.opened(out))
