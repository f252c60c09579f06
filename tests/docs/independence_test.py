#!/usr/bin/env python3
"""Prediction and measurement share what docs/verification.md says they share, and nothing else.

Who includes whom is read from the sources. What both sides include must stand in the page's table
"shared | where | used for | guard", and each call by which the command hands theory a structure
that protocols can make in "handed to theory | by | ..."; every guard there must be a test.

usage: independence_test.py SOURCE_DIRECTORY
"""
import pathlib
import re
import sys

from pages import code_words, names_of_tests, sources, tables

TOPOLOGY = "systemc/topology"
# Folder: the folders that its files may include.
MAY_INCLUDE = {
    TOPOLOGY: (),
    "systemc/formats": (TOPOLOGY,),
    "systemc/protocols": (TOPOLOGY,),
    "systemc/network": (TOPOLOGY,),
    "systemc/pe": (TOPOLOGY, "systemc/protocols", "systemc/network"),
    "tb/theory": (TOPOLOGY,),
    "tb/check": (TOPOLOGY, "systemc/network", "tb/theory"),
    "tb/kit": (TOPOLOGY, "systemc/network"),
}
# Library: those of this project that it may link.
MAY_LINK = {
    "flitwise_topology": {"flitwise_options"},
    "flitwise_protocols": {"flitwise_options", "flitwise_topology"},
    "flitwise_theory": {"flitwise_options", "flitwise_topology"},
}
# Without SystemC, in no header that they reach: programs use them without.
PLAIN = (TOPOLOGY, "systemc/protocols", "tb/theory", "tb/check", "sim/run/figures")
SHARED = ["shared", "where", "used for", "guard"]
TWICE = ["rule", "theory", "protocols", "guard"]
HANDED = ["handed to theory", "by", "what it is", "guard"]


def text_of(file):
    """A source without comments."""
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)


def includes(file):
    """(line number, path) of the project's headers that a file includes."""
    found = []
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if match:
            found.append((number, match[1]))
    return found


def check_includes(root):
    """Complaints about files that include what they must not."""
    complaints = []
    for folder, allowed in MAY_INCLUDE.items():
        for file in sources(root, folder):
            for number, header in includes(file):
                if not header.startswith(tuple(f"{room}/" for room in (folder, *allowed))):
                    complaints.append(f"{file.relative_to(root)}:{number}: {folder} must not "
                                      f"include {header}")
    return complaints


def check_links(root):
    """Complaints about libraries that link what they must not."""
    complaints = []
    for library, allowed in MAY_LINK.items():
        folder = "tb/theory" if library == "flitwise_theory" else library.replace(
            "flitwise_", "systemc/")
        text = (root / folder / "CMakeLists.txt").read_text(encoding="utf-8")
        linked = re.search(rf"target_link_libraries\({library}\s+([^)]*)\)", text)
        others = set(re.findall(r"flitwise_\w+", linked[1] if linked else "")) - allowed
        complaints += [f"{folder}/CMakeLists.txt: {library} must not link {other}"
                       for other in sorted(others)]
    return complaints


def check_names(root):
    """Complaints about theory and protocols that name each other, whatever they include."""
    complaints = []
    for folder, word in (("tb/theory", "protocols::"), ("systemc/protocols", "theory::"),
                         ("tb/check", "protocols::")):
        for file in sources(root, folder):
            if word in text_of(file):
                complaints.append(f"{file.relative_to(root)}: names {word}")
    return complaints


def reached(root, *files):
    """Headers of the project that files include, directly or through each other."""
    found, todo = set(), {header for file in files for _, header in includes(file)}
    while todo:
        header = todo.pop()
        found.add(header)
        if (root / header).exists():  # others are made by the build
            todo |= {inner for _, inner in includes(root / header)} - found
    return found


def check_plain(root):
    """Complaints about headers of SystemC where there must be none."""
    complaints = []
    for folder in PLAIN:
        files = sources(root, folder)
        for file in sorted({*files, *(root / header for header in reached(root, *files))}):
            if file.exists() and re.search(r"#include <(?:systemc|tlm)", text_of(file)):
                complaints.append(f"{folder}: reaches SystemC by {file.relative_to(root)}")
    return complaints


def both_include(root):
    """Headers on which both sides stand."""
    return reached(root, *sources(root, "tb/theory")) & reached(
        root, *sources(root, "systemc/protocols"))


def structures(root):
    """Names of the structures and classes of the topology."""
    return {name for file in sources(root, TOPOLOGY) if file.suffix == ".h" for name in
            re.findall(r"^(?:class|struct) (\w+)(?: : [^{;]*)? \{", text_of(file), re.M)}


def declarations(root, folder):
    """(header, what comes before it, name, parameters) of the functions that headers declare."""
    return [(str(file.relative_to(root)), *found) for file in sources(root, folder)
            if file.suffix == ".h"
            for found in re.findall(r"^ *([\w:<>,&* ]+?[ &*])(\w+)\(((?:[^();]|\([^()]*\))*)\)"
                                    r"(?: const)?(?: override)?;", text_of(file), re.M)]


def handed_over(root):
    """{(theory's function, file of the command)}: calls whose argument protocols could have made.

    These functions of theory take a structure of the topology that some function of protocols
    returns. What they are given may come from a scenario; that it does is what the guard tests.
    """
    made = {word for _, result, _, _ in declarations(root, "systemc/protocols")
            for word in re.findall(r"\w+", result)} & structures(root)
    takers = {(header, name) for header, _, name, parameters in declarations(root, "tb/theory")
              if made & set(re.findall(r"\w+", parameters))}
    return {(name, str(file.relative_to(root))) for file in sources(root, "sim")
            for header, name in takers  # others may have the same name
            if re.search(rf"\btheory::{name}\(", text_of(file)) and header in reached(root, file)}


def functions(text):
    """(name, body) of the functions that a source defines, members' among them."""
    return re.findall(r"^(?!namespace|class|struct)[^\s#}/][^\n;{]*?(\w+)\([^;{]*\{\n(.*?)^\}",
                      text, re.M | re.S)


def arguments(text, opening):
    """What stands between the bracket at `opening` and its other half."""
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return text[opening + 1:at]
    return text[opening + 1:]


def without_rows(text):
    """The text without the functions that stand in rows of a table, `[](...) {...}`: who asks for a
    row does not call them."""
    while (row := re.search(r"\[\]\(", text)) is not None:
        after = row.end() + len(arguments(text, row.end() - 1)) + 1
        body = text.find("{", after)
        depth, end = 0, body
        for end in range(body, len(text)):
            depth += (text[end] == "{") - (text[end] == "}")
            if depth == 0:
                break
        text = text[:row.start()] + text[end + 1:]
    return text


def row_calls(root, folder):
    """A pattern of calls through members that are functions of protocols: `.schedule(`."""
    members = {member for file in sources(root, folder.relative_to(root))
               for member in re.findall(r"\bprotocols::\w+ \(\*(\w+)\)\(", text_of(file))}
    return rf"(?:\.|->)(?:{'|'.join(sorted(members) or ['(?!)'])})\("


def told_by_protocols(root):
    """{(theory's function, file of the command)}: calls with what protocols have answered.

    Followed through functions of the same folder, through members of its rows of methods that are
    functions of protocols, and through a variable of the same file; no farther.
    """
    found = set()
    texts = {file: text_of(file) for file in sources(root, "sim") if file.suffix == ".cpp"}
    words = {name for _, result, name, _ in declarations(root, "systemc/protocols")
             if re.search(r"\bchar *\*\s*$", result)}  # which say nothing of a run
    asking = {file.parent: [rf"protocols::(?!(?:{'|'.join(sorted(words) or ['-'])})\b)[a-z]\w*"]
              for file in texts}
    rows = {folder: row_calls(root, folder) for folder in asking}
    for folder, names in asking.items():
        own = [function for file in texts if file.parent == folder
               for function in functions(without_rows(texts[file])
                                         if file.name.endswith("_methods.cpp") else texts[file])]
        while True:
            call = re.compile(rf"(?<![\w:.>])(?:{'|'.join(names)})\(|{rows[folder]}")
            more = {name for name, body in own if call.search(body)} - set(names)
            if not more:
                break
            names += sorted(more)
    for file, text in texts.items():
        answer, row = "|".join(asking[file.parent]), rows[file.parent]
        kept = set(re.findall(rf"\b(\w+)(?: = |\(|\{{)(?:flitwise::)?(?:{answer})\(", text))
        kept |= set(re.findall(rf"\b(\w+) = [^;]*?(?:{row})", text))
        told = re.compile(rf"\b(?:{answer})\(|{row}|\b(?:{'|'.join(sorted(kept) or ['(?!)'])})\b")
        for call in re.finditer(r"\btheory::([a-z]\w*)\(", text):
            if told.search(arguments(text, call.end() - 1)):
                found.add((call[1], str(file.relative_to(root))))
    return found


def check_page(root, page):
    """Complaints about the tables of the page."""
    name = page.relative_to(root)
    complaints, shared, handed = [], set(), set()
    tests = names_of_tests(root)
    for table in tables(page):
        if table.head not in (SHARED, TWICE, HANDED):
            continue
        for row in table.rows:
            guards = code_words(row[3])
            complaints += [f"{name}: there is no test {guard}" for guard in guards
                           if guard not in tests]
            if not guards:
                complaints.append(f"{name}: no test stands over {row[0]}")
            if table.head == SHARED:
                shared |= set(code_words(row[1]))
            elif table.head == HANDED:
                handed |= {(what, by) for what in code_words(row[0]) for by in code_words(row[1])}
    complaints += [f"{name}: both sides include {header}, which the table does not say"
                   for header in sorted(both_include(root) - shared)]
    complaints += [f"{name}: {by} hands {what} what protocols could have made"
                   for what, by in sorted(handed_over(root) - handed)]
    complaints += [f"{name}: {by} tells {what} what protocols have answered"
                   for what, by in sorted(told_by_protocols(root) - handed)]
    called = {(what, by) for what, by in handed
              if (root / by).exists() and f"theory::{what}(" in text_of(root / by)}
    for place in (0, 1):
        complaints += [f"{name}: {word} is in no call to theory" for word in
                       sorted({pair[place] for pair in handed} - {pair[place] for pair in called})]
    return complaints


def check_independence(root):
    return (check_includes(root) + check_links(root) + check_names(root)
            + check_plain(root) + check_page(root, root / "docs" / "verification.md"))


def main():
    complaints = check_independence(pathlib.Path(sys.argv[1]).resolve())
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
