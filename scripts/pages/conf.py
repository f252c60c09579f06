"""Sphinx's configuration of the web site, which scripts/site builds from the pages as they are."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s:]+)\)")

project = "Flitwise"
html_title = "Flitwise"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "README"
# The pages, and those in folders that they link to.
include_patterns = ["README.md", "CONTRIBUTING.md", "docs/*.md", "sim/claims/README.md",
                    "systemc/protocols/README.md", "tests/plugin/README.md"]
myst_heading_anchors = 4
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False  # it would need a server
smartquotes = False  # of --option they make a dash
html_permalinks_icon = "#"
pygments_style = "default"
pygments_dark_style = "monokai"


def documents():
    """The pages but README, in the order in which its last table names them; then all others."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme.split("\n## Where to read on\n")[1].split("\n## ")[0]
    named = [path for cell in re.findall(r"^\|([^|]*)\|", table, re.MULTILINE)
             for _, path in LINK.findall(cell)]
    found = [str(file.relative_to(ROOT)) for pattern in include_patterns[1:]
             for file in sorted(ROOT.glob(pattern))]
    assert len(named) > 10 and set(named) <= set(found), named
    return [path[:-len(".md")] for path in named + [f for f in found if f not in named]]


def prepare(app, name, source):
    """Readies a page's text: README gets the list of pages that the sidebar shows. A link to a
    folder is its words alone: a site has no folders."""
    folder = (ROOT / name).parent
    source[0] = LINK.sub(
        lambda link: link[1] if (folder / link[2]).is_dir() else link[0], source[0])
    if name == root_doc:
        source[0] += "\n```{toctree}\n:hidden:\n\n" + "\n".join(documents()) + "\n```\n"


def setup(app):
    app.connect("source-read", prepare)
    return {"parallel_read_safe": True}
