"""How far numbers can be trusted numerically."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Trust:
    """How far numbers can be trusted numerically.

    Attributes
    ----------
    sentence : str
        By which method they were computed, and the verdict on the draws of a sampler where they rest on such.
    reliable : bool
        False where the diagnostics of a sampler fail: then no number should be used.
    prob_error : float
        Monte Carlo standard error of probabilities; 0 where nothing is drawn.
    exact : bool
        Whether the numerical error is too small to speak of on a screen.
    """

    sentence: str
    reliable: bool = True
    prob_error: float = 0.0
    exact: bool = False
