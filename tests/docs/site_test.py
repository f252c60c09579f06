#!/usr/bin/env python3
"""The web site of the pages is whole: every page is there, every link leads somewhere, the search
finds words, and a broken link, anchor or image is an error that names it.

usage: site_test.py SOURCE_DIRECTORY

Skipped (status 77) where there is no Sphinx; the search is asked where there is a Chromium.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from pages import links, page_files

BROKEN = {"[here](nowhere.md)": "nowhere.md",
          "[here](tori.md#no-such-heading)": "no-such-heading",
          "[here](#no-such-heading-here)": "no-such-heading-here",
          "![a picture](images/nowhere.svg)": "nowhere.svg"}


def copy(source, folder):
    """The pages, what they link to and what builds the site."""
    for name in ("README.md", "CONTRIBUTING.md", "docs", "scripts/site", "scripts/pages",
                 "sim/claims/README.md", "systemc/protocols/README.md", "tests/plugin/README.md"):
        of, to = source / name, folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if of.is_dir() else shutil.copy)(of, to)
    for page in [*page_files(source), source / "CONTRIBUTING.md"]:
        for _, target in links(page):
            other = page.parent / target.partition("#")[0]
            to = folder / other.resolve().relative_to(source)
            if other.is_dir():
                to.mkdir(parents=True, exist_ok=True)
            elif other.is_file() and not to.exists():
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(other, to)


def build(folder, name="site"):
    """Returns the site's folder, the status, and what was printed."""
    out = folder / name
    done = subprocess.run([folder / "scripts" / "site", "--out", out], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return out, done.returncode, done.stdout


def page_complaints(source, out):
    for page in [*page_files(source), source / "CONTRIBUTING.md"]:
        file = (out / page.relative_to(source)).with_suffix(".html")
        if not file.exists():
            yield f"{file.name}: is not there"
            continue
        text = file.read_text(encoding="utf-8")
        title = re.search(r"<h1>(.*?)<a", text)
        heading = page.read_text(encoding="utf-8").split("\n")[0].lstrip("# ")
        if not title or re.sub(r"<[^>]*>", "", title[1]) != heading:
            yield f"{file.name}: its heading is not that of its page"
    index = (out / "index.html").read_text(encoding="utf-8")
    for page in page_files(source)[1:]:
        if f'toctree-l1"><a class="reference internal" href="docs/{page.stem}.html"' not in index:
            yield f"index.html: its list of pages lacks {page.stem}"


def search_complaints(out):
    """Asks the search for a word that a few pages have, from files, without a server."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("no chromium: the search was not tried")
        return
    with tempfile.TemporaryDirectory() as profile:
        shown = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
             "--virtual-time-budget=10000", "--dump-dom", f"file://{out}/search.html?q=dateline"],
            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
            timeout=120).stdout
    if 'href="docs/tori.html' not in shown.partition('id="search-results"')[2]:
        yield "the search does not find `dateline` in docs/tori.md"


def broken_complaints(folder):
    """All faults at once: each must be named."""
    with (folder / "docs" / "command.md").open("a", encoding="utf-8") as page:
        page.write("".join(f"\n{text}\n" for text in BROKEN))
    _, status, printed = build(folder, "broken")
    if status == 0:
        yield "a site with broken links is built"
    for text, word in BROKEN.items():
        if not re.search(rf"command.*{re.escape(word)}", printed):
            yield f"{text} is not named in\n{printed}"


def main():
    if shutil.which("sphinx-build") is None:
        print("no Sphinx: scripts/setup --site installs it")
        return 77
    source = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy(source, folder)
        out, status, printed = build(folder)
        complaints = [printed] if status != 0 else []
        if status == 0:
            complaints += [*page_complaints(source, out), *search_complaints(out)]
        complaints += broken_complaints(folder)
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
