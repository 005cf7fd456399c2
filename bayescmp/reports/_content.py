"""What a report says: every sentence is chosen by the numbers of the comparison."""

import math
from collections.abc import Callable, Mapping

from bayescmp._bibliography import Sentence
from bayescmp.comparison import (
    OUTCOMES,
    Comparison,
    answer_of,
    how_large,
    how_likely,
    how_sure,
    name_text,
    number_text,
    tipping_words,
)
from bayescmp.posteriors import CrossedEffectsPosterior
from bayescmp.reports._methods import cited_in, methods_of
from bayescmp.reports._parts import Figure, Report, Section
from bayescmp.reports._tables import half_width_of, table_of_levels, table_of_ropes

_WARNING = "The draws fail their diagnostics, see there: use no number of this report."


def report_of(comparison: Comparison, title: str | None = None, pictures: Mapping[str, str] | None = None) -> Report:
    """Say what a comparison found.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    title : str, optional
        Of the document; None names the classifiers.
    pictures : mapping of str to str, optional
        The pictures that there are, by the key of their figure.

    Returns
    -------
    Report
    """
    pictures = pictures or {}
    methods = methods_of(comparison)
    return Report(
        title=f"{name_text(comparison.first)} against {name_text(comparison.second)}" if title is None else title,
        answer=answer_of(comparison),
        warning="" if comparison.reliable else _WARNING,
        sections=(
            _likely(comparison),
            _large(comparison),
            _sure(comparison),
            _figure(comparison, pictures),
            _levels(comparison, pictures),
            _sensitivity(comparison, pictures),
            Section(key="diagnostics", heading="Diagnostics", paragraphs=_diagnostics(comparison)),
            Section(key="methods", heading="Methods", paragraphs=methods),
            Section(key="not-answered", heading="What the analysis does not answer", paragraphs=_open(comparison)),
        ),
        references=cited_in(methods),
        json=comparison.to_json(),
    )


def _likely(comparison: Comparison) -> Section:
    reached = f"reaches the {comparison.threshold:g} that a decision needs"
    decision = f"No probability {reached}: the decision is undecided."
    if comparison.decision in OUTCOMES:
        decision = f"The decision is {comparison.decision}: its probability {reached}."
    factor = f"{comparison.bayes_factor:.3g}" if comparison.bayes_factor < 1e6 else "above 1e6"
    rest = f"The Bayes factor for unequal against equal error rates is {factor}."
    if comparison.prob_error:
        rest += f" The Monte Carlo error of a probability is {comparison.prob_error:.1g}."
    items = tuple((f"{clause}.",) for clause in how_likely(comparison))
    return Section(key="how-likely", heading="How likely", items=items, paragraphs=((decision,), (rest,)))


def _large(comparison: Comparison) -> Section:
    first, second = name_text(comparison.first), name_text(comparison.second)
    errors = [number_text(comparison, comparison.errors[name]) for name in (comparison.first, comparison.second)]
    observed = f"{first} erred on a share of {errors[0]} of the validated records, {second} on {errors[1]}."
    return Section(key="how-large", heading="How large", paragraphs=((how_large(comparison),), (observed,)))


def _sure(comparison: Comparison) -> Section:
    assumption = f"Assumed: {comparison.levels['assumes'].iloc[0]}."
    tipping = f"The decision holds {tipping_words(comparison)}."
    if comparison.tipping_point is not None:
        tipping = f"Tipping point: {tipping_words(comparison)}."
    notes = tuple((f"Note: {note}.",) for note in comparison.notes)
    paragraphs = ((how_sure(comparison),), (assumption,), (tipping,), *notes)
    return Section(key="how-sure", heading="How sure", paragraphs=paragraphs)


def _figure(comparison: Comparison, pictures: Mapping[str, str]) -> Section:
    first, second = name_text(comparison.first), name_text(comparison.second)
    words = f"Posterior density of the difference. {how_large(comparison)}"
    caption = (
        f"Posterior of err({first}) - err({second}); the band is the {100 * comparison.ci_prob:g} % interval. "
        f"Left of 0 {first} errs less."
    )
    figure = Figure(key="difference", caption=caption, words=words, picture=pictures.get("difference", ""))
    return Section(key="figure", heading="Figure", figures=(figure,))


def _levels(comparison: Comparison, pictures: Mapping[str, str]) -> Section:
    figures: tuple[Figure, ...] = ()
    if "levels" in pictures:
        words = f"Forest of the {len(comparison.levels)} rows of the table on levels and tests, which has the numbers."
        caption = "Estimates of the difference: intervals of the inference levels, p-values of the tests."
        figures = (Figure(key="levels", caption=caption, words=words, picture=pictures["levels"]),)
    n_levels = int((comparison.levels["kind"] == "posterior").sum())
    counted = " and ".join(
        f"{n} {what}{'' if n == 1 else 's'}"
        for n, what in ((n_levels, "inference level"), (len(comparison.levels) - n_levels, "significance test"))
        if n
    )
    allowed = f"The data allow {counted}; the decision rests on {comparison.inference}."
    return Section(
        key="levels",
        heading="Levels and tests",
        paragraphs=((allowed,),),
        figures=figures,
        tables=(table_of_levels(comparison),),
    )


def _sensitivity(comparison: Comparison, pictures: Mapping[str, str]) -> Section:
    figures: tuple[Figure, ...] = ()
    if "tau" in pictures:
        words = (
            f"The three probabilities against tau, the variance that training sets add. {tipping_words(comparison)}."
        )
        caption = "The probabilities against the variance that training sets add, and where the decision tips."
        figures = (Figure(key="tau", caption=caption, words=words, picture=pictures["tau"]),)
    return Section(
        key="sensitivity",
        heading="Sensitivity",
        paragraphs=(*_ropes(comparison), *_training_sets(comparison)),
        figures=figures,
        tables=(table_of_ropes(comparison),),
    )


def _ropes(comparison: Comparison) -> tuple[Sentence, ...]:
    """Say from which half-width the classifiers count as equivalent, and up to which the difference is decided."""
    begins = half_width_of(comparison, 1)
    sentences: list[Sentence] = []
    if begins is not None:
        sentences.append((f"Equivalence is decided from a rope of half-width {_two_figures(begins, math.ceil)}.",))
    for outcome, name in ((0, comparison.first), (2, comparison.second)):
        ends = half_width_of(comparison, outcome)
        if ends is not None:
            width = _two_figures(ends, math.floor)
            sentences.append((f"That {name_text(name)} errs less is decided up to a rope of half-width {width}.",))
    if len(sentences) < 2:
        sentences.append(("With no rope, neither classifier is decided to err less.",))
    return tuple(sentences)


def _training_sets(comparison: Comparison) -> tuple[Sentence, ...]:
    """Say how the decision and the interval depend on the variance that training sets add."""
    tipping = comparison.tipping_point
    if tipping is None:
        return ()
    which = f"The {100 * comparison.ci_prob:g} % equal-tailed interval of the crossed effects"
    limit = f"{tipping.interval_tau:.2g}"
    interval = f"{which} leaves out 0 as long as training sets add less than {limit} times the sampling variance."
    if tipping.interval_tau == 0:
        interval = f"{which} would hold 0 even if training sets added no variance."
    if math.isinf(tipping.interval_tau):
        interval = f"{which} would leave out 0 whatever training sets added."
    return ((f"Variance of training sets: {tipping_words(comparison)}.",), (interval,))


def _two_figures(value: float, rounded: Callable[[float], int]) -> str:
    """Round to the side on which the sentence is true."""
    if value < 1e-8:  # as far as the root was sought
        return f"{value:.1g}" if rounded(0.5) else "0"
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return f"{rounded(value / unit) * unit:.2g}"


def _diagnostics(comparison: Comparison) -> tuple[Sentence, ...]:
    text = comparison.diagnostics.removesuffix(".") + "."
    if comparison.prob_error or not comparison.reliable:  # where there are draws, the text is a verdict on them
        return ((text,),)
    return ((f"Reliable. {text[0].upper()}{text[1:]}",),)


def _open(comparison: Comparison) -> tuple[Sentence, ...]:
    return ((f"It does not say {comparison.not_answered}.",),)


def has_tau(comparison: Comparison) -> bool:
    """Tell whether the sensitivity to the variance of training sets can be drawn."""
    return isinstance(comparison.posterior, CrossedEffectsPosterior) and comparison.tipping_point is not None
