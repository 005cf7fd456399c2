"""Whatever a classifier is called, a report does no harm and reads right."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.reports import render
from bayescmp.reports._escape import latex, markdown
from tests.data import hold_out, table
from tests.reports.shown import page_of, without_pictures

NAMES = {
    "script": "<script>alert(1)</script>",
    "end of script": "</script><!--",
    "latex": "a_b & c%",
    "maths": "$x$",
    "pipe": "a|b",
    "backticks": "`ls` ``x``",
    "newlines": "a\nb\r\n\nc",
    "input": r"\input{x}",
    "html attribute": "\" onload='alert(1)",
    "entity": "&amp; &lt;",
    "braces": "{{ 7 * 7 }} {% raw %} << 7 * 7 >>",
    "ligatures": "--- ?` !` ,, << fi",
    "list": "- x",
    "number": "1. x",
    "option": "[x] *y [z]",
    "link": "[a](javascript:alert(1)) ![x](y) <http://a.b>",
    "controls": "a\x07\x1b[31mb",
    "letters": "naïve Bäume ŁóDŹ αβΩ 中文 𝒳 é",
    "long": "Classifier(" + "x" * 300 + ")",
}
# Commands that our templates and filters write; what is left of them must be plain text.
KNOWN = re.compile(
    r"\\(?:text[a-z]+|[a-z]*guil[a-z]+|quote[a-z]+|allowbreak|[a-zA-Z]{1,2})\{\}|\\ensuremath\{(?:\\[a-zA-Z]+|[<>])\}"
    r"|\\[{}$&#%_]|\$-\$|[,'-]\{\}|\\texttt\{(?:[\w.()=, ']|\\_)+\}|\{\[\}|"
    r"""\\['`^"~=.][a-zA-Z]|\\['`^"~=.]\\[ij]\{\}|\\[a-zA-Z]\{[a-zA-Z]{1,2}\}|\\[a-zA-Z]\\[ij]\{\}|\\ensuremath\{[^{}]*\}"""
)
cheap = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
anything = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)


@pytest.fixture(scope="module")
def results():
    """Return a comparison with each name."""
    return [bc.compare(table(9, 20, 31, 300), first=name, second="plain", rope=0.01) for name in NAMES.values()]


@pytest.fixture(scope="module")
def pages(results):
    drawn = {NAMES[name] for name in ("html attribute", "controls")}
    return [
        page_of(render(result, "html") if result.first in drawn else without_pictures(result, "html"))
        for result in results
    ]


def in_one_line(name):
    return " ".join("".join(c if c.isprintable() or c.isspace() else f"\\x{ord(c):02x}" for c in name).split())


def test_html_has_no_script_but_ours(pages):
    for page in pages:
        assert [a for tag, a in page.elements if tag == "script"] == [{"type": "application/json", "id": "result"}, {}]
        named = {name for tag, attributes in page.elements if tag != "svg" for name in attributes}
        assert not {name for name in named if name.startswith("on")}
        ours = {tag: a for tag, a in page.elements if tag in {"p", "li", "td", "th", "h1", "section"}}
        assert {name for a in ours.values() for name in a} <= {
            "id", "class", "style", "role", "scope", "data-value", "aria-labelledby", "tabindex",
        }  # fmt: skip
        beside = [a for tag, a in page.elements if tag in {"img", "a", "iframe"} and a.get("href") != "#main"]
        assert all(list(a) == ["href"] and a["href"].startswith("https://doi.org/10.") for a in beside)


def test_html_shows_the_name_and_the_result(results, pages):
    for result, page in zip(results, pages, strict=True):
        shown = in_one_line(result.first)
        if len(shown) <= 160:
            assert f"{shown} against plain" in page.sentences
        assert any(sentence.startswith(shown[:10]) for sentence in page.sentences)
        assert json.loads(page.scripts[0]) == result.to_dict()


@cheap
@given(anything)
def test_latex_of_any_text_is_plain_ascii(text):
    shown = latex(text)
    left = KNOWN.sub("", shown)
    assert not set('\\{}$&#%_^~<>"`') & set(left), shown
    assert left.isascii()
    assert "\n" not in shown
    assert not re.search("--|,,", shown)


@cheap
@given(anything)
def test_markdown_of_any_text_has_no_markup(text):
    shown = markdown(text)
    without = re.sub(r"\\[\\`*_\[\]|$#~^{}!.)\-+=]", "", shown)
    assert not set("`*_[]|$#~^{}!<>\\") & set(without)
    assert not re.match(r"\s|[-+] |=+$|-+$|\d+[.)] ", shown)


@pytest.mark.parametrize("name", ["pipe", "option"])
def test_a_markdown_table_for_a_paper_has_the_name_as_plain_text(name):
    shown = bc.compare(table(9, 20, 31, 300), first=NAMES[name], second="plain").to_markdown()
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in shown.splitlines() if line.startswith("|")]
    assert {len(row) for row in rows} == {4}
    assert [row[0].strip() for row in rows[2:4]] == [markdown(NAMES[name]), "plain"]


def test_a_table_for_a_paper_has_whole_names():
    long = {f"Logistic regression ({kind} penalty, C = 1.0)": rate for kind, rate in (("L1", 0.1), ("L2", 0.4))}
    long["Support vector machine with a Gaussian kernel"] = 0.4
    data, pair = hold_out(long, 200), [*long][:2]
    scores = pd.DataFrame({name: np.linspace(0.5, 0.6, 4) + rate for name, rate in long.items()}, index=[*"uvwx"])
    for result in (bc.compare(data, first=pair[0], second=pair[1]), bc.rank(data), bc.rank_datasets(scores)):
        shown = result.to_markdown()
        names = [line.split(" | ")[0].removeprefix("| ") for line in shown.splitlines() if line.startswith("| ")]
        assert set(names) >= set(pair)
        assert "..." not in shown
        assert "..." in str(result).split("\n\n")[1]  # a screen has no room for them
    many = bc.rank(hold_out({f"s{i}": 0.2 + 0.01 * i for i in range(25)}, 200))
    assert all(f"s{i} & " in many.to_latex() for i in range(25))


def test_text_has_80_columns_and_no_control_character(results):
    for result in results:
        text = render(result, "text")
        assert max(len(line) for line in text.splitlines()) <= max(80, len(in_one_line(result.first)))
        assert all(letter.isprintable() or letter == "\n" for letter in text)


@pytest.mark.parametrize("kind", ["text", "markdown", "latex", "html"])
def test_names_that_are_alike_in_their_ends_stay_apart(kind):
    ends = "x" * 100
    result = bc.compare(table(9, 20, 31, 300), first=f"{ends}a{ends}", second=f"{ends}b{ends}")
    text = without_pictures(result, kind).replace("\u200b", "").replace(r"\allowbreak{}", "").replace("{[}", "[")
    assert re.search(r"\[first\\?\]", text)
    assert re.search(r"\[second\\?\]", text)


def test_letters_that_look_alike_stay_apart_in_latex():
    for one, other in (("①", "1"), ("ａ", "a"), ("ﬁ", "fi")):
        assert latex(one) != latex(other)
