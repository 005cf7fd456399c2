"""Cited works are written once, in references.bib, and come out as a reader expects."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import bayescmp
from bayescmp._support._bibliography import _reference, keys, reference

PACKAGE = Path(bayescmp.__file__).parent
FILE = PACKAGE / "_support/references.bib"
MODULES = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
AHEAD = {"liu2002", "schuirmann1987", "tango1998"}  # of tests of equivalence that are not registered yet
DOI = re.compile(r":doi:`([^`]+)`")


def docstrings(source):
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return [ast.get_docstring(node) or "" for node in ast.walk(ast.parse(source)) if isinstance(node, documented)]


@cache
def all_docstrings():
    return [" ".join(text.split()) for source in MODULES.values() for text in docstrings(source)]


def in_a_docstring(work):
    """Docstrings give the DOI; where there is none, the title is that of the entry."""
    sign = f":doi:`{work.doi}`" if work.doi else f'"{re.search(r"title = {{(.*)}}", work.bibtex)[1]}"'
    return any(sign in text for text in all_docstrings())


def test_a_doi_of_a_docstring_is_that_of_an_entry():
    cited = {doi for source in MODULES.values() for text in docstrings(source) for doi in DOI.findall(text)}
    assert len(cited) > 10
    assert cited <= {reference(key).doi for key in keys()}


@pytest.mark.full
def test_an_entry_is_cited_by_a_docstring_a_registry_or_a_report():
    nodes = (node for source in MODULES.values() for node in ast.walk(ast.parse(source)))
    cited = {node.value for node in nodes if isinstance(node, ast.Constant)} | AHEAD
    assert [key for key in keys() if key not in cited and not in_a_docstring(reference(key))] == []


def test_the_file_is_in_the_form_that_reports_write():
    assert FILE.read_text(encoding="utf-8") == "\n".join(reference(key).bibtex for key in keys())


@pytest.mark.parametrize("part", range(3))
def test_an_entry_is_complete(part):
    for key in keys()[part::3]:
        check_entry(key, reference(key))


def check_entry(key, work):
    assert work.bibtex.startswith(("@article{", "@inproceedings{", "@phdthesis{"))
    assert work.bibtex.isascii()
    assert re.fullmatch(r"[a-z]+\d{4}\w*", key)
    assert key[: len(re.match("[a-z]+", key)[0]) + 4].endswith(work.cited[-4:])
    assert re.fullmatch(r"(10\.\d{4,}/\S+)?", work.doi)
    assert not set("{}\\") & set(work.cited + work.short + work.text)


def test_no_two_works_are_cited_alike():
    assert len({reference(key).cited for key in keys()}) == len(keys())
    dois = [reference(key).doi for key in keys() if reference(key).doi]
    assert len(set(dois)) == len(dois)


@pytest.mark.parametrize(("key", "cited"), [
    ("dietterich1998", "Dietterich 1998"),
    ("nadeau2003", "Nadeau & Bengio 2003"),
    ("wang2017", "Wang, Li & Li 2017"),
    ("yang2023", "Yang et al. 2023"),
    ("demsar2006", "Demšar 2006"),
    ("ohagan2005", "O'Hagan, Stevens & Campbell 2005"),
])  # fmt: skip
def test_a_work_is_cited_by_author_and_year(key, cited):
    assert reference(key).cited == cited


def test_a_reference_in_all_its_forms_and_without_a_doi():
    work = reference("tango1998")
    doi = "doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B"
    assert work.short == f"Tango 1998, {doi}"
    assert work.text == (
        "Toshiro Tango (1998). Equivalence test and confidence interval for the difference in proportions for the "
        f"paired-sample design. Statistics in Medicine 17(8), 891–908. {doi}"
    )
    assert f"  doi = {{{work.doi}}}\n" in work.bibtex
    assert reference("nemenyi1963").short == "Nemenyi 1963, Princeton University"
    assert reference("holm1979").short == "Holm 1979, Scandinavian Journal of Statistics 6(2)"
    assert reference("keller2005").short.endswith("2005, Advances in Neural Information Processing Systems 18")


@pytest.mark.parametrize(("author", "cited", "listed"), [
    (r"van der Vaart, Aad W.", "van der Vaart 1998", "Aad W. van der Vaart"),
    (r"B{\"u}rkner, Paul-Christian", "Bürkner 1998", "Paul-Christian Bürkner"),
    (r"Yıldız, Olcay and de~Groot, Jan", "Yıldız & de Groot 1998", "Olcay Yıldız and Jan de Groot"),
    (r"{The Group}", "The Group 1998", "The Group"),
    (r"King, Jr., Martin", "King 1998", "Martin King Jr."),
    (r"Fran{\c{c}}ois, {\'E}lodie", "François 1998", "Élodie François"),
])  # fmt: skip
def test_particles_and_accents_are_plain_text(author, cited, listed):
    work = _reference(entry(author))
    assert work.cited == cited
    assert work.text == f"{listed} (1998). A title of BibTeX. A Journal."


def entry(author):
    from pybtex.database.input.bibtex import Parser

    text = f"@article{{key, author={{{author}}}, title={{A title of {{BibTeX}}}}, journal={{A Journal}}, year=1998}}"
    return Parser().parse_string(text).entries["key"]
