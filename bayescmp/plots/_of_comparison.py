"""What the plots of a comparison share: labels of a difference, zero and rope, the outcomes."""

from typing import Any

from bayescmp.comparison import Comparison
from bayescmp.datasets import DatasetsComparison
from bayescmp.metrics import Metric
from bayescmp.plots._axes import Axes, in_lines, names_apart
from bayescmp.results import CI_KINDS, Result, Settings

# First better, equivalent, second better: apart in grey by their dashes.
LOOKS: tuple[dict[str, Any], ...] = (
    {"color": "#0072B2", "linestyle": "-"},
    {"color": "#777777", "linestyle": "-."},
    {"color": "#D55E00", "linestyle": "--"},
)


def outcome_names(comparison: Comparison) -> tuple[str, str, str]:
    """Return the three outcomes by the names of the classifiers."""
    first, second = names_apart((comparison.first, comparison.second))
    return f"{first} better", "equivalent", f"{second} better"


def difference_label(result: Comparison | DatasetsComparison) -> str:
    """Return what stands along an axis of differences."""
    metric = result.content.metric
    first, second = map(metric.of, names_apart((result.first, result.second)))
    return in_lines(first, f"− {second}{unit_of(metric)}")


def sides_label(result: Comparison | DatasetsComparison) -> str:
    """Return the label of a horizontal axis of differences, with who is better on which side."""
    left, right = names_apart((result.first, result.second))
    if result.settings.greater_is_better:
        left, right = right, left
    sides = in_lines(f"← {left} better", f"{right} better →", "   ")
    return f"{warning_words(result)}{difference_label(result)}\n{sides}"


def unit_of(metric: Metric) -> str:
    """Return what stands behind a value on an axis, with a space before it; areas under curves are no proportions."""
    return " (proportion)" if metric.bounds == (0.0, 1.0) and not metric.orders else ""


def warning_words(result: Result) -> str:
    """Return a line that says not to trust the picture, where the diagnostics of a sampler failed; else nothing."""
    return "" if result.reliable else "NOT RELIABLE, see its diagnostics\n"


def interval_words(settings: Settings) -> str:
    """Return probability and kind of the credible interval."""
    return f"{100 * settings.ci_prob:g} % interval ({CI_KINDS[settings.ci_kind]})"


def number(value: float, form: str = "g") -> str:
    """Write a number with the minus sign of the axes, and as 0 what is 0 but for rounding."""
    return format(round(value, 12) + 0.0, form).replace("-", "−")


def draw_equality(ax: Axes, rope: tuple[float, float], *, across: bool = False, reach: float = 1.0) -> None:
    """Draw a line at no difference, horizontal if `across`, and hatch the rope, from 0 to `reach` of the axes."""
    low, high = rope
    line, span = (ax.axhline, ax.axhspan) if across else (ax.axvline, ax.axvspan)
    line(0, 0, reach, color="black", linewidth=0.6, zorder=1)
    if low < high:
        look: dict[str, Any] = {"facecolor": "none", "edgecolor": "0.5", "hatch": "////", "hatch_linewidth": 0.5}
        label = f"rope ±{number(high)}" if -low == high else f"rope {number(low)} to {number(high)}"
        span(low, high, 0, reach, zorder=1.8, linewidth=0, label=label, **look)
