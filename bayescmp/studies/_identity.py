"""What tells two methods or estimators of a study apart."""

from bayescmp import runner
from bayescmp.frequentist import TESTS, RegisteredTest
from bayescmp.runner._identity import Described, Inside


def fingerprint_of(value: object, name: str) -> str:
    """Return the SHA-256 of a value, as `runner.fingerprint_of` does; tests count with their names."""
    return runner.fingerprint_of(value, name, known=[(RegisteredTest, _test)])


def _test(value: RegisteredTest, inside: Inside) -> Described:
    """Describe a test of this package by its name: what is said about it may change."""
    if TESTS.get(value.name) is value:
        return ["test", value.name]
    return ["test", value.name, value.family, inside(value.assess)]
