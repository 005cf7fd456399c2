"""The likelihood of the crossed-effects model as an operation of PyTensor; imported where the model is built."""

from collections.abc import Mapping
from typing import Any

from bayescmp.hierarchical import _crossed_likelihood, _record_grid
from bayescmp.hierarchical._operation import WithGradient

_DATA = ("training_sets", "rows", "patterns")


class LogLikelihood(WithGradient):
    """`log_likelihood` with its derivatives."""

    function = staticmethod(_crossed_likelihood.log_likelihood)
    modules = (_crossed_likelihood, _record_grid)
    n_parameters = 5


def outcomes_log_likelihood(
    intercept: Any, record_sd: Any, training_scale: Any, correlation: Any, direction: Any, data: Mapping[str, Any]
) -> Any:
    """Put `log_likelihood` into a graph of PyTensor."""
    parameters = intercept, record_sd, training_scale, correlation, direction
    return LogLikelihood().value(*parameters, *(data[name] for name in _DATA))
