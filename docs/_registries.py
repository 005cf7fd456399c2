"""Tables of methods, metrics, plots, scenarios and tests, a row per member, and of the sections of reports."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from _references import link

import bayescmp as bc
from bayescmp import studies
from bayescmp.comparison import compare
from bayescmp.datasets import compare_datasets, rank_datasets
from bayescmp.design import CROSS_VALIDATION, EFFECTIVE, HOLD_OUT, RUNS, TWO_FOLD, Design
from bayescmp.frequentist import TESTS, registered_tests
from bayescmp.methods import METHODS, Method
from bayescmp.methods._registry import methods_for
from bayescmp.metrics import METRICS, metric_of_losses
from bayescmp.model_selection import PLANS
from bayescmp.plots import PLOTS, Plot
from bayescmp.ranking import rank
from bayescmp.results import Result

_METRICS = (*METRICS.values(), metric_of_losses("loss", greater_is_better=False, bounds=(None, None)))
# Examples of the designs that users have, the question each answers, and what it does not answer.
_DESIGNS = (
    (
        "one hold-out",
        Design(kind=HOLD_OUT, n_records=300, has_records=True),
        "do these two fitted classifiers differ on new records?",
        "what training on other data would give",
    ),
    (
        "a hold-out that a judge has rated, and people in part",
        Design(kind=HOLD_OUT, n_records=100, has_records=True, n_judged=1000),
        "do these two systems differ on new records, by people's verdict?",
        "as above, and whether labels were chosen by what answers look like",
    ),
    (
        "several runs of the algorithms on one training set",
        Design(kind=RUNS, n_records=300, has_records=True),
        "do the algorithms differ, over their own randomness, on new records?",
        "what training on other data would give",
    ),
    (
        "scores of such runs alone",
        Design(kind=RUNS, n_records=300),
        "do they differ on this test set?",
        "as above, and new records",
    ),
    (
        "m x 2 block-regularized cross-validation of n records",
        Design(kind=TWO_FOLD, n_records=300, n_repeats=5, n_folds=2, has_records=True),
        "do the algorithms, trained on n/2 records, differ on new records?",
        "what training on all n records would give",
    ),
    (
        "K-fold, repeated K-fold, random 2-fold, several hold-outs",
        Design(kind=CROSS_VALIDATION, n_records=300, n_repeats=1, n_folds=10, has_records=True),
        "do the algorithms, trained on so many records, differ?",
        "as above",
    ),
    (
        "scores of the validation sets of any cross-validation",
        Design(kind=CROSS_VALIDATION, n_records=300, n_repeats=1, n_folds=10, test_to_train=1 / 9),
        "as above",
        "as above, and how much training sets add",
    ),
    (
        "the ten tables of such an m x 2 design",
        Design(kind=TWO_FOLD, n_records=300, n_repeats=5, n_folds=2),
        "as above",
        "as above, and whether training sets add variance",
    ),
    (
        "an effective table of your own",
        Design(kind=EFFECTIVE, n_records=300),
        "as above, at the size that you claim",
        "whether that size is right",
    ),
)


def table(heads: tuple[str, ...], rows: Iterable[Iterable[object]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join("| " + " | ".join(str(entry).replace("|", "\\|") for entry in line) + " |\n" for line in lines)


def tables_of_registries() -> dict[str, str]:
    """Return the tables by the name of the file that a page includes."""
    return {
        "designs": _designs(),
        "methods": _methods(),
        "metrics": _metrics(),
        "sections": _sections(),
        "plots": _plots(),
        "scenarios": _scenarios(),
        **_tests(),
    }


def names(found: Iterable[str]) -> str:
    """Return names in the form of code, separated by commas."""
    return ", ".join(f"`{name}`" for name in found)


def _designs() -> str:
    heads = ("design", "question", "method, the default first", "not answered")
    return table(
        heads,
        (
            (
                words,
                question,
                names(dict.fromkeys(one.name for metric in _METRICS for one in methods_for(design, metric))),
                open_question,
            )
            for words, design, question, open_question in _DESIGNS
        ),
    )


def _methods() -> str:
    return table(
        ("method", "is the posterior of", "assumes", "runs"),
        ((f"`{method.name}`", method.summary, _assumed(method), _runs(method)) for method in METHODS.values()),
    )


def _runs(method: Method) -> str:
    return "unasked" if method.unasked else "named"


def _assumed(method: Method) -> str:
    """Return what a method assumes, for every design that it fits."""
    fitting = (one for _, one, _, _ in _DESIGNS if any(method.fits(one, metric) for metric in _METRICS))
    return "; or ".join(dict.fromkeys(method.assumes(design) for design in fitting))


def _metrics() -> str:
    heads = ("metric", "is called", "better if", "computed from")
    return table(
        heads,
        (
            (f"`{one.name}`", one.noun, "greater" if one.greater_is_better else "less", one.needs)
            for one in METRICS.values()
        ),
    )


def _sections() -> str:
    """List the sections of every kind of result, in their order."""
    hold_out = bc.labels([0, 1] * 9, {name: [0, 1, 1] * 6 for name in ("a", "b", "c")})
    several = {str(place): hold_out for place in range(4)}
    results = {
        "two classifiers": compare(hold_out, first="a", second="b"),
        "several": rank(hold_out),
        "two over data sets": compare_datasets(several, first="a", second="b"),
        "several over data sets": rank_datasets(several),
    }
    rows = (
        (
            what,
            f"`{one.key}`",
            one.heading,
            names(plot.name for plot in PLOTS.values() if _shows(plot, result, one.key)),
        )
        for what, result in results.items()
        for one in result.content.sections
    )
    return table(("result of", "section", "heading", "figures"), rows)


def _shows(plot: Plot, result: Result, section: str) -> bool:
    return plot.section == section and plot.applies(result)


def _plots() -> str:
    heads = ("plot", "shows", "stands in")
    return table(heads, ((f"`{plot.name}`", _about(plot.draw), f"`{plot.section}`") for plot in PLOTS.values()))


def _about(function: Callable[..., Any]) -> str:
    """Return the first line of the file that a member stands in."""
    return _first_line(inspect.getmodule(getattr(function, "func", function)))


def _first_line(documented: Any) -> str:
    return (inspect.getdoc(documented) or "").splitlines()[0].rstrip(".")


def _scenarios() -> str:
    members = (getattr(studies, name) for name in studies.__all__)
    kinds = (one for one in members if isinstance(one, type) and issubclass(one, studies.Scenario))
    return table(
        ("scenario", "is", "parameters"),
        (
            (
                f"`bc.studies.{kind.__name__}`",
                _first_line(kind),
                names(inspect.signature(kind).parameters),
            )
            for kind in kinds
            if not inspect.isabstract(kind)
        ),
    )


def _tests() -> dict[str, str]:
    """Return the tables of the page on significance tests."""
    tests = registered_tests()
    return {
        "tests_table": table(
            ("test", "resampling", "takes", "known faults"),
            (
                (
                    f"`{test.name}`" + (" (default)" if test.recommended else ""),
                    test.plan,
                    test.metrics,
                    test.faults,
                )
                for test in TESTS.values()
            ),
        ),
        "tests_sources": table(
            ("test", "family", "status", "reference"),
            ((f"`{test.name}`", test.family, test.status, link(test.reference)) for test in TESTS.values()),
        ),
        "tests_nulls": table(
            ("null hypothesis", "tests"),
            ((null, names(group["test"])) for null, group in tests.groupby("null", sort=False)),
        ),
        "tests_plans": table(
            ("plan", "fits of each classifier", "tests"),
            (
                (name, plan.n_repeats * plan.n_folds, names(tests.loc[tests["resampling"] == name, "test"]))
                for name, plan in PLANS.items()
                if (tests["resampling"] == name).any()
            ),
        ),
    }
