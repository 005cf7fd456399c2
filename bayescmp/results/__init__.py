"""What every answer shares: posteriors, intervals, trust, settings, three probabilities, and the file of a result."""

from bayescmp.results._call import BAYCOMP, Call, load
from bayescmp.results._interval import CI_KINDS, ConfidenceInterval, Interval, Values, in_one_line, plain
from bayescmp.results._plain_json import infinite_of_plain, plain_json
from bayescmp.results._posterior import (
    POINT,
    QUADRATURE,
    Law,
    PairedQuantities,
    Posterior,
    by_row,
    gauss_points,
    in_line,
)
from bayescmp.results._result import SCHEMA, Exhibit, Result, check_result
from bayescmp.results._settings import Settings
from bayescmp.results._significance import EQUIVALENCE, SignificanceResult
from bayescmp.results._three_probabilities import (
    OUTCOMES,
    PROBABILITIES,
    UNDECIDED,
    Answer,
    Answered,
    answers,
    decisions,
    in_order,
    regions,
)
from bayescmp.results._trust import Trust

__all__ = ["ConfidenceInterval", "Interval", "Posterior", "Result", "Settings", "SignificanceResult", "Trust", "load"]
