"""What the README and the pages print is what their code prints.

Digits are compared as digits only: other versions of scikit-learn may fit slightly different classifiers.
"""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bayescmp.cli import app

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(?P<code>.*?)```(?:\n\n```text\n(?P<output>.*?)```)?", re.DOTALL)


def without_digits(text):
    """Mask numbers and fold white space, which the width of a number may shift."""
    return " ".join(re.sub(r"-?\d+(\.\d+)?", "#", text).split())


@pytest.mark.parametrize(("name", "least"), [("quickstart", 6), ("crossed_effects", 2)])
def test_a_page_prints_what_it_says(name, least):
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    namespace = {}
    printed = [(run(block["code"], namespace), block["output"] or "") for block in BLOCK.finditer(page)]
    assert len(printed) >= least
    for got, expected in printed:
        assert without_digits(got) == without_digits(expected)


def run(code, namespace):
    screen = io.StringIO()
    with redirect_stdout(screen):
        exec(compile(code, "page", "exec"), namespace)  # noqa: S102 - our own page
    return screen.getvalue()


def test_the_readme_shows_the_screen_of_the_main_job():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"\$ bayescmp compare\n(.*?)```", readme, re.DOTALL).group(1)
    assert without_digits(CliRunner().invoke(app, ["compare"]).stdout) == without_digits(shown)
