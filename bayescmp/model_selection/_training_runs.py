"""A splitter that trains on the same records several times."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike
from sklearn.model_selection import BaseCrossValidator, GroupShuffleSplit, ShuffleSplit

from bayescmp._support._typing import Integers
from bayescmp._support._validation import check_integer


class TrainingRuns(BaseCrossValidator):
    """One hold-out, for whose training set every algorithm is trained several times, with other random numbers.

    Predictions tell what algorithms are worth over their own randomness, as those of `runs`; a cross-validation tells
    what they are worth on other training data.

    Parameters
    ----------
    n_runs : int
        The number of trainings, 2 or more. The first runs of a larger number are those of a smaller one with the same
        seed, so that runs can be added later.
    test_size : float or int, default 1/3
        Share, or number, of the records of the test set, as in scikit-learn's `train_test_split`. Groups stay whole.
    random_state : int, RandomState or None
        Seed of the hold-out.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> trees = {"forest": RandomForestClassifier(5), "tree": DecisionTreeClassifier(splitter="random")}
    >>> p = bc.cross_val_predictions(trees, X, y, cv=bc.TrainingRuns(3), rng=0)
    >>> bc.compare(p).design.runs.smallest
    3.0
    """

    def __init__(
        self, n_runs: int, test_size: float = 1 / 3, random_state: int | np.random.RandomState | None = None
    ) -> None:
        self.n_runs = n_runs
        self.test_size = test_size
        self.random_state = random_state

    def get_n_splits(self, X: object = None, y: object = None, groups: object = None) -> int:  # noqa: ARG002
        """Return the number of runs."""
        return check_integer("n_runs", self.n_runs, least=2)

    def split(
        self, X: ArrayLike, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[Integers, Integers]]:
        """Yield the one hold-out once for each run, as (training, test) row numbers."""
        kind = ShuffleSplit if groups is None else GroupShuffleSplit
        hold_out = kind(1, test_size=self.test_size, random_state=self.random_state)
        pair = next(hold_out.split(X, y, groups))
        for _ in range(self.get_n_splits()):
            yield pair
