"""Picture of a torus: the peel broadcast on 5 x 5, step by step."""
from .svg import Picture, shorten

SIDE = 5
# What `flitwise schedule export` writes for peel on 5 x 5 from (0, 0): (from, hops) by step.
COLUMN = [((0, 0), (-1, -1)), ((0, 0), (0, -2)), ((0, 0), (1, 1)), ((0, 0), (0, 2))]
SOURCES = [(0, 0), (4, 4), (0, 3), (1, 1), (0, 2)]  # one in each line of dimension 0


def schedule():
    """Steps of (from, hops) of the whole broadcast."""
    second = [(source, hops) for source in SOURCES for hops in ((-2, 0), (1, 0))]
    third = [(((x + hop) % SIDE, y), (1, 0)) for x, y in SOURCES for hop in (-2, 1)]
    return [COLUMN, second, third]


def draw_worm(picture, at, start, hops, colour, side_step):
    """The way of a message, dimension 0 first, around the edges where it wraps."""
    x, y = start
    for dimension in (0, 1):
        for _ in range(abs(hops[dimension])):
            step = 1 if hops[dimension] > 0 else -1
            end = [x, y]
            end[dimension] += step
            wraps = not 0 <= end[dimension] < SIDE
            a, b = at(x, y), at(*end)
            shift = (0, side_step) if dimension == 0 else (side_step, 0)
            a, b = shorten((a[0] + shift[0], a[1] + shift[1]),
                           (b[0] + shift[0], b[1] + shift[1]), 17)
            if wraps:  # half a link out, half a link in
                mid = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
                picture.line(a, mid, colour, 2.4)
                back = at(end[0] % SIDE, end[1] % SIDE)
                far = (back[0] - (b[0] - a[0]), back[1] - (b[1] - a[1]))
                c, d = shorten((far[0] + shift[0], far[1] + shift[1]),
                               (back[0] + shift[0], back[1] + shift[1]), 17)
                picture.line(((c[0] + d[0]) / 2, (c[1] + d[1]) / 2), d, colour, 2.4, True)
            else:
                picture.line(a, b, colour, 2.4, True)
            x, y = end[0] % SIDE, end[1] % SIDE
    return x, y


def torus():
    picture = Picture(640, 470, "A broadcast by peel on a 5 x 5 torus in three steps")

    def at(x, y):
        return (120 + 82 * x, 70 + 82 * y)
    for x in range(SIDE):
        for y in range(SIDE):
            a = at(x, y)
            picture.line(a, (a[0] + 82 if x < 4 else a[0] + 44, a[1]), "fill", 2)
            picture.line(a, (a[0], a[1] + 82 if y < 4 else a[1] + 40), "fill", 2)
            if x == 0:
                picture.line((a[0] - 44, a[1]), a, "fill", 2)
            if y == 0:
                picture.line((a[0], a[1] - 40), a, "fill", 2)
    told = {(0, 0): 0}
    for number, (messages, colour) in enumerate(zip(schedule(), ("blue", "orange", "purple")), 1):
        for start, hops in messages:
            end = draw_worm(picture, at, start, hops, colour, (-6, 0, 6)[number - 1])
            assert end not in told and told[start] < number, (start, hops)
            told[end] = number
    assert len(told) == SIDE * SIDE
    for (x, y), step in told.items():
        colour = ("ink", "blue", "orange", "purple")[step]
        picture.disc(at(x, y), 15, colour, "fill" if step == 0 else "paper")
        picture.text((at(x, y)[0], at(x, y)[1] + 5), str(step), 13, colour)
    for line, (words, colour) in enumerate((
            ("0: the source", "ink"), ("1: 4 messages,", "blue"), ("2 hops", "blue"),
            ("2: 10 messages,", "orange"), ("1 or 2 hops", "orange"),
            ("3: 10 messages,", "purple"), ("1 hop", "purple"))):
        picture.text((522, 80 + 24 * line), words, 13, colour, "start")
    picture.text((284, 462), "x_0 to the right, x_1 down; loose ends meet on the other side", 13,
                 "faint")
    return picture
