"""The result of a significance test."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bayescmp._support._validation import check_probability
from bayescmp.results._interval import ConfidenceInterval, Values, in_one_line, plain

TWO_SIDED, EQUIVALENCE = "two-sided", "equivalence"
"""What tests are against: any difference, or one as large as the rope."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SignificanceResult:
    """The result of a significance test, in scipy's names.

    Attributes
    ----------
    name : str
        Name of the test.
    statistic : float or DataArray
        The test statistic.
    pvalue : float or DataArray
        Probability under the null hypothesis of a statistic at least as extreme.
    df : float, (int, int) or None
        Degrees of freedom of the reference distribution, two for F, None for exact and normal ones.
    alternative : str
        "two-sided", or "equivalence".
    estimate : float, DataArray or None
        What the test estimates, value(first) - value(second) in the units of the metric; None where it estimates
        nothing.
    bounds : callable or None
        From a confidence level to the two bounds; None where the test has no interval. Ask `confidence_interval`.
    """

    name: str
    statistic: Values
    pvalue: Values
    df: float | tuple[int, int] | None = None
    alternative: str = TWO_SIDED
    estimate: Values | None = None
    bounds: Callable[[float], tuple[Values, Values]] | None = field(default=None, repr=False)
    __repr__ = in_one_line

    def __post_init__(self) -> None:
        for name in ("statistic", "pvalue", "df", "estimate"):
            object.__setattr__(self, name, plain(getattr(self, name)))

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval | None:
        """Return the interval about the estimate that belongs to the test.

        Parameters
        ----------
        confidence_level : float, default 0.95
            How often such intervals contain what is estimated, a proportion.

        Returns
        -------
        ConfidenceInterval or None
            None where the test has no interval.

        Examples
        --------
        >>> import xarray as xr
        >>> from bayescmp.frequentist import paired_t
        >>> result = paired_t(xr.DataArray([[0.1, 0.2, 0.0, 0.1]], dims=("repeat", "fold")), test_to_train=0.0)
        >>> interval = result.confidence_interval(0.95)
        >>> round(interval.low, 4), round(interval.high, 4)
        (-0.0299, 0.2299)
        """
        level = check_probability("confidence_level", confidence_level)
        if self.bounds is None:
            return None
        low, high = self.bounds(level)
        return ConfidenceInterval(low=plain(low), high=plain(high), confidence_level=level)
