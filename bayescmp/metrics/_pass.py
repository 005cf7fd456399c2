"""Metrics of several answers to a record: whether one of k is right, or all are."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy import special

from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_integer
from bayescmp.metrics._means import metric_of_mean
from bayescmp.metrics._metric import Metric


def PassAt(k: int) -> Metric:  # noqa: N802 - reads as what it makes
    r"""Return pass@k, "pass@5" by name, the probability that one or more of k answers to a record are right.

    Parameters
    ----------
    k : int
        Number of answers that are looked at, 1 or more; every record needs as many or more of each classifier.

    Notes
    -----
    Of n answers to a record of which c are right it is estimated by

    .. math:: 1 - \binom{n - c}{k} / \binom{n}{k}

    which is unbiased: the share of all choices of k of the n answers that hold a right one (status S [1]_).

    References
    ----------
    .. [1] M. Chen et al., "Evaluating Large Language Models Trained on Code", 2021. :doi:`10.48550/arXiv.2107.03374`

    Examples
    --------
    Three answers of each of two systems to each of four questions:

    >>> import bayescmp as bc
    >>> right = {"a": [1, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0], "b": [0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0]}
    >>> p = bc.verdicts(right, record=[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], how=bc.answers([1, 2, 3] * 4))
    >>> {name: round(value, 3) for name, value in bc.compare(p, metric="pass@2").observed.items()}
    {'a': 0.667, 'b': 0.417}
    """
    k = check_integer("k", k, least=1)
    return _metric(f"pass@{k}", k, partial(_one_of, k))


def PassAll(k: int) -> Metric:  # noqa: N802 - reads as what it makes
    r"""Return pass^k, "pass^5" by name, the probability that all of k answers to a record are right.

    Parameters
    ----------
    k : int
        As in `PassAt`.

    Notes
    -----
    Of n answers of which c are right it is estimated by :math:`\binom{c}{k} / \binom{n}{k}`, which is unbiased
    (status S [1]_).

    References
    ----------
    .. [1] S. Yao, N. Shinn, P. Razavi and K. Narasimhan, "tau-bench: A Benchmark for Tool-Agent-User Interaction in
       Real-World Domains", 2024. :doi:`10.48550/arXiv.2406.12045`

    Examples
    --------
    >>> from bayescmp.metrics import PassAll
    >>> round(float(PassAll(2).of_counts(5, 4)), 3)
    0.6
    """
    k = check_integer("k", k, least=1)
    return _metric(f"pass^{k}", k, partial(_all_of, k))


def _metric(name: str, k: int, of_counts: Callable[[Any, Any], Floats]) -> Metric:
    losses = partial(_of_one_answer, name, k)
    more: dict[str, Any] = {"bounds": (0.0, 1.0), "greater_is_better": True, "of_counts": of_counts, "least_answers": k}
    return metric_of_mean(name, name, losses, needs="labels", **more)


def _of_one_answer(name: str, k: int, y_true: Any, y_pred: Any) -> Array:
    """Return the losses where every record has one answer."""
    if k > 1:
        raise ValueError(f"`metric` {name!r} needs {k} answers or more to every record, but there is one of each.")
    return np.asarray(np.not_equal(y_true, y_pred))


def _one_of(k: int, n: Any, right: Any) -> Floats:
    return 1 - _all_of(k, n, np.asarray(n) - right)


def _all_of(k: int, n: Any, right: Any) -> Floats:
    n, right = np.asarray(n, dtype=float), np.asarray(right, dtype=float)
    with np.errstate(invalid="ignore"):  # of fewer right ones than k, of which there is no choice
        log = special.betaln(n - k + 1, k + 1) - special.betaln(right - k + 1, k + 1) + np.log((n + 1) / (right + 1))
    return np.where(right >= k, np.exp(np.where(right >= k, log, 0.0)), 0.0)
