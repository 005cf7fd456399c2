"""Assertions on a comparison, as tests of software make them."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from bayescmp._support._validation import check_not_negative
from bayescmp.results import OUTCOMES, Answer, Answered, Posterior


class Asserted(Answered):
    """What a test may assert of the first of two classifiers, and AssertionError says where it does not hold."""

    content: Any
    evidence: Any

    @property
    @abstractmethod
    def difference(self) -> Posterior:
        """Posterior of value(first) - value(second)."""

    def assert_better(self) -> None:
        """Assert that the first is decided to be better than the second.

        Raises
        ------
        AssertionError
            If it is not, with the answer and its table.

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        >>> bc.compare(table, first="new", second="old").assert_better()
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        if self.decision != OUTCOMES[0]:
            raise AssertionError(self._not_shown("must be better than"))

    def assert_not_worse(self, *, margin: float) -> None:
        """Assert that the first is no worse than the second by more than a margin, as probably as a decision needs.

        Parameters
        ----------
        margin : float
            Half-width of what does not matter, 0 or more, in units of the metric, in place of the rope.

        Raises
        ------
        AssertionError
            If that is not shown, which too few records may be the reason of, with the answer and its table.
        ValueError
            If `margin` is negative, or as wide as any difference.

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=20, only_first_wrong=14, only_second_wrong=18, both_right=748)
        >>> bc.compare(table, first="new", second="old").assert_not_worse(margin=0.02)
        """
        __tracebackhide__ = True
        margin, widest = check_not_negative("margin", margin), self.evidence.metric.widest
        if widest is not None and margin >= widest:
            raise ValueError(f"`margin` must be below {widest:g}, the widest difference, but got {margin:g}.")
        asked = replace(self.settings, rope=(-margin, margin))
        shown = Answer(posterior=self.difference, settings=asked).prob_first_not_worse
        if shown < asked.threshold:
            raise AssertionError(self._not_shown(f"must be no worse by more than {margin:g} (P {shown:.3f}) than"))

    def _not_shown(self, what: str) -> str:
        said: Any = self.content
        return f"{said.first} {what} {said.second}, which is not shown.\n\n{said.in_brief()}"
