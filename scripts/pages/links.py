"""Links of a built web site, held against its files and anchors, whatever tool has built it."""
import html.parser
import urllib.parse


class Page(html.parser.HTMLParser):
    """The anchors of a page, and (line, target) of what it links to or loads."""

    def __init__(self, file):
        super().__init__()
        self.anchors, self.targets = set(), []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        """Takes what stands in any tag."""
        for name, value in attrs:
            if name == "id" or (name == "name" and tag == "a"):
                self.anchors.add(value)
            elif name in ("href", "src") and value is not None:
                self.targets.append((self.getpos()[0], value))


def check(folder):
    """Complaints about the links between the pages of a folder, and how many links there are.
    Those to other sites are not followed."""
    pages = {file: Page(file) for file in sorted(folder.rglob("*.html"))}
    complaints, count = [], 0
    for file, page in pages.items():
        for line, target in page.targets:
            url = urllib.parse.urlsplit(target)
            if url.scheme or url.netloc:
                continue
            count += 1
            to = (file.parent / urllib.parse.unquote(url.path)).resolve() if url.path else file
            place = f"{file.relative_to(folder)}:{line}"
            if not to.is_file():
                complaints.append(f"{place}: no file {target}")
            elif url.fragment and to in pages \
                    and urllib.parse.unquote(url.fragment) not in pages[to].anchors:
                complaints.append(f"{place}: no anchor {target}")
    return complaints, count
