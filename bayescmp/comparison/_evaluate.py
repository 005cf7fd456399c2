"""Evaluate one classifier or several, each by itself: from data to values with intervals."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from bayescmp._support._validation import RandomNumbers, seed_of
from bayescmp._support._versions import versions
from bayescmp.comparison._alone import alone
from bayescmp.comparison._compare import settings_of
from bayescmp.comparison._evaluation import Evaluation
from bayescmp.comparison._in_one_call import data_of, own_copy
from bayescmp.comparison._several_metrics import by_metrics
from bayescmp.methods import Auto, Method
from bayescmp.methods._registry import AUTO, asked_method
from bayescmp.metrics import Metric, metric_of_data
from bayescmp.predictions import provenance
from bayescmp.results import Call


@by_metrics
def evaluate(
    *data: Any,
    metric: str | Callable[[Any, Any], float] | Metric | None = None,
    pos_label: object = None,
    method: str | Method | Auto = AUTO,
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    rng: RandomNumbers = 0,
) -> Evaluation:
    """Say how good one classifier or system is, or each of several by itself, and how sure that is.

    The estimand is the value of the metric on new records, by default the error, of answers that are right or wrong the
    accuracy: of the fitted classifier on a hold-out, of the algorithm trained on as many records in a cross-validation.

    Parameters
    ----------
    *data : Dataset or DataArray; or (y_true, answers); or (estimators, X, y)
        Predictions of one or several, scores of validation sets, or a table; or what they are made of, as in `compare`.
    metric, pos_label, method, ci_prob, ci_kind
        As in `compare`.
    rng : int, Generator or None, default 0
        Seed or source of draws, for metrics that need some.

    Returns
    -------
    Evaluation

    Raises
    ------
    TypeError
        If `data` is neither predictions, scores nor a table.
    ValueError
        If an argument is out of range, or no method tells of each by itself; the message says what to do.

    Notes
    -----
    The interval is the margin of the posterior that `compare` and `rank` use, whatever stands beside it. That two
    intervals overlap does not mean that two classifiers cannot be told apart, for they err on the same records.

    Cross-validations know little of their own variance [1]_, and few records little of a rate near 0 or 1 [2]_: the
    page on evaluations says how often the intervals held.

    References
    ----------
    .. [1] S. Bates, T. Hastie and R. Tibshirani, "Cross-Validation: What Does It Estimate and How Well Does It Do It?",
       JASA 119, 2024. :doi:`10.1080/01621459.2023.2197686`; H. Schulz-Kuempel and others, "Constructing Confidence
       Intervals for 'the' Generalization Error", 2024. :doi:`10.48550/arXiv.2409.18836`
    .. [2] E. Miller, "Adding Error Bars to Evals", 2024. :doi:`10.48550/arXiv.2411.00640`; S. Bowyer, L. Aitchison and
       D. R. Ivanova, "Don't Use the CLT in LLM Evals With Fewer Than a Few Hundred Datapoints", 2025.
       :doi:`10.48550/arXiv.2503.01747`; J. Kübler and others, "When LLMs Get Significantly Worse", 2026.
       :doi:`10.48550/arXiv.2602.10144`

    Examples
    --------
    >>> import bayescmp as bc
    >>> y = [0, 1] * 50
    >>> tree = [1 - y[0], *y[1:]]
    >>> bc.evaluate(y, {"tree": tree}).classifiers.round(3).loc["tree"].tolist()
    [0.01, 0.029, 0.006, 0.068]
    """
    begin = perf_counter()
    asked = asked_method(method)
    own = own_copy(data_of(data, metric, rng))
    of_data = metric_of_data(own, metric, pos_label)
    settings = settings_of(of_data, ci_prob=ci_prob, ci_kind=ci_kind, rng=None if rng is None else seed_of(rng))
    found = alone(own, of_data, asked, settings)
    given = {name: getattr(settings, name) for name in ("ci_prob", "ci_kind", "rng")}
    return Evaluation(
        **vars(found),
        trust=found.trust,
        settings=settings,
        provenance={"predictions": provenance(own), "versions": versions()},
        call=Call(
            verb="evaluate",
            data=own,
            arguments={"metric": of_data, "method": found.method} | given,
            seconds=perf_counter() - begin,
        ),
    )
