"""The page of formulas: every entry has a formula and a source, and the code names sections that are there."""

import re
from pathlib import Path

import pytest

from tests.data import module_at

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "trust" / "formulas.md").read_text(encoding="utf-8")
ENTRIES = [line for line in PAGE.splitlines() if line.startswith("- ")]
SECTIONS = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)


def test_every_entry_has_a_formula_and_a_source():
    assert len(ENTRIES) > 90
    found = [re.fullmatch(r"- \*\*.+?\.\*\* (.+?)\. Source: .+\.", entry) for entry in ENTRIES]
    assert sum("$" not in one[1] for one in found) <= 3  # the others are in words


def test_the_status_of_a_source_is_told():
    sources = [entry.partition(" Source: ")[2].partition(" Check: ")[0] for entry in ENTRIES]
    assert [one for one in sources if not re.search(r"\b[SDF]\b|choice", one)] == []


def test_signs_of_formulas_are_in_pairs():
    assert [entry for entry in ENTRIES if entry.count("$") % 2] == []


@pytest.mark.parametrize(("source", "closed_off"), [
    (r"\hat\rho_1", r"{\hat\rho{}}_1"),
    (r"\bar d_S^2", r"{\bar d{}}_S^2"),
    (r"\hat\sigma^2 \bar d\, x_i", r"\hat\sigma^2 \bar d\, x_i"),
])  # fmt: skip
def test_the_index_of_a_letter_with_an_accent_stands_beside_it(source, closed_off):
    assert module_at(ROOT / "docs" / "_formulas.py").indices_beside(source) == closed_off


def comments():
    for path in sorted((ROOT / "bayescmp").rglob("*.py")):
        for section in re.findall(r'formulas\.md, "([^"]+)"', path.read_text(encoding="utf-8")):
            yield pytest.param(section, id=f"{path.stem}: {section}")


@pytest.mark.parametrize("section", [*comments()])
def test_comments_in_the_code_name_sections_of_the_page(section):
    assert any(one.startswith(section) for one in SECTIONS)
