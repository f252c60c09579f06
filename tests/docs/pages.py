"""The project's pages as data: fenced blocks, headings, links and tables of Markdown files."""
import pathlib
import re
from dataclasses import dataclass


@dataclass
class Block:
    """A fenced block: its language, what follows that word, its first line's number, its lines."""
    language: str
    title: str
    line: int
    lines: list


@dataclass
class Table:
    """A table: the heading it stands under, its first line in the file, rows of stripped cells."""
    heading: str
    line: int
    head: list
    rows: list


def page_files(source):
    """README.md and docs/*.md of the checkout `source`, the written documents left out."""
    root = pathlib.Path(source)
    pages = [root / "README.md"] + sorted((root / "docs").glob("*.md"))
    assert len(pages) > 8, "where are the pages?"
    return pages


def read_lines(page):
    return pathlib.Path(page).read_text(encoding="utf-8").split("\n")


def fenced_blocks(page):
    """The fenced blocks of a page; an unclosed one is an error."""
    blocks, block = [], None
    for number, line in enumerate(read_lines(page), 1):
        fence = re.match(r"^```(\S*) ?(.*)$", line)
        if block is None and fence:
            block = Block(fence[1], fence[2].strip(), number, [])
        elif block is not None and line == "```":
            blocks.append(block)
            block = None
        elif block is not None:
            block.lines.append(line)
    if block is not None:
        raise ValueError(f"{page}:{block.line}: the block never ends")
    return blocks


def prose_lines(page):
    """(number, line) outside fenced blocks."""
    inside, kept = False, []
    for number, line in enumerate(read_lines(page), 1):
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            kept.append((number, line))
    return kept


def anchors(page):
    """The anchors that GitHub gives the headings of a page."""
    found, seen = set(), {}
    for _, line in prose_lines(page):
        heading = re.match(r"^#{1,6} (.*)$", line)
        if not heading:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
        anchor = re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        found.add(anchor if count == 0 else f"{anchor}-{count}")
    return found


def links(page):
    """(number, target) of every link and image."""
    found = []
    for number, line in prose_lines(page):
        bare = re.sub(r"`[^`]*`", lambda code: "x" * len(code[0]), line)
        found += [(number, target) for target in re.findall(r"\]\(([^)\s]+)\)", bare)]
    return found


def cells(line):
    row = re.sub(r"\\\|", "\0", line.strip().strip("|"))
    return [cell.replace("\0", "|").strip() for cell in row.split("|")]


def tables(page):
    """The tables of a page."""
    found, heading, previous, table = [], "", "", None
    for number, line in prose_lines(page):
        if line.startswith("#"):
            heading = line.lstrip("#").strip()
        if table is None and re.match(r"^\|[ :|-]+\|$", line) and previous.startswith("|"):
            table = Table(heading, number - 1, cells(previous), [])
            found.append(table)
        elif table is not None and line.startswith("|"):
            table.rows.append(cells(line))
        elif not line.startswith("|"):
            table = None
        previous = line
    return found


def code_words(cell):
    """What stands in backquotes in a cell."""
    return re.findall(r"`([^`]+)`", cell)


def sources(root, folder):
    """C++ files below a folder, in order."""
    return sorted(file for file in (root / folder).rglob("*") if file.suffix in (".h", ".cpp"))


def names_of_tests(root):
    """Suite.Name of every test in C++, and Suite.*."""
    found = set()
    for file in sources(root, "tests"):
        for suite, name in re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\((\w+),\s*(\w+)\)",
                                      file.read_text(encoding="utf-8"), re.M):
            found |= {f"{suite}.{name}", f"{suite}.*"}
    return found
