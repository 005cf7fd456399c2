"""A compiled function with its own gradient as an operation of PyTensor.

The gradients that PyTensor derives from the same expressions take minutes to compile. The module imports PyTensor, and
is imported where a model is built.
"""

import zlib
from collections.abc import Callable
from inspect import getsource
from types import ModuleType
from typing import Any, ClassVar

import pytensor.tensor as pt
from pytensor.gradient import DisconnectedType
from pytensor.graph.basic import Apply
from pytensor.graph.op import Op
from pytensor.link.numba.dispatch.basic import register_funcify_default_op_cache_key


class WithGradient(Op):
    """A function of parameters and then data, which returns a number and its derivatives by the parameters."""

    __props__ = ()
    function: ClassVar[Callable[..., Any]]
    modules: ClassVar[tuple[ModuleType, ...]]  # where the function stands
    n_parameters: ClassVar[int]

    def make_node(self, *inputs: Any) -> Apply:
        """Apply to parameters and data; a derivative has the type of its parameter."""
        tensors = [pt.as_tensor(value) for value in inputs]
        return Apply(self, tensors, [pt.dscalar(), *(value.type() for value in tensors[: self.n_parameters])])

    def perform(self, _node: Apply, inputs: Any, output_storage: Any) -> None:
        """Evaluate without compiling the graph."""
        for storage, value in zip(output_storage, self.function(*inputs), strict=True):
            storage[0] = value

    def pullback(self, inputs: Any, outputs: Any, cotangents: Any) -> list[Any]:
        """Multiply the derivatives with that of the value."""
        data = inputs[self.n_parameters :]
        return [cotangents[0] * slope for slope in outputs[1:]] + [DisconnectedType()() for _ in data]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Let only the value, and only by the parameters, be differentiated."""
        return [[i < self.n_parameters] + [False] * self.n_parameters for i, _ in enumerate(node.inputs)]

    def value(self, *inputs: Any) -> Any:
        """Put the number into a graph of PyTensor."""
        return self.make_node(*inputs).outputs[0]


@register_funcify_default_op_cache_key(WithGradient)
def _funcify(op: WithGradient, **_kwargs: Any) -> Any:
    # PyTensor keeps compiled functions on disk under this number: it has to change with the code.
    code = "".join(getsource(module) for module in op.modules)
    return op.function, zlib.crc32(code.encode())
