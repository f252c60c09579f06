"""Faults of the RTL by rule, as of scripts/mutate, one at a time before a proof."""
import shutil

from mutation.mutants import in_order_of_choice, mutants_of, read_sources  # of scripts/

from . import engines
from .engines import Failed, Stopped
from .judge import counterexample


def chosen(proof, root, number, seed):
    """The first faults of a seed in the proof's modules, but for the words that all share."""
    own = [f"rtl/{name}" for name in proof.rtl if not name.endswith("noc_pkg.sv")]
    # All sources say which functions of packages are called in a step.
    sources = read_sources(root, sorted(str(path.relative_to(root))
                                        for path in root.glob("rtl/**/*.sv")))
    everything = [mutant for name in own for mutant in mutants_of(sources[name])]
    return sources, list(in_order_of_choice(everything, seed))[:number]


def changed(source, mutant):
    """The text of a source with a fault."""
    text = source.text
    for number, new in sorted(mutant.parts, reverse=True):
        region = source.regions[number]
        start = source.tokens[region.low].start
        end = source.tokens[region.high - 1].end
        text = text[:start] + new + text[end:]
    return text


def noticed(proof, root, out, copy, limit):
    """How a proof notices a fault in a copy of the RTL; None if it does not."""
    try:
        engines.translate(proof, out, root, copy, limit)
    except Failed:
        return "does not compile"
    depth = max(proof.depth + 2 * (proof.mode == "induction"), proof.twin_depth)
    found = counterexample(proof, out, depth, limit)
    if found:
        return f"{found[0]} fails at step {found[1]}"
    if proof.mode == "induction":
        name = engines.induct(out, proof.depth, proof.joint, proof.sweep, limit)
        return name and f"the induction of {name} does not close"
    return None


def try_faults(proof, root, out, limit, number, seed, say):
    """Tries faults and says of each whether the proof notices."""
    sources, mutants = chosen(proof, root, number, seed)
    folder = out / proof.name / "fault"
    counts = {"noticed": 0, "survived": 0, "not built": 0, "undecided": 0}
    for mutant in mutants:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(root / "rtl", folder / "copy/rtl")
        (folder / "copy" / mutant.file).write_text(changed(sources[mutant.file], mutant))
        try:
            how = noticed(proof, root, folder, folder / "copy", limit)
        except Stopped as stop:
            how = f"undecided: {stop}"
        kind = ("survived" if how is None else "not built" if how == "does not compile"
                else "undecided" if how.startswith("undecided") else "noticed")
        counts[kind] += 1
        say(f"{proof.name}: {mutant.file}:{mutant.line}: {mutant.rule}: {how or 'survived'}"
            + ("" if how else f"\n  - {mutant.original}\n  + {mutant.mutated}"))
    say(f"{proof.name}: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
