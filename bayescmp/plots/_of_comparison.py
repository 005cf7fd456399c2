"""What the plots of a comparison share: its check, its names where space is short, zero and rope, the outcomes."""

from typing import TYPE_CHECKING, Any

from bayescmp._result import Result
from bayescmp._results import CI_KINDS
from bayescmp._settings import Settings
from bayescmp.comparison import Comparison
from bayescmp.metrics import Metric
from bayescmp.plots._axes import LABEL_SIZE, fitted_pair, pair_in_line, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# First better, equivalent, second better: apart in grey by their dashes.
LOOKS: tuple[dict[str, Any], ...] = (
    {"color": "#0072B2", "linestyle": "-"},
    {"color": "#777777", "linestyle": "-."},
    {"color": "#D55E00", "linestyle": "--"},
)


def fitted_names(comparison: Comparison, width: float, size: str = LABEL_SIZE) -> tuple[str, str]:
    """Return both names, ready to draw, each cut to a width in points; different names stay different."""
    return fitted_pair((comparison.first, comparison.second), width, size)


def outcome_names(comparison: Comparison, width: float, size: str = LABEL_SIZE) -> tuple[str, str, str]:
    """Return the three outcomes by the names of the classifiers, the names no wider than `width` in points."""
    first, second = fitted_names(comparison, width, size)
    return f"{first} better", "equivalent", f"{second} better"


def difference_label(comparison: Comparison, width: float, *, lines: int = 2) -> str:
    """Return the label of an axis of differences, `width` in points, in one line or, where it needs them, two."""
    return label_of_difference(comparison.evidence.metric, (comparison.first, comparison.second), width, lines)


def unit_of(metric: Metric) -> str:
    """Return what stands behind a value on an axis, with a space before it; areas under curves are no proportions."""
    return " (proportion)" if metric.bounds == (0.0, 1.0) and not metric.orders else ""


def label_of_difference(metric: Metric, pair: tuple[str, str], width: float, lines: int = 2) -> str:
    """Return the label of an axis of differences between two names, as `difference_label` does."""
    unit = unit_of(metric)
    beside = f"− {metric.of('')}{unit}"
    if lines == 1:
        room = width - text_width(f"{metric.of('')} {beside}", LABEL_SIZE)
        first, second = map(metric.of, pair_in_line(pair, room))
        line = f"{first} − {second}{unit}"
        return line if text_width(line, LABEL_SIZE) <= width else f"difference in {metric.symbol or metric.noun}"
    first, second = map(metric.of, fitted_pair(pair, width - text_width(beside, LABEL_SIZE)))
    line = f"{first} − {second}{unit}"
    return line if text_width(line, LABEL_SIZE) <= width else f"{first}\n− {second}{unit}"


def advantage_words(settings: Settings, pair: tuple[str, str], width: float, *, lines: int = 1) -> str:
    """Return what says beside an axis of differences on which side who is better, in one line or, if need be, two."""
    if lines == 1:
        first, second = pair_in_line(pair, width - text_width("← better   better →  ", LABEL_SIZE))
    else:
        first, second = fitted_pair(pair, width - text_width("←  better", LABEL_SIZE))
    left, right = (second, first) if settings.greater_is_better else (first, second)
    line = f"← {left} better   {right} better →"
    fits = lines == 1 or text_width(line, LABEL_SIZE) <= width
    return line if fits else line.replace(" better   ", " better\n", 1)


def warning_words(result: Result) -> str:
    """Return a line that says not to trust the picture, where the diagnostics of a sampler failed; else nothing."""
    return "" if result.reliable else "NOT RELIABLE, see its diagnostics\n"


def interval_words(settings: Settings) -> str:
    """Return probability and kind of the credible interval."""
    return f"{100 * settings.ci_prob:g} % interval ({CI_KINDS[settings.ci_kind]})"


def number(value: float, form: str = "g") -> str:
    """Write a number with the minus sign of the axes, and as 0 what is 0 but for rounding."""
    return format(round(value, 12) + 0.0, form).replace("-", "−")


def draw_equality(ax: "Axes", rope: tuple[float, float], *, across: bool = False, reach: float = 1.0) -> None:
    """Draw a line at no difference and hatch the rope, from 0 to `reach` of the axes.

    `across` is for differences along the vertical axis.
    """
    low, high = rope
    line, span = (ax.axhline, ax.axhspan) if across else (ax.axvline, ax.axvspan)
    line(0, 0, reach, color="black", linewidth=0.6, zorder=1)
    if low < high:
        look: dict[str, Any] = {"facecolor": "none", "edgecolor": "0.5", "hatch": "////", "hatch_linewidth": 0.5}
        label = f"rope ±{number(high)}" if -low == high else f"rope {number(low)} to {number(high)}"
        span(low, high, 0, reach, zorder=1.8, linewidth=0, label=label, **look)
