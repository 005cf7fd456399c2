"""The pages are short: as many words, with code and output, as `wc -w` counts."""

from pathlib import Path

from tests.data import pages

README = Path(__file__).parents[2] / "README.md"
ALONE = ("architecture", "changelog", "contributing", "json_schema", "references")
MEASURED = ("trust/formulas", "trust/measured", "trust/studies", "trust/tests")
OF_USERS = {
    name: len(path.read_text(encoding="utf-8").split())
    for name, path in pages().items()
    if name not in ALONE + MEASURED and not name.startswith("api/")
}


def test_no_page_is_longer_than_its_kind_may_be():
    longest = {"howto/": 450, "tutorials/": 830}
    over = {name for name, words in OF_USERS.items() for kind, most in longest.items()
            if name.startswith(kind) and words > most}  # fmt: skip
    assert over == set()
    assert len(OF_USERS) > 50
    assert sum(OF_USERS.values()) <= 25_000
    assert len(README.read_text(encoding="utf-8").split()) <= 700
