"""All faults of a family's sources, and the ones that a seed chooses."""
import hashlib
from dataclasses import dataclass, field

from . import cpp, verilog
from .rules import faults_in
from .tokens import tokens_of


@dataclass
class Source:
    """A file with what can be changed in it."""
    name: str
    text: str
    language: str
    tokens: list
    regions: list
    edits: list = field(default_factory=list)  # (start, end, text): the same in every mutant


@dataclass
class Mutant:
    """One fault. `parts` has (region's number, its new text): two regions where two are swapped."""
    file: str
    line: int
    place: str
    rule: str
    original: str
    mutated: str
    parts: list
    occurrence: int = 0  # among faults that read the same

    @property
    def key(self):
        """What names the fault by its content; lines may move."""
        words = (self.file, self.place, self.rule, self.original, self.mutated,
                 str(self.occurrence))
        return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def read_sources(root, names):
    """Sources by name, those of SystemVerilog with elaboration kept apart."""
    texts = {name: (root / name).read_text() for name in names}
    sources, verilog_files = {}, {}
    for name, text in texts.items():
        language = "sv" if name.endswith(".sv") else "cpp"
        tokens = tokens_of(text, language)
        parsed = (verilog.VerilogFile if language == "sv" else cpp.CppFile)(tokens)
        sources[name] = Source(name, text, language, tokens, parsed.regions)
        if language == "sv":
            verilog_files[name] = parsed
    if verilog_files:
        edits, at_run_time = verilog.keep_elaboration_apart(verilog_files, texts)
        for name, parsed in verilog_files.items():
            sources[name].edits = edits[name]
            idle = set(parsed.functions) - at_run_time
            sources[name].regions = [region for region in parsed.regions
                                     if region.place.split(".")[-1] not in idle]
    return sources


def mutants_of(source):
    """Every fault of a source, in the order of the text."""
    found = []
    for number, region in enumerate(source.regions):
        start, end = _span(source, region)
        for rule, first, last, new in faults_in(region, source.tokens, source.text,
                                                source.language):
            text = source.text[start:first] + new + source.text[last:end]
            found.append(_mutant(source, region, rule, first, last, new, [(number, text)]))
    found += _swapped_ports(source)
    found = list({_result(mutant): mutant for mutant in reversed(found)}.values())[::-1]
    seen = {}
    for mutant in found:
        content = (mutant.place, mutant.rule, mutant.original, mutant.mutated)
        mutant.occurrence = seen[content] = seen.get(content, -1) + 1
    return found


def _result(mutant):
    """What a fault makes of its regions, without spaces: two ways to the same are one fault."""
    return tuple((number, "".join(text.split())) for number, text in mutant.parts)


def _span(source, region):
    return source.tokens[region.low].start, source.tokens[region.high - 1].end


def _mutant(source, region, rule, first, last, new, parts):
    """Shows the lines of the fault before and after, spaces made single."""
    head = source.text.rfind("\n", 0, first) + 1
    tail = source.text.find("\n", last)
    before = source.text[head:tail]
    after = source.text[head:first] + new + source.text[last:tail]
    return Mutant(source.name, source.text.count("\n", 0, first) + 1, region.place, rule,
                  " ".join(before.split()), " ".join(after.split()), parts)


def _swapped_ports(source):
    """Inputs of an instance that follow each other, each with the other's signal."""
    ports = [(n, region) for n, region in enumerate(source.regions) if region.kind == "connection"]
    for (n, one), (m, other) in zip(ports, ports[1:]):
        (start, end), (first, last) = _span(source, one), _span(source, other)
        between = source.text[end:first]
        a, b = source.text[start:end], source.text[first:last]
        if m == n + 1 and ";" not in between and a != b:
            head = source.text[source.tokens[one.low - 3].start:start]
            shown = ("".join((head, x, between, y, ")")).split() for x, y in ((a, b), (b, a)))
            original, mutated = (" ".join(words) for words in shown)
            yield Mutant(source.name, source.text.count("\n", 0, start) + 1, one.place,
                         "swapped port", original, mutated, [(n, b), (m, a)])


def in_order_of_choice(mutants, seed):
    """The rules in turn, the faults of each in an order that the seed and their content decide, so
    that a change elsewhere does not choose others."""
    by_rule = {}
    for mutant in mutants:
        by_rule.setdefault(mutant.rule, []).append(mutant)
    queues = []
    for rule in sorted(by_rule):
        queues.append(sorted(by_rule[rule], key=lambda m: hashlib.sha256(
            f"{seed}\n{m.key}".encode()).hexdigest()))
    while any(queues):
        for queue in queues:
            if queue:
                yield queue.pop(0)
