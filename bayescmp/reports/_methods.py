"""The methods paragraph: what was done, with versions, priors and seed, for a paper to use."""

from collections.abc import Mapping
from typing import Any

from bayescmp._bibliography import Cite, Reference, Sentence, reference
from bayescmp._results import CI_KINDS
from bayescmp.comparison import Comparison, name_text, size_text
from bayescmp.frequentist import TESTS
from bayescmp.hierarchical import CrossedEffectsSample
from bayescmp.posteriors import CrossedEffectsPosterior, EffectivePosterior

_PRIORS = {
    "beta": "independent beta priors of strength {strength:g} for the disagreement and for who errs on it",
    "dirichlet": "a Dirichlet prior of strength {strength:g} for the four cells",
}
_CROSSED = (
    "The posterior of the difference is that of crossed effects of records and training sets. The shares of records "
    "and rest were estimated from the outcomes of each record, and the variance that training sets add (tau, in units "
    "of the sampling variance; prior: {tau}) was integrated out, because one run of a cross-validation cannot "
    "estimate its own variance ("
)


def methods_of(comparison: Comparison) -> tuple[Sentence, ...]:
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
    source = _source(comparison)
    sentences: list[Sentence] = [
        (f"{first} (first) and {second} (second) were compared on the same records: {comparison.resampling}.",),
        (f"The estimand is {comparison.estimand}; a negative value means that {first} errs less.",),
    ]
    if "cv" in source:
        seed = source.get("random_state")
        sentences.append((f"Records were split by {source['cv']}; the seed of the estimators was {seed}.",))
    estimators = source.get("estimators", {})
    known = [
        f"{name_text(name)} is {estimators[name]}"
        for name in (comparison.first, comparison.second)
        if name in estimators
    ]
    return [*sentences, (f"Estimators: {'; '.join(known)}.",)] if known else sentences


def _source(comparison: Comparison) -> Mapping[str, Any]:
    source = comparison.provenance.get("predictions", {})
    return source if isinstance(source, Mapping) else {}


def _model(comparison: Comparison) -> list[Sentence]:
    posterior = comparison.posterior
    if isinstance(posterior, CrossedEffectsSample):
        return _sampled(comparison.provenance["sampler"])
    prior = _PRIORS[posterior.prior].format(strength=posterior.strength)
    size = f"{size_text(comparison)} independent records"
    yang = Cite("yang2023")
    if isinstance(posterior, CrossedEffectsPosterior):
        given = f"), with {prior}; the experiment counts as much as {size}."
        return [
            (_CROSSED.format(tau=comparison.provenance.get("tau", "not recorded")), Cite("bengio2004"), ")."),
            ("Given tau, the posterior is the exact one of a paired table (", yang, given),
        ]
    if isinstance(posterior, EffectivePosterior):
        return _fold_correlations(
            posterior, comparison.prob_error > 0, f"with {prior}; the experiment counts as much as {size}."
        )
    what = {
        "paired": "the observed table of both classifiers' outcomes, whose records are independent",
        "effective-table": f"the effective table, which counts the experiment as {size}",
    }[comparison.inference]
    exact = f"The posterior of the difference is the exact one of {what} ("
    return [(exact, yang, f"), with {prior}, by quadrature.")]


def _fold_correlations(posterior: EffectivePosterior, known: bool, rest: str) -> list[Sentence]:  # noqa: FBT001
    source = "from other experiments" if known else "from this run and a prior"
    means = " and ".join(f"{name} {posterior.mean_of(name):.2g}" for name in ("rho1", "rho2"))
    model = (
        f"The posterior of the difference is mixed over the correlations of folds, known {source} (posterior means: "
        f"{means}); given these, it is the exact one of the effective table ("
    )
    return [(model, Cite("yang2023"), f"), {rest}")]


def _sampled(sampler: Mapping[str, Any]) -> list[Sentence]:
    priors = "; ".join(f"{name.replace('_', ' ')} {prior}" for name, prior in sampler["prior"].items())
    model = (
        "The posterior of the difference is that of a logistic model with normal effects of records and training sets, "
        f"with the priors {priors}."
    )
    draws = (
        f"It was sampled by NUTS ({sampler['nuts_sampler']}) in {sampler['chains']} chains of {sampler['draws']} draws "
        f"after {sampler['tune']} of tuning, with target acceptance {sampler['target_accept']:g} and seed "
        f"{sampler['seed']}; convergence was judged by R-hat, effective sample sizes and divergences ("
    )
    return [(model,), (draws, Cite("vehtari2021"), ").")]


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
    names = comparison.levels.loc[comparison.levels["kind"] == "test", "level"].tolist()
    if not names:
        return []
    source = {test.name: test.reference for test in TESTS}
    parts: list[str | Cite] = ["Two-sided significance tests stand beside it and did not enter the decision: "]
    for place, name in enumerate(names):
        parts += ["; " if place else "", f"{name} (", Cite(source[name]), ")"]
    return [(*parts, ".")]


def _versions(versions: Mapping[str, str]) -> str:
    python = versions.get("python", "")
    others = ", ".join(f"{name} {version}" for name, version in versions.items() if name not in {"python", "bayescmp"})
    return f"Computed with bayescmp {versions.get('bayescmp', '')} under Python {python} with {others}."


def cited_in(sentences: tuple[Sentence, ...]) -> tuple[Reference, ...]:
    """Return the works that sentences cite, by key."""
    found = {part.key for sentence in sentences for part in sentence if isinstance(part, Cite)}
    return tuple(reference(key) for key in sorted(found))
