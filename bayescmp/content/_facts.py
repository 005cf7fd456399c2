"""What is unusual about data, in words."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from bayescmp._support._text import counted, one_line, percent
from bayescmp.content._names import name_text
from bayescmp.evidence import Fact, PairEvidence
from bayescmp.evidence._fact import (
    ANSWERS,
    BLOCKS,
    BOUNDS_OF_SCORES,
    FEW_GROUPS,
    GROUPS,
    IN_ORDER,
    JUDGED,
    LABELS_CHOSEN,
    LABELS_UNLIKE,
    LOG,
    ORDER,
    OTHERS,
    PREFERENCES,
    SIZES_TELL,
    TASK,
    UNKNOWN_SPREAD,
)
from bayescmp.evidence._several_answers import shares_of_answers
from bayescmp.metrics import fold_values

_NEARLY_ALL = 0.98  # of a variance
_SMALL = 0.001

_FEW = 10
"""Labels by people, or groups, that say little: of a judge the prior says as much."""


def note_of(fact: Fact) -> str:
    """Return the sentence on a fact."""
    return _SENTENCES[fact.kind](fact)


def mean_of_folds(evidence: PairEvidence, observed: Mapping[str, float], written: Callable[[float], str]) -> list[str]:
    """Give the plain means over folds of a metric of order, where they are written otherwise than what is observed."""
    if not evidence.metric.orders or evidence.design.n_sets < 2 or evidence.predictions is None:
        return []
    values = fold_values(evidence.predictions, metric=evidence.metric)
    means = {name: float(values.sel(classifier=name).mean()) for name in observed}
    if all(written(means[name]) == written(value) for name, value in observed.items()):
        return []
    both = " and ".join(f"{written(mean)} of {name_text(name)}" for name, mean in means.items())
    mean = f"the plain mean over folds, as of scikit-learn's `cross_val_score`, is {both}"
    return [f"{mean}: here folds are weighed by the records that they put in order"]


def _labels_without_truth(fact: Fact) -> str:
    hint = f"; {fact.alike} is written almost alike" if fact.alike else ""
    what = counted(fact.count, "prediction")
    return f"{what} of {fact.name} counted as wrong: no record has the label, such as {fact.label}{hint}"


def _untrained_classes(fact: Fact) -> str:
    return (
        f"{_classes(fact, int(fact.size))} no record in the training set of {fact.count} of "
        f"{counted(fact.total, 'fold')} with such records: what is not trained on is not predicted"
    )


def _classes(fact: Fact, count: int) -> str:
    more = f" and {count - 1} more" if count > 1 else ""
    return f"class {fact.label}{more} {'have' if more else 'has'}"


def _groups(fact: Fact) -> str:
    each = f"of {fact.label} records" if " to " in fact.label else f"of {counted(fact.label, 'record')} each"
    of = "a pair's difference" if fact.name else "the difference"
    if not fact.total:
        return (
            f"{counted(fact.count, 'group')} {each} are the units: no difference tells how alike the records of a "
            f"group are, which are taken to be wholly so, {fact.size:.2g} times the variance of independent ones"
        )
    chance = "; the interval allows for how badly so few groups tell it" if fact.size < 1 and fact.count < _FEW else ""
    size = f"{max(fact.size, fact.least):.2g}"
    times = f"{fact.name}{size} times that of independent records (design effect)"
    if size == "1" != f"{fact.size:.2g}":
        times = "not above that of independent records, and taken for it (a design effect of 1)"
    elif size == "1":
        times = "that of independent records (a design effect of 1)"
    return f"{counted(fact.count, 'group')} {each} are the units: the variance of {of} is {times}{chance}"


def _few_groups(fact: Fact) -> str:
    few = counted(fact.count, "group")
    who = f"{few} tell" if fact.count == fact.total else f"the rarest class is in {few} or fewer, which tell"
    return (
        f"{who} little of how much groups vary: with fewer than 10, intervals are wide, and may hold less often than "
        "they say where groups differ much in size"
    )


def _in_order(fact: Fact) -> str:
    of = "of a pair " * bool(fact.name)
    p = "p < 0.001" if fact.df < _SMALL else f"p = {fact.df:.3f}"
    remedy = "`how=in_time(...)` (`--time`) makes blocks of them the units, `group=` (`--group`) sessions or documents"
    if fact.label == "groups":
        remedy = "larger groups are due"
    return (
        f"differences {of}are alike in {fact.label} that follow each other ({p}): where these are in the order of "
        f"time, session or document, the interval is some {fact.size:.2g} times too narrow; {remedy}"
    )


def _answers(fact: Fact) -> str:
    units = "" if fact.total else ", which are the units"
    each = f"{fact.label} to each of {counted(fact.count, 'record')}{units}"
    if math.isnan(fact.size):
        return each
    of, unit = "a pair's difference" if fact.name else "the difference", "groups" if fact.total else "records"
    limits = np.quantile(shares_of_answers(fact), (0.025, 0.975)).tolist()
    limits[1] = max(limits[1], min(fact.size, 1.0))  # no share is larger, but the estimate may be
    found, between = percent(min(fact.size, 1.0)), _from_to(limits)
    said = found if between == found else f"{found} ({between})"
    share = f"{each}; {fact.name}{said} of the variance of {of} is estimated to come from answers to the same record"
    if limits[0] > _NEARLY_ALL:
        return f"{share}: more of them help as much as more {unit}, if those of two systems are independent"
    shorter, twice = _from_to([1 - math.sqrt(1 - limit) for limit in limits]), percent(1 - math.sqrt(0.5))
    return f"{share}: more of them can make intervals {shorter} shorter at most, twice as many {unit} {twice}"


def _from_to(limits: list[float]) -> str:
    """Write the limits of an estimated share, one where they look the same."""
    low, high = (percent(limit) for limit in limits)
    return high if low == high else f"{low} to {high}"


def _log(fact: Fact) -> str:
    of = f"{fact.count} of {counted(fact.total, 'record')}"
    matched = f"{of} are in the logs of all {int(fact.size)} systems" if fact.size > 1 else of
    return f"{matched} ({fact.name}, {fact.label})"


def _judged(fact: Fact) -> str:
    if fact.count == fact.total:
        return f"people labelled all {counted(f'{fact.total:,}', 'record')} that a judge rated, which adds nothing"
    read = "which pairs read" if fact.name else "which is not read"
    some = f" ({fact.size:,.0f} more in part, {read})" if fact.size else ""
    which = " of the two of each pair" if fact.name else " of these two"
    few = "; so few say little of how the judge errs, which is mostly the prior's to say" if fact.count < _FEW else ""
    return (
        f"a judge rated {counted(f'{fact.total:,}', 'record')}, of which people labelled all answers to "
        f"{fact.count:,}{some}; these must have been chosen at random, or by what the judge said{which}{few}"
    )


def _labels_unlike(fact: Fact) -> str:
    more = fact.label == "more"
    known = {
        ORDER: "come after" if more else "come before",
        TASK: "are of other tasks than",
        OTHERS: "differ, by what the judge said of other systems, from",
    }
    how = known.get(fact.name, f"have {fact.label} {one_line(fact.name)} than")
    p = "p < 0.001" if fact.size < _SMALL else f"p = {fact.size:.3f}"
    return (
        f"labelled records {how} others that the judge called the same ({p}): if they were chosen by what answers look "
        "like, the answer may mislead"
    )


_SENTENCES: dict[str, Callable[[Fact], str]] = {
    JUDGED: _judged,
    "unrated": lambda fact: (
        f"{fact.count} of {counted(fact.total, 'record')} left out, which the judge did not rate for every classifier"
    ),
    LABELS_CHOSEN: lambda fact: (
        "labels were chosen by what the judge said, as it seems: what is observed, and tests, are of the labelled "
        "records, and not of all; the posterior is of all"
        + ("; pairs of which it said other things may mislead: label at random for a ranking" * bool(fact.name))
    ),
    LABELS_UNLIKE: _labels_unlike,
    PREFERENCES: lambda _: "a win is a record on which the other one was not preferred; a tie is one of both",
    "same estimator": lambda fact: (
        f"{fact.name or 'both'} are the same estimator with the same parameters; they differ by their random numbers, "
        "if at all"
    ),
    GROUPS: _groups,
    ANSWERS: _answers,
    FEW_GROUPS: _few_groups,
    BLOCKS: lambda fact: (
        f"records are in the order of time, and the groups blocks of some {fact.count} that follow each other: "
        "dependence over longer times is not allowed for"
    ),
    IN_ORDER: _in_order,
    SIZES_TELL: lambda fact: (
        f"larger groups differ otherwise than smaller ones{' in a pair' if fact.name else ''} (rank correlation of the "
        f"sizes of groups and differences {fact.size:.2f}): few large ones decide, and intervals may be too narrow"
    ),
    LOG: _log,
    "log odd": lambda fact: (
        f"{fact.count} of {counted(fact.total, 'value')} of {fact.name} {'is' if fact.count == 1 else 'are'} neither 0 "
        f"nor 1, first {fact.label}: all are taken as scores for that, and not as right and wrong; where that is a "
        "mistake of the log, mend it or leave the line out"
    ),
    "log prompts": lambda fact: (
        f"the prompts of {fact.count} of {counted(fact.total, 'record')} differ between the systems, as chat "
        "templates may make them: what is compared is system and prompt together"
    ),
    "log trials": lambda fact: (
        f"{fact.count} trials with other examples in the prompt, which all records share: intervals are of these "
        "examples, and leave out how others would do"
    ),
    "log unscored": lambda fact: f"answers without a judgement: {fact.name}",
    "log errors": lambda fact: f"answers that failed: {fact.name}",
    "log duplicates": lambda fact: f"rows that say again what another one says, which count once: {fact.name}",
    "log unfinished": lambda fact: (
        f"runs that were not finished: {fact.name}; what they left out may be unlike what they answered"
    ),
    "counted wrong": lambda fact: f"missing answers count as wrong, as asked: {fact.name}",
    "signed": lambda fact: (
        f"losses of {fact.name} are on both sides of 0, as errors with their signs are: of these give squares or "
        "absolute values, for lower counts as better"
    ),
    "missing answers": lambda fact: (
        f"the joint leaves out {fact.count} of {counted(fact.total, 'record')}, which not all classifiers answered; a "
        "pair leaves out those that one of the two did not answer"
    ),
    "missing answers of a pair": lambda fact: (
        f"{fact.count} of {counted(fact.total, 'record')} left out, which one of the two did not answer"
    ),
    "labels without truth": _labels_without_truth,
    "truths alike": lambda fact: (
        f"{fact.count} of {counted(fact.total, 'record')} have a true label that no classifier predicts, such as "
        f"{fact.label}; {fact.alike} is written almost alike, and counts as another one"
    ),
    "untrained classes": _untrained_classes,
    "tasks": lambda _: "the answer is over all records: tasks are told apart on a hold-out, not in a cross-validation",
    "rare classes": lambda fact: (
        f"{_classes(fact, fact.total)} fewer than 10 records, the smallest {fact.count}: what such classes add to the "
        "answer is driven by the prior"
    ),
    "classes seen": lambda fact: (
        f"{fact.name} is a mean over the classes seen in the data, and says nothing of those that are not"
    ),
    "few to order": lambda fact: (
        f"only {counted(fact.count, 'record')} of class {fact.label}: intervals of metrics of how scores order records "
        "are too narrow below 10"
    ),
    "few to order in a hold-out": lambda fact: (
        f"only {counted(fact.count, 'record')} of class {fact.label}: with 3, 5, 8, 12 and 20 of a class 95 % "
        "intervals of a difference of ROC AUCs by mean-loss held with frequency .996, .988, .944, .941 and .892 at "
        "worst, of 150 pairs on ten data sets"
    ),
    "few to average": lambda fact: (
        f"only {counted(fact.count, 'record')} of class {fact.label}: with 5, 10, 20 and 30 of a class in hold-outs "
        "95 % intervals of the Brier score held with frequency .811, .882, .900 and .917 at worst in simulations, and "
        "of the log loss clipped at .02 .789, .820, .843 and .863"
    ),
    "perfect order": lambda fact: (
        f"{fact.name} {'order' if ' and ' in fact.name else 'orders'} all records perfectly, or all the other way "
        "round: nothing tells of records that are not so, and the interval may be too narrow"
    ),
    "reversed order": lambda fact: (
        f"{fact.name} {'order' if ' and ' in fact.name else 'orders'} records worse than chance, which has "
        f"{fact.label} {fact.size:.3g}: are columns of probabilities in the order of `labels`, and scores of the class "
        "that counts as positive?"
    ),
    "reversed probabilities": lambda fact: (
        f"the probabilities of label {fact.label} by {fact.name} are lower where it is the true one: are columns of "
        "probabilities in the order of `labels`?"
    ),
    "spread of bounds": lambda fact: (
        "the differences are all the same, of which no spread can be told: the least that so many records within the "
        f"bounds of {fact.name} allow for is taken for it"
    ),
    UNKNOWN_SPREAD: lambda fact: (
        "the differences are all the same but for what may be rounding, of which no spread can be told, and no bounds "
        f"of {fact.name} are known: "
        "nothing is known of other records, and nothing is decided; `bounds=` of losses and scores tells them"
    ),
    "heavy tail": lambda fact: (
        f"{'a hundredth of the records' if fact.count > 1 else 'one record'} carries {percent(fact.size)} of the "
        f"squared differences of losses of {fact.name}: "
        "the mean rests on few records, and its interval may be too narrow"
    ),
    "few rows": lambda fact: (
        f"each of the {fact.count} rows is taken as a record; where a row has the {fact.label} of a whole validation "
        "set or data set, intervals are too narrow: see `validation_sets` and `compare_datasets`"
    ),
    "scores only": lambda _: (
        "scores do not tell which records they are of: predictions of every record would tell how much training sets "
        "add, any metric, and who is best of several; see `cross_val_predictions`"
    ),
    BOUNDS_OF_SCORES: lambda _: (
        "the scores lie between 0 and 1, which are taken as their bounds; `bounds=` tells others, or none"
    ),
    "first order": lambda fact: (
        f"intervals of {fact.name} in a cross-validation rest on a first-order approximation and on a prior; see the "
        "pages on metrics for how often they hold"
    ),
    "prior of training": lambda fact: (
        f"how much training sets add to {fact.name} was not measured: intervals rest on a prior that was chosen for "
        "other losses"
    ),
    "time order": lambda _: "training sets end before their validation sets begin; order in time is not modelled",
    "note": lambda fact: fact.label,
}
