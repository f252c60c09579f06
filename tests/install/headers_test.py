#!/usr/bin/env python3
"""The public headers, include/flitwise, and those who use them.

Each compiles alone with all warnings as errors, says which C++ it is for by <flitwise/version.h>,
and declares the names that stand above its includes: they are the contract. Sources outside of the
tree include only <flitwise/...> of Flitwise and name nothing that is not in the contract.

usage: headers_test.py SOURCE_DIRECTORY [COMPILER [FLAGS...]]
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

FLAGS = ["-std=c++17", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
         "-Wconversion", "-Werror"]
OUTSIDE = ["examples", "tests/plugin", "tests/install/light"]
NAMESPACES = ("language", "protocols", "theory", "check")
DECLARED = re.compile(r"^(?:class|struct|enum class) (\w+)|^using (\w+) =|"
                      r"^[\w:<>,&* ]+?[ &*](\w+)\(", re.MULTILINE)
INTERNAL = re.compile(r'#include ["<]((?:systemc|tb|sim|flitwise/internal)/[^">]*)')
NAMED = re.compile(rf"\bflitwise::((?:{'|'.join(NAMESPACES)})::\w+|\w+)")


def names_above_includes(text):
    """The words of the comments right above includes of the tree's headers."""
    names, above = [], []
    for line in text.split("\n"):
        if line.startswith("// "):
            above.append(line[3:])
            continue
        if line.startswith('#include "'):
            names += [name for name in re.split(r",\s*", " ".join(above)) if name]
        above = []
    return list(dict.fromkeys(names))


def contract(headers):
    """All names of the contract: those above includes, and what a header itself declares."""
    names = set()
    for header in headers:
        text = header.read_text(encoding="utf-8")
        names |= set(names_above_includes(text))
        names |= {name for found in DECLARED.findall(text) for name in found if name}
    return names


def compile_alone(root, header, compiler):
    """What the compiler says of a source that includes the header alone and names its names."""
    names = names_above_includes(header.read_text(encoding="utf-8"))
    source = f"#include <flitwise/{header.name}>\nnamespace contract {{\n" + "".join(
        f"using flitwise::{name};\n" for name in names) + "}\n"
    command = [*compiler, *FLAGS, f"-I{root / 'include'}", f"-I{root}", "-x", "c++", "-"]
    run = subprocess.run(command, input=source, text=True, capture_output=True, check=False)
    return [] if run.returncode == 0 else [f"include/flitwise/{header.name} alone: {run.stderr}"]


def check_version_is_included(root, headers):
    """Complaints about headers that do not reach version.h, which refuses other standards."""
    def reaches(header):
        included = re.findall(r"#include <flitwise/(\w+\.h)>", header.read_text(encoding="utf-8"))
        return header.name == "version.h" or any(reaches(header.parent / name) for name in included)
    return [f"{header.relative_to(root)}: does not include <flitwise/version.h>"
            for header in headers if not reaches(header)]


def check_outside(root, names):
    """Complaints about sources that stand on more than the contract."""
    complaints = []
    for folder in OUTSIDE:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            place = file.relative_to(root)
            text = re.sub(r"//[^\n]*", "", file.read_text(encoding="utf-8"))
            complaints += [f"{place}: includes {header}, which is not public"
                           for header in INTERNAL.findall(text)]
            complaints += [f"{place}: flitwise::{name} is not in the contract"
                           for name in sorted(set(NAMED.findall(text)) - names - {*NAMESPACES})]
    return complaints


def check_version(root):
    """Complaints where the version's parts and its text differ."""
    text = (root / "include/flitwise/version.h").read_text(encoding="utf-8")
    parts = [re.search(rf"VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH")]
    whole = re.search(r'VERSION_STRING "(.*)"', text)[1]
    return [] if ".".join(parts) == whole else [f"version.h: {'.'.join(parts)} is not {whole}"]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    compiler = sys.argv[2:] or ["c++"]
    headers = sorted((root / "include" / "flitwise").glob("*.h"))
    complaints = (check_version(root) + check_version_is_included(root, headers)
                  + check_outside(root, contract(headers)))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(lambda header: compile_alone(root, header, compiler), headers):
            complaints += found
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
