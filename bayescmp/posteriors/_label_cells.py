"""The joint posterior of true labels and those that several classifiers predict."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._typing import Array, Floats, Integers
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.metrics import Cells, Margins, Metric, cells_of_predictions, margins_of
from bayescmp.results import in_one_line

_MASS = 4  # prior pseudo-records of all true classes together at strength 1, as in the four cells of a table
_LEFT = 1e-4  # of the prior's mass, where breaking its stick stops
_NUMBERS = 4e6  # that are held at once


@dataclass(frozen=True, kw_only=True, eq=False)
class LabelCells:
    r"""Counts of true labels with those that classifiers predicted, and their posterior.

    The prior is a Dirichlet process of mass 4 times `strength`, shared alike by the classes that are true somewhere.
    Within a class classifiers predict independently, each right with probability 1/2 and else any other true class
    alike. So the table of right and wrong of a pair of classifiers has the prior Dirichlet(l, l, l, l) of
    `paired_posterior`, whatever the number of classes. A draw is gamma variates for the cells that occur, and all atoms
    of the prior, or a broken stick where they are many (derived; see the page on metrics of labels for what was
    measured).
    """

    true: Integers  # (n_cells,), codes of true labels
    predicted: Integers  # (n_cells, n_classifiers), codes of predicted ones
    counts: Floats  # (n_cells,), validations of each cell
    labels: Array  # (n_labels,)
    classifiers: tuple[str, ...]
    strength: float  # a quarter of the prior pseudo-records
    __repr__ = in_one_line

    @property
    def cells(self) -> Cells:
        """The cells without their counts."""
        return Cells(codes=np.column_stack([self.true, self.predicted]), labels=self.labels)

    def by_confusions(self) -> "LabelCells":
        """Return the same with the classifiers in the order of how often they predict which label for which."""

        def counted(place: int) -> tuple[bytes, bytes]:
            codes, of_cell = np.unique(self.true * self.labels.size + self.predicted[:, place], return_inverse=True)
            return codes.tobytes(), np.bincount(of_cell, self.counts).tobytes()

        order = sorted(range(len(self.classifiers)), key=counted)
        classifiers = tuple(self.classifiers[place] for place in order)
        return _in_order(replace(self, predicted=self.predicted[:, order], classifiers=classifiers))

    def values(self, metric: Metric) -> xr.DataArray:
        """Return the observed values of a metric of labels, dims (classifier,)."""
        true, predicted = self.labels[self.true], self.labels[self.predicted.T]
        values = [metric.value(true, labels, sample_weight=self.counts) for labels in predicted]
        return xr.DataArray(values, dims="classifier", coords={"classifier": list(self.classifiers)})

    def draw(
        self, metric: Metric, draws: int, rng: RandomNumbers = None, *, sizes: Floats | None = None
    ) -> xr.DataArray:
        """Draw the values of a metric of labels for all classifiers together, dims (draw, classifier).

        In each draw the counts are worth as many independent records as `sizes` say; their sum if None, which is right
        for a hold-out.
        """
        check_integer("draws", draws, least=1)
        numbers = 3 * draws * self.predicted.shape[1] * self.labels.size
        if metric.formula is not None and sizes is None and isinstance(rng, int) and numbers <= _NUMBERS:
            values = [np.asarray(metric.formula(margins)) for margins in self._drawn_margins(draws, rng)]
        else:
            shares = np.ones(draws) if sizes is None else sizes / self.counts.sum()
            values = [self._values(metric, drawn) for drawn in self._drawn(shares, generator(rng))]
        coords = {"classifier": list(self.classifiers)}
        return xr.DataArray(np.concatenate(values), dims=("draw", "classifier"), coords=coords)

    @shared
    def _drawn_margins(self, draws: int, seed: int) -> list[Margins]:
        """Return weights of every class in draws of a hold-out, which are those of every metric that is a formula."""
        return [drawn.margins() for drawn in self._drawn(np.ones(draws), generator(seed))]

    def _values(self, metric: Metric, drawn: "_Drawn") -> Floats:
        """Return the values of a metric, (draws, n_classifiers)."""
        if metric.formula is not None:
            return np.asarray(metric.formula(drawn.margins()))
        if metric.additive:
            return drawn.means(metric)
        total = self.counts.sum()  # weights add up to it, for a function may be a sum
        return np.array(
            [[metric.value(y, p, sample_weight=w * (total / w.sum())) for y, p, w in one] for one in drawn.weighted()]
        )

    def _drawn(self, shares: Floats, source: np.random.Generator) -> Iterator["_Drawn"]:
        """Yield some draws at a time; each counts a share of the records."""
        n_labels, k = self.labels.size, self.predicted.shape[1]
        classes = np.unique(self.true)
        guesses = classes if classes.size > 1 else np.arange(n_labels)
        mass = _MASS * self.strength / classes.size
        sticks = int(np.ceil(np.log(_LEFT) / np.log(mass / (mass + 1))))
        few = guesses.size**k <= sticks  # all labels that can be predicted together, fewer than atoms
        per_draw = max(self.true.size, 3 * k * n_labels, (k + 1) * classes.size * sticks)
        at_once = max(1, int(_NUMBERS / per_draw))
        for done in range(0, shares.size, at_once):
            here = shares[done : done + at_once]
            weights, cells = source.standard_gamma(here[:, None] * self.counts), self
            if few:  # which are cells, too
                of_atoms, labels = _all_atoms(mass, classes, guesses, k, here.size, source)
                weights, cells = np.concatenate([weights, of_atoms], axis=1), self._beside(*labels)
                atoms = np.zeros((here.size, classes.size, 0))
            else:
                atoms = _broken(mass, (here.size, classes.size, sticks), source)
            guessed = [_guessed(classes, guesses, atoms.shape, source) for _ in range(k)]
            yield _Drawn(cells=cells, weights=weights, classes=classes, atoms=atoms, guessed=guessed)

    def _beside(self, true: Integers, predicted: Integers) -> "LabelCells":
        """Return the cells with others beside them, which do not occur."""
        counts = np.concatenate([self.counts, np.zeros(true.size)])
        both = np.concatenate([self.predicted, predicted])
        return replace(self, true=np.concatenate([self.true, true]), predicted=both, counts=counts)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Drawn:
    """Some draws of weights: of cells, and of the atoms of the prior of each true class that are none of them."""

    cells: LabelCells
    weights: Floats  # (draws, n_cells)
    classes: Integers  # (n_classes,)
    atoms: Floats  # (draws, n_classes, n_atoms)
    guessed: list[Integers]  # labels of the atoms by each classifier, shaped as they

    def margins(self) -> Margins:
        """Return weights of every class, (draws, n_classifiers, n_labels)."""
        cells, draws, k = self.cells, len(self.weights), len(self.guessed)
        n_labels = cells.labels.size
        right, true, predicted = np.empty((3, draws, k, n_labels))
        places = n_labels * np.arange(draws)[:, None, None]
        for c, guessed in enumerate(self.guessed):
            of_cells = margins_of(cells.cells, self.weights, c)
            right[:, c], true[:, c], predicted[:, c] = of_cells.right, of_cells.true, of_cells.predicted
            right[:, c, self.classes] += np.where(guessed == self.classes[:, None], self.atoms, 0).sum(-1)
            true[:, c, self.classes] += self.atoms.sum(-1)
            flat = np.bincount((places + guessed).ravel(), self.atoms.ravel(), minlength=draws * n_labels)
            predicted[:, c] += flat.reshape(draws, n_labels)
        return Margins(right=right, true=true, predicted=predicted, labels=cells.labels)

    def means(self, metric: Metric) -> Floats:
        """Return means over records of a metric that is one, (draws, n_classifiers)."""
        cells, labels, values = self.cells, self.cells.labels, []
        of_pair = cache(lambda true, predicted: metric.value(labels[[true]], labels[[predicted]]))
        total = self.weights.sum(-1) + self.atoms.sum((-2, -1))
        for codes, guessed in zip(cells.predicted.T, self.guessed, strict=True):
            of_cells = np.array([of_pair(*pair) for pair in zip(cells.true, codes, strict=True)])
            known = np.unique(guessed)
            of_atoms = np.array([[of_pair(true, label) for label in known] for true in self.classes])
            place = np.arange(self.classes.size)[:, None], np.searchsorted(known, guessed)
            values.append((self.weights @ of_cells + (self.atoms * of_atoms[place]).sum((-2, -1))) / total)
        return np.stack(values, axis=-1)

    def weighted(self) -> Iterator[list[tuple[Array, Array, Floats]]]:
        """Yield true labels, predicted ones and their weights, for each draw those of every classifier."""
        cells = self.cells
        classes = np.broadcast_to(self.classes[:, None], self.atoms.shape[1:]).ravel()
        true = cells.labels[np.concatenate([cells.true, classes])]
        for i, weights in enumerate(self.weights):
            both = np.concatenate([weights, self.atoms[i].ravel()])
            predicted = (
                cells.labels[np.concatenate([codes, guessed[i].ravel()])]
                for codes, guessed in zip(cells.predicted.T, self.guessed, strict=True)
            )
            yield [(true, labels, both) for labels in predicted]


def _all_atoms(
    mass: float, classes: Integers, guesses: Integers, k: int, draws: int, source: np.random.Generator
) -> tuple[Floats, tuple[Integers, Integers]]:
    """Draw the weights of all labels that k classifiers can predict together, and return true and predicted labels."""
    codes = guesses[np.indices((guesses.size,) * k).reshape(k, 1, -1)]
    wrong = 0.5 / max(guesses.size - 1, 1)
    probability = np.where(codes == classes[:, None], 0.5, wrong).prod(0)
    shape = (draws, *probability.shape)
    weights = source.standard_gamma(mass * probability / probability.sum(-1, keepdims=True), shape)
    predicted = np.tile(codes[:, 0].T, (classes.size, 1))
    return weights.reshape(draws, -1), (np.repeat(classes, codes.shape[-1]), predicted)


def _broken(mass: float, shape: tuple[int, int, int], source: np.random.Generator) -> Floats:
    """Draw the weights of the atoms of the prior of each class, (draws, n_classes, n_atoms)."""
    left = np.cumprod(source.random(shape) ** (1 / mass), axis=-1)
    left[..., -1] = 0.0  # the last atom has what is left
    return -np.diff(left, axis=-1, prepend=1.0) * source.standard_gamma(mass, (*shape[:2], 1))


def _guessed(classes: Integers, guesses: Integers, shape: tuple[int, ...], source: np.random.Generator) -> Integers:
    """Draw predicted labels: the true one with probability 1/2, else any other guess alike."""
    place = np.searchsorted(guesses, classes)[:, None]
    other = source.integers(1, max(guesses.size, 2), shape) * source.integers(0, 2, shape, dtype=np.int8)
    return np.asarray(guesses[(place + other) % guesses.size])


@shared
def label_cells(predictions: xr.Dataset, *, strength: float = 1.0) -> LabelCells:
    """Count true labels with those that all classifiers predicted, over all validations.

    Of several validation sets they are worth fewer or more records than they are: see `LabelCells.draw`.
    """
    cells, counts = cells_of_predictions(predictions)
    often = [np.bincount(codes, counts, cells.labels.size) for codes in cells.codes.T]
    # Rare labels first, so that other names of labels have the same draws.
    order = np.lexsort((np.sum(often[1:], axis=0), often[0]))
    codes = np.argsort(order)[cells.codes]
    of_label = LabelCells(
        true=codes[:, 0],
        predicted=codes[:, 1:],
        counts=counts,
        labels=cells.labels[order],
        classifiers=tuple(map(str, predictions["classifier"].to_numpy())),
        strength=float(strength),
    )
    return _in_order(of_label)


def _in_order(cells: LabelCells) -> LabelCells:
    """Return the same cells, by their labels."""
    rows = np.lexsort((*cells.predicted.T[::-1], cells.true))
    return replace(cells, true=cells.true[rows], predicted=cells.predicted[rows], counts=cells.counts[rows])
