"""Pictures of tutorials and how-to pages, each drawn from what the snippets of its page make."""

import contextlib
import io
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _svg import save
from matplotlib import pyplot as plt

from bayescmp import plots

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).parent
_SNIPPET = re.compile(r"```python\n(.*?)```", re.DOTALL)


@cache
def made_by(page: str) -> dict[str, Any]:
    """Run the snippets of a page in an empty folder; return the names that they leave."""
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "page"}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("docs").symlink_to(DOCS)  # for its results
        with contextlib.redirect_stdout(io.StringIO()):
            for snippet in _SNIPPET.findall(text):
                exec(compile(snippet, page, "exec"), names)  # noqa: S102 - our own page
    return names


def _axes(width: float = 6.4, height: float = 3.6) -> plt.Axes:
    return plt.figure(figsize=(width, height), layout="constrained").subplots()


def two_classifiers() -> plt.Figure:
    """Draw the difference of logistic regression and nearest neighbours."""
    return made_by("tutorials/two_classifiers")["result"].plot(ax=_axes()).figure


def two_classifiers_plan() -> plt.Figure:
    """Draw how probably more records or repeats decide."""
    return plots.plot_plan(made_by("tutorials/two_classifiers")["plan"], ax=_axes()).figure


def benchmark_errors() -> plt.Figure:
    """Draw the errors of the tutorial's own experiment."""
    return plots.plot_datasets(made_by("tutorials/benchmark")["ranking"], ax=_axes()).figure


def benchmark_ranks() -> plt.Figure:
    """Draw the critical-difference diagram of the accuracies on 53 data sets."""
    return plots.plot_mean_ranks(made_by("tutorials/benchmark")["known"], ax=_axes(6.4, 2.6)).figure


def benchmark_pair() -> plt.Figure:
    """Draw the difference of two classifiers on each of 53 data sets."""
    return made_by("tutorials/benchmark")["pair"].plot(ax=_axes(6.4, 9)).figure


def language_models() -> plt.Figure:
    """Draw the difference of two language models."""
    return made_by("tutorials/language_models")["result"].plot(ax=_axes()).figure


def language_models_gate() -> plt.Figure:
    """Draw the verdicts of a gate."""
    return made_by("tutorials/language_models")["gate"].plot(ax=_axes(6.4, 3)).figure


def gate_tasks() -> plt.Figure:
    """Draw the verdicts of the gate of its page."""
    return made_by("howto/gate")["found"].plot(ax=_axes(6.4, 3)).figure


def published_claim() -> plt.Figure:
    """Draw the probability of a claim by what is not told."""
    return made_by("tutorials/published_table")["claim"].plot(ax=_axes()).figure


def published_table() -> plt.Figure:
    """Draw the printed accuracies of all systems."""
    return plots.plot_datasets(made_by("tutorials/published_table")["ranking"], ax=_axes(6.4, 3)).figure


def rank_values() -> plt.Figure:
    """Draw the errors of four classifiers."""
    return made_by("howto/rank")["ranking"].plot(ax=_axes(6.4, 3)).figure


def metrics_several() -> plt.Figure:
    """Draw the differences of two classifiers by three metrics."""
    return made_by("howto/metrics")["both"].plot(ax=_axes(6.4, 3)).figure


_DRAWN = (
    two_classifiers, two_classifiers_plan, benchmark_errors, benchmark_ranks, benchmark_pair, language_models,
    language_models_gate, gate_tasks, published_claim, published_table, rank_values, metrics_several,
)  # fmt: skip


def pictures() -> dict[str, plt.Figure]:
    """Return every picture by the name of its file."""
    return {draw.__name__: draw() for draw in _DRAWN}


def write_page_pictures(app: "Sphinx") -> None:
    """Write the pictures where pages show them."""
    folder = Path(app.srcdir, "generated")
    folder.mkdir(exist_ok=True)
    for name, figure in pictures().items():
        save(figure, folder / f"{name}.svg")
