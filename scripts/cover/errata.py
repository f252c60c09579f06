"""The errata of the papers and the tests that show them: all of them must exist, run and pass.

An entry that is set aside is no erratum but a convention, a sharper result or an answer.
"""
import tomllib
import xml.etree.ElementTree

from .ledger import BadList

_KEYS = {"paper", "name", "says", "tests"}
_ASIDE = "aside"  # optional


def load(path):
    """The entries of the list, each a dictionary. Errors: BadList."""
    try:
        errata = tomllib.loads(path.read_text())["erratum"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise BadList(f"{path}: {error}") from error
    for number, erratum in enumerate(errata, 1):
        if set(erratum) - {_ASIDE} != _KEYS or not erratum["tests"]:
            raise BadList(f"{path}: entry {number} must have {', '.join(sorted(_KEYS))}")
    names = [(erratum["paper"], erratum["name"]) for erratum in errata]
    for name in names:
        if names.count(name) > 1:
            raise BadList(f"{path}: twice: {' '.join(name)}")
    return errata


def replace(junit, again):
    """Puts the tests of the file `again` into `junit`, in the place of those of the same name."""
    tree = xml.etree.ElementTree.parse(junit)
    suite, newer = tree.getroot(), xml.etree.ElementTree.parse(again).getroot()
    names = {case.get("name") for case in newer.iter("testcase")}
    for case in list(suite):
        if case.tag == "testcase" and case.get("name") in names:
            suite.remove(case)
    suite.extend(newer.iter("testcase"))
    tree.write(junit)


def results(junit):
    """{"Suite.Case": passed} out of ctest's JUnit file, where a program's name comes first."""
    tests = {}
    for case in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
        name = case.get("name").split(".", 1)[-1]
        passed = case.get("status") == "run"
        tests[name] = tests.get(name, True) and passed
    return tests


def failures(junit):
    """The names, as ctest has them, of tests that failed or did not run."""
    return [case.get("name") for case in
            xml.etree.ElementTree.parse(junit).getroot().iter("testcase")
            if case.get("status") not in ("run", "disabled") and case.find("skipped") is None]


def judge(errata, tests):
    """What is wrong with them, as sentences."""
    wrong = []
    for erratum in errata:
        for test in erratum["tests"]:
            if test not in tests:
                wrong.append(f"{erratum['paper']} {erratum['name']}: there is no test {test}")
            elif not tests[test]:
                wrong.append(f"{erratum['paper']} {erratum['name']}: {test} did not pass")
    return wrong


def table(errata, aside=False):
    """The list in Markdown, of the errata or of what is set aside."""
    text = [f"| paper on | {'about' if aside else 'erratum'} | what is right | shown by |",
            "|---|---|---|---|"]
    for erratum in errata:
        if erratum.get(_ASIDE, False) != aside:
            continue
        tests = ", ".join(f"`{test}`" for test in erratum["tests"])
        text.append(f"| {erratum['paper']} | {erratum['name']} | {erratum['says']} | {tests} |")
    return "\n".join(text) + "\n"
