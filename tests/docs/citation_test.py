#!/usr/bin/env python3
"""CITATION.cff has the form of CFF 1.2.0, the version of the project, the licence of LICENSE, and
the sources that README names.

usage: citation_test.py SOURCE_DIRECTORY
"""
import pathlib
import re
import sys

import yaml

# Of the format: what a file must have, and what it may have beside that.
REQUIRED = {"cff-version", "message", "title", "authors"}
OPTIONAL = {"abstract", "commit", "contact", "date-released", "doi", "identifiers", "keywords",
            "license", "license-url", "preferred-citation", "references", "repository",
            "repository-artifact", "repository-code", "type", "url", "version"}
ENTITY = {"name", "address", "alias", "city", "country", "date-end", "date-start", "email", "fax",
          "location", "orcid", "post-code", "region", "tel", "website"}
PERSON = {"affiliation", "alias", "email", "family-names", "given-names", "name-particle",
          "name-suffix", "orcid", "website"}
OF_REFERENCES = {"type", "title", "authors"}


def author_complaints(place, authors):
    if not isinstance(authors, list) or not authors:
        yield f"{place}: needs a list of authors"
        return
    for author in authors:
        allowed = ENTITY if "name" in author else PERSON
        if not set(author) <= allowed or not ({"name", "family-names"} & set(author)):
            yield f"{place}: {author} is neither a person nor an entity"
        yield from (f"{place}: {key} must be a text" for key, value in author.items()
                    if not isinstance(value, str))


def complaints_of(cff):
    """What is against the format."""
    yield from (f"{key} is missing" for key in sorted(REQUIRED - set(cff)))
    yield from (f"{key} is no key of the format" for key in sorted(set(cff) - REQUIRED - OPTIONAL))
    if cff.get("cff-version") != "1.2.0":
        yield "cff-version must be 1.2.0"
    if cff.get("type", "software") not in ("software", "dataset"):
        yield "type must be software or dataset"
    for key in ("message", "title", "abstract", "version", "license"):
        if not isinstance(cff.get(key, ""), str):
            yield f"{key} must be a text"
    yield from author_complaints("authors", cff.get("authors"))
    for reference in cff.get("references", []):
        place = reference.get("title", "a reference")
        yield from (f"{place}: {key} is missing" for key in sorted(OF_REFERENCES - set(reference)))
        yield from author_complaints(place, reference.get("authors"))
        if not isinstance(reference.get("year", 0), int):
            yield f"{place}: year must be a number"


def project_complaints(cff, source):
    """What is not so in this project."""
    # Of the Python package, which tests hold against CMake's project and the command.
    python = (source / "python" / "flitwise" / "_version.py").read_text(encoding="utf-8")
    version = re.search(r'__version__ = "([^"]+)"', python)[1]
    if cff["version"] != version:
        yield f"version is {cff['version']}, and the project's is {version}"
    text = (source / "LICENSE").read_text(encoding="utf-8").split("\n")
    if text[0] != f"{cff['license']} License":
        yield f"license is {cff['license']}, and LICENSE begins with {text[0]}"
    if not text[2].endswith(cff["authors"][0]["name"]):
        yield f"the author is {cff['authors'][0]['name']}, and LICENSE says {text[2]}"
    readme = re.sub(r"\s+", " ", (source / "README.md").read_text(encoding="utf-8"))
    named = re.findall(r'\* [^"*]*, "([^"]+)", [^*]*\d{4}(?! \()', readme.split("## Sources")[1])
    cited = [reference["title"] for reference in cff["references"]]
    yield from (f"README has no source {title}" for title in cited if title not in named)
    yield from (f"README's source {title} is not cited" for title in named if title not in cited)


def broken_complaints(cff):
    """Each of these faults must be seen."""
    def without(key):
        return {name: value for name, value in cff.items() if name != key}
    faults = [without(key) for key in REQUIRED]
    faults += [dict(cff, **change) for change in (
        {"cff-version": 1.2}, {"authors": []}, {"authors": [{"given-names": "A."}]},
        {"author": "x"}, {"version": 0.1}, {"type": "tool"},
        {"references": [{"title": "t", "type": "article"}]},
        {"authors": [{"name": "x", "given-names": "y"}]})]
    yield from (f"{fault} would pass" for fault in faults if not list(complaints_of(fault)))


def main():
    source = pathlib.Path(sys.argv[1])
    cff = yaml.safe_load((source / "CITATION.cff").read_text(encoding="utf-8"))
    complaints = [*complaints_of(cff), *broken_complaints(cff)]
    if not complaints:
        complaints += project_complaints(cff, source)
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
