"""The prior of how a difference of losses varies over data sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy import stats

from bayescmp._text import shown
from bayescmp._typing import Floats
from bayescmp._validation import check_list, check_number, check_positive

PRIOR_DF = 3
_ROUNDING = 1e-9
"""Degrees of freedom of the half-t prior of the spread."""


@dataclass(frozen=True, kw_only=True)
class PopulationPrior:
    r"""Prior of the average and the spread of a difference over data sets.

    Attributes
    ----------
    average : float, default 0.1
        Scale of the t prior, of 3 degrees of freedom, of the average, in units of the loss; infinite for a flat one.
    spread : float, default 0.06
        Scale of the half-t prior, of 3 degrees of freedom, of the spread, in units of the loss; infinite for a flat
        one.
    df : tuple of float, default (2, 4, 8, 30, inf)
        Degrees of freedom that the distribution over data sets may have; infinite for a normal one.
    df_probs : tuple of float
        Their probabilities; all the same by default.

    Raises
    ------
    TypeError, ValueError
        If a scale is not above 0, or the probabilities are not those of the degrees of freedom.

    Notes
    -----
    The median of the spread is .046 and 95 % are below .19 by default: differences between data sets of a few per cent,
    as for losses between 0 and 1. A flat prior of the spread is improper in all but name with few data sets.

    Examples
    --------
    >>> from bayescmp.posteriors import PopulationPrior
    >>> PopulationPrior(average=0.5, spread=0.3).spread
    0.3
    """

    average: float = 0.1
    spread: float = 0.06
    df: tuple[float, ...] = (2.0, 4.0, 8.0, 30.0, np.inf)
    df_probs: tuple[float, ...] = (0.2, 0.2, 0.2, 0.2, 0.2)

    def __post_init__(self) -> None:
        for name in ("average", "spread"):
            _number_above_0(name, getattr(self, name))
        df = [_number_above_0("df", one) for one in check_list("df", self.df)]
        probs = [check_number("df_probs", one) for one in check_list("df_probs", self.df_probs)]
        if len(df) != len(probs) or min(probs) < 0 or not abs(sum(probs) - 1) < _ROUNDING:
            raise ValueError(
                f"`df_probs` must be a probability for each of `df` that sum to 1, but got {self.df_probs} for "
                f"{self.df}."
            )
        object.__setattr__(self, "df", tuple(df))  # of any list
        object.__setattr__(self, "df_probs", tuple(probs))

    def average_logpdf(self, x: Floats) -> Floats:
        """Logarithm of the prior density of the average, up to a constant where it is flat."""
        found: Floats = np.zeros_like(x) if self.average == np.inf else stats.t.logpdf(x, PRIOR_DF, scale=self.average)
        return found

    def spread_cdf(self, x: Floats, *, most: float) -> Floats:
        """Prior probability of a spread below `x`, given that it is below `most`."""
        if self.spread == np.inf:
            return np.minimum(x / most, 1.0)
        below = 2 * stats.t.cdf(np.minimum(x, most) / self.spread, PRIOR_DF) - 1
        total = 2 * stats.t.cdf(most / self.spread, PRIOR_DF) - 1
        return np.asarray(below / total)

    def scaled(self, factor: float) -> Self:
        """Return the same prior in a unit of the loss that is smaller by a factor."""
        return type(self)(
            average=self.average * factor, spread=self.spread * factor, df=self.df, df_probs=self.df_probs
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers, infinities as text."""
        named = {"average": self.average, "spread": self.spread, "df": list(self.df), "df_probs": list(self.df_probs)}
        return {name: _plain(value) for name, value in named.items()}

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """Return the prior that `to_dict` gave."""
        df, df_probs = (tuple(map(_number, plain[name])) for name in ("df", "df_probs"))
        return cls(average=_number(plain["average"]), spread=_number(plain["spread"]), df=df, df_probs=df_probs)


def _number_above_0(name: str, value: object) -> float:
    return np.inf if isinstance(value, float) and value == np.inf else check_positive(name, value)


def _number(plain: Any) -> float:
    return np.inf if plain == "Infinity" else check_number("a number of the prior", plain)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return "Infinity" if value == np.inf else float(value)


def check_proper(prior: object) -> PopulationPrior:
    """Return a prior whose scales are finite."""
    if not isinstance(prior, PopulationPrior):
        raise TypeError(f"`prior` must be a PopulationPrior, but got {shown(prior)}.")
    if np.inf in (prior.average, prior.spread):
        raise ValueError(
            f"`prior` must have finite scales to be sampled, but got average={prior.average:g} and "
            f"spread={prior.spread:g}. Give a wide one in place of a flat one."
        )
    return prior


BAYCOMP = PopulationPrior(
    average=np.inf,
    spread=np.inf,
    df=(1.05, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 40.0, 80.0),
    # df - 1 ~ Gamma(a, b), a ~ U(1, 2), b ~ U(.01, .1): the probability between the geometric middles.
    df_probs=(0.0012, 0.0034, 0.0040, 0.0045, 0.0070, 0.0104, 0.0161, 0.0344, 0.0721, 0.1557, 0.2545, 0.2380, 0.1987),
)
"""The prior of the package baycomp: flat in the average and in the spread."""

PRIORS = {"default": PopulationPrior(), "baycomp": BAYCOMP}
"""Priors by name."""
