"""The methods paragraph: what was done, with versions, priors and seed, for a paper to use."""

import ast
from collections.abc import Mapping
from typing import Any

from bayescmp._bibliography import Cite, Sentence
from bayescmp._results import CI_KINDS
from bayescmp.comparison import Comparison
from bayescmp.frequentist import TESTS
from bayescmp.levels import LEVELS, Told
from bayescmp.levels._rows import TEST
from bayescmp.reports._parts import Body
from bayescmp.reports._section import ReportSection
from bayescmp.words import name_text, size_text

_LONGEST_PIPELINE = 5000  # characters that are parsed


def _methods_of(comparison: Comparison) -> tuple[Sentence, ...]:
    """Return the sentences of the methods paragraph."""
    return (
        *_data(comparison),
        *_model(comparison),
        *_decision(comparison),
        *_tests(comparison),
        (_versions(comparison.provenance["versions"]),),
    )


def _data(comparison: Comparison) -> list[Sentence]:
    first, second = name_text(comparison.first), name_text(comparison.second)
    source, better = _source(comparison), comparison.evidence.metric.better_words()
    sentences: list[Sentence] = [
        (f"{first} (first) and {second} (second) were compared on the same records: {comparison.resampling}.",),
        (f"The estimand is {comparison.estimand}; a negative value means that {first} {better}.",),
    ]
    if "cv" in source:
        seed = source.get("random_state")
        sentences.append((f"Records were split by {source['cv']}; the seed of the estimators was {seed}.",))
    estimators = source.get("estimators", {})
    known = [
        f"{name_text(name)} is {_in_short(str(estimators[name]))}"
        for name in (comparison.first, comparison.second)
        if name in estimators
    ]
    return [*sentences, (f"Estimators: {'; '.join(known)}.",)] if known else sentences


def _in_short(text: str) -> str:
    """Return the text of an estimator; of a pipeline its last step, after the classes of the others."""
    if len(text) > _LONGEST_PIPELINE or not text.startswith("Pipeline(steps=["):
        return name_text(text.removesuffix("()"))
    try:
        call = ast.parse(text, mode="eval").body
        *before, last = [ast.unparse(step.elts[1]) for step in call.keywords[0].value.elts]  # type: ignore[attr-defined]
    except (SyntaxError, AttributeError, IndexError, ValueError):  # scikit-learn leaves out the middle of long ones
        return name_text(text)
    after = f" after {', '.join(step.partition('(')[0] for step in before)}" if before else ""
    return f"{name_text(last.removesuffix('()'))}{after}"


def _source(comparison: Comparison) -> Mapping[str, Any]:
    source = comparison.provenance.get("predictions", {})
    return source if isinstance(source, Mapping) else {}


def _model(comparison: Comparison) -> tuple[Sentence, ...]:
    return LEVELS[comparison.inference].methods(
        Told(
            posterior=comparison.posterior,
            settings=comparison.settings,
            trust=comparison.trust,
            provenance=comparison.provenance,
            size=size_text(comparison),
        )
    )


def _decision(comparison: Comparison) -> list[Sentence]:
    low, high = comparison.rope
    equivalence: Sentence = (
        "No difference was taken as too small to matter (the region of practical equivalence is 0).",
    )
    if (low, high) != (0, 0):
        equivalence = (
            f"Differences from {low:g} to {high:g} were taken as practically equivalent (",
            Cite("kruschke2018"),
            ").",
        )
    interval = (
        f"An outcome was decided if its posterior probability was at least {comparison.threshold:g}; intervals are "
        f"{100 * comparison.ci_prob:g} % {CI_KINDS[comparison.ci_kind]} credible intervals."
    )
    return [equivalence, (interval,)]


def _tests(comparison: Comparison) -> list[Sentence]:
    names = comparison.levels.loc[comparison.levels["kind"] == TEST, "level"].tolist()
    if not names:
        return []
    source = {name: test.reference for name, test in TESTS.items()}
    parts: list[str | Cite] = ["Two-sided significance tests stand beside it and did not enter the decision: "]
    for place, name in enumerate(names):
        parts += ["; " if place else "", f"{name} (", Cite(source[name]), ")"]
    return [(*parts, ".")]


def _versions(versions: Mapping[str, str]) -> str:
    python = versions.get("python", "")
    others = ", ".join(f"{name} {version}" for name, version in versions.items() if name not in {"python", "bayescmp"})
    return f"Computed with bayescmp {versions.get('bayescmp', '')} under Python {python} with {others}."


METHODS = ReportSection(
    name="methods", heading="Methods", write=lambda comparison: Body(paragraphs=_methods_of(comparison))
)
