#!/usr/bin/env python3
"""Holds the tables of keys and algorithms against what the command reads.

usage: keys_test.py [--write] FLITWISE SOURCE_DIRECTORY

Tables of keys between marks (key_rows.py) must be what the schema makes of them; --write writes
them anew.
Every key of `flitwise schema` must stand, with all its words and the default that the schema says,
in a table with the head `key | value | default` of docs/scenarios.md or of its network's page, and
every key there must be in the schema.
Every algorithm of `flitwise explain` must stand in the table of its network's page, and no other.
"""
import json
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass, field

import key_rows
from pages import code_words, tables

COMMON = "scenarios.md"
ANY_NETWORK = "schedules.md"  # schedules from files run on any
OWN_ROUTERS = "your_router.md"  # their descriptions, files of another kind
GRAPHS = "graphs.md"  # with all their links
WORDS = "collectives.md"  # operations on vectors of words, too
PAGES = {"tree": "trees.md", "graph": "trees.md", "mesh": "covers.md", "torus-cover": "covers.md",
         "fat-tree": "fat_trees.md", "torus": "tori.md", "xy-mesh": "meshes.md",
         "star-graph": "star_graphs.md"}
FAMILIES = {"trees of bufferless routers": "trees.md",
            "meshes and tori covered by several trees at once": "covers.md",
            "fat trees": "fat_trees.md", "tori of wormhole routers": "tori.md",
            "meshes of XY routers": "meshes.md",
            "star graphs": "star_graphs.md", "graphs under several trees": GRAPHS,
            "trees of PEs": WORDS,
            "networks that run schedules from files": ANY_NETWORK}


@dataclass
class Key:
    """What a schema says of a key: words that it may have; its default, None where none is told."""
    words: set = field(default_factory=set)
    default: object = None


@dataclass
class Row:
    """What a page says of a key: all of its row, and the last cell."""
    text: str
    default: str


def schema_keys(node, path, found):
    """Fills found with {dotted key: Key} of a part of a JSON Schema."""
    if not isinstance(node, dict):  # true and false are schemas, too
        return found
    for key, value in node.get("properties", {}).items():
        inner = f"{path}.{key}" if path else key
        one = found.setdefault(inner, Key())
        one.words |= words_of(value)
        if isinstance(value, dict):
            one.default = value.get("default", one.default)
        schema_keys(value, inner, found)
    for group in ("anyOf", "oneOf", "allOf"):
        for part in node.get(group, []):
            schema_keys(part, path, found)
    for name in ("items", "then", "else"):
        part = node.get(name, [])
        for item in part if isinstance(part, list) else [part]:
            schema_keys(item, path, found)
    return found


def words_of(node):
    """The words that a key may have as its value."""
    if not isinstance(node, dict):
        return set()
    words = {word for word in node.get("enum", []) if isinstance(word, str)}
    for group in ("anyOf", "oneOf"):
        for part in node.get(group, []):
            words |= words_of(part)
    return words


def kinds_of(condition):
    return set(re.findall(r'"([\w-]+)"', " ".join(
        re.findall(r'"enum": (\[[^\]]*\])', json.dumps(condition)))))


def documented_keys(page):
    """{key: Row} of the tables of keys of a page."""
    found = {}
    for table in tables(page):
        if table.head == ["key", "value", "default"]:
            for row in table.rows:
                for key in code_words(row[0]):
                    assert key not in found, f"{page}: {key} stands twice"
                    found[key] = Row(" ".join(row[1:]), row[-1].strip("`"))
    return found


def of_all_links(schema):
    """The schema of graphs with all their links, which comes first if it is there, and the rest."""
    if "network" in schema.get("if", {}).get("properties", {}):
        return schema["then"], schema["else"]
    return None, schema


def by_operation(schema):
    """[(operations, schema)] of those that any network has, and what is left for networks."""
    found = []
    _, schema = of_all_links(schema)
    while "then" in schema:
        found.append((schema["if"]["properties"]["operation"]["enum"], schema["then"]))
        schema = schema["else"]
    return found, schema


def branches(schema):
    """[(page, schema)] of the scenarios of every kind of network, and of what any may have."""
    operations, rest = by_operation(schema)
    found = [({PAGES[kind] for kind in kinds_of(rule["if"])}.pop(), rule["then"])
             for rule in rest["allOf"]]
    graphs, _ = of_all_links(schema)
    found += [(GRAPHS, graphs)] if graphs else []
    return found + [(ANY_NETWORK if "collective" in words else WORDS, branch)
                    for words, branch in operations]


def check_rows(schema, routers, docs, is_written):
    """Complaints about tables that are not as the schema says; none where they are written."""
    operations, rest = by_operation(schema)
    kinds = {kind: rule["then"] for rule in rest["allOf"] for kind in kinds_of(rule["if"])}
    complaints, count = [], 0
    kinds.update({"schedules" if "collective" in words else "words": branch
                  for words, branch in operations})
    kinds["routers"] = routers
    kinds["graphs"] = of_all_links(schema)[0]
    for page in [docs / name for name in (COMMON, ANY_NETWORK, WORDS, OWN_ROUTERS, GRAPHS,
                                          *sorted(set(PAGES.values())))]:
        common = documented_keys(docs / COMMON)
        text = page.read_text(encoding="utf-8")
        made = key_rows.rewritten(page, kinds, common)
        count += text.count(key_rows.END)
        if is_written:
            page.write_text(made, encoding="utf-8")
        elif made != text:
            complaints.append(f"docs/{page.name}: its keys are not what the schema says; "
                              "`make docs` writes them anew")
    assert count > 8, "where are the tables of keys?"
    return complaints


def shown(value):
    """A default as pages write it."""
    return value if isinstance(value, str) else json.dumps(value)


def check_keys(schema, routers, docs):
    """Complaints about keys."""
    complaints, everywhere = [], set()
    common = documented_keys(docs / COMMON)
    for name, branch in branches(schema) + [(OWN_ROUTERS, routers)]:
        own, keys = documented_keys(docs / name), schema_keys(branch, "", {})
        everywhere |= set(keys) if branch is not routers else set()
        complaints += [f"docs/{name}: there is no key {key}" for key in own if key not in keys]
        texts = [own, common] if branch is not routers else [own]
        if name in (ANY_NETWORK, WORDS):
            texts += [documented_keys(docs / page) for page in sorted(set(PAGES.values()))]
        for key, known in sorted(keys.items()):
            rows = [page[key] for page in texts if key in page]
            text = "".join(row.text for row in rows)
            if not rows:
                complaints.append(f"docs/{name}: no row for the key {key}")
            elif key not in ("network.kind", "operation", "algorithm", "format", "family"):
                complaints += [f"docs/{name}: {key} can be {word}" for word in sorted(known.words)
                               if f"`{word}`" not in text]
            default = shown(known.default)
            if known.default is not None and default not in [row.default for row in rows]:
                complaints.append(f"docs/{name}: the default of {key} is {default}")
    complaints += [f"docs/{COMMON}: there is no key {key}" for key in common
                   if key not in everywhere]
    return complaints


def explained(text, of_words):
    """{page: {(operation, algorithm)}} of what `flitwise explain` prints; `of_words`: operations on
    vectors of words, which have a page of their own whatever the network."""
    found, page = {}, None
    for line in text.splitlines():
        if line.startswith("  "):
            operation, algorithm = line.split()
            place = WORDS if operation in of_words and page != GRAPHS else page
            found.setdefault(place, set()).add((operation, algorithm))
        elif line:
            page = FAMILIES[line]
    return found


def algorithm_rows(text):
    """The rows of a table of what `flitwise list` says of algorithms on vectors of words: network,
    word, operations, sentence."""
    rows, network = [], ""
    for line in text.split("algorithms by network:\n")[1].split("\n\n")[0].splitlines():
        if line.startswith(" " * 8):
            rows[-1][3] += " " + line.strip()
        elif line.startswith(" " * 4):
            operations, sentence = line[32:].split(": ", 1)
            rows.append([network, line[:32].strip(), operations, sentence])
        else:
            network = line.strip().removeprefix("on ").removesuffix(":")
    return [f"| {network} | `{word}` | {', '.join(f'`{one}`' for one in operations.split(', '))} | "
            f"{sentence} |" for network, word, operations, sentence in rows]


def with_algorithms(page, text):
    """The text of the page with the table of algorithms between its marks as it must be."""
    begin, end = "<!-- algorithms -->\n", "<!-- end of algorithms -->\n"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    rows = ["| network | algorithm | operations | how |", "|---|---|---|---|",
            *algorithm_rows(text)]
    return before + begin + "\n" + "\n".join(rows) + "\n\n" + end + rest.split(end)[1]


def check_algorithm_rows(text, docs, is_written):
    """As check_rows, of the table of algorithms on vectors of words."""
    page = docs / WORDS
    made = with_algorithms(page, text)
    if made == page.read_text(encoding="utf-8"):
        return []
    if is_written:
        page.write_text(made, encoding="utf-8")
        return []
    return [f"docs/{WORDS}: its algorithms are not what `flitwise list` says; `make docs` writes "
            "them anew"]


def documented_algorithms(page):
    found, operation = set(), None
    for table in tables(page):
        if table.head[:3] == ["network", "algorithm", "operations"]:
            found |= {(operation, algorithm) for row in table.rows
                      for operation in code_words(row[2]) for algorithm in code_words(row[1])}
        if table.head[:2] == ["operation", "algorithm"]:
            for row in table.rows:
                operation = (code_words(row[0]) or [operation])[0]
                found |= {(operation, algorithm) for algorithm in code_words(row[1])}
    return found


def check_algorithms(text, docs, of_words=()):
    complaints = []
    for name, wanted in explained(text, of_words).items():
        written = documented_algorithms(docs / name)
        complaints += [f"docs/{name}: no row for {' '.join(a)}" for a in sorted(wanted - written)]
        complaints += [f"docs/{name}: there is no {' '.join(a)}" for a in sorted(written - wanted)]
    return complaints


def main():
    is_written = sys.argv[1] == "--write"
    command, docs = sys.argv[-2], pathlib.Path(sys.argv[-1]) / "docs"

    def printed(*words):
        return subprocess.run([command, *words], check=True, capture_output=True, text=True).stdout
    schema = json.loads(printed("schema"))
    routers = json.loads(printed("schema", "--router"))
    complaints = check_rows(schema, routers, docs, is_written) + check_keys(schema, routers, docs)
    complaints += check_algorithm_rows(printed("list"), docs, is_written)
    of_words = {word for words, _ in by_operation(schema)[0] for word in words} - {"collective"}
    complaints += check_algorithms(printed("explain"), docs, of_words)
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
