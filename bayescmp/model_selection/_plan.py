"""What a resampling plan is."""

from collections.abc import Callable
from dataclasses import dataclass

from bayescmp._typing import Splitter
from bayescmp.design import CROSS_VALIDATION, HOLD_OUT, TWO_FOLD, Design


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A resampling plan: how to deal its splits, and how to tell that data come from it.

    Attributes
    ----------
    name : str
        Its name in arguments, files and `PLANS`; a fraction in it is the training share.
    n_repeats, n_folds : int
        Its splits, in order, are the folds of its repeats; a hold-out is a repeat with one fold.
    splitter : callable
        From a seed, an int, to the scikit-learn splitter of the ``n_repeats * n_folds`` splits. The same seed gives the
        same splits, and plans of one family begin with the same ones, so that fits are shared.
    recognises : callable
        From a `Design` to whether its first `n_repeats` repeats are those of this plan, so that tests of the plan may
        be computed from the data of the design.

    Examples
    --------
    >>> import numpy as np
    >>> from bayescmp.model_selection import FIVE_FOLD
    >>> FIVE_FOLD.name, FIVE_FOLD.n_repeats, FIVE_FOLD.n_folds
    ('5-fold', 1, 5)
    >>> [len(test) for _, test in FIVE_FOLD.splitter(0).split(np.zeros((60, 1)))]
    [12, 12, 12, 12, 12]

    A plan recognises the designs that contain it:

    >>> from bayescmp.design import CROSS_VALIDATION, Design
    >>> FIVE_FOLD.recognises(Design(kind=CROSS_VALIDATION, n_records=60, n_repeats=1, n_folds=5))
    True
    >>> FIVE_FOLD.recognises(Design(kind=CROSS_VALIDATION, n_records=60, n_repeats=2, n_folds=5))
    False
    """

    name: str
    n_repeats: int
    n_folds: int
    splitter: Callable[[int], Splitter]
    recognises: Callable[[Design], bool]

    @property
    def kind(self) -> str:
        """Kind of the designs of its own splits, as in `Design`."""
        own = (
            Design(kind=kind, n_records=0, n_repeats=self.n_repeats, n_folds=self.n_folds)
            for kind in (HOLD_OUT, TWO_FOLD)
        )
        return next((design.kind for design in own if self.recognises(design)), CROSS_VALIDATION)
