"""Configuration of the documentation: `python -m sphinx -W --keep-going -b html docs docs/_build/html`."""

import re
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from types import ModuleType

import numpydoc.xref
from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.logging import getLogger

import bayescmp as bc

sys.path.append(str(Path(__file__).parent))

from _drawings import write_drawings
from _formulas import indices_beside
from _gallery import show_picture, write_gallery
from _pages import keep_pictures, name_for_readers, write_pictures, write_report
from _pictures import write_page_pictures

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
# Two files are for those who work on the package, in its repository.
exclude_patterns = [
    "_build", "_templates", "generated/backreferences", "generated/*.md", "architecture.md", "contributing.md",
]  # fmt: skip

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
    "Interval": "bayescmp.posteriors.Interval",
    "PairedPosterior": "bayescmp.posteriors.PairedPosterior",
    "ConfidenceInterval": "bayescmp.frequentist.ConfidenceInterval",
    "RegisteredTest": "bayescmp.frequentist.RegisteredTest",
    "SignificanceResult": "bayescmp.frequentist.SignificanceResult",
    **{
        name: f"bayescmp.studies.{name}"
        for name in (
            "Batch",
            "Cell",
            "Outcomes",
            "Population",
            "Scenario",
            "Study",
            "StudyMethod",
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
    "within_subsection_order": "_pages.GalleryOrder",
    "backreferences_dir": "generated/backreferences",
    "doc_module": ("bayescmp",),
    "reset_modules": ("matplotlib",),
    "abort_on_example_error": False,
    "parallel": 2,
    "min_reported_time": 5,
    "thumbnail_size": (640, 448),  # twice what is shown, for sharp letters
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
html_sidebars = {"index": []}
html_theme_options = {
    "logo": {"text": html_title},
    "navbar_end": ["theme-switcher"],
    "header_links_before_dropdown": 7,
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
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
    source = indices_beside(re.sub(r"\s+", " ", node.astext()).strip())
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


class LinkedNames(SphinxPostTransform):
    """Link what a page has in backticks as `bc.compare` to its entry in the API."""

    default_priority = 5  # before links are resolved

    def run(self, **_: object) -> None:
        """Put a link in the place of each such name."""
        if self.env.docname.startswith(("generated/", "auto_examples/")):
            return
        for literal in list(self.document.findall(nodes.literal)):
            name = literal.astext()
            if re.fullmatch(r"bc(\.\w+)+", name) and not isinstance(literal.parent, (nodes.reference, nodes.title)):
                target = f"bayescmp{name[2:]}"
                if name[3:] in bc.__all__ and isinstance(getattr(bc, name[3:]), ModuleType):
                    continue  # a part, which has a page and no entry
                link = pending_xref(
                    "", literal.deepcopy(), refdomain="py", reftype="obj", reftarget=target, refexplicit=True,
                    refwarn=True, refdoc=self.env.docname,
                )  # fmt: skip
                literal.replace_self(link)


def setup(app: Sphinx) -> None:
    """Register the formula renderer, the links, the generated tables and the pictures."""
    app.add_post_transform(LinkedNames)
    app.connect("builder-inited", write_pictures)
    app.connect("builder-inited", write_page_pictures)
    app.connect("builder-inited", write_drawings)
    app.connect("builder-inited", write_report)
    app.connect("builder-inited", write_gallery)
    app.connect("builder-inited", keep_pictures)
    app.connect("build-finished", name_for_readers)
    app.connect("autodoc-process-docstring", show_picture, priority=900)  # after numpydoc
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
