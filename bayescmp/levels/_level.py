"""What an inference level is, and what it brings: everything that the rest of the package asks of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import xarray as xr

from bayescmp._bibliography import Sentence
from bayescmp._results import Posterior, Trust
from bayescmp._settings import Settings
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers
from bayescmp.design import CROSS_VALIDATION, TWO_FOLD, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.levels._training import Training
from bayescmp.metrics import Metric
from bayescmp.posteriors import JointPosterior


class PairPosterior(Protocol):
    """The posterior of two classifiers' losses, whatever level it comes from."""

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
class Packed:
    """What files hold of a posterior besides the observed tables, prior and strength.

    Attributes
    ----------
    numbers : mapping
        As JSON holds them.
    arrays : Dataset
        What is too long for JSON.
    """

    numbers: Mapping[str, Any] = field(default_factory=dict)
    arrays: xr.Dataset = field(default_factory=xr.Dataset)


@dataclass(frozen=True, kw_only=True, eq=False)
class Told:
    """What a sentence on methods may speak of: a posterior, and what is known of how it came about.

    Attributes
    ----------
    posterior : posterior
        Of a pair; of several classifiers, the joint one.
    settings, trust, provenance, metric
        Those of the result.
    size : str
        The number of independent records that the experiment counts as, "" where it differs between pairs.
    """

    posterior: Any
    settings: Settings
    trust: Trust
    provenance: Mapping[str, Any]
    metric: Metric
    size: str


@dataclass(frozen=True, kw_only=True)
class Level:
    """An inference level.

    Attributes
    ----------
    name : str
        Its name, unique.
    summary : str
        In one clause, what it is the posterior of.
    plan : str or None
        A resampling plan on which studies measure it, None where it is too slow for them.
    fits : callable
        From `Design` and `Metric`, whether it is valid there.
    fit : callable
        From `PairEvidence` and `Settings` to the posterior.
    likelihood : callable or None
        From a posterior and an array of differences to the likelihood there, up to a factor; None where it has none.
    trust : callable
        From a posterior and `Settings` to `Trust`: how far the numbers can be trusted numerically.
    assumes : callable
        From `Design` and `Settings` to what has to hold, a clause.
    methods : callable
        From `Told` to the sentences on the model in a paper.
    pack : callable
        From a posterior to `Packed`.
    unpack : callable
        From tables, or None where there are none, `Packed` and `Settings` to the posterior that was packed.
    runs_unasked : callable
        From `Settings`, whether it is shown where it was not asked for by name; what draws is not.
    samples : bool
        Whether it takes the arguments of a sampler.
    has_tau : callable
        From `Design`, whether the posterior depends on the prior of what training sets add.
    training : Training or None
        How the posterior depends on the variance that training sets add, where it models that.
    joint : callable or None
        From `Evidence`, the posterior of all its pairs and `Settings` to the joint posterior of all losses; None where
        it has none.
    prior : callable
        From `Settings` to what a ranking says of the prior of every pair.
    joint_methods : callable
        From `Told` to the sentences on the joint posterior in a paper.
    provenance : callable
        From a posterior and `Settings` to what a result should record besides.
    """

    name: str
    summary: str
    plan: str | None
    fits: Callable[[Design, Metric], bool]
    fit: Callable[[PairEvidence, Settings], Any]
    trust: Callable[[Any, Settings], Trust]
    assumes: Callable[[Design, Settings], str]
    methods: Callable[[Told], tuple[Sentence, ...]]
    likelihood: Callable[[Any, Floats], Floats] | None = None
    pack: Callable[[Any], Packed] = lambda _: Packed()
    unpack: Callable[[Any, Packed, Settings], Any]
    runs_unasked: Callable[[Settings], bool] = lambda _: True
    samples: bool = False
    has_tau: Callable[[Design], bool] = lambda _: False
    training: Training | None = None
    joint: Callable[[Evidence, Any, Settings], JointPosterior] | None = None
    prior: Callable[[Settings], str] = lambda settings: f"{prior_words(settings)}, as in `compare`"
    joint_methods: Callable[[Told], tuple[Sentence, ...]] = lambda _: ()
    provenance: Callable[[Any, Settings], dict[str, Any]] = lambda *_: {}

    @property
    def spoken(self) -> str:
        """The name in sentences."""
        return self.name.replace("-", " ")


def methods_of_embedding(told: Told) -> tuple[Sentence, ...]:
    """Say how a joint posterior comes from those of all pairs."""
    sentence = (
        "Statements on all classifiers at once rest on a joint posterior of their losses: the posterior variances of "
        "the pairs' differences are taken as squared distances between the classifiers, which gives the covariance"
    )
    kept = f"; standard deviations of differences are kept within {told.posterior.distortion:.1%}"
    return ((f"{sentence}{kept if told.posterior.distortion > 0 else ''}.",),)


def fits_training_sets(design: Design, metric: Metric) -> bool:
    """Tell whether the error of every record is known, under several training sets."""
    return design.kind in {TWO_FOLD, CROSS_VALIDATION} and design.has_records and metric.counts_errors


def prior_words(settings: Settings) -> str:
    """Say which prior a table has."""
    forms = {
        "beta": "independent beta priors of strength {strength:g} for the disagreement and for who errs on it",
        "dirichlet": "a Dirichlet prior of strength {strength:g} for the four cells",
    }
    return forms[settings.prior].format(strength=settings.strength)
