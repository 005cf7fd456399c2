"""The page of formulas: every entry has a formula and a source, and the code names sections that are there."""

import re
from pathlib import Path

import pytest

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


def comments():
    for path in sorted((ROOT / "bayescmp").rglob("*.py")):
        for section in re.findall(r'formulas\.md, "([^"]+)"', path.read_text(encoding="utf-8")):
            yield pytest.param(section, id=f"{path.stem}: {section}")


@pytest.mark.parametrize("section", [*comments()])
def test_comments_in_the_code_name_sections_of_the_page(section):
    assert any(one.startswith(section) for one in SECTIONS)
