"""The page in a browser: no complaint, no request, no sideways scroll, sortable, accessible.

Needs Chromium or Chrome. The accessibility test needs axe-core as well: `npm pack axe-core`, and the environment
variable AXE_CORE with the path of its axe.min.js.
"""

import base64
import os
import re
import time
from pathlib import Path

import pytest

import bayescmp as bc
from tests.data import hold_out, table
from tests.reports.browser import Browser, executable

AXE = os.environ.get("AXE_CORE", "")
needs_axe = pytest.mark.skipif(not Path(AXE).is_file(), reason="AXE_CORE must be the path of axe.min.js (npm axe-core)")
needs_browser = pytest.mark.skipif(executable() is None, reason="no Chromium or Chrome on the PATH")
pytestmark = [pytest.mark.external, needs_browser]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory, crossed, unreliable):
    folder = tmp_path_factory.mktemp("reports")
    hostile = bc.compare(table(2, 4, 18, 76), first="<script>alert(1)</script>" + "x" * 300, second="a_b & c%")
    for name, result in (("crossed", crossed), ("unreliable", unreliable), ("hostile", hostile)):
        bc.write_report(result, folder / f"{name}.html")
    twelve = hold_out({f"classifier {k} <{k}>": 0.02 * k for k in range(1, 13)}, 100)
    bc.write_report(bc.rank(twelve, rope=0.01, draws=500), folder / "ranking.html")
    return folder


@pytest.fixture(
    params=[
        ("crossed", 1280, "light"),
        ("unreliable", 375, "dark"),
        ("hostile", 375, "light"),
        ("ranking", 375, "dark"),
    ]
)
def case(request):
    return request.param


@pytest.fixture
def page(case, browser, files):
    name, width, scheme = case
    page = browser.open(files / f"{name}.html", width=width, scheme=scheme)
    yield page
    page.close()


def test_a_page_loads_without_complaints_and_requests(page, case):
    width = case[1]
    assert page.run("document.querySelectorAll('svg').length") >= 1
    time.sleep(0.2)  # whatever the page would do later
    assert page.run("innerWidth") == width
    assert page.run("document.documentElement.scrollWidth") <= width
    assert page.run("Math.max(...[...document.querySelectorAll('svg')].map(e => e.clientWidth))") <= width
    assert page.complaints() == []
    assert page.requests() == []


def test_a_complaint_and_a_request_would_be_seen(browser, tmp_path):
    path = tmp_path / "bad.html"
    path.write_text("<script>console.error('no')</script><script src='missing.js'></script><script>throw 1</script>")
    page = browser.open(path, width=375, scheme="light")
    time.sleep(0.2)
    page.run("0")
    assert [url.rpartition("/")[2] for url in page.requests()] == ["missing.js"]
    assert len(page.complaints()) >= 3
    page.close()


@needs_axe
def test_axe_finds_no_violation(page):
    page.run(Path(AXE).read_text(encoding="utf-8") + ";0")
    nodes = "v.nodes.map(n => n.html)"
    violations = page.run(f"axe.run().then(found => found.violations.map(v => [v.id, v.impact, {nodes}]))")
    assert violations == []


@pytest.mark.parametrize("width", [1100, 1920])
def test_tables_use_a_wide_window_and_nothing_is_cut(browser, files, width):
    page = browser.open(files / "crossed.html", width=width, scheme="light")
    tables = page.run("[...document.querySelectorAll('.scroll')].map(e => [e.scrollWidth, e.clientWidth])")
    assert len(tables) == 4
    for needed, there in tables:
        assert needed <= there
        assert there > 0.9 * min(width, 1120)
        assert there <= 1120
    page.close()


def test_on_a_phone_the_first_table_fits_and_letters_of_figures_can_be_read(browser, files):
    page = browser.open(files / "crossed.html", width=400, scheme="light")
    assert page.run("(e => e.scrollWidth <= e.clientWidth)(document.querySelector('.scroll'))")
    units_of_a_pixel = "[...document.querySelectorAll('.plate svg')].map(e => e.viewBox.baseVal.width / e.clientWidth)"
    assert max(page.run(units_of_a_pixel)) < 1  # of letters of seven points and more
    page.close()


def test_a_comparison_prints_on_two_pages(browser, files):
    page = browser.open(files / "crossed.html", width=1280, scheme="light")
    printed = base64.b64decode(page.ask("Page.printToPDF")["data"])
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    page.close()


def test_tables_sort_by_keyboard(browser, files):
    page = browser.open(files / "crossed.html", width=1280, scheme="light")
    column = "[...document.querySelectorAll('#methods-and-tests tbody tr')].map(row => row.children[1].dataset.value)"
    before = page.run(column)
    page.run("document.querySelectorAll('#methods-and-tests thead button')[1].focus()")
    for direction in ("ascending", "descending"):
        for kind in ("keyDown", "keyUp"):
            page.ask(
                "Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r", windowsVirtualKeyCode=13
            )
        assert (
            page.run("document.querySelectorAll('#methods-and-tests thead th')[1].getAttribute('aria-sort')")
            == direction
        )
        wanted = sorted(map(float, before), reverse=direction == "descending")
        assert list(map(float, page.run(column))) == wanted
    page.close()


def test_rows_without_a_number_come_last(browser, files):
    page = browser.open(files / "crossed.html", width=1280, scheme="light")
    for _ in range(2):
        page.run("document.querySelectorAll('#methods-and-tests thead button')[4].click()")
        pvalues = page.run(
            "[...document.querySelectorAll('#methods-and-tests tbody tr')].map(row => row.children[4].textContent)"
        )
        assert [bool(p) for p in pvalues] == sorted([bool(p) for p in pvalues], reverse=True)
    page.close()


def test_the_focus_goes_to_the_answer_then_tables(browser, files):
    page = browser.open(files / "crossed.html", width=375, scheme="light")
    seen = []
    for _ in range(3):
        for kind in ("keyDown", "keyUp"):
            page.ask("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        seen.append(page.run("document.activeElement.className || document.activeElement.tagName"))
    assert seen == ["skip", "scroll", "BUTTON"]
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_scheme_and_figures_have_no_ground_of_their_own(browser, files, scheme):
    page = browser.open(files / "crossed.html", width=375, scheme=scheme)
    ground = page.run("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
    style = "[...document.querySelectorAll('.plate svg')].map(e => getComputedStyle(e)['{}'])".format
    turned, blended = {"light": ("none", "normal"), "dark": ("invert(1) hue-rotate(180deg)", "screen")}[scheme]
    assert set(page.run(style("filter"))) == {turned}
    assert set(page.run(style("mixBlendMode"))) == {blended}
    page.ask("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": scheme}])
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.run("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert set(page.run(style("filter"))) == {"none"}
    page.close()
