"""What every answer shares: posteriors, intervals, trust, settings, three probabilities, and the file of a result."""

from bayescmp.results._call import load
from bayescmp.results._interval import ConfidenceInterval, Interval
from bayescmp.results._posterior import Posterior
from bayescmp.results._result import Result
from bayescmp.results._settings import Settings
from bayescmp.results._significance import SignificanceResult
from bayescmp.results._trust import Trust

__all__ = ["ConfidenceInterval", "Interval", "Posterior", "Result", "Settings", "SignificanceResult", "Trust", "load"]
