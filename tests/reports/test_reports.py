"""What a report holds, for every decision, design and format."""

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import bayescmp as bc
from bayescmp.content._of_two import ContentOfTwo
from bayescmp.reports import files_of_report, render
from bayescmp.reports._escape import html_line, latex, latex_head
from bayescmp.reports._report import report_of
from tests.data import table
from tests.reports.shown import FORMATS, page_of, without_pictures, words_of

HEADINGS = [
    "What was found", "Methods and tests", "Other ropes and assumptions", "How far to trust it", "Text for a paper",
    "The analysis in detail", "References",
]  # fmt: skip


@pytest.fixture(scope="module")
def undecided():
    return bc.compare(table(9, 20, 31, 300), first="tree", second="svm")


@pytest.fixture(scope="module")
def crossed_page(crossed):
    return render(crossed, "html")


DIFFER = "Where they differ"  # of results that know their records


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_has_every_section_in_order(undecided, crossed, unreliable, kind):
    patterns = {"text": r"^(.+)\n-+$", "markdown": r"^## (.+)$", "html": r"<h2 [^>]+>(.+)</h2>"}
    wanted = HEADINGS[:-1] if kind.startswith("latex") else HEADINGS  # LaTeX has its own of the references
    for result in (undecided, crossed, unreliable):
        text = without_pictures(result, kind)
        found = re.findall(patterns.get(kind, r"\\subsection\*\{(.+)\}"), text, re.MULTILINE)
        ropes = HEADINGS[2]
        floats = {ropes} if kind.startswith("latex") and ropes not in found else set()
        assert [heading for heading in found if heading != DIFFER] == [one for one in wanted if one not in floats]
        assert DIFFER not in found or found[found.index(DIFFER) + 1] == "How far to trust it"


def test_a_failing_verdict_stands_first_and_in_the_diagnostics(unreliable, undecided):
    assert not unreliable.reliable
    for kind in FORMATS:
        text = without_pictures(unreliable, kind)
        assert text.index("NOT RELIABLE") < text.index("What was found")
        assert text.count("NOT RELIABLE") == 1
        assert "NOT RELIABLE" not in without_pictures(undecided, kind)
    diagnostics = words_of(unreliable).partition("How far to trust it -------------------")[2]
    assert diagnostics.startswith(" Correlations from other experiments: NOT reliable")
    assert "Exact" in words_of(undecided).partition("95 % intervals of this kind held it in")[2]
    (note,) = [a for _, a in page_of(without_pictures(unreliable, "html")).elements if a.get("role") == "note"]
    assert note["class"] == "warning"


def test_the_page_holds_the_result_and_nothing_from_elsewhere(crossed, crossed_page):
    text, page = crossed_page, page_of(crossed_page)
    assert json.loads(page.scripts[0]) == crossed.to_dict()
    own = re.sub(r'xmlns:\w+="[^"]+"|<a href="https://doi\.org/[^"]+">', "", text)  # a link loads nothing
    assert not re.findall(r"""(?:src|href)=["'](?!#)""", own)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    references = re.findall(r'(?:href="|url\()#([^")]+)', text)
    assert set(references) <= set(ids)
    assert [tag for tag, _ in page.elements].count("h1") == 1
    assert next(a for tag, a in page.elements if tag == "html") == {"lang": "en"}


def test_every_picture_has_a_title(crossed_page):
    page = page_of(crossed_page)
    pictures = [a for tag, a in page.elements if tag == "svg"]
    assert [a["aria-labelledby"] for a in pictures] == [f"{k}-title" for k in ("difference", "methods", "tau")]
    assert {a["role"] for a in pictures} == {"img"}
    ids = {attributes.get("id"): tag for tag, attributes in page.elements}
    assert ids["difference-title"] == "title"


def test_the_same_comparison_gives_the_same_report_whatever_the_settings_of_matplotlib(undecided):
    import matplotlib as mpl

    with mpl.rc_context({"font.size": 30.0}):
        large = render(undecided, "html")
        assert mpl.rcParams["font.size"] == 30
    assert large == render(undecided, "html")


@pytest.mark.parametrize(("suffix", "files"), [
    (".txt", ["a b_c.txt"]),
    (".html", ["a b_c.html"]),
    (".md", ["a b_c-references.bib", "a b_c.md", "a-b-c-e94c5c9a-difference.svg"]),
    (".tex", ["a b_c-references.bib", "a b_c.tex", "a-b-c-e94c5c9a-difference.pdf"]),
])  # fmt: skip
def test_files_that_are_written(undecided, tmp_path, suffix, files):
    path = tmp_path / f"a b_c{suffix}"
    path.write_text("old")
    bc.write_report(undecided, path)
    assert sorted(file.name for file in tmp_path.iterdir()) == files
    text = path.read_text(encoding="utf-8")
    assert "tree" in text
    assert "old" not in text[:10]
    for picture in files:
        if "difference" in picture:
            assert picture in text


@pytest.mark.parametrize("earlier", [False, True])
def test_a_report_that_cannot_be_written_leaves_nothing_new(undecided, tmp_path, earlier, monkeypatch):
    path = tmp_path / "paper.md"
    if earlier:
        bc.write_report(undecided, path, title="Earlier")
    before = {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()}
    replace, refused = Path.replace, []

    def refuse_once(self, target):
        if target == path and not refused:
            refused.append(target)
            raise PermissionError(13, "Permission denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse_once)
    with pytest.raises(PermissionError, match=r"Could not write 'paper\.md': Permission denied"):
        bc.write_report(undecided, path, title="Later")
    assert {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in tmp_path.iterdir()} == before


def test_every_cited_work_is_in_the_bibtex(crossed, tmp_path):
    bc.write_report(crossed, tmp_path / "r.tex")
    text, entries = (tmp_path / "r.tex").read_text(), (tmp_path / "r-references.bib").read_text()
    cited = set(re.findall(r"\\cite\{(\w+)\}", text))
    assert cited == set(re.findall(r"^@\w+\{(\w+),$", entries, re.MULTILINE))
    assert cited == set(re.findall(r"\\bibitem\{(\w+)\}", text))
    assert "bengio2004" in cited


RESULT = "`result` must be a result, such as a Comparison or a Ranking, but got "
REFUSED = [
    (lambda found: bc.write_report(found, "report.pdf"), ValueError, "`path` must end in .html, .md, .t"),
    (lambda found: bc.write_report(found, "none/r.md"), FileNotFoundError, "in a folder that exists, but"),
    (lambda found: bc.write_report(found, "r.md", title=3), TypeError, "`title` must be a text, but got"),
    (lambda _: bc.write_report("result.nc", "r.md"), TypeError, f"{RESULT}str"),
    (lambda _: files_of_report("path", Path("r.md"), "result"), TypeError, f"{RESULT}str"),
    (lambda found: render(found, "docx"), ValueError, "`format` must be one of 'text', .*, but got 'docx'"),
    (lambda _: render({}, "text"), TypeError, rf"{RESULT}dict\. Make one with `compare` or `rank`"),
]


def test_refusals(undecided, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for call, error, message in REFUSED:
        with pytest.raises(error, match=message):
            call(undecided)


def test_an_infinite_bayes_factor_is_written():
    result = bc.compare(table(0, 0, 4000, 10))
    assert result.bayes_factor == np.inf
    text = words_of(result)
    assert "The Bayes factor for unequal against equal error rates is above 1e6; it takes" in text
    assert "unequal against equal accuracies is" in words_of(bc.compare(table(9, 1, 4, 9), metric="accuracy"))


def test_a_report_has_the_notes():
    from sklearn.model_selection import TimeSeriesSplit

    rng = np.random.default_rng(0)
    y = np.r_[np.zeros(59, int), 1]
    splits = list(TimeSeriesSplit(4).split(y))
    labels = {name: np.tile(np.where(rng.random(60) < 0.3, 1 - y, y), (4, 1)) for name in ("tree", "svm")}
    result = bc.compare(bc.labels(y, labels, how=bc.splits(splits)), rope=0.02)
    assert len(result.notes) == 2
    for note in result.notes:
        assert f"Note: {note}." in words_of(result)
        assert note in " ".join(str(result).split())
    assert "class 1 has no record in the training set of 1 of 1 fold with such records" in words_of(result)


def test_dois_are_links_in_a_page(crossed, crossed_page):
    page = crossed_page
    works = report_of(crossed).references
    links = re.findall(r'<a href="https://doi.org/([^"]+)">doi:([^<]+)</a>', page)
    assert [unescape(shown) for _, shown in links] == [work.doi for work in works if work.doi]
    assert [unquote(target) for target, _ in links] == [work.doi for work in works if work.doi]
    assert not any(set(target) & set("<> ") for target, _ in links)
    assert all(work.text.removesuffix(f"doi:{work.doi}") in unescape(page) for work in works)


def test_a_report_says_when_it_was_written_and_draws_in_the_font_asked_for(undecided, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    for font in ("sans", "serif"):
        bc.write_report(undecided, tmp_path / f"{font}.html", font=font)
    sans, serif = ((tmp_path / f"{font}.html").read_text(encoding="utf-8") for font in ("sans", "serif"))
    assert '<p class="about">360 records; 1970-01-02</p>' in sans
    assert sans != serif
    for name, font in {"usual": None, "paper": "serif"}.items():
        bc.write_report(undecided, tmp_path / f"{name}.tex", font=font)
    assert len({(tmp_path / f"{name}-difference.pdf").read_bytes() for name in ("usual", "paper")}) == 1
    with pytest.raises(ValueError, match="`font` must be one of 'sans', 'serif', but got 'comic'"):
        bc.write_report(undecided, tmp_path / "r.html", font="comic")


def test_the_table_and_the_figure_stand_first_and_minus_signs_are_such(undecided, crossed_page):
    page = without_pictures(undecided, "html")
    assert page.index("<table") < page.index("What was found")
    assert crossed_page.index("<table") < crossed_page.index("<svg") < crossed_page.index("What was found")
    assert "tree \N{MINUS SIGN} svm" in page
    assert not re.search(r">\[?-\d", page)
    assert "are in bold, in" not in page
    assert "have a star" not in page


def test_a_table_for_a_paper_has_the_caption_and_the_label_asked_for(undecided, unreliable):
    assert r"the difference is tree $-$ svm.}\label{tab:comparison}" in undecided.to_latex()
    assert r"\caption{Ours \& theirs}\label{tab:x}" in undecided.to_latex(caption="Ours & theirs", label="tab:x")
    assert r"\caption{NOT RELIABLE. Error rates of" in unreliable.to_latex()


def test_sections_are_made_once_for_all_formats_and_files(monkeypatch, tmp_path):
    made, in_order = [], ContentOfTwo.in_order
    monkeypatch.setattr(ContentOfTwo, "in_order", lambda self: made.append(self) or in_order(self))
    result = bc.compare(table(2, 4, 18, 76))
    for name in ("report.tex", "report.md"):
        bc.write_report(result, tmp_path / name)
    assert len(made) == 1


def test_estimators_are_named_with_what_is_not_the_default():
    pipeline = make_pipeline(StandardScaler(), LogisticRegression(C=0.5))
    X, y = load_iris(return_X_y=True)
    two = {"linear": pipeline, "bayes": GaussianNB()}
    said = " ".join(bc.compare(bc.cross_val_predictions(two, X, y, rng=0)).details().split())
    assert "('logisticregression', LogisticRegression(C=0.5))]); bayes is GaussianNB()." in said


@pytest.mark.parametrize(("suffix", "ending"), [(".md", "svg"), (".tex", "pdf")])
def test_reports_by_auc_have_both_pictures_of_risks_and_say_what_is_better(tmp_path, suffix, ending):
    rng = np.random.default_rng(0)
    y, p = rng.integers(0, 2, 60), rng.random((2, 60))
    result = bc.compare(y, {"a": p[0], "b": p[1]}, metric="roc_auc")
    bc.write_report(result, tmp_path / f"risks{suffix}")
    drawn = {file.stem.removeprefix("risks-") for file in tmp_path.iterdir() if file.suffix == f".{ending}"}
    assert drawn == {"difference", "roc", "calibration-curve"}
    text = " ".join((tmp_path / f"risks{suffix}").read_text(encoding="utf-8").split())
    assert all(f"risks-{name}.{ending}" in text for name in drawn)
    assert "better is who places a record more rightly among those of other labels" in text
    assert "t posterior" in text
    assert "mean loss" not in text


def test_options_are_set_as_code_and_only_wide_heads_in_lines():
    assert str(html_line("(`--time`)")) == "(<code>--time</code>)"
    assert latex("(`--time`)") == r"(\texttt{{-}{-}time})"
    assert latex_head("95 % interval", "r") == r"95 \% interval"
    assert latex_head("logistic better", "r") == "\\shortstack[r]{logistic\\\\{}better}"
