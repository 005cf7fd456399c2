"""What more repeats of an m x 2 cross-validation were measured to do to intervals by crossed effects."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, kw_only=True)
class MeasuredRepeats:
    """What 95 % intervals by crossed effects rejected, over samples for many pairs of classifiers on real data sets.

    Attributes
    ----------
    n_repeats : int
        Number of repeats.
    size : float
        Share of the samples whose interval misses the true difference, with the default prior of tau.
    power : float
        Share whose interval misses a difference that is off by what an oracle would find on five repeats with
        probability .80.
    """

    n_repeats: int
    size: float
    power: float


@cache
def measured_repeats() -> tuple[MeasuredRepeats, ...]:
    """Return what was measured at every number of repeats, the fewest first.

    Returns
    -------
    tuple of MeasuredRepeats

    Notes
    -----
    The file `measured_repeats.csv` comes from ``bayescmp study run frontier-repeats --data FOLDER``; the page on more
    repeats has the data sets and the command.

    Examples
    --------
    >>> from bayescmp.levels import measured_repeats
    >>> [one.n_repeats for one in measured_repeats()]
    [5, 9, 15, 31]
    """
    text = (resources.files("bayescmp.levels") / "measured_repeats.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return tuple(
        MeasuredRepeats(n_repeats=int(row["repeats"]), size=float(row["size"]), power=float(row["power"]))
        for row in rows
    )
