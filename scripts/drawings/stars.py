"""Picture of the star graph S_4: a ring of four hexagons, one for each last symbol."""
import itertools
import math

from .svg import Picture, shorten

COLOURS = {2: "blue", 3: "orange", 4: "purple"}
CENTRE, RADIUS = (330, 250), 205


def swap(node, dimension):
    """The neighbour of a node along a dimension: positions 1 and d exchanged."""
    symbols = list(node)
    symbols[0], symbols[dimension - 1] = symbols[dimension - 1], symbols[0]
    return tuple(symbols)


def hexagon(last, first, mirrored):
    """The cycle of the six nodes that end with a symbol, from the node of rank `first` on."""
    start = sorted(itertools.permutations(sorted(set(range(1, 5)) - {last})))[first] + (last,)
    cycle, dimension = [start], 3 if mirrored else 2
    while len(cycle) < 6:
        cycle.append(swap(cycle[-1], dimension))
        dimension = 5 - dimension
    return cycle


def on_ring(index):
    """Where the ring's node number `index` stands; a gap follows every six."""
    angle = math.radians(14.2 * index + 4.8 * (index // 6) - 125.5)
    return (CENTRE[0] + 1.35 * RADIUS * math.cos(angle), CENTRE[1] + RADIUS * math.sin(angle))


def layout():
    """Places of all nodes; the hexagons turned so that links between them are short."""
    choices = [[hexagon(last, first, mirrored) for first in range(6) for mirrored in (False, True)]
               for last in (4, 1, 2, 3)]
    ring = [on_ring(index) for index in range(24)]

    def length(parts):
        places = dict(zip(itertools.chain(*parts), ring))
        return round(sum(math.dist(places[node], places[swap(node, 4)]) for node in places), 6)
    return dict(zip(itertools.chain(*min(itertools.product(*choices), key=length)), ring))


def star_graph():
    picture = Picture(660, 500, "The star graph S_4: 24 nodes, three links each")
    places = layout()
    for node in sorted(places):
        for dimension, colour in COLOURS.items():
            other = swap(node, dimension)
            if node < other:
                picture.line(*shorten(places[node], places[other], 14), colour, 2.2)
    for node in sorted(places):
        x, y = places[node]
        picture.box((x, y), 42, 20, "ink", "fill" if node == (1, 2, 3, 4) else "paper", 6)
        picture.text((x, y + 5), "".join(map(str, node)))
    for line, (dimension, colour) in enumerate(COLOURS.items()):
        picture.text((330, 232 + 22 * line), f"dimension {dimension}: swap 1 and {dimension}", 13,
                     colour)
    picture.text((330, 210), "1234 is PE 0", 13)
    picture.text((330, 488), "n! nodes, n - 1 links each, diameter floor(3(n - 1)/2): 4 for n = 4",
                 13, "faint")
    return picture
