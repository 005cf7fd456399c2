"""The numbers, `{{ name }}`, and the tables of the pages, made from the registries and from `docs/results`.

A number that no table there supports stands in `quoted.csv`, with the command that measures it.
"""

import _measured_card as card
import _measured_frontier as frontier
import _measured_looks as looks
import _measured_metrics as metrics
import _measured_rankings as rankings
import _measured_samples as samples
import _measured_studies as studies
import _measured_units as units
import pandas as pd
from _references import references
from _registries import tables_of_registries
from _results import RESULTS

_TOPICS = (frontier, studies, metrics, rankings, units, samples, looks, card)


def numbers() -> dict[str, str]:
    """Return all numbers by name."""
    quoted = pd.read_csv(RESULTS / "quoted.csv", dtype=str)
    found = dict(zip(quoted["name"], quoted["value"], strict=True))
    for topic in _TOPICS:
        found |= topic.numbers()
    return found


def tables() -> dict[str, str]:
    """Return all tables by name."""
    found = tables_of_registries() | {"references": references()}
    for topic in _TOPICS:
        found |= topic.tables()
    return found
