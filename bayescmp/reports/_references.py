"""The works that a report may cite."""

from bayescmp.frequentist import TESTS
from bayescmp.reports._parts import Reference

_ENTRIES: dict[str, tuple[str, dict[str, str]]] = {
    "alpaydin1999": (
        "Alpaydin 1999",
        {
            "author": "Alpaydin, Ethem",
            "title": "Combined 5 x 2 cv F Test for Comparing Supervised Classification Learning Algorithms",
            "journal": "Neural Computation",
            "volume": "11",
            "number": "8",
            "pages": "1885--1892",
            "year": "1999",
            "doi": "10.1162/089976699300016007",
        },
    ),
    "bayle2020": (
        "Bayle et al. 2020",
        {
            "author": "Bayle, Pierre and Bayle, Alexandre and Janson, Lucas and Mackey, Lester",
            "title": "Cross-validation Confidence Intervals for Test Error",
            "booktitle": "Advances in Neural Information Processing Systems 33",
            "year": "2020",
            "doi": "10.48550/arXiv.2007.12671",
        },
    ),
    "bengio2004": (
        "Bengio & Grandvalet 2004",
        {
            "author": "Bengio, Yoshua and Grandvalet, Yves",
            "title": "No Unbiased Estimator of the Variance of K-Fold Cross-Validation",
            "journal": "Journal of Machine Learning Research",
            "volume": "5",
            "pages": "1089--1105",
            "year": "2004",
        },
    ),
    "bouckaert2004": (
        "Bouckaert & Frank 2004",
        {
            "author": "Bouckaert, Remco R. and Frank, Eibe",
            "title": "Evaluating the Replicability of Significance Tests for Comparing Learning Algorithms",
            "booktitle": "Advances in Knowledge Discovery and Data Mining",
            "pages": "3--12",
            "year": "2004",
            "doi": "10.1007/978-3-540-24775-3_3",
        },
    ),
    "dietterich1998": (
        "Dietterich 1998",
        {
            "author": "Dietterich, Thomas G.",
            "title": "Approximate Statistical Tests for Comparing Supervised Classification Learning Algorithms",
            "journal": "Neural Computation",
            "volume": "10",
            "number": "7",
            "pages": "1895--1923",
            "year": "1998",
            "doi": "10.1162/089976698300017197",
        },
    ),
    "fagerland2013": (
        "Fagerland, Lydersen & Laake 2013",
        {
            "author": "Fagerland, Morten W. and Lydersen, Stian and Laake, Petter",
            "title": "The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact "
            "conditional",
            "journal": "BMC Medical Research Methodology",
            "volume": "13",
            "pages": "91",
            "year": "2013",
            "doi": "10.1186/1471-2288-13-91",
        },
    ),
    "keller2005": (
        "Keller, Bengio & Wong 2005",
        {
            "author": "Keller, Mikaela and Bengio, Samy and Wong, Siew Yeung",
            "title": "Benchmarking Non-Parametric Statistical Tests",
            "booktitle": "Advances in Neural Information Processing Systems 18",
            "pages": "651--658",
            "year": "2005",
        },
    ),
    "kruschke2018": (
        "Kruschke 2018",
        {
            "author": "Kruschke, John K.",
            "title": "Rejecting or Accepting Parameter Values in Bayesian Estimation",
            "journal": "Advances in Methods and Practices in Psychological Science",
            "volume": "1",
            "number": "2",
            "pages": "270--280",
            "year": "2018",
            "doi": "10.1177/2515245918771304",
        },
    ),
    "mcnemar1947": (
        "McNemar 1947",
        {
            "author": "McNemar, Quinn",
            "title": "Note on the sampling error of the difference between correlated proportions or percentages",
            "journal": "Psychometrika",
            "volume": "12",
            "pages": "153--157",
            "year": "1947",
            "doi": "10.1007/BF02295996",
        },
    ),
    "nadeau2003": (
        "Nadeau & Bengio 2003",
        {
            "author": "Nadeau, Claude and Bengio, Yoshua",
            "title": "Inference for the Generalization Error",
            "journal": "Machine Learning",
            "volume": "52",
            "number": "3",
            "pages": "239--281",
            "year": "2003",
            "doi": "10.1023/A:1024068626366",
        },
    ),
    "vehtari2021": (
        "Vehtari et al. 2021",
        {
            "author": "Vehtari, Aki and Gelman, Andrew and Simpson, Daniel and Carpenter, Bob and Buerkner, "
            "Paul-Christian",
            "title": "Rank-Normalization, Folding, and Localization: An Improved R-hat for Assessing Convergence of "
            "MCMC",
            "journal": "Bayesian Analysis",
            "volume": "16",
            "number": "2",
            "pages": "667--718",
            "year": "2021",
            "doi": "10.1214/20-BA1221",
        },
    ),
    "wang2014": (
        "Wang et al. 2014",
        {
            "author": "Wang, Yu and Wang, Ruibo and Jia, Huichen and Li, Jihong",
            "title": "Blocked 3 x 2 Cross-Validated t-Test for Comparing Supervised Classification Learning Algorithms",
            "journal": "Neural Computation",
            "volume": "26",
            "number": "1",
            "pages": "208--235",
            "year": "2014",
            "doi": "10.1162/NECO_a_00532",
        },
    ),
    "wang2017": (
        "Wang, Li & Li 2017",
        {
            "author": "Wang, Yu and Li, Jihong and Li, Yanfang",
            "title": "Choosing Between Two Classification Learning Algorithms Based on Calibrated Balanced 5 x 2 "
            "Cross-Validated F-Test",
            "journal": "Neural Processing Letters",
            "volume": "46",
            "number": "1",
            "pages": "1--13",
            "year": "2017",
            "doi": "10.1007/s11063-016-9569-z",
        },
    ),
    "yang2023": (
        "Yang et al. 2023",
        {
            "author": "Yang, Jing and Wang, Ruibo and Song, Yijun and Li, Jihong",
            "title": "Block-regularized 5x2 Cross-validated McNemar's Test for Comparing Two Classification Algorithms",
            "journal": "arXiv:2304.03990",
            "year": "2023",
            "doi": "10.48550/arXiv.2304.03990",
        },
    ),
    "yildiz2013": (
        "Yildiz 2013",
        {
            "author": "Yildiz, Olcay Taner",
            "title": "Omnivariate Rule Induction Using a Novel Pairwise Statistical Test",
            "journal": "IEEE Transactions on Knowledge and Data Engineering",
            "volume": "25",
            "number": "9",
            "pages": "2105--2118",
            "year": "2013",
        },
    ),
}


def _reference(key: str, cited: str, fields: dict[str, str]) -> Reference:
    kind = "article" if "journal" in fields else "inproceedings"
    names = [" ".join(reversed(name.split(", "))) for name in fields["author"].split(" and ")]
    authors = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    place = ", ".join(fields[name] for name in ("journal", "booktitle") if name in fields)
    place += " " + fields["volume"] if "volume" in fields else ""
    place += f"({fields['number']})" if "number" in fields else ""
    place += f", {fields['pages'].replace('--', '-')}" if "pages" in fields else ""
    doi = f" doi:{fields['doi']}" if "doi" in fields else ""
    # Braces keep the capitals of a title in every style.
    lines = [
        f"  {name} = {{{{{value}}}}}" if name == "title" else f"  {name} = {{{value}}}"
        for name, value in fields.items()
    ]
    entry = f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}\n"
    return Reference(
        key=key, cited=cited, text=f"{authors} ({fields['year']}). {fields['title']}. {place}.{doi}", bibtex=entry
    )


REFERENCES = {key: _reference(key, *entry) for key, entry in _ENTRIES.items()}


def reference_of_test(name: str) -> Reference:
    """Return the source of a registered test, or of `bcv_mcnemar` of another size."""
    test = next(test for test in TESTS if test.name == name)
    return REFERENCES[test.reference]
