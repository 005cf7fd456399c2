"""F measures by which recall counts more, or less, than precision."""

from bayescmp._text import shown
from bayescmp._validation import check_positive
from bayescmp.metrics._margins import f_beta
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._of_margins import metric_of_class

_LEAST, _MOST = 1e-6, 1e6


def FBeta(beta: float) -> Metric:  # noqa: N802 - reads as what it makes
    r"""Return the F measure by which recall counts beta times as much as precision, of two classes.

    Parameters
    ----------
    beta : float
        Above 0; 1 is "f1".

    Returns
    -------
    Metric
        Of the positive class, as "f1" is.

    Raises
    ------
    TypeError, ValueError
        If `beta` is not a number, or not from 1e-6 to 1e6.

    Notes
    -----
    :math:`F_\beta = (1 + \beta^2) P R / (\beta^2 P + R)`, of precision P and recall R; 0 where nothing is right.

    Examples
    --------
    >>> from bayescmp.metrics import FBeta
    >>> round(FBeta(2).value([1, 1, 1, 0], [1, 0, 0, 0]), 4)
    0.3846
    """
    number = check_positive("beta", beta)
    if not _LEAST <= number <= _MOST:
        raise ValueError(f"`beta` must be from {_LEAST:g} to {_MOST:g}, but got {shown(beta)}.")
    return metric_of_class(f"FBeta({number!r})".replace(".0)", ")"), f"F{number:g}", f_beta(number))
