"""The result of an evaluation: how good each system is by itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, override

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp.comparison._alone import OfEach, alone
from bayescmp.comparison._by_task import n_records, parts_by_task
from bayescmp.comparison._of_experiment import OfExperiment, frame_of_values
from bayescmp.evidence import Evidence, Fact, PairEvidence
from bayescmp.evidence._design_words import subjects_words
from bayescmp.methods import Method
from bayescmp.methods._plain_method import plain_method
from bayescmp.metrics import plain_metric
from bayescmp.results import Call, Posterior, Settings, Trust


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Evaluation(OfExperiment):
    """How good one or several classifiers or systems are, each by itself, with an interval.

    Intervals of two that overlap are no comparison: `compare` knows that they were tried on the same records.

    Attributes
    ----------
    evidence : Evidence or PairEvidence
        The data, with metric and design.
    observed : dict of str to float
        Observed value of each, in the units of the metric.
    method : Method
        How the data were analysed, with its options.
    posterior : Posterior or OfEach, dim classifier
        Of the loss of each: the value, or one less it where more is better.
    facts : tuple of Fact
        What is unusual about the data.
    settings, trust, provenance, call
        As in `Result`.
    """

    evidence: Evidence | PairEvidence
    observed: Mapping[str, float]
    settings: Settings
    method: Method
    posterior: Posterior | OfEach
    facts: tuple[Fact, ...]
    trust: Trust
    provenance: Mapping[str, Any]
    call: Call

    @property
    def estimand(self) -> str:
        """The quantity that is estimated, in words."""
        return f"{self.evidence.metric.noun} {subjects_words(self.design, len(self.observed), self.evidence)}"

    @cached_property
    def classifiers(self) -> pd.DataFrame:
        """One row per classifier: its observed value, and posterior mean and interval of it."""
        return frame_of_values(self.observed, self.posterior, self.evidence.metric, self.settings)

    @cached_property
    def tasks(self) -> pd.DataFrame | None:
        """One row per task of a hold-out and classifier: number of records, observed value, and its interval.

        None without tasks, and of a cross-validation; NaN where a task by itself does not tell the metric.
        """
        parts = parts_by_task(self.call.data, self.design)
        return parts and pd.concat({task: self._of_task(part) for task, part in parts.items()}, names=["task"])

    def _of_task(self, part: xr.Dataset) -> pd.DataFrame:
        try:
            found = alone(part, self.call.arguments["metric"], self.method, self.settings)
            frame = frame_of_values(found.observed, found.posterior, found.evidence.metric, self.settings)
        except ValueError:
            frame = frame_of_values(dict.fromkeys(self.observed, np.nan), None, self.evidence.metric, self.settings)
        frame.insert(0, "n_records", n_records(part))
        return frame

    def summary(self) -> pd.DataFrame:
        """One row per classifier, with all of `classifiers`."""
        return self.classifiers.reset_index().assign(method=self.method.name)

    @override
    def to_dict(self) -> dict[str, Any]:
        return self._plain(
            "classifiers", "design", "estimand", "facts", "tasks", **plain_metric(self.evidence.metric),
            **plain_method(self.method),
        )  # fmt: skip
