r"""The grid of normal scores on which the effects of a record on the two classifiers are integrated out.

The trapezoid rule with the bivariate normal density of the correlation as weights: all weights are positive, so that
no logarithm fails. With step h the relative error is about :math:`2 e^{-4\pi^2 (1 - |\rho|)/h^2}` for the density and
:math:`2 e^{-2\pi^2/(\sigma h)}` for a logistic curve of slope sigma. Measured on patterns of three and five repeats,
the rarest included, against a grid ten times as fine and up to scores of 9: at most 2e-3 for sigma up to 5, and 4e-5
for sigma = 3; 5e-2 for sigma = 8. 81 Gauss-Hermite nodes a side leave 7e-2 for sigma = 5 and 7e-1 for 8, because their
spacing shrinks with the root of their number only.
"""

import numpy as np

STEP = 0.25
NODES = np.arange(-6.5, 6.5 + STEP / 2, STEP)  # normal scores beyond 6.5 have probability 8e-11
