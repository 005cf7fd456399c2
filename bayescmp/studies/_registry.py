"""The methods of studies by their names."""

from dataclasses import replace

from bayescmp._support._registry import Registry
from bayescmp._support._validation import check_text
from bayescmp.frequentist import TESTS
from bayescmp.methods import METHODS
from bayescmp.model_selection import PLANS
from bayescmp.studies._f1 import BOOTSTRAP_ERROR, BOOTSTRAP_F1, POSTERIOR_F1, PROPORTIONS_F1
from bayescmp.studies._study_method import DISAGREEMENT, StudyMethod, method_of_inference, method_of_test

STUDY_METHODS = Registry(
    "method",
    [
        *(method_of_test(test) for test in TESTS.values() if not (test.needs_rope or test.needs_probabilities)),
        *(method_of_inference(method, method.plan) for method in METHODS.values() if method.plan is not None),
        DISAGREEMENT,
        BOOTSTRAP_F1,
        BOOTSTRAP_ERROR,
        POSTERIOR_F1,
        PROPORTIONS_F1,
    ],
)
"""Methods by name: tests but those that need a rope or probabilities, and those of `compare`."""


def method_named(name: str, *, plan: str | None = None, label: str | None = None) -> StudyMethod:
    """Return the method of a registered test or a method of `compare`.

    Parameters
    ----------
    name : str
        A name from `STUDY_METHODS`.
    plan : str, optional
        Another resampling plan than its own, to see what it does there.
    label : str, optional
        What to call it; its name, with the plan if that is not its own.
    """
    method = STUDY_METHODS[STUDY_METHODS.check("name", name)]
    if label is not None:
        check_text("label", label)
    if plan is None or PLANS.check("plan", plan) == method.plan:
        return method if label is None else replace(method, name=label)
    return replace(method, name=label or f"{name}, {plan}", plan=plan)
