"""The likelihood of the crossed-effects model as an operation of PyTensor; imported where the model is built.

The gradients that PyTensor derives from the same expressions take minutes to compile.
"""

import zlib
from collections.abc import Mapping
from inspect import getsource
from typing import Any

import pytensor.tensor as pt
from pytensor.gradient import DisconnectedType
from pytensor.graph.basic import Apply
from pytensor.graph.op import Op
from pytensor.link.numba.dispatch.basic import register_funcify_default_op_cache_key

from bayescmp.hierarchical import _crossed_likelihood
from bayescmp.hierarchical._patterns import NODES

_N_PARAMETERS = 5
_DATA = ("training_sets", "rows", "patterns")


class LogLikelihood(Op):
    """`log_likelihood`: a function of parameters and then data, with its derivatives by the parameters."""

    __props__ = ()

    def make_node(self, *inputs: Any) -> Apply:
        """Apply to parameters and data; a derivative has the type of its parameter."""
        tensors = [pt.as_tensor(value) for value in inputs]
        return Apply(self, tensors, [pt.dscalar(), *(value.type() for value in tensors[:_N_PARAMETERS])])

    def perform(self, _node: Apply, inputs: Any, output_storage: Any) -> None:
        """Evaluate without compiling the graph."""
        for storage, value in zip(output_storage, _crossed_likelihood.log_likelihood(*inputs), strict=True):
            storage[0] = value

    def pullback(self, inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
        """Multiply the derivatives with that of the value."""
        return [cotangents[0] * slope for slope in outputs[1:]] + [DisconnectedType()() for _ in inputs[_N_PARAMETERS:]]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Let only the value, and only by the parameters, be differentiated."""
        return [[i < _N_PARAMETERS] + [False] * _N_PARAMETERS for i, _ in enumerate(node.inputs)]


@register_funcify_default_op_cache_key(LogLikelihood)
def _funcify(_op: LogLikelihood, **_kwargs: Any) -> Any:
    # PyTensor keeps compiled functions on disk under this number: it has to change with the code and the grid.
    code = getsource(_crossed_likelihood).encode() + NODES.tobytes()
    return _crossed_likelihood.log_likelihood, zlib.crc32(code)


def outcomes_log_likelihood(
    intercept: Any, record_sd: Any, training_scale: Any, correlation: Any, direction: Any, data: Mapping[str, Any]
) -> Any:
    """Put the value of `log_likelihood` into a graph of PyTensor."""
    parameters = intercept, record_sd, training_scale, correlation, direction
    return LogLikelihood().make_node(*parameters, *(data[name] for name in _DATA)).outputs[0]
