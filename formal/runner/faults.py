"""Faults of the RTL by rule, as of scripts/mutate, one at a time before a proof."""
import re
import shutil

from mutation.mutants import in_order_of_choice, mutants_of, read_sources  # of scripts/

from . import engines
from .engines import Failed, Stopped
from .judge import counterexample

# What becomes of a fault; the three last are survivors. Only one that leaves gates which a property
# reads other than they were, `holds`, says something of the properties.
KINDS = ("killed", "not built", "undecided", "same circuit", "unread", "holds")
SURVIVORS = ("same circuit", "unread", "holds")
CONTENT = ("file", "place", "rule", "original", "mutated")


def content(fault):
    """What names a fault wherever its line moves: a fault as such or as recorded."""
    of = fault.get if isinstance(fault, dict) else lambda name, other=None: \
        getattr(fault, name, other)
    return tuple(of(name) for name in CONTENT) + (of("occurrence", 0) or 0,)


def reached(proof, root, sources):
    """The places of a proof's sources that its top reaches: modules, and functions that they or the
    properties call."""
    words = set()
    for name in proof.files:
        words |= set(re.findall(r"\w+", (root / name).read_text()))
    bodies = {}  # by place: a function's words, or those of a module without its functions
    for name in proof.rtl:
        text = re.sub(r"//.*", "", sources[f"rtl/{name}"].text)
        for function in re.findall(r"\bfunction\b.*?\bendfunction\b", text, re.S):
            place = re.search(r"(\w+)\s*(?:\(|;)", re.sub(r"\[[^]]*\]", "", function))[1]
            bodies.setdefault(place, set()).update(re.findall(r"\w+", function))
        words |= set(re.findall(r"\w+", re.sub(r"\bfunction\b.*?\bendfunction\b", "", text,
                                               flags=re.S)))
    found = set()
    while new := {name for name in bodies if name in words} - found:
        found |= new
        for name in new:
            words |= bodies[name]
    return found


def chosen(proof, root, number, seed):
    """(sources, the first faults of a seed in what the proof's top reaches, how many there are)."""
    own = [f"rtl/{name}" for name in proof.rtl if not name.endswith("noc_pkg.sv")]
    # All sources say which functions of packages are called in a step.
    sources = read_sources(root, sorted(str(path.relative_to(root))
                                        for path in root.glob("rtl/**/*.sv")))
    functions = reached(proof, root, sources)
    everything = [mutant for name in own for mutant in mutants_of(sources[name])
                  if "." not in mutant.place or mutant.place.split(".")[-1] in functions]
    ordered = list(in_order_of_choice(everything, seed))
    return sources, ordered[:number], len(everything)


def changed(source, mutant):
    """The text of a source with a fault."""
    text = source.text
    for number, new in sorted(mutant.parts, reverse=True):
        region = source.regions[number]
        start = source.tokens[region.low].start
        end = source.tokens[region.high - 1].end
        text = text[:start] + new + text[end:]
    return text


def gates(proof, out, whole=False):
    """The gates before the properties; `whole`: before all outputs of modules as well."""
    if whole:
        return (out / "whole.aig").read_bytes()
    if proof.mode != "combinational":
        return (out / "properties.aig").read_bytes()
    model = (out / "model.smt2").read_text()
    return re.sub(r";.*", "", model)


def verdict(proof, root, out, copy, sound, limit):
    """(what becomes of a fault in a copy of the RTL, how)."""
    try:
        engines.translate(proof, out, root, copy, limit, covers=False)
    except Failed:
        return "not built", "does not compile"
    if gates(proof, out) == gates(proof, sound):
        for folder, rtl in ((sound, root), (out, copy)):
            if not (folder / "whole.aig").exists():
                engines.translate_whole(proof, folder, root, rtl, limit)
        if gates(proof, out, True) == gates(proof, sound, True):
            return "same circuit", "the circuit is the same"
        return "unread", "no property reads what is other"
    depth = max(proof.depth + 2 * (proof.mode == "induction"), proof.twin_depth)
    found = counterexample(proof, out, depth, limit)
    if found:
        return "killed", f"{found[0]} fails at step {found[1]}"
    if proof.mode == "induction":
        name = engines.induct(out, proof.depth, proof.joint, proof.sweep, limit)
        if name:
            return "killed", f"the induction of {name} does not close"
    return "holds", "all properties hold"


def try_faults(proof, root, out, limit, number, seed, say):
    """Tries faults, says of each whether the proof notices, and returns the record of all."""
    sources, mutants, possible = chosen(proof, root, number, seed)
    folder = out / proof.name
    sound = folder / "sound"
    shutil.rmtree(sound, ignore_errors=True)
    sound.mkdir(parents=True)
    engines.translate(proof, sound, root, root, limit, covers=False)
    record = {"proof": proof.name, "seed": seed, "possible": possible, "tried": len(mutants),
              **{kind: 0 for kind in KINDS}, "survivors": []}
    for mutant in mutants:
        place = folder / "fault"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(root / "rtl", place / "copy/rtl")
        (place / "copy" / mutant.file).write_text(changed(sources[mutant.file], mutant))
        try:
            kind, how = verdict(proof, root, place, place / "copy", sound, limit)
        except Stopped as stop:
            kind, how = "undecided", f"undecided: {stop}"
        record[kind] += 1
        shown = ""
        if kind in SURVIVORS:
            shown = f"\n  - {mutant.original}\n  + {mutant.mutated}"
            fault = {name: getattr(mutant, name) for name in CONTENT}
            if mutant.occurrence:
                fault["occurrence"] = mutant.occurrence
            record["survivors"].append({**fault, "kind": kind})
        say(f"{proof.name}: {mutant.file}:{mutant.line}: {mutant.rule}: "
            + (f"survived, {how}" if shown else how) + shown)
    survived = sum(record[kind] for kind in SURVIVORS)
    say(f"{proof.name}: {record['killed']} noticed, {survived} survived, "
        f"{record['not built']} not built, {record['undecided']} undecided")
    return record
