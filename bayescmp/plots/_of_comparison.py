"""What the plots of a comparison share: labels of a difference, zero and rope, the outcomes."""

from collections.abc import Callable
from typing import Any

from bayescmp.claims import Claim
from bayescmp.comparison import Comparison
from bayescmp.content import decimal_text
from bayescmp.datasets import DatasetsComparison
from bayescmp.metrics import Metric
from bayescmp.plots._axes import COLOURS, LABEL_LETTER, Axes, look_of_classifier, names_apart
from bayescmp.results import OUTCOMES, UNDECIDED, Result

# First better, equivalent, second better: apart in grey by their dashes.
LOOKS: tuple[dict[str, Any], ...] = (
    look_of_classifier(0),
    {"color": COLOURS[7], "linestyle": "-."},
    look_of_classifier(1),
)
COLOUR_OF: dict[str, str] = {UNDECIDED: "black"} | {
    name: look["color"] for name, look in zip(OUTCOMES, LOOKS, strict=True)
}
"""The colour of a decision, in all plots that show some."""


def outcome_names(comparison: Comparison | DatasetsComparison) -> tuple[str, str, str]:
    """Return the three outcomes by the names of the classifiers."""
    first, second = names_apart((comparison.first, comparison.second))
    return f"{first} better", "equivalent", f"{second} better"


def label_of_difference(of: Callable[[str], str], first: object, second: object, room: float, unit: str = "") -> str:
    """Return what stands along an axis of differences, in two lines and cut only where a room in points is narrow."""
    letters = int(room / LABEL_LETTER)
    one, other = map(of, names_apart((first, second), letters=max(10, letters - len(of("")) - 2)))
    other += unit if len(other + unit) <= letters else ""
    return f"{one} − {other}" if len(one + other) + 3 <= letters else f"{one} −\n{other}"


def difference_label(result: Comparison | DatasetsComparison | Claim, room: float) -> str:
    """Return the label of an axis of differences, with a warning where they are not reliable."""
    metric = result.content.metric
    return warning_words(result) + label_of_difference(metric.of, result.first, result.second, room, unit_of(metric))


def unit_of(metric: Metric) -> str:
    """Return what stands behind a value on an axis, with a space before it; areas under curves are no proportions."""
    return " (proportion)" if metric.bounds == (0.0, 1.0) and not metric.orders else ""


def warning_words(result: Result) -> str:
    """Return a line that says not to trust the picture, where the diagnostics of a sampler failed; else nothing."""
    return "" if result.reliable else "NOT RELIABLE, see its diagnostics\n"


def number(value: float, form: str = "g") -> str:
    """Write a number with the minus sign of the axes, and as 0 what is 0 but for rounding."""
    return format(round(value, 12) + 0.0, form).replace("-", "−")


def decimals(value: float, digits: int) -> str:
    """Write a number in so many decimals as screens do, with the minus sign of the axes."""
    return decimal_text(value, digits).replace("-", "−")


def rope_words(rope: tuple[float, float]) -> str:
    """Return the bounds of a rope in short."""
    low, high = rope
    return f"±{number(high)}" if -low == high else f"{number(low)} to {number(high)}"


def draw_equality(ax: Axes, rope: tuple[float, float], *, across: bool = False, reach: float = 1.0) -> None:
    """Draw a line at no difference, horizontal if `across`, and a band over the rope, from 0 to `reach` of the axes."""
    low, high = rope
    line, span = (ax.axhline, ax.axhspan) if across else (ax.axvline, ax.axvspan)
    line(0, 0, reach, color="black", linewidth=0.6, zorder=1.6)
    if low < high:
        look: dict[str, Any] = {"facecolor": ("0.5", 0.22), "edgecolor": "0.45", "linestyle": ":", "linewidth": 0.6}
        span(low, high, 0, reach, zorder=1.55, label=f"rope {rope_words(rope)}", **look)
