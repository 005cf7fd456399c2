"""Configuration of the documentation: `python -m sphinx -W --keep-going -b html docs docs/_build/html`."""

import math
import re
from collections.abc import Iterable, Mapping
from importlib.metadata import version as version_of
from pathlib import Path

import matplotlib as mpl
import numpydoc.xref
import pandas as pd
from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from matplotlib import pyplot as plt
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from sphinx.application import Sphinx
from sphinx.util.logging import getLogger

import bayescmp as bc
from bayescmp.frequentist import TESTS, registered_tests
from bayescmp.model_selection import PLANS
from bayescmp.plots import plot_correlations, plot_frontier, plot_power
from bayescmp.studies import frontier_summary

mpl.use("agg")
mpl.rcParams["svg.hashsalt"] = "bayescmp"  # so that the same picture is the same file

project = "bayescmp"
author = "the bayescmp developers"
copyright = "the bayescmp developers"
release = version = version_of("bayescmp")

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.extlinks",
    "numpydoc",
    "myst_parser",
    "sphinx_gallery.gen_gallery",
]
templates_path = ["_templates"]
exclude_patterns = ["_build", "_templates", "generated/backreferences", "generated/tests_*.md", "generated/study_*.md"]

# Docstrings: a name in single backticks is a link where there is something to link to. Types stand in the text.
default_role = "py:obj"
add_module_names = False
toc_object_entries_show_parents = "hide"
autosummary_generate = True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc.xref.DEFAULT_LINKS.clear()  # they lead to the pages of other projects
numpydoc_xref_param_type = True
numpydoc_xref_ignore = "all"
numpydoc_xref_aliases = {
    "BetaPosterior": "bayescmp.posteriors.BetaPosterior",
    "CrossedEffectsPosterior": "bayescmp.posteriors.CrossedEffectsPosterior",
    "Comparison": "bayescmp.Comparison",
    "DifferencePosterior": "bayescmp.posteriors.DifferencePosterior",
    "Interval": "bayescmp._results.Interval",
    "PairedPosterior": "bayescmp.posteriors.PairedPosterior",
    "Evidence": "bayescmp.frequentist.Evidence",
    "RegisteredTest": "bayescmp.frequentist.RegisteredTest",
    "SignificanceResult": "bayescmp._results.SignificanceResult",
    **{
        name: f"bayescmp.studies.{name}"
        for name in (
            "Batch",
            "Cell",
            "Method",
            "Outcomes",
            "Population",
            "Scenario",
            "Study",
            "Truth",
            "Tune",
            "Tuning",
        )
    },
}
extlinks = {"doi": ("https://doi.org/%s", "doi:%s")}

myst_enable_extensions = ["dollarmath", "colon_fence", "deflist"]
myst_heading_anchors = 3

sphinx_gallery_conf = {
    "examples_dirs": ["../examples"],
    "gallery_dirs": ["auto_examples"],
    "filename_pattern": r"plot_.*\.py",
    "within_subsection_order": "FileNameSortKey",
    "backreferences_dir": "generated/backreferences",
    "doc_module": ("bayescmp",),
    "reset_modules": ("matplotlib",),
    "abort_on_example_error": False,
    "min_reported_time": 5,
    "write_computation_times": False,
    "show_memory": False,
    "show_signature": False,
    "download_all_examples": False,
    "remove_config_comments": True,
}

html_theme = "pydata_sphinx_theme"
html_title = f"bayescmp {release}"
html_static_path = ["_static"]
html_css_files = ["bayescmp.css"]
# The complete report on the page on reports, made while the pages are built; Sphinx wants the folder at once.
html_extra_path = ["generated/extra"]
Path(__file__).parent.joinpath("generated", "extra").mkdir(parents=True, exist_ok=True)
html_copy_source = False
html_show_sourcelink = False
html_sidebars = {
    "index": [],
    "quickstart": [],
    "concepts": [],
    "significance_tests": [],
    "studies": [],
    "crossed_effects": [],
    "reports": [],
    "json_schema": [],
    "architecture": [],
    "contributing": [],
    "changelog": [],
}
html_theme_options = {
    "logo": {"text": "bayescmp"},
    "navbar_end": ["theme-switcher"],
    "header_links_before_dropdown": 9,
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "secondary_sidebar_items": ["page-toc"],
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}

# Formulas become MathML while the pages are built. Sphinx's usual way loads a script from another host when a page
# is read, which fails without a network.
html_math_renderer = "mathml"
_log = getLogger(__name__)


def _mathml(node: nodes.Element, *, as_block: bool) -> str:
    source = re.sub(r"\s+", " ", node.astext()).strip()
    try:
        return tex2mathml(source, as_block=as_block)
    except MathError as error:
        _log.warning("cannot write %r as MathML: %s", source, error, location=node)
        return f"<code>{source}</code>"


def _visit_inline(translator: object, node: nodes.Element) -> None:
    translator.body.append(_mathml(node, as_block=False))
    raise nodes.SkipNode


def _visit_block(translator: object, node: nodes.Element) -> None:
    translator.body.append(f'<div class="math">{_mathml(node, as_block=True)}</div>')
    raise nodes.SkipNode


# The tables of the page on significance tests come from the registry, so that they cannot fall behind it.
def _table(heads: tuple[str, ...], rows: Iterable[Iterable[object]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join("| " + " | ".join(str(entry).replace("|", "\\|") for entry in line) + " |\n" for line in lines)


def _reference(text: str) -> str:
    name, _, doi = text.partition(", doi:")
    return f"[{name}](https://doi.org/{doi})" if doi else name


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# The tables of the page on studies come from what `bayescmp study show --format csv` wrote.
_RESULTS = Path(__file__).parent / "results"


def _share(rate: float, error: float) -> str:
    return "" if math.isnan(rate) else f"{rate:.3f} ± {error:.3f}"


def _sizes(name: str) -> pd.DataFrame:
    """Return the shares of a study as text, a row per method and a column per cell."""
    summary = pd.read_csv(_RESULTS / f"{name}.csv")
    summary["share"] = [_share(*pair) for pair in zip(summary["rejected"], summary["rejected_se"], strict=True)]
    shares = summary.pivot_table(index="method", columns="scenario", values="share", aggfunc="first", sort=False)
    return shares.fillna("")


def _beside_printed(name: str, printed: str, columns: Mapping[str, str]) -> str:
    """Put the shares of a study beside printed ones; `columns` has the printed column of every scenario."""
    shares, other = _sizes(name), pd.read_csv(_RESULTS / f"{printed}.csv", index_col=0)
    heads, rows = ["test"], [[f"`{method}`"] for method in shares.index]
    for scenario in shares.columns:
        heads.append(scenario)
        if scenario in columns:
            heads.append("printed")
        for row, method in zip(rows, shares.index, strict=True):
            row.append(shares.loc[method, scenario])
            if scenario in columns:
                row.append(f"{other.loc[method, columns[scenario]]:.3f}" if method in other.index else "")
    return _table(tuple(heads), rows)


def _ablation() -> str:
    """Put sizes and variances of the mean disagreement under repeated partitions beside the printed ones."""
    summary, printed = pd.read_csv(_RESULTS / "table-6.csv"), pd.read_csv(_RESULTS / "printed-table-6.csv", index_col=0)
    equal, different = (rows.set_index("method") for _, rows in summary.groupby("cell"))
    rows = []
    for name, given in printed.iterrows():
        row = equal.loc[name]
        variances = [
            cell.loc[f"p_d, {name.removeprefix('one ')}", "estimate_sd"] ** 2 * 1e4 for cell in (equal, different)
        ]
        size = _share(row["rejected"], row["rejected_se"]), f"{given['size']:.3f}"
        pairs = zip(variances, given[["variance_equal", "variance_different"]], strict=True)
        rows.append((name, *size, *(f"{number:.2f}" for pair in pairs for number in pair)))
    heads = ("partitions", "size", "printed", "variance, equal", "printed", "variance, different", "printed")
    return _table(heads, rows)


def _against_records(ending: str, methods: tuple[str, ...]) -> str:
    """Shares of the study `keller` by size of the evaluation set, in the conditions whose names end so."""
    summary = pd.read_csv(_RESULTS / "keller.csv")
    summary = summary[summary["scenario"].str.endswith(ending) & summary["method"].isin(methods)]
    shares = summary.pivot_table(index=["scenario", "method"], columns="n_records", values="rejected", sort=False)
    heads = ("condition", "test", *(f"{n:g} documents" for n in shares.columns))
    return _table(
        heads, ((name, f"`{method}`", *map("{:.3f}".format, row)) for (name, method), row in shares.iterrows())
    )


def _seeds() -> str:
    """Shares of the seeds at which tests reject on the wine data."""
    shares = _sizes("wine")
    rows = ((pair, *shares[pair]) for pair in shares.columns)
    return _table(("first, second", *(f"`{name}`" for name in shares.index)), rows)


def _frontier() -> dict[str, str]:
    """Tables of the study `frontier`: over all cells, its worst cells, and what training sets add."""
    table = pd.read_csv(_RESULTS / "frontier.csv")
    numbers = ("size", "above", "worst", "power", "width")
    heads = ("method", "cells", "mean size", "share above .055", "worst", "mean power", "mean width of the interval")
    rows = (
        (
            f"`{row.method}`",
            row.cells,
            *("" if math.isnan(v) else f"{v:.3f}" for v in (getattr(row, n) for n in numbers)),
        )
        for row in frontier_summary(table).itertuples()
    )
    sizes = table.pivot_table(index=["data", "first", "second", "tau"], columns="method", values="size", sort=False)
    shown = ["crossed-effects", "crossed-effects, cautious", "bcv_mcnemar", "combined_5x2_f"]
    worst = sizes.sort_values("crossed-effects", ascending=False).head(6)
    cells = (
        (f"{d}: {a}, {b}", f"{t:.2f}", *map("{:.3f}".format, row[shown])) for (d, a, b, t), row in worst.iterrows()
    )
    pairs = table[table["method"] == "bcv_mcnemar"]
    quantiles = pairs[["tau", "coupling", "seed_noise", "record_share"]].quantile([0.05, 0.25, 0.5, 0.75, 0.95])
    names = ("tau", "C, coupling of records and training sets", "W, seed noise", "s, share of the records")
    added = ((name, *map("{:.2f}".format, quantiles[column])) for name, column in zip(names, quantiles, strict=True))
    return {
        "study_frontier": _table(heads, rows),
        "study_frontier_worst": _table(("cell", "tau", *(f"`{name}`" for name in shown)), cells),
        "study_frontier_tau": _table(("", "5 %", "25 %", "median", "75 %", "95 %"), added),
    }


def _crossed_effects() -> dict[str, str]:
    """Rejections of the study `crossed-effects`, a row per cell."""
    results = pd.read_csv(_RESULTS / "crossed-effects.csv")
    methods = list(dict.fromkeys(results["method"]))
    rows = []
    for _, cell in results.groupby("cell", sort=False):
        of = cell.set_index("method")
        shares = (f"{of.rejected[m]:.4f} ± {of.rejected_se[m]:.4f}" for m in methods)
        truth = f"{of.true_difference.iloc[0]:.3f} ± {of.true_difference_se.iloc[0]:.3f}"
        rows.append((of["label"].iloc[0], truth, *shares, f"{of.coverage['crossed-effects']:.3f}"))
    heads = ("data", "true difference", *(f"`{m}`" for m in methods), "coverage of `crossed-effects`")
    return {"study_crossed_effects": _table(heads, rows)}


def _figure_1() -> dict[str, str]:
    """Quantiles of the fold correlations over the experiments of the study `figure-1`."""
    results = pd.read_csv(_RESULTS / "figure-1.csv")
    rows = []
    for statistic, found in results.groupby("statistic", sort=False):
        for name in ("rho1", "rho2", "phi"):
            quantiles = found[name].quantile([0.025, 0.5, 0.975])
            width = (found[f"{name}_high"] - found[f"{name}_low"]).median()
            medians = [found[f"{name}_{what}"].median() for what in ("se", "mean", "run_sd")]
            numbers = (*quantiles, *medians[:2], width, medians[2])
            rows.append((statistic, name, *(f"{value:.2f}" for value in numbers)))
    heads = ("statistic", "", "2.5 %", "median", "97.5 %", "standard error", "median posterior mean",
             "width of the 90 % interval", "posterior sd of one run")  # fmt: skip
    return {"study_figure_1": _table(heads, rows)}


def _write_pictures(app: Sphinx) -> None:
    """Draw the power curves of every scenario of `figure-4`, and the frontier."""
    folder = Path(app.srcdir, "generated")
    folder.mkdir(exist_ok=True)
    summary = pd.read_csv(_RESULTS / "figure-4.csv")
    for scenario, rows in summary.groupby("scenario", sort=False):
        rows.attrs = {"alpha": 0.05}
        figure = plot_power(rows).figure
        figure.savefig(folder / f"power-{scenario}.svg", metadata={"Date": None})
        plt.close(figure)
    figure = plot_frontier(frontier_summary(pd.read_csv(_RESULTS / "frontier.csv"))).figure
    figure.savefig(folder / "frontier.svg", metadata={"Date": None})
    plt.close(figure)
    results = pd.read_csv(_RESULTS / "figure-1.csv")
    figure = plot_correlations({str(name): found for name, found in results.groupby("statistic", sort=False)}).figure
    figure.savefig(folder / "fold-correlations.svg", metadata={"Date": None})
    plt.close(figure)


def _write_report(app: Sphinx) -> None:
    """Write the report of the page on reports, by the code that stands there."""
    X, y = load_wine(return_X_y=True)
    models = {"tree": DecisionTreeClassifier(), "bayes": GaussianNB()}
    result = bc.compare(bc.cross_val_predictions(models, X, y, random_state=0), rope=0.01)
    folder = Path(app.srcdir, "generated")
    (folder / "extra").mkdir(parents=True, exist_ok=True)
    for path in (folder / "extra" / "example_report.html", folder / "example_report.txt"):
        bc.write_report(result, path, title="A tree against naive Bayes on the wine data")


def _write_tables(app: Sphinx) -> None:
    tests = registered_tests()
    recommended = {test.name for test in TESTS if test.recommended}
    pages = {
        "tests_table": _table(
            ("test", "resampling", "takes", "known faults"),
            (
                (
                    f"`{row.test}`" + (" (default)" if row.test in recommended else ""),
                    row.resampling,
                    row.metrics,
                    row.faults,
                )
                for row in tests.itertuples()
            ),
        ),
        "tests_sources": _table(
            ("test", "family", "status", "reference"),
            ((f"`{row.test}`", row.family, row.status, _reference(row.reference)) for row in tests.itertuples()),
        ),
        "tests_nulls": _table(
            ("null hypothesis", "tests"),
            ((null, _names(group["test"])) for null, group in tests.groupby("null", sort=False)),
        ),
        "tests_plans": _table(
            ("plan", "fits of each classifier", "tests"),
            (
                (name, plan.n_repeats * plan.n_folds, _names(tests.loc[tests["resampling"] == name, "test"]))
                for name, plan in PLANS.items()
                if (tests["resampling"] == name).any()
            ),
        ),
    }
    pages["study_table-5"] = _beside_printed(
        "table-5",
        "printed-table-5",
        {"epsilon": "epsilon", "simple": "simple", "letter, equal at 300": "letter"},
    )
    pages |= _frontier() | _crossed_effects() | _figure_1()
    pages |= {
        "study_table-6": _ablation(),
        "study_wine": _seeds(),
        "study_keller_error": _against_records("equal errors", ("proportions", "holdout_mcnemar", "bootstrap_error")),
        "study_keller_f1": _against_records("equal F1", ("bootstrap_f1",)),
        "study_keller_power": _against_records("as trained", ("holdout_mcnemar", "bootstrap_error", "bootstrap_f1")),
    }
    folder = Path(app.srcdir, "generated")
    folder.mkdir(exist_ok=True)
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the formula renderer and the generated tables."""
    app.connect("builder-inited", _write_tables)
    app.connect("builder-inited", _write_pictures)
    app.connect("builder-inited", _write_report)
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
