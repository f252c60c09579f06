"""And-inverter graphs in AIGER's binary format, and the step of an induction as such a graph.

A. Biere, "The AIGER And-Inverter Graph (AIG) Format", 2007: literals are 2 * variable + sign,
variables are numbered inputs, latches, gates.
"""


class Graph:
    """A graph as read: latches and outputs as literals, gates as pairs of literals."""

    def __init__(self, data):
        head, rest = data.split(b"\n", 1)
        _, self.inputs, latches, outputs, gates = map(int, head.split()[1:6])
        lines = rest.split(b"\n", latches + outputs)
        self.latches = [int(line.split()[0]) for line in lines[:latches]]
        self.outputs = [int(line) for line in lines[latches:latches + outputs]]
        self.gates = []
        numbers = differences(lines[-1])
        for k in range(gates):
            left = 2 * (1 + self.inputs + latches + k) - next(numbers)
            self.gates.append((left, left - next(numbers)))


def differences(data):
    """Numbers of seven bits a byte, lowest first; the top bit says that more follow."""
    value = shift = 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value = shift = 0


def encoded(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return out


def induction_step(data, depth):
    """The graph whose outputs fail where `depth` steps of any state without failure precede.

    Registers start free (to be made inputs by abc's undc). Added registers count the steps and
    remember a failure; an output fails in step depth + 1 if it does so there for the first time.
    """
    graph = Graph(data)
    old = graph.inputs + len(graph.latches)
    shift = 2 * (depth + 1)
    moved = lambda literal: literal if literal >> 1 <= old else literal + shift  # noqa: E731
    gates = [(moved(left), moved(right)) for left, right in graph.gates]
    outputs = [moved(literal) for literal in graph.outputs]
    first_gate = 1 + old + depth + 1

    def both(left, right):
        gates.append((max(left, right), min(left, right)))
        return 2 * (first_gate + len(gates) - 1)

    counting = [2 * (1 + old + k) for k in range(depth)]
    failed = 2 * (1 + old + depth)
    none = failed ^ 1
    for literal in outputs:
        none = both(none, literal ^ 1)
    armed = both(counting[-1], failed ^ 1)
    results = [both(armed, literal) for literal in outputs]
    latches = [f"{moved(literal)} {2 * (1 + graph.inputs + k)}"
               for k, literal in enumerate(graph.latches)]
    latches += [f"{value} 0" for value in [1, *counting[:-1], none ^ 1]]
    out = bytearray(f"aig {first_gate + len(gates) - 1} {graph.inputs} {len(latches)} "
                    f"{len(results)} {len(gates)}\n".encode())
    out += "".join(f"{line}\n" for line in latches + results).encode()
    for k, (left, right) in enumerate(gates):
        out += encoded(2 * (first_gate + k) - left) + encoded(left - right)
    return bytes(out)
