"""From the numbers of a paper to a verdict."""

from collections.abc import Mapping
from itertools import combinations
from time import perf_counter
from typing import Any

from bayescmp._support._arguments import known_arguments
from bayescmp._support._text import listed
from bayescmp._support._versions import versions
from bayescmp.claims._claim import Claim
from bayescmp.claims._claims import Claims
from bayescmp.claims._printed import check_rates, printed_numbers
from bayescmp.claims._told import plain_of, readings_of
from bayescmp.metrics import metric_of
from bayescmp.metrics._means import metric_of_losses
from bayescmp.results import Call, Settings, Trust

_EXACT = Trust(sentence="exact sums over what is not told, of quadratures; no Monte Carlo", exact=True)
_Named = Mapping[str, Any]


@known_arguments
def reported(
    *,
    accuracy: _Named | None = None,
    error: _Named | None = None,
    mean: _Named | None = None,
    n: int | Mapping[str, int] | None = None,
    disagreement: float | str | None = None,
    sd: _Named | None = None,
    se: _Named | None = None,
    runs: int | Mapping[str, int] | None = None,
    folds: int | None = None,
    sizes: tuple[int, int] | None = None,
    rope: float | tuple[float, float] = 0.0,
    threshold: float = 0.975,
    ci_prob: float = 0.95,
) -> Claim | Claims:
    r"""Say whether one system is better by the numbers of a paper, and whether that depends on what they leave out.

    The estimand is value(first) - value(second): of rates on new records, of means of runs over more runs on the same
    test set, of means of folds over other training and test sets.

    Parameters
    ----------
    accuracy, error, mean : dict of str to number or str
        What is reported of each system, by one of the three; `mean` is of any score of which more is better. Texts keep
        what is printed: decimals, "91.2 %", the count "912/1000", "84.8 +- 1.2" (or "±") where nothing says what stands
        behind the sign, of which an interval is taken as that of a t test. Numbers have the decimals of the one with
        most: 0.9 beside 0.912 is .900, by itself .85 to .95.
    n : int or dict of str to int, optional
        Number of records of the one test set, or of the test set of each.
    disagreement : int, float or str, optional
        Of one test set, on how many records only one of the two is wrong: a whole number, or a share as it is printed,
        as ".038" or "3.8 %".
    sd, se : dict of str to number or str, optional
        Standard deviations over runs or folds, or standard errors of the means.
    runs : int or dict of str to int, optional
        Number of independent runs, such as seeds, of each.
    folds : int, optional
        Number of the folds of one cross-validation that all share; of repeated ones, of all repeats.
    sizes : (int, int), optional
        Records of a training and of a validation set; of at most 10 folds by default folds - 1 to 1.
    rope, threshold, ci_prob
        As in `compare`.

    Returns
    -------
    Claim or Claims
        Of two systems, or a verdict for each pair of more.

    Raises
    ------
    TypeError, ValueError
        If numbers are no numbers, cannot be of so many records, or what would tell their doubt is missing.

    Notes
    -----
    With k errors of each on n records the table of both is one of those with these margins, and all numbers that round
    to what is printed are among them. Each has the exact posterior of `compare`; which it is, no prior needs to say for
    the verdict. For the probabilities the logarithm of the odds ratio of the errors is normal with mean 3 and standard
    deviation 2, as learned from 1,650 pairs of classifiers on ten public data sets (measured; the page on reported
    numbers has its coverage). Rates on two test sets are independent; that the sets differ is left out.

    Of runs it is the t distribution of Welch's test, about the test set they were tried on. Of folds it is the
    corrected t distribution, for correlations of the scores of both from -1 to 1 (their Fisher z normal with mean .5
    and standard deviation .5, as measured) [1]_.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, "Inference for the Generalization Error", Machine Learning 52, 2003.
       :doi:`10.1023/A:1024068626366`

    Examples
    --------
    >>> import bayescmp as bc
    >>> claim = bc.reported(accuracy={"A": ".920", "B": ".890"}, n=1000)
    >>> claim.verdict, claim.decision
    ('holds', 'first better')
    >>> bc.reported(accuracy={"A": 0.912, "B": 0.905}, n=1000).verdict
    'depends'
    >>> bc.reported(mean={"A": 84.8, "B": 83.4}, sd={"A": 1.2, "B": 1.1}, runs=5).verdict
    'not shown'
    """
    begin = perf_counter()
    told = {"n": n, "disagreement": disagreement, "sd": sd, "se": se, "runs": runs, "folds": folds, "sizes": sizes}
    told = {name: plain_of(name, one) for name, one in told.items()}
    values = {"accuracy": accuracy, "error": error, "mean": mean}
    values = {name: plain_of(name, one) for name, one in values.items() if one is not None}
    if len(values) != 1:
        got = listed([f"`{name}`" for name in values]) if values else "none"
        raise TypeError(f"One of `accuracy`, `error` and `mean` must be given, but got {got}.")
    ((what, given),) = values.items()
    is_rate = what != "mean"
    metric = metric_of(what) if is_rate else metric_of_losses(what, greater_is_better=True, bounds=(None, None))
    asked = {"rope": rope, "threshold": threshold, "ci_prob": ci_prob}
    settings = Settings.checked(widest=metric.widest, greater_is_better=metric.greater_is_better, **asked)
    printed = printed_numbers(what, given)
    if is_rate:
        check_rates(what, printed)
    arguments = {what: given, **told, **{name: getattr(settings, name) for name in asked}}
    kind: type[Claim | Claims]
    if len(printed) > 2:
        if disagreement is not None:
            raise ValueError("`disagreement` must be left out with more than two systems: each pair has its own.")
        kind = Claims
        found: Any = {"claims": {pair: reported(**_of_pair(arguments, pair)) for pair in combinations(printed, 2)}}
    else:
        kind, (first, second) = Claim, printed
        observed = {name: one.value for name, one in printed.items()}
        found = {"first": first, "second": second, "observed": observed, "metric": metric}
        found["readings"] = readings_of(what, printed, metric, told)
    call = Call(verb="reported", data={}, arguments=arguments, seconds=perf_counter() - begin)
    return kind(**found, settings=settings, trust=_EXACT, provenance={"versions": versions()}, call=call)


def reported_again(_: Any, **arguments: Any) -> Claim | Claims:
    """Return what a file holds, which has no data but the numbers."""
    return reported(**arguments)


def _of_pair(arguments: _Named, pair: tuple[str, str]) -> dict[str, Any]:
    """Return what was told of two systems."""
    return {
        name: {one: value[one] for one in pair if one in value} if isinstance(value, Mapping) else value
        for name, value in arguments.items()
    }
