"""What a method is: everything that the rest of the package asks of it, with its own options as fields."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Protocol, Self

import xarray as xr

from bayescmp._support._bibliography import Sentence
from bayescmp._support._text import percent
from bayescmp._support._validation import MOST_RECORDS, RandomNumbers, check_choice, check_positive
from bayescmp.design import Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.metrics import Metric
from bayescmp.posteriors import JointPosterior
from bayescmp.posteriors._embedded import embedded_posterior, losses_in_parts
from bayescmp.posteriors._paired_posterior import PRIORS
from bayescmp.posteriors._prior_of_tau import TAU_PRIORS, tau_grid
from bayescmp.results import Posterior, Settings, Trust


class PairPosterior(Protocol):
    """The posterior of two classifiers' losses, whatever method it comes from."""

    @property
    def difference(self) -> Posterior:
        """Posterior of loss(first) - loss(second)."""

    @property
    def prob_first_better(self) -> Any:
        """Posterior probability that the first is better."""

    @property
    def prob_second_better(self) -> Any:
        """Posterior probability that the second is better, accurate where it is small."""

    @property
    def table(self) -> xr.DataArray | None:
        """The counts of as many records as the experiment is worth; None where the loss is not the error."""

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Analysis:
    """What a sentence on methods may speak of: a posterior, and what is known of how it came about.

    Attributes
    ----------
    posterior : posterior
        Of a pair; of several classifiers, the joint one.
    trust, provenance, metric, design
        Those of the result.
    size : str
        The number of independent records that the experiment counts as, "" where it differs between pairs.
    """

    posterior: Any
    trust: Trust
    provenance: Mapping[str, Any]
    metric: Metric
    design: Design
    size: str

    @property
    def worth(self) -> str:
        """Say as how many independent records the experiment counts, and why these may be more than there are."""
        more = ", more than there are, as each was validated by several fits, over which part of the noise averages out"
        known = bool(self.size) and float(self.size) > self.design.n_records
        size = f"{self.size} independent records by the posterior mean of the variance"
        return self.size and f"; the experiment counts as much as {size}{more * known}"


@dataclass(frozen=True, kw_only=True)
class Method(ABC):
    """A method: a way from the evidence on two classifiers to the posterior of their difference.

    A method is a class in one file and one line of the registry; options of its own are fields with defaults. Where a
    field has the name of a field of another method, they are the same option.

    Attributes
    ----------
    name : str
        Its name, unique.
    summary : str
        In one clause, what it is the posterior of.
    model : str
        What it models, in the paragraph on methods; "{noun}" is that of the metric.
    plan : str or None
        A resampling plan on which studies measure it, None where it is too slow for them.
    unasked : bool
        Whether it is shown beside another method, without being asked for.
    has_joint : bool
        Whether it has a joint posterior of the losses of several classifiers.
    has_given_tau : bool
        Whether its posterior has `given_tau`, that given the variance which training sets add, and its parts.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    model: ClassVar[str] = "a posterior of the difference in {noun}"
    plan: ClassVar[str | None] = None
    unasked: ClassVar[bool] = True
    has_joint: ClassVar[bool] = False
    has_given_tau: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the options that methods have in common."""
        for name, checked in _CHECKED.items():
            if name in self.options():
                object.__setattr__(self, name, checked(getattr(self, name)))

    @abstractmethod
    def fits(self, design: Design, metric: Metric) -> bool:
        """Tell whether it is valid for a design and a metric."""

    @abstractmethod
    def fit(self, evidence: PairEvidence, settings: Settings) -> Any:
        """Return the posterior of a pair, or of a batch of pairs."""

    @abstractmethod
    def trust(self, posterior: Any, settings: Settings) -> Trust:
        """Say how far the numbers of a posterior can be trusted numerically."""

    @abstractmethod
    def assumes(self, design: Design) -> str:
        """Say what has to hold, in a clause."""

    @abstractmethod
    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        """Describe the model for a paper."""

    def note(self) -> str:
        """Say what the data tell little of, so that the prior decides; nothing where there is no such thing."""
        return ""

    def numbers(self, posterior: Any) -> dict[str, Any]:  # noqa: ARG002 - most have none
        """Return what JSON says of a posterior besides what every comparison has."""
        return {}

    def joint(self, evidence: Evidence, pairs: Any, settings: Settings) -> JointPosterior:
        """Return the joint posterior of all losses, given that of all pairs."""
        raise NotImplementedError

    def alone(self, evidence: Evidence, settings: Settings) -> Posterior:
        """Return the posterior of the loss of each classifier by itself, along `classifier`."""
        raise NotImplementedError

    def alone_of_pair(self, pair: PairEvidence, settings: Settings) -> Posterior | None:
        """Return the same of the two of a pair, on the records that both answered; None if unknown."""
        if pair.predictions is None or not self.has_joint:
            return None
        both = Evidence(predictions=pair.predictions, metric=pair.metric)
        return self.alone(both.answered_by_all, settings)

    def prior_words(self) -> str:
        """Say which prior a pair has."""
        return "flat"

    def described(self, metric: Metric) -> str:
        """Say what it models, what it is called, and which prior it has."""
        return f"{self.model.format(noun=metric.noun)} ({self.name} in bayescmp); its prior: {self.prior_words()}"

    def joint_sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        """Describe the joint posterior for a paper, as it comes from those of all pairs."""
        sentence = (
            "Statements on all classifiers at once rest on a joint posterior of their losses: the posterior variances "
            "of the pairs' differences are taken as squared distances between the classifiers, which gives the "
            "covariance"
        )
        distortion = analysis.posterior.distortion
        near = f"; standard deviations of differences are kept within {percent(distortion, 1)}"
        return ((f"{sentence}{near if distortion > 0 else ''}.",),)

    def provenance(self, posterior: Any) -> dict[str, Any]:  # noqa: ARG002 - most have none
        """Return what a result should record besides."""
        return {}

    def options(self) -> dict[str, Any]:
        """Return the options by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def with_options(self, given: Mapping[str, Any]) -> Self:
        """Return the method with those of some options that it has."""
        own = {name: given[name] for name in self.options().keys() & given.keys()}
        return replace(self, **own) if own else self

    @property
    def spoken(self) -> str:
        """The name in sentences."""
        return self.name.replace("-", " ")


@dataclass(frozen=True, kw_only=True)
class OfTables(Method):
    """A method whose posterior, or parts of it, are those of tables of right and wrong.

    Attributes
    ----------
    prior : {"dirichlet", "beta"}, default "dirichlet"
        Form of the prior of the table, as in `paired_posterior`.
    strength : float, default 1.0
        Its pseudo-records.
    """

    prior: str = PRIORS[0]
    strength: float = 1.0

    def joint(self, evidence: Evidence, pairs: Any, settings: Settings) -> JointPosterior:
        return embedded_posterior(pairs, self.fit(evidence.singles(), settings))

    def alone(self, evidence: Evidence, settings: Settings) -> Posterior:
        return self.losses_of(self.fit(evidence.singles(), settings))

    def losses_of(self, singles: Any) -> Posterior:
        """Return the posterior of the loss of each classifier from that against one that is never wrong."""
        return losses_in_parts(singles)

    def prior_words(self) -> str:
        """Say which prior a table has."""
        forms = {
            "beta": "independent Beta({0:g}, {0:g}) priors for the disagreement and for who errs on it",
            "dirichlet": "a {1}Dirichlet prior, {0:g} on each of the four cells",
        }
        return forms[self.prior].format(self.strength, "uniform " * (self.strength == 1))


def checked_tau(tau: Any) -> Any:
    """Return a prior of the variance that training sets add, a distribution as its grid, which files can hold."""
    if isinstance(tau, str) and tau in TAU_PRIORS:  # whose grid takes long to make
        return tau
    grid = tau_grid(tau)
    return grid.copy(deep=True) if isinstance(tau, xr.DataArray) or hasattr(tau, "cdf") else tau


_CHECKED: dict[str, Callable[[Any], Any]] = {
    "prior": lambda prior: check_choice("prior", prior, PRIORS),
    "strength": lambda strength: float(check_positive("strength", strength, most=MOST_RECORDS)),
    "tau": checked_tau,
}
"""What is kept of an option, which is the same in every method that has it."""


def trust_of_draws(posterior: Any, draws: str, more: str = "") -> Trust:
    """Say how far numbers can be trusted that are of draws."""
    error = posterior.standard_error
    return Trust(sentence=f"{draws}; Monte Carlo error of a probability at most {error:.2g}{more}", prob_error=error)
