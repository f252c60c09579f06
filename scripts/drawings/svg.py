"""A small SVG canvas whose pictures can be read on light and on dark pages.

A picture has its own background, and changes it together with all its colours where the reader's
system asks for dark ones.
"""
from xml.sax.saxutils import escape

# name: (on light, on dark). Told apart by people who do not see red and green, too.
COLOURS = {
    "paper": ("#ffffff", "#161b22"), "ink": ("#1f2328", "#e6edf3"), "faint": ("#8c959f", "#7d8590"),
    "fill": ("#eaeef2", "#2d333b"), "blue": ("#0969da", "#58a6ff"),
    "orange": ("#bc4c00", "#f0883e"), "purple": ("#8250df", "#bc8cff"),
    "green": ("#1a7f37", "#3fb950"),
}


class Picture:
    """Shapes in the order of drawing. Units: pixels, y downwards."""

    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.shapes = []

    def line(self, start, end, colour="ink", width=2.0, arrow=False, dashed=False):
        extra = f' marker-end="url(#{colour})"' if arrow else ""
        extra += ' stroke-dasharray="5 4"' if dashed else ""
        self.shapes.append(f'<line x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" '
                           f'y2="{end[1]:.1f}" class="s-{colour}" stroke-width="{width}"{extra}/>')

    def curve(self, path, colour="ink", width=2.0, arrow=False, dashed=False):
        extra = f' marker-end="url(#{colour})"' if arrow else ""
        extra += ' stroke-dasharray="5 4"' if dashed else ""
        self.shapes.append(f'<path d="{path}" fill="none" class="s-{colour}" '
                           f'stroke-width="{width}"{extra}/>')

    def box(self, centre, width, height, edge="ink", fill="fill", corner=5):
        self.shapes.append(f'<rect x="{centre[0] - width / 2:.1f}" '
                           f'y="{centre[1] - height / 2:.1f}" '
                           f'width="{width}" height="{height}" rx="{corner}" '
                           f'class="f-{fill} s-{edge}" stroke-width="1.6"/>')

    def disc(self, centre, radius, edge="ink", fill="paper"):
        self.shapes.append(f'<circle cx="{centre[0]:.1f}" cy="{centre[1]:.1f}" r="{radius}" '
                           f'class="f-{fill} s-{edge}" stroke-width="1.6"/>')

    def text(self, place, words, size=13, colour="ink", anchor="middle"):
        self.shapes.append(f'<text x="{place[0]:.1f}" y="{place[1]:.1f}" font-size="{size}" '
                           f'text-anchor="{anchor}" class="f-{colour}">{escape(words)}</text>')

    def rules(self, which):
        return "".join(f".s-{name}{{stroke:{pair[which]}}}.f-{name}{{fill:{pair[which]}}}"
                       for name, pair in COLOURS.items())

    def svg(self):
        arrows = "".join(
            f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            f'markerHeight="7" markerUnits="userSpaceOnUse" orient="auto">'
            f'<path d="M0 0L8 4L0 8z" class="f-{name}"/></marker>' for name in COLOURS)
        style = (f"text{{font-family:sans-serif}}{self.rules(0)}"
                 f"@media (prefers-color-scheme:dark){{{self.rules(1)}}}")
        body = "\n".join(self.shapes)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
                f'width="{self.width}" height="{self.height}" role="img">\n'
                f"<title>{escape(self.title)}</title>\n<style>{style}</style>\n"
                f"<defs>{arrows}</defs>\n"
                f'<rect width="{self.width}" height="{self.height}" rx="8" class="f-paper"/>\n'
                f"{body}\n</svg>\n")


def shorten(start, end, by):
    """The part of a line that leaves `by` pixels free at both ends."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    step = ((end[0] - start[0]) / length * by, (end[1] - start[1]) / length * by)
    return ((start[0] + step[0], start[1] + step[1]), (end[0] - step[0], end[1] - step[1]))
