"""The built pages in a browser, at three widths, light and dark: nothing is cut, and axe-core finds nothing.

Needs what tests/reports/test_browser.py needs, and the pages in docs/_build/html. Before a release `EVERY_PAGE=1` looks
at all of them; else at those that differ in how they are made.
"""

import os
from pathlib import Path

import pytest

from tests.reports.browser import Browser
from tests.reports.test_browser import AXE, needs_axe, needs_browser

BUILT = Path(__file__).parents[2] / "docs" / "_build" / "html"
SOME = ("index", "guide", "trust/index", "concepts/index", "trust/formulas", "api/plots", "auto_examples/index")
every = [str(path.relative_to(BUILT).with_suffix("")) for path in sorted(BUILT.rglob("*.html"))]
NAMES = (
    [one for one in every if not one.startswith(("_", "genindex", "search"))] if "EVERY_PAGE" in os.environ else SOME
)
needs_pages = pytest.mark.skipif(not BUILT.is_dir(), reason="the pages must be built in docs/_build/html")
pytestmark = [pytest.mark.external, needs_browser, needs_pages]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.mark.parametrize("width", [400, 1280, 1920])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wider_than_the_window(browser, name, width):
    page = browser.open(BUILT / f"{name}.html", width=width, scheme="light")
    assert page.run("document.documentElement.scrollWidth") <= width
    page.close()


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(browser, name, scheme):
    page = browser.open(BUILT / f"{name}.html", width=1280, scheme=scheme)
    page.run(AXE_SCRIPT)
    found = page.run("axe.run().then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0, 200))]))")
    assert found == []
    page.close()


AXE_SCRIPT = Path(AXE).read_text(encoding="utf-8") + ";0" if Path(AXE).is_file() else ""
