"""The density of the differences of all data sets as an operation of PyTensor; imported where the model is built."""

from bayescmp.hierarchical import _datasets_density
from bayescmp.hierarchical._operation import WithGradient


class LogDensity(WithGradient):
    """`log_density` with its derivatives."""

    function = staticmethod(_datasets_density.log_density)
    modules = (_datasets_density,)
    n_parameters = 3
