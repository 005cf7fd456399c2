"""What is unusual about the evidence on a pair of classifiers, or on all of them."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._text import one_line
from bayescmp._support._typing import Integers
from bayescmp.evidence._fact import Fact, left_out_of
from bayescmp.evidence._facts_of_groups import facts_of_groups
from bayescmp.evidence._facts_of_metric import facts_of_metric, heavy_tail, no_spread, perfect_order, reversed_answers
from bayescmp.evidence._facts_of_predictions import facts_of
from bayescmp.evidence._in_order import facts_in_order
from bayescmp.evidence._judged_counts import facts_of_labels
from bayescmp.evidence._runs import fact_of_runs, facts_of_copies
from bayescmp.evidence._several_answers import answers_of_records
from bayescmp.predictions import are_runs, lacks_answers, of_places, provenance, training_sets

if TYPE_CHECKING:
    from bayescmp.evidence._evidence import Evidence

_LEAST = 1e-300  # of a variance that others are over


def facts_of_all(evidence: "Evidence", first: Integers, second: Integers) -> tuple[Fact, ...]:
    """Find what is unusual about the evidence on all classifiers, by the positions of the two of every pair."""
    found = facts_of_some(evidence, range(len(evidence.classifiers)), first, second)
    if evidence.design.n_judged:
        return (*found, *facts_of_labels(evidence.predictions, evidence.classifiers))
    total = int(evidence.design.n_records)
    left_out = total - int(evidence.answered_by_all.design.n_records)
    of_pairs = "a pair leaves out those that one of the two did not answer"
    text = f"the joint leaves out {{}}, which not all classifiers answered; {of_pairs}"
    return (*found, left_out_of(text, left_out, total)) if left_out else found


def facts_of_some(evidence: "Evidence", places: Sequence[int], first: Integers, second: Integers) -> tuple[Fact, ...]:
    """Find what is unusual about some classifiers, and the pairs of them."""
    of_units = _of_units(evidence, first, second) if len(first) else ()
    given = evidence.predictions if evidence.answers is None else evidence.answers
    return (
        *of_units,
        *(facts_of_copies(of_places(given, tuple(places))) if are_runs(given) else ()),
        *_of_given(given, tuple(places)),
        *_of_metric(evidence, places),
    )


@shared
def _of_given(given: xr.Dataset, places: tuple[int, ...]) -> tuple[Fact, ...]:
    return tuple(facts_of(of_places(given, places), training_sets(given), provenance(given)))


def _of_units(evidence: "Evidence", first: Integers, second: Integers) -> Iterator[Fact]:
    """Say what groups cost, and how much of the variance is that of answers; of several pairs the most."""
    found = evidence.answered_by_all
    if found.groups is not None:
        yield from facts_of_groups(
            evidence.design, first, second, found.groups, are_counted=evidence.metric.needs == "labels"
        )
    yield from facts_in_order(found, first, second)
    if evidence.runs is None and "within" not in evidence.predictions:
        return
    validated = (found.predictions["fold"] >= 0).isel(repeat=0).to_numpy()
    apart = found.influence.isel(repeat=0).to_numpy()[:, validated]
    variance = np.var(apart[first] - apart[second], axis=-1) / max(apart.shape[-1] - 1, 1)
    variance = variance if found.groups is None else found.groups.variance(first, second)
    if evidence.runs is not None:
        runs = evidence.runs.difference(first, second)
        most = int(np.argmax((runs["between"] / runs["count"]).sum("side").to_numpy() / np.maximum(variance, _LEAST)))
        names = [evidence.classifiers[place] for place in (first[most], second[most])]
        what = "the difference" if len(first) == 1 else f"{one_line(names[0])} - {one_line(names[1])}, at most,"
        yield fact_of_runs(names, runs.isel(pair=most), float(variance[most]), what)
    else:
        yield answers_of_records(found.predictions, variance, evidence.design, first, second)


def _of_metric(evidence: "Evidence", places: Sequence[int]) -> tuple[Fact, ...]:
    metric, chosen = evidence.metric, of_places(evidence.predictions, tuple(places))
    observed = {evidence.classifiers[place]: evidence.observed[evidence.classifiers[place]] for place in places}
    of_metric = facts_of_metric(chosen, metric, evidence.design)
    found = (*reversed_answers(chosen), *perfect_order(observed, metric), *of_metric)
    if metric.needs == "labels" or lacks_answers(evidence.predictions):
        return found
    if len(places) == 2:
        identical = evidence.alike[places[0]] == evidence.alike[places[1]]  # the screen says so
        if metric.widest is None if identical else not evidence.squares_apart(*places):
            found = (no_spread(metric), *found)
    if not metric.additive:
        return found
    return (*heavy_tail(evidence.influence.isel(classifier=list(places)), tuple(observed)), *found)
