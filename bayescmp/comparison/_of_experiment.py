"""What results of one experiment have in common: its design, the values of its classifiers, and draws of them."""

from collections.abc import Mapping
from typing import Any, override

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.design import Design
from bayescmp.evidence._design_words import resampling_words
from bayescmp.metrics import Metric
from bayescmp.posteriors._one_quantity import CHAINS, in_chains
from bayescmp.results import Result, Settings


class OfExperiment(Result):
    """A result of one experiment, whose posterior is of the losses of classifiers."""

    evidence: Any
    posterior: Any

    @property
    def design(self) -> Design:
        """What was resampled."""
        return self.evidence.design

    @property
    def resampling(self) -> str:
        """How records were split, in words."""
        return resampling_words(self.design)

    @override
    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return draws of the values in the form that ArviZ takes.

        Parameters
        ----------
        draws, rng
            As in `Result.to_datatree`.

        Returns
        -------
        DataTree
            As there, with the variable `value`, dims (chain, draw, classifier).
        """
        check_integer("draws", draws, least=1)
        losses = in_chains(self.posterior.draw(CHAINS * draws, generator(rng)))
        return self._tree(value=self.evidence.metric.loss_of_value(losses))


def frame_of_values(observed: Mapping[str, float], losses: Any, metric: Metric, settings: Settings) -> pd.DataFrame:
    """Return a row for each classifier: observed value, posterior mean and interval, NaN where losses are None."""
    frame = pd.DataFrame({"observed": observed, "estimate": np.nan, "low": np.nan, "high": np.nan})
    if losses is not None:
        interval = losses.interval(settings.ci_prob, settings.ci_kind)
        frame["estimate"] = metric.loss_of_value(np.asarray(losses.mean))
        frame["low"], frame["high"] = metric.interval_of_losses(np.asarray(interval.low), np.asarray(interval.high))
    return frame.rename_axis("classifier")
