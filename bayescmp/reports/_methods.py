"""The methods paragraph: what was done, with versions, priors and seed, for a paper to use."""

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bayescmp._bibliography import Cite, Sentence
from bayescmp._result import has_parts
from bayescmp._results import CI_KINDS
from bayescmp.comparison import Comparison
from bayescmp.frequentist import TESTS
from bayescmp.levels import Told
from bayescmp.levels._rows import TEST
from bayescmp.reports._methods_of_datasets_ranking import (
    model_of_datasets_ranking,
    others_of_datasets_ranking,
    who_of_datasets_ranking,
)
from bayescmp.reports._methods_of_ranking import many_of_ranking, model_of_ranking, who_of_ranking
from bayescmp.reports._methods_over_datasets import (
    model_over_datasets,
    others_over_datasets,
    who_over_datasets,
)
from bayescmp.reports._parts import Body
from bayescmp.reports._section import AnyResult, ReportSection
from bayescmp.words import name_text, size_text

_LONGEST_PIPELINE = 5000  # characters that are parsed


def _write(result: AnyResult) -> Body:
    found = (write(result) for needs, write in _SENTENCES if has_parts(result, needs))
    return Body(paragraphs=tuple(sentence for sentences in found for sentence in sentences))


def _who(comparison: Comparison) -> list[Sentence]:
    first, second = name_text(comparison.first), name_text(comparison.second)
    better = comparison.evidence.metric.better_words()
    return [
        (f"{first} (first) and {second} (second) were compared on the same records: {comparison.resampling}.",),
        (f"The estimand is {comparison.estimand}; a negative value means that {first} {better}.",),
    ]


def _source(result: AnyResult) -> list[Sentence]:
    """Say where the predictions come from."""
    found = result.provenance.get("predictions", {})
    source = found if isinstance(found, Mapping) else {}
    sentences: list[Sentence] = []
    if "cv" in source:
        seed = source.get("random_state")
        sentences.append((f"Records were split by {source['cv']}; the seed of the estimators was {seed}.",))
    estimators = source.get("estimators", {})
    known = [
        f"{name_text(name)} is {_in_short(str(estimators[name]))}" for name in result.observed if name in estimators
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


def _model(comparison: Comparison) -> tuple[Sentence, ...]:
    return comparison.level.methods(
        Told(
            posterior=comparison.posterior,
            trust=comparison.trust,
            provenance=comparison.provenance,
            metric=comparison.evidence.metric,
            size="" if comparison.effective_size is None else size_text(comparison),
        )
    )


def _decision(result: AnyResult) -> list[Sentence]:
    settings = result.settings
    low, high = settings.rope
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
        f"An outcome was decided if its posterior probability was at least {settings.threshold:g}; intervals are "
        f"{100 * settings.ci_prob:g} % {CI_KINDS[settings.ci_kind]} credible intervals."
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


def _versions(result: AnyResult) -> list[Sentence]:
    versions = result.provenance["versions"]
    python = versions.get("python", "")
    others = ", ".join(f"{name} {version}" for name, version in versions.items() if name not in {"python", "bayescmp"})
    return [(f"Computed with bayescmp {versions.get('bayescmp', '')} under Python {python} with {others}.",)]


_SENTENCES: tuple[tuple[tuple[str, ...], Callable[[Any], Iterable[Sentence]]], ...] = (
    (("difference",), _who),
    (("optimism",), who_of_ranking),
    (("next_dataset", "average"), who_over_datasets),
    (("unbeaten", "losses"), who_of_datasets_ranking),
    (("observed",), _source),
    (("difference",), _model),
    (("optimism",), model_of_ranking),
    (("next_dataset", "average"), model_over_datasets),
    (("unbeaten", "losses"), model_of_datasets_ranking),
    ((), _decision),
    (("difference", "levels"), _tests),
    (("optimism",), many_of_ranking),
    (("next_dataset", "average"), others_over_datasets),
    (("unbeaten", "losses"), others_of_datasets_ranking),
    ((), _versions),
)
"""The parts that sentences need, and the sentences, in order."""

METHODS = ReportSection(name="methods", heading="Methods", write=_write)
