"""The text scenario: classifiers of documents that are trained once, and evaluation sets that vary."""

from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
from numpy.random import Generator
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neural_network import MLPClassifier
from sklearn.svm import SVC, LinearSVC
from threadpoolctl import threadpool_limits

from bayescmp._support._typing import Array
from bayescmp._support._validation import check_choice, check_integer, check_number
from bayescmp.studies._f1 import EvaluationSets, joint_counts, joint_labels, value_of_counts, values_of_counts
from bayescmp.studies._outcomes import Labels
from bayescmp.studies._scenario import Truth

_TRAINING, _POPULATION = 1_500, 50_000
_WORDS, _TOPICS, _OWN = 3_000, 20, 5  # the first 5 topics are those of the positive class


@dataclass(frozen=True, kw_only=True)
class Text(EvaluationSets):
    """Two classifiers that are trained once, on evaluation sets drawn from a generated corpus of two classes.

    Parameters
    ----------
    n_records : int, default 1000
        Documents of one evaluation set, drawn with replacement.
    imbalance : float, default 0.5
        Share of the positive class, whose label is 1, between 0.02 and 0.5.
    pair : {"linear-rbf", "linear-mlp"}, default "linear-rbf"
        The classifiers: a linear SVM against one with a Gaussian kernel, or against a small neural network.
    equal : {"error", "f1"}, optional
        The loss, error or 1 - F1, that the two share on the population: the threshold of the better one is moved as
        little as makes it as bad as the other, to within one document. None leaves both as trained.
    seed : int, default 0
        Seed of the corpus.

    Notes
    -----
    From [1]_ are classifiers that are trained once, a large set of other documents that is the truth, evaluation sets
    drawn from it, the models and the losses. Ours are documents of words from topics, mixed anew for each document and
    only on average by class, instead of the Reuters corpus; the settings of the models; drawing with replacement; and
    thresholds that make the null hypothesis true, where [1]_ took the categories in which it was true.
    The plan "hold-out 2/3" stands for the whole evaluation set.

    References
    ----------
    .. [1] M. Keller, S. Bengio and S. Y. Wong, "Benchmarking Non-Parametric Statistical Tests", NeurIPS 18, 2005.

    Examples
    --------
    >>> from bayescmp.studies import Text
    >>> Text(imbalance=0.1, equal="f1").plans
    ('hold-out 2/3',)
    """

    n_records: int = 1000
    imbalance: float = 0.5
    pair: str = "linear-rbf"
    equal: str | None = None
    seed: int = 0
    trials_per_chunk = 100
    n_train = _TRAINING

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        check_integer("seed", self.seed, least=0, most=None)
        check_choice("pair", self.pair, ("linear-rbf", "linear-mlp"))
        if self.equal is not None:
            check_choice("equal", self.equal, ("error", "f1"))
        if not 0.02 <= check_number("imbalance", self.imbalance) <= 0.5:
            raise ValueError(f"`imbalance` must be between 0.02 and 0.5, but got {self.imbalance}.")

    def population(self) -> Labels:
        """Return the true labels of all documents, and those predicted by the two classifiers."""
        return joint_labels(_joint(self.imbalance, self.pair, self.seed, self.equal))

    def joint_outcomes(self, rng: Generator) -> Array:
        """Draw documents of the population."""
        joint = _joint(self.imbalance, self.pair, self.seed, self.equal)
        return joint[rng.integers(joint.size, size=self.n_records)]

    def truth(self, n_train: int = _TRAINING, *, draws: int = 1, seed: int = 0) -> Truth:  # noqa: ARG002 - exact
        """Return the errors on the population, whatever `n_train`: the classifiers do not vary."""
        first, second = values_of_counts("error", joint_counts(*self.population()))
        return Truth(first=float(first), second=float(second))


@lru_cache(maxsize=16)
def _joint(imbalance: float, pair: str, seed: int, equal: str | None) -> Array:
    y, *scores = _scores(imbalance, pair, seed)
    predicted = [(score > 0).astype(np.int8) for score in scores]
    if equal is not None:
        first, second = values_of_counts(equal, joint_counts(y, *predicted))
        worse = (max if equal == "error" else min)(first, second)
        better = int(first == worse)
        predicted[better] = _as_bad(y, scores[better], equal, worse)
    return 4 * y + 2 * predicted[0] + predicted[1]


def _as_bad(y: Array, score: Array, kind: str, value: Array) -> Array:
    """Labels by the threshold nearest to 0, counted in documents, at which the metric passes a value."""
    order = np.argsort(-score, kind="stable")
    chosen = np.arange(y.size + 1)  # so many documents are above the threshold
    tp = np.concatenate([[0], np.cumsum(y[order])])
    gap = value_of_counts(kind, tp, chosen - tp, tp[-1] - tp, y.size) - value
    passes = np.flatnonzero(np.diff(np.sign(gap)))
    before = passes[np.abs(passes - (score > 0).sum()).argmin()]
    labels = np.zeros_like(y)
    labels[order[: before + np.abs(gap[before : before + 2]).argmin()]] = 1
    return labels


@lru_cache(maxsize=4)
def _scores(imbalance: float, pair: str, seed: int) -> tuple[Array, Array, Array]:
    """Labels of the population and scores of the classifiers, which are trained on other documents."""
    with threadpool_limits(1):  # so that the last digits, and with them labels, are the same in every process
        counts, y = _corpus(imbalance, np.random.default_rng(seed))
        X = TfidfTransformer(sublinear_tf=True).fit(counts[:_TRAINING]).transform(counts)
        train, test = (X[:_TRAINING], y[:_TRAINING]), X[_TRAINING:]
        linear = LinearSVC(random_state=0).fit(*train).decision_function(test)
        return y[_TRAINING:], linear, (_rbf_scores if pair == "linear-rbf" else _network_scores)(*train, test)


def _rbf_scores(X: sparse.csr_array, y: Array, test: sparse.csr_array) -> Array:
    # The product of sparse matrices is 20 times as fast as libsvm's own kernel; in pieces, because it is dense.
    kernel = partial(rbf_kernel, Y=X, gamma=0.8)
    svm = SVC(C=10.0, kernel="precomputed").fit(kernel(X), y)
    return np.concatenate([svm.decision_function(kernel(test[k : k + 5_000])) for k in range(0, _POPULATION, 5_000)])


def _network_scores(X: sparse.csr_array, y: Array, test: sparse.csr_array) -> Array:
    network = MLPClassifier((4,), solver="lbfgs", alpha=0.001, max_iter=2000, random_state=0)
    return network.fit(X, y).predict_proba(test)[:, 1] - 0.5


def _corpus(imbalance: float, rng: Generator) -> tuple[sparse.csr_array, Array]:
    """Word counts (document, word) and labels of the training set and the population."""
    n = _TRAINING + _POPULATION
    y = (rng.random(n) < imbalance).astype(np.int8)
    frequency = 1 / np.arange(3, _WORDS + 3)  # Zipf's law, of which every topic is a distortion
    topics = rng.dirichlet(200 * frequency / frequency.sum(), size=_TOPICS)
    own = (np.arange(_TOPICS) < _OWN) == y[:, None]
    share = rng.standard_gamma(np.where(own, 0.4, 0.05))  # normalised, a Dirichlet mixture of topics
    length = 5 + rng.poisson(rng.gamma(3, 15, size=n))
    per_topic = rng.multinomial(length, share / share.sum(axis=1, keepdims=True)).T
    document = np.concatenate([np.repeat(np.arange(n), here) for here in per_topic])
    word = np.concatenate([rng.choice(_WORDS, here.sum(), p=p) for here, p in zip(per_topic, topics, strict=True)])
    place = document.astype(np.int32), word.astype(np.int32)  # scikit-learn's solvers take no others
    return sparse.csr_array((np.ones(word.size), place), shape=(n, _WORDS)), y
