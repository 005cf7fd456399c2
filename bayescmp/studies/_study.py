"""What a study is: scenarios times parameter values, methods, and the number of trials."""

import itertools
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any, Self, get_args

from numpy.random import SeedSequence

from bayescmp._support._text import shown
from bayescmp._support._validation import check_integer, check_list, check_probability, check_text
from bayescmp.model_selection import splits_of_plan
from bayescmp.studies._scenario import Scenario
from bayescmp.studies._study_method import StudyMethod
from bayescmp.studies._tuning import Tune

# Purposes of a cell's random streams besides its trials, which have the purpose 0.
_TRIALS, _TRUTH, _TUNING = range(3)
_MOST_TRIALS, _MOST_DRAWS = 10**9, 10**8


@dataclass(frozen=True, kw_only=True, eq=False)
class Cell:
    """A scenario with all its parameters: one column of a table, one point of a curve.

    Attributes
    ----------
    scenario : Scenario
        The scenario.
    name : str
        What to call the scenario; cells that differ in `varied` only share it.
    varied : mapping of str to float
        The parameters that vary within the study, by name.
    tune : Tune or None
        How to find the parameter at which the two algorithms err equally, before the trials begin.
    """

    scenario: Scenario
    name: str
    varied: Mapping[str, object] = field(default_factory=dict)
    tune: Tune | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.scenario, Scenario):
            raise TypeError(f"`scenario` must be a Scenario, but got {shown(self.scenario)}.")
        check_text("name", self.name)
        if not isinstance(self.varied, Mapping):
            raise TypeError(f"`varied` must be a mapping from parameters to values, but got {shown(self.varied)}.")
        if not isinstance(self.tune, Tune | None):
            raise TypeError(f"`tune` must be a Tune or None, but got {shown(self.tune)}.")

    @property
    def label(self) -> str:
        """The name, with the values that vary."""
        return cell_label(self.name, self.varied)

    def identity(self) -> dict[str, object]:
        """Return all that results depend on, as JSON holds it."""
        about = {"name": self.name, "varied": dict(self.varied), "tune": self.tune and asdict(self.tune)}
        parameters, size = self.scenario.parameters(), self.scenario.trials_per_chunk
        return about | {"kind": type(self.scenario).__name__, "parameters": parameters, "trials_per_chunk": size}

    def tuned(self, value: float) -> Self:
        """Return the cell at the value that was found."""
        if self.tune is None:
            return self
        name = self.tune.parameter
        varied = {**self.varied, name: value}
        return replace(self, scenario=self.scenario.with_parameter(name, value), varied=varied, tune=None)


@dataclass(frozen=True, kw_only=True, eq=False)
class Study:
    """How often methods decide, on scenarios whose truth is known.

    Parameters
    ----------
    name : str
        Its name.
    cells : sequence of Cell or Scenario
        The scenarios.
    methods : sequence of StudyMethod
        The methods, all on the same data sets and fits.
    trials : int, default 1000
        Data sets per cell.
    alpha : float, default 0.05
        Level of the tests; intervals have the probability 1 - alpha.
    seed : int, default 0
        Seed of everything.
    truth_draws : int, default 300
        Training sets over which true errors are averaged, where they are not exact.

    Raises
    ------
    ValueError
        If names repeat, or a method needs a plan that makes no sense in a scenario.

    Examples
    --------
    >>> from bayescmp.studies import Epsilon, Study, method_named
    >>> study = Study(name="mine", cells=[Epsilon()], methods=[method_named("bcv_mcnemar")], trials=100)
    >>> study.cells[0].label
    'Epsilon'
    """

    name: str
    cells: Sequence[Cell]
    methods: Sequence[StudyMethod]
    trials: int = 1000
    alpha: float = 0.05
    seed: int = 0
    truth_draws: int = 300

    def __post_init__(self) -> None:
        for name, least, most in (("trials", 1, _MOST_TRIALS), ("seed", 0, None), ("truth_draws", 2, _MOST_DRAWS)):
            object.__setattr__(self, name, check_integer(name, getattr(self, name), least=least, most=most))
        check_text("name", self.name)
        check_probability("alpha", self.alpha)
        cells = [
            Cell(scenario=cell, name=type(cell).__name__) if isinstance(cell, Scenario) else cell
            for cell in _items("cells", self.cells, Cell | Scenario)
        ]
        object.__setattr__(self, "cells", tuple(cells))
        object.__setattr__(self, "methods", tuple(_items("methods", self.methods, StudyMethod)))
        _check_distinct("cells", [cell.label for cell in cells])
        _check_distinct("methods", [method.name for method in self.methods])
        if len({json.dumps(method.coords) for method in self.methods}) > 1:
            raise ValueError("`methods` must have the same `coords`, but they differ. Make a study of each kind.")
        for cell, method in itertools.product(cells, self.methods):
            allowed = cell.scenario.plans
            if allowed is not None and method.plan not in allowed:
                raise ValueError(
                    f"The scenario {cell.label!r} only supports the plans {list(allowed)}, but {method.name!r} needs "
                    f"{method.plan!r}."
                )

    @property
    def plans(self) -> tuple[str, ...]:
        """The resampling plans that the methods need, each once."""
        return tuple(dict.fromkeys(method.plan for method in self.methods))

    def identity(self) -> dict[str, object]:
        """Return all that results depend on, as JSON holds it; the number of trials may grow."""
        return {name: getattr(self, name) for name in ("name", "alpha", "seed", "truth_draws")} | {
            "cells": [cell.identity() for cell in self.cells],
            "methods": [method.identity() for method in self.methods],
            "coords": self.methods[0].coords,
        }

    def trial_streams(self, cell: int, trials: range) -> list[SeedSequence]:
        """Streams of random numbers of the trials of a cell, by its number."""
        return trial_streams(self.seed, cell, trials)

    def truth_seed(self, number: int, n_train: int) -> int:
        """Seed of the training sets over which the true errors of a cell are averaged."""
        return int(SeedSequence(self.seed, spawn_key=(number, _TRUTH, n_train)).generate_state(1)[0])

    def tuning_seed(self, number: int) -> int:
        """Seed of the training sets with which a cell is tuned."""
        return int(SeedSequence(self.seed, spawn_key=(number, _TUNING)).generate_state(1)[0])


def trial_streams(seed: int, number: int, trials: range) -> list[SeedSequence]:
    """Streams of the trials of a cell, independent of all others: the children that `spawn` would give."""
    return [SeedSequence(seed, spawn_key=(number, _TRIALS, trial)) for trial in trials]


def cell_label(name: str, varied: Mapping[str, object]) -> str:
    """Name a cell by its scenario and the values that vary."""
    values = [f"{key} {value:.4g}" if isinstance(value, float) else f"{key} {value}" for key, value in varied.items()]
    return ", ".join([name, *values])


@lru_cache  # all cells and methods ask for the same few
def training_size(plan: str, n_records: int) -> int:
    """Return how many records a plan trains on: the question that its answer is about."""
    return len(splits_of_plan(plan, n_records, 0)[0][0])


def _items(name: str, values: object, kind: Any) -> list[Any]:
    items = check_list(name, values)
    odd = [item for item in items if not isinstance(item, kind)]
    if odd:
        kinds = " or ".join(one.__name__ for one in get_args(kind) or [kind])
        raise TypeError(f"`{name}` must be a list, each of class {kinds}, but got {shown(odd[0])}.")
    return items


def _check_distinct(name: str, labels: list[str]) -> None:
    repeated = sorted(label for label, count in Counter(labels).items() if count > 1)
    if repeated:
        raise ValueError(f"`{name}` must have distinct names, but got {repeated} more than once.")
