#!/usr/bin/env python3
"""Traces of Perfetto, decoded here from the wire format of protocol buffers, say what the same
runs' events and results say: every message on every link and in every node, and the counters.

usage: trace_test.py FLITWISE SOURCE_DIRECTORY
"""
import bisect
import collections
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

# One of each family and operation that differ in their events, with settings that keep runs short.
SCENARIOS = [
    ("figure_2", []), ("figure_4", []), ("fat_tree_flood_held_back", []),
    ("fat_tree_exchange_full", []), ("mesh_8x8_gather", []),
    ("torus_8x8_peel", []), ("torus_8x8_packets", []), ("torus_8x8_scatter", []),
    ("star_graph_exchange", []), ("star_graph_multinode", ["network.n=4", "copies=3"]),
    ("star_graph_broadcast_faults", []),
    ("figure_4", ["options.link_latency=3"]), ("star_graph_exchange", ["options.link_latency=2"]),
    ("torus_8x8_peel", ["options.link_latency=2"]),
    ("fat_tree_exchange_full", ["options.link_latency=3"]),
]
COLLECTIVE = """network: {{kind: torus, sides: [2, 2]}}
operation: collective
schedule: {{file: {}/tests/data/import/alltoall.goal, format: goal}}
"""
BEGIN, END, COUNTER = 1, 2, 4


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """{number: values} of a message; what is delimited stays bytes."""
    found, at = collections.defaultdict(list), 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            assert len(value) == size, "a message is cut off"
        else:
            raise ValueError(f"wire type {kind}")
        found[tag >> 3].append(value)
    return found


class Track:
    """A track: its name, its parent's number, whether it counts, its slices and values."""

    def __init__(self, descriptor):
        self.number = descriptor[1][0]
        self.name = descriptor[2][0].decode()
        self.parent = descriptor[5][0] if 5 in descriptor else None
        self.rank = descriptor[12][0]
        self.counts = 8 in descriptor
        self.slices, self.values, self.open = [], {}, None

    def take(self, time, event):
        """An event, later ones after earlier ones. Slices of a track must not overlap."""
        kind = event[9][0]
        if kind == COUNTER:
            assert self.counts and time not in self.values, self.name
            self.values[time] = event[30][0]
        elif kind == BEGIN:
            assert self.open is None and not self.counts, f"{self.name}: slices overlap"
            annotation = fields(event[4][0])
            assert annotation[10] == [b"flits"]
            self.open = (time, event[23][0].decode(), annotation[4][0], event[47][0])
        else:
            assert kind == END and self.open is not None, self.name
            first, name, flits, flow = self.open
            assert first < time, f"{self.name}: {name} takes no time"
            self.slices.append((first, time - 1, name, flits, flow))
            self.open = None


def read_trace(file):
    """{number: Track}. Packets must be in the order of time."""
    tracks, before = {}, 0
    for packet in map(fields, fields(file.read_bytes())[1]):
        assert packet[10] == [1]
        if 60 in packet:
            track = Track(fields(packet[60][0]))
            assert track.number not in tracks
            tracks[track.number] = track
        else:
            time, event = packet[8][0], fields(packet[11][0])
            assert time >= before, "packets are not in the order of time"
            before = time
            tracks[event[11][0]].take(time, event)
    assert all(track.open is None for track in tracks.values())
    return tracks


def message_of(event):
    """What flits of a message have in common, which is also its name."""
    kind = "message" if event["kind"] in ("data", "end") else event["kind"]
    extra = [(key, value) for key, value in event.items()
             if key not in ("step", "from", "to", "kind", "message", "index", "stream")]
    extra += [("stream", event["stream"])] if "stream" in event else []
    return ", ".join([f"{kind} {event['message']}"] + [f"{key} {value}" for key, value in extra])


def slices_of_links(events):
    """{(from, to): [[first, last, name, flits]]}"""
    links, latest = collections.defaultdict(list), {}
    for event in events:
        key = (event["from"], event["to"], message_of(event))
        if key in latest and event["index"] == latest[key][1] + 1:
            latest[key][0][1] = event["step"]
            latest[key][0][3] += 1
            latest[key][1] += 1
        else:
            found = [event["step"], event["step"], key[2], 1]
            links[key[:2]].append(found)
            latest[key] = [found, event["index"]]
    return links


def steps_of_links(settings):
    """Steps that a flit is on any link."""
    said = [one.split("=")[1] for one in settings if one.startswith("options.link_latency=")]
    return int(said[0]) if said else 1


def slices_of_nodes(links, steps):
    """{node: [[first, last, name, flits]]}: what goes out is of what came in last before it."""
    comes, goes = collections.defaultdict(list), collections.defaultdict(list)
    for (sender, receiver), found in links.items():
        for one in found:
            goes[sender, one[2]].append(one)
            arrival = [one[0] + steps - 1, one[1] + steps - 1, *one[2:]]
            comes[receiver, one[2]].append(arrival)
    nodes = collections.defaultdict(list)
    for key in set(comes) | set(goes):
        incoming = sorted((list(one) for one in comes[key]), key=lambda one: one[0])
        firsts = [one[0] for one in incoming]
        own = None
        for one in sorted(goes[key], key=lambda one: one[0]):
            before = bisect.bisect_left(firsts, one[0]) - 1
            # Of messages that came in at once, any may be the one that goes on.
            if before < 0:
                own = list(one) if own is None else own
                to = own
            else:
                to = incoming[before]
            to[1], to[3] = max(to[1], one[1]), max(to[3], one[3])
        nodes[key[0]] += incoming + ([own] if own else [])
    return nodes


def counted(events, steps):
    """Flits on links, stored and stalled, each {step: flits}."""
    links, stored, stalled = (collections.Counter() for _ in range(3))
    comes, goes = collections.defaultdict(list), collections.defaultdict(list)
    for event in events:
        links.update(range(event["step"], event["step"] + steps))
        flit = (message_of(event), event["index"])
        goes[event["from"], flit].append(event["step"])
        comes[event["to"], flit].append(event["step"] + steps - 1)
    for key, arrivals in comes.items():
        for number, arrival in enumerate(arrivals):
            end = arrivals[number + 1] if number + 1 < len(arrivals) else float("inf")
            leaves = [step for step in goes.get(key, []) if arrival < step <= end]
            for step in range(arrival, max(leaves, default=arrival)):
                stored[step] += 1
                stalled[step] += step != arrival and step not in leaves
    return links, stored, stalled


def same(name, found, wanted):
    found, wanted = sorted(map(tuple, found)), sorted(map(tuple, wanted))
    if found != wanted:
        extra = [one for one in found if one not in wanted][:3]
        missing = [one for one in wanted if one not in found][:3]
        yield f"{name}: has {extra}, lacks {missing}"


def under(tracks, name):
    """[[tracks of one place]] below the track of this name, in its order, lanes together."""
    parents = [track.number for track in tracks.values()
               if track.name == name and track.parent is None]
    children = sorted((track for track in tracks.values() if track.parent in parents),
                      key=lambda track: track.rank)
    places = []
    for track in children:
        lane = len(places[-1]) + 1 if places else 0
        if places and track.name == f"{places[-1][0].name} ({lane})":
            places[-1].append(track)
        else:
            places.append([track])
    return places


def complaints(tracks, events, result, steps):
    """What the trace says otherwise than events and result, links of so many steps."""
    links = slices_of_links(events)
    nodes = slices_of_nodes(links, steps)
    links = {ends: [[one[0], one[1] + steps - 1, *one[2:]] for one in found]
             for ends, found in links.items()}
    pes = under(tracks, "PEs")
    if len(pes) != result["pes"]:
        yield f"{len(pes)} tracks of PEs, {result['pes']} PEs"
    places = pes + under(tracks, "switches")
    names = [lanes[0].name for lanes in places]
    if len(set(names)) != len(names):
        yield f"two nodes have one name: {names}"
    for number, lanes in enumerate(places):
        found = [one[:4] for lane in lanes for one in lane.slices]
        yield from same(lanes[0].name, found, nodes[number])
    tracks_of_links = {lanes[0].name: lanes for lanes in under(tracks, "links")}
    wanted = {f"{names[ends[0]]} -> {names[ends[1]]}": found for ends, found in links.items()}
    if set(tracks_of_links) != set(wanted):
        yield f"links differ: {set(tracks_of_links) ^ set(wanted)}"
    total, last, flows = 0, 0, collections.defaultdict(set)
    for name, lanes in tracks_of_links.items():
        found = [one for lane in lanes for one in lane.slices]
        yield from same(name, [one[:4] for one in found], wanted.get(name, []))
        total += sum(one[3] for one in found)
        last = max([last] + [one[1] for one in found])
    for track in tracks.values():
        for one in track.slices:
            flows[one[2]].add(one[4])
    ids = [number for numbers in flows.values() for number in numbers]
    if len(set(ids)) != len(flows) or len(ids) != len(flows):
        yield "flows are not messages"
    if total != len(events) or last != result["measured"]["quiesce"]:
        yield f"{total} flits until step {last}, not {len(events)} until the result's quiesce"
    counters = "flits on links", "stored flits", "stalled flits"
    for name, values in zip(counters, counted(events, steps)):
        track = next(track for track in tracks.values() if track.name == name)
        now, wrong = 0, []
        for step in range(max(values, default=0) + 2):
            now = track.values.get(step, now)
            wrong += [step] if now != values[step] else []
        if wrong or now != 0:
            yield f"{name}: not as the events say in steps {wrong[:5]}"


def run(command, scenario, settings):
    """The tracks, events and result of one run."""
    with tempfile.TemporaryDirectory() as folder:
        words = [command, "run", scenario, "-o", folder, "--trace", "t.pftrace",
                 "--events", "e.jsonl", "--json", "r.jsonl"]
        done = subprocess.run(words + [word for one in settings for word in ("--set", one)],
                              text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        folder = pathlib.Path(folder)
        events = [json.loads(line) for line in (folder / "e.jsonl").read_text().splitlines()]
        result = json.loads((folder / "r.jsonl").read_text())
        return read_trace(folder / "t.pftrace"), events, result


def main():
    command, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    wrong, stalled = [], False
    with tempfile.TemporaryDirectory() as folder:
        collective = pathlib.Path(folder) / "collective.yaml"
        collective.write_text(COLLECTIVE.format(source.resolve()), encoding="utf-8")
        runs = [("collective", run(command, collective, []), 1)]
    runs += [(name, run(command, source / "sim" / "scenarios" / f"{name}.yaml", settings),
              steps_of_links(settings))
             for name, settings in SCENARIOS]
    for name, (tracks, events, result), steps in runs:
        wrong += [f"{name}: {one}" for one in complaints(tracks, events, result, steps)]
        stalled |= any(track.values and max(track.values.values()) > 0
                       for track in tracks.values() if track.name == "stalled flits")
        # A trace of other events is seen to be one.
        if not list(complaints(tracks, events[:-1], result, steps)):
            wrong.append(f"{name}: a trace without its last flit would pass")
    if not stalled:
        wrong.append("no scenario has a flit that is stalled")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
