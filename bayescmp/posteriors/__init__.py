"""Exact posteriors of paired tables."""

from bayescmp.posteriors._beta import BetaPosterior
from bayescmp.posteriors._difference import DifferencePosterior
from bayescmp.posteriors._paired import PRIORS, PairedPosterior, paired_posterior

__all__ = ["PRIORS", "BetaPosterior", "DifferencePosterior", "PairedPosterior", "paired_posterior"]
