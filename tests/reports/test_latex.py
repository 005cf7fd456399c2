"""The LaTeX document compiles with pdflatex and Debian's texlive-latex-recommended."""

import shutil

import pytest

import bayescmp as bc
from tests.data import hold_out, table
from tests.reports.shown import compiled, is_narrow

pytestmark = [
    pytest.mark.external,
    pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on the PATH"),
]
HOSTILE = "[x] *y <script>alert(1)</script> a_b & c% $x$ | ` \\input{x} #~^\"' {} ?` !` ,, -- \n " + "L" * 300
LETTERS = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĂăĄąĆćČčĎďĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŤťŢţŮůŰűŸŹźŻżŽž "
    "αβγδεζηθικλμνξοπρςστυφχψω ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ 中文 😀 × ± – — ‘’ “” … ﬁ ½"
)


def check_log(log):
    assert "undefined" not in log
    assert "Font shape" not in log
    assert is_narrow(log)


def test_a_hold_out_with_a_hostile_name_compiles(tmp_path):
    result = bc.compare(table(2, 4, 18, 76), first=HOSTILE, second=LETTERS, rope=0.05)
    bc.write_report(result, tmp_path / "a report_1%.tex", title=HOSTILE)
    (tmp_path / "a report_1%.tex").rename(tmp_path / "report.tex")
    check_log(compiled(tmp_path / "report.tex"))


def test_all_letters_that_are_not_code_points_compile(crossed, tmp_path):
    from bayescmp.reports import render
    from bayescmp.reports._escape import latex

    letters = [letter for letter in map(chr, range(0x3000)) if letter.isprintable() and "U+" not in latex(letter)]
    assert len(letters) > 350
    preamble = render(crossed, "latex-document").partition(r"\section")
    text = "\n\n".join(f"x{latex(letter)}x{latex(letter + letter)}" for letter in letters)
    (tmp_path / "letters.tex").write_text(f"{preamble[0]}{text}\n\\end{{document}}\n", encoding="utf-8")
    check_log(compiled(tmp_path / "letters.tex"))


def test_reports_of_cross_validations_compile(crossed, unreliable, tmp_path):
    for name, result in (("crossed", crossed), ("unreliable", unreliable)):
        bc.write_report(result, tmp_path / f"{name}.tex")
        check_log(compiled(tmp_path / f"{name}.tex"))


@pytest.mark.parametrize(("count", "rope"), [(2, 0.0), (13, 0.01)])
def test_rankings_with_long_and_hostile_names_compile(tmp_path, count, rope):
    names = [HOSTILE, LETTERS, *(f"random forest ({number}00 trees)" for number in range(1, 12))][:count]
    data = hold_out({name: 0.1 + 0.02 * place for place, name in enumerate(names)}, 200)
    result = bc.rank(data, rope=rope, draws=500)
    bc.write_report(result, tmp_path / "ranking.tex")
    check_log(compiled(tmp_path / "ranking.tex"))


def test_tables_fit_a_column_of_a_paper(crossed, tmp_path):
    paper = "\\documentclass[twocolumn]{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}\\begin{document}\n"
    ranking = bc.rank(hold_out({"forest": 0.1, "LDA": 0.12, "SVM": 0.2}, 200), draws=500)
    tables = "\n".join(result.to_latex() for result in (crossed, ranking))
    (tmp_path / "paper.tex").write_text(f"{paper}{tables}\\end{{document}}\n", encoding="utf-8")
    assert "Overfull" not in compiled(tmp_path / "paper.tex")


def test_the_fragment_compiles_in_a_paper(crossed, tmp_path):
    from bayescmp.reports import render

    paper = "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}\\begin{document}\n"
    (tmp_path / "paper.tex").write_text(f"{paper}{render(crossed, 'latex')}\\end{{document}}\n", encoding="utf-8")
    compiled(tmp_path / "paper.tex")
