"""The density of the vectors of all data sets as an operation of PyTensor; imported where the model is built."""

from bayescmp.hierarchical import _ranking_density
from bayescmp.hierarchical._operation import WithGradient


class LogDensity(WithGradient):
    """`log_density` with its derivatives."""

    function = staticmethod(_ranking_density.log_density)
    modules = (_ranking_density,)
    n_parameters = 3
