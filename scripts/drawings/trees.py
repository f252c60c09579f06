"""Pictures of a tree of PE routers, of two trees on a mesh, and of a fat tree."""
from .svg import Picture, shorten


def tree():
    """Seven PEs, router and PE of each, with a scatter from PE 0 under way."""
    picture = Picture(640, 330, "A tree of seven PEs: each has a router of one register a link")
    places = [(320, 60), (180, 160), (460, 160), (100, 260), (250, 260), (390, 260), (540, 260)]
    for child in range(1, 7):
        parent = (child - 1) // 2
        start, end = shorten(places[parent], places[child], 24)
        colour = "blue" if child in (2, 6) else "faint"
        picture.line(start, end, colour, 2.6 if colour == "blue" else 2.0, arrow=colour == "blue")
    for number, (x, y) in enumerate(places):
        side = -1 if number % 2 else 1  # where no link passes
        picture.line((x + side * 17, y - 6), (x + side * 34, y - 14), "faint", 1.6)
        picture.box((x, y), 34, 28)
        picture.disc((x + side * 46, y - 20), 14)
        picture.text((x, y + 5), "R", 13, "faint")
        picture.text((x + side * 46, y - 15), str(number))
    picture.text((472, 98), "m6,2", 13, "blue")
    picture.text((462, 212), "m6,1", 13, "blue")
    picture.text((20, 30), "R: router, a register for each link, no buffer", 13, "ink", "start")
    picture.text((20, 50), "circle: PE with its number; 0 is the root", 13, "ink", "start")
    picture.text((20, 70), "m6,1: flit 1 of PE 6's message", 13, "blue", "start")
    picture.text((320, 316), "One flit a link and step. Two flits for one link collide.", 13,
                 "faint")
    return picture


def covers():
    """The two trees of a 4 x 4 mesh from the corner: rows by columns, columns by rows."""
    picture = Picture(560, 400, "A 4 x 4 mesh covered by two trees that share no link")

    def at(row, column):
        return (130 + 100 * column, 60 + 86 * row)
    for row in range(4):
        for column in range(4):
            # One tree has the root's row and all other columns, the other the root's column and
            # all other rows.
            if column < 3:
                picture.line(*shorten(at(row, column), at(row, column + 1), 19),
                             "blue" if row == 0 else "orange", 2.6, True, row != 0)
            if row < 3:
                picture.line(*shorten(at(row, column), at(row + 1, column), 19),
                             "orange" if column == 0 else "blue", 2.6, True, column == 0)
    for row in range(4):
        for column in range(4):
            picture.disc(at(row, column), 17, fill="fill" if row + column == 0 else "paper")
            picture.text((at(row, column)[0], at(row, column)[1] + 5), str(4 * row + column))
    picture.text((40, 380), "solid: the root's row and all other columns", 13, "blue", "start")
    picture.text((535, 380), "broken: its column, all other rows", 13, "orange", "end")
    picture.text((64, 65), "root", 13)
    return picture


def fat_tree():
    """Eight leaves, binary, exponential capacities, with the way from leaf 1 to leaf 6."""
    picture = Picture(680, 380, "A binary fat tree of eight leaves with exponential capacities")
    levels = [[(60 + 80 * leaf, 330) for leaf in range(8)],
              [(100 + 160 * i, 250) for i in range(4)],
              [(180 + 320 * i, 155) for i in range(2)], [(340, 55)]]
    way = {(0, 1), (1, 0), (2, 0), (0, 6), (1, 3), (2, 1)}
    for level in range(3):
        links = 2 ** level
        for index, (x, y) in enumerate(levels[level]):
            top = levels[level + 1][index // 2]
            for link in range(links):
                shift = (link - (links - 1) / 2) * 7
                used = (level, index) in way and link == 0
                picture.line((x + shift, y), (top[0] + shift, top[1]),
                             "blue" if used else "faint", 2.8 if used else 1.8)
    for level in (1, 2, 3):
        for place in levels[level]:
            picture.box(place, 46, 28)
            picture.text((place[0], place[1] + 5), "S", 13, "faint")
    for leaf, place in enumerate(levels[0]):
        on_way = leaf in (1, 6)
        picture.disc(place, 16, "blue" if on_way else "ink")
        picture.text((place[0], place[1] + 5), str(leaf), 13, "blue" if on_way else "ink")
    for place, words in (((660, 300), "c_1 = 1"), ((660, 208), "c_2 = 2"), ((660, 108), "c_3 = 4")):
        picture.text(place, words, 13, "ink", "end")
    picture.text((20, 40), "S: switch with a queue per output", 13, "ink", "start")
    picture.text((20, 60), "circle: leaf, a PE", 13, "ink", "start")
    picture.text((20, 80), "1 and 6 meet at level 3: class 3,", 13, "blue", "start")
    picture.text((20, 100), "5 switches and 6 links between them", 13, "blue", "start")
    picture.text((340, 370), "n = 2^L leaves, L = 3", 13, "faint")
    return picture
