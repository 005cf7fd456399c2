"""Write what pages include while they are built: tables, pictures, a report, and ARIA names."""

import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
import pandas as pd
from _frontier import draw_frontier, draw_repeats, named
from _guide_tree import decision_tree
from _measured_frontier import frontier_summary
from _measured_metrics import f1_study
from _svg import save
from matplotlib import pyplot as plt
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.cli._command_compare import _demonstration
from bayescmp.plots import plot_correlations, plot_difference, plot_power

if TYPE_CHECKING:
    from sphinx.application import Sphinx

mpl.use("agg")
mpl.rcParams["svg.hashsalt"] = "bayescmp"  # so that the same picture is the same file
_RESULTS = Path(__file__).parent / "results"
_LOG = logging.getLogger("sphinx.pictures")  # as `sphinx.util.logging` names them, whose warnings are errors of a build


class GalleryOrder:
    """The order of the examples: from two classifiers to many, then what is special."""

    names = (
        "metrics", "probabilities", "wine_ranking", "several_datasets", "experiment", "dependent_records", "runs",
        "judged", "before_the_end",
    )  # fmt: skip

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __call__(self, filename: str) -> int:
        """Return the place of an example; one that is not listed is an error."""
        return self.names.index(Path(filename).stem.removeprefix("plot_"))


def write_pictures(app: "Sphinx") -> None:
    """Draw what the first pages show, the power curves of every scenario of `figure-4`, and the frontier."""
    folder = Path(app.srcdir, "generated")
    folder.mkdir(exist_ok=True)
    write_first_pictures(folder)
    summary = pd.read_csv(_RESULTS / "figure-4.csv")
    for scenario, rows in named(summary).groupby("scenario", sort=False):
        rows.attrs = {"alpha": 0.05}
        figure = plot_power(rows).figure
        save(figure, folder / f"power-{scenario}.svg")
    _draw_f1(folder / "f1-sizes.svg")
    figure = draw_frontier(frontier_summary(pd.read_csv(_RESULTS / "frontier.csv")))
    save(figure, folder / "frontier.svg")
    figure = draw_repeats(frontier_summary(pd.read_csv(_RESULTS / "frontier-repeats.csv")))
    save(figure, folder / "frontier-repeats.svg")
    results = pd.read_csv(_RESULTS / "figure-1.csv")
    figure = plot_correlations({str(name): found for name, found in results.groupby("statistic", sort=False)}).figure
    save(figure, folder / "fold-correlations.svg")


def write_first_pictures(folder: Path) -> None:
    """Draw what the README and the first pages show: the result of `bayescmp compare`, and the way to a function."""
    result = bc.compare(_demonstration(said=False))
    figure = plt.figure(figsize=(4.8, 3), layout="constrained")  # letters that can be read on a telephone
    plot_difference(result, ax=figure.subplots())
    save(figure, folder / "difference.svg")
    (folder / "which_function.svg").write_text(decision_tree(), encoding="utf-8")


def _draw_f1(path: Path) -> None:
    """Draw how often equal F1 of classifiers of another kind are told apart, against the number of positives."""
    summary = named(f1_study()).rename(columns={"positives": "expected positives"})
    equal = summary[summary["scenario"].str.startswith("equal, tilted")]
    figure, axes = plt.subplots(2, 2, figsize=(7, 5), sharex=True, sharey=True, layout="constrained")
    for ax, (scenario, rows) in zip(axes.flat, equal.groupby("scenario", sort=False), strict=True):
        rows.attrs = {"alpha": 0.05}
        plot_power(rows, against="expected positives", ax=ax)
        ax.set(xscale="log")
        ax.set_title(f"{scenario.rpartition(', ')[2]} positive", fontsize="medium")
        ax.label_outer()
        ax.get_legend().remove()
    axes[0, 0].set_ylim(-0.02, 0.02 + equal["rejected"].max())
    axes[0, 0].legend(fontsize="small")
    save(figure, path)


def keep_pictures(app: "Sphinx") -> None:
    """Write the pictures that pages show, which the repository keeps, anew where they say something else."""
    kept, drawn = Path(app.srcdir, "pictures"), Path(app.srcdir, "generated")
    for path in sorted(kept.rglob("*.svg")):
        name = path.relative_to(kept)
        old, new = (folder.joinpath(name).read_text(encoding="utf-8") for folder in (kept, drawn))
        if said(old) != said(new):
            path.write_text(new, encoding="utf-8")
            _LOG.warning("pictures/%s did not show what is drawn now and is written anew", name)


def said(picture: str) -> list[str]:
    """Return the texts of a picture of matplotlib, and of another its lines."""
    return re.findall(r"<!-- (.*?) -->", picture, re.DOTALL) or picture.splitlines()


def write_report(app: "Sphinx") -> None:
    """Write the report of the page on reports, by the code that stands there."""
    X, y = load_wine(return_X_y=True)
    models = {"tree": DecisionTreeClassifier(), "bayes": GaussianNB()}
    result = bc.compare(bc.cross_val_predictions(models, X, y, rng=0), rope=0.01)
    folder = Path(app.srcdir, "generated")
    (folder / "extra").mkdir(parents=True, exist_ok=True)
    for path in (folder / "extra" / "example_report.html", folder / "example_report.txt"):
        bc.write_report(result, path, title="A tree against naive Bayes on the wine data")


_NAMES_MISSING = [
    # Of the buttons that open a section of the sidebar, and of thumbnails, whose title is hidden.
    (r'<summary><span class="toctree-toggle"', '<summary aria-label="its pages"><span class="toctree-toggle"'),
    (r'<a class="reference internal" href="([^"]*)"><span class="doc">([^<]*)</span></a>',
     r'<a class="reference internal" href="\1" aria-label="\2"><span class="doc">\2</span></a>'),
    # Roles that docutils writes and ARIA has given up.
    (r' role="doc-biblioentry"', ' role="listitem"'),
]  # fmt: skip


def name_for_readers(app: "Sphinx", exception: Exception | None) -> None:
    """Name what the theme leaves without a name for readers of the screen."""
    if exception is None:
        for path in Path(app.outdir).rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            named = text
            for pattern, better in _NAMES_MISSING:
                named = re.sub(pattern, better, named)
            if named != text:
                path.write_text(named, encoding="utf-8")
