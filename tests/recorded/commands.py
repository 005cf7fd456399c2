"""Commands whose outputs are kept: the last of each entry, after those that write what it reads."""

WIDE = ("wide.csv", "--y-true", "y")
VERDICTS = ("rank", "long.jsonl", "--classifier", "model", "--record", "id", "--correct", "ok")
LOG = ("compare", *WIDE, "--first", "tree", "--second", "svm")
RANK = ("rank", *WIDE, "--y-pred", "tree", "--y-pred", "svm", "--y-pred", "bayes", "--draws", "500")
SCORES = ("scores.csv", "--sets", "90,10")
PAIR = ("--first", "tree", "--second", "svm")
HELP = (
    (), ("compare",), ("rank",), ("report",), ("tests",), ("correlation",), ("datasets",), ("datasets", "compare"),
    ("datasets", "rank"), ("study",), ("study", "run"), ("study", "show"), ("study", "plot"),
)  # fmt: skip
RUN = (
    (),
    ("compare", "--help-all"),
    LOG,
    (*LOG, "--rope", "0.02", "--threshold", "0.9", "--ci-prob", "0.8", "--json", "-"),
    (*LOG, "--metric", "f1", "--labels", "yes", "--save", "r.nc", "--json", "r.json", "--save", "r.md"),
    ("compare", "odd.csv", "--y-true", "y", "--first", "=1+1", "--second", "b\x1b[31m <&>"),
    RANK,
    (*RANK, "--metric", "f1_macro", "--json", "-"),
    (*VERDICTS, "--control", "tree"),
    ("datasets", "compare", "iris.nc", "wine.nc", "glass.nc", "--rope", "0.05"),
    ("datasets", "compare", "three.nc", "--by", "task", *PAIR, "--json", "-"),
    ("datasets", "compare", *SCORES, *PAIR),
    ("datasets", "rank", *SCORES),
    ("datasets", "rank", "scores.csv", "--sets", "4,1", "--control", "svm", "--json", "-"),
    ("tests",),
    ("study", "run"),
    (*LOG, "--metric", "f1_marco"),
    (*LOG, "--metric", "f1"),
    (*LOG, "--method", "pared"),
    (*LOG, "--rope", "2"),
    (*LOG, "--json", "wide.csv"),
    (*LOG, "--jsn", "-"),
    (*LOG[:-1], "svn"),
    ("compare", "nothing.csv", *PAIR),
    ("rank", *WIDE),
    ("datasets", "compare", "iris.nc", "scores.csv"),
    ("datasets", "rank", *SCORES, "--control", "trees"),
    ("correlation", "wide.csv"),
    ("report", "nothing.nc", "r.html"),
    ("comprae",),
)
_SAVED = (*LOG, "--save", "r.nc")
COMMANDS = {
    **{" ".join((*command, "--help")): [(*command, "--help")] for command in HELP},
    **{" ".join(command).replace("\x1b", "ESC") or "nothing": [command] for command in RUN},
    "report r.nc r.tex": [_SAVED, ("report", "r.nc", "r.tex", "--title", "A & B")],
    "report r.nc r.pdf": [_SAVED, ("report", "r.nc", "r.pdf")],
}
