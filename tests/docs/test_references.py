"""Pages cite works by their keys, and one page lists them all."""

import re
from pathlib import Path

import pytest

from bayescmp._support._bibliography import reference
from tests.data import WORKS, module_at, pages
from tests.docs.test_numbers import PLACES

DOCS = Path(__file__).parents[2] / "docs"
PAGES = pages()


@pytest.fixture(scope="module")
def module():
    return module_at(DOCS / "_references.py")


def test_no_page_links_to_a_work_by_hand():
    for name, path in PAGES.items():
        text = path.read_text(encoding="utf-8")
        for begin, end in sorted((place.span(text) for place in PLACES.get(name, ())), reverse=True):
            text = text[:begin] + text[end:]
        assert "doi.org" not in text, name


def test_the_readme_links_to_works_of_the_bibliography():
    linked = set(re.findall(r"https://doi\.org/([^)\s]+)", (DOCS.parent / "README.md").read_text(encoding="utf-8")))
    assert linked
    assert linked <= {reference(key).doi for key in WORKS}


def test_a_citation_is_a_link_to_the_work_or_to_its_entry(module):
    citations = module.citations()
    assert set(citations) == WORKS
    assert citations["yang2023"] == "[Yang et al. 2023](https://doi.org/10.48550/arXiv.2304.03990)"
    assert citations["bengio2004"] == "[Bengio & Grandvalet 2004](references.md#bengio2004)"


def test_no_sign_of_a_doi_ends_a_link(module):
    address = re.fullmatch(r"\[Tango 1998\]\((\S+)\)", module.link("tango1998"))[1]
    assert not set("()<>") & set(address)


def test_the_page_lists_every_work_with_its_key(module):
    page = module.references()
    for work in map(reference, WORKS):
        assert f"({work.key})=\n\n{work.cited}\n: {work.text.partition(' doi:')[0]}" in page
    assert page.count("https://doi.org/") == sum(bool(reference(key).doi) for key in WORKS)
