"""What is asked of a proof: properties hold, covers are reached, the broken twins fail."""
import re
import shutil
import time

from . import engines
from .engines import Failed, Stopped


def source_of(root, proof, name):
    """Where a property stands: file, line and text. The name of one in a model has a path."""
    label = re.compile(rf"\b{re.escape(name.split('.')[-1])} *:")
    for file in proof.files[1:] + proof.files[:1] if "." in name else proof.files:
        for number, line in enumerate((root / file).read_text().splitlines(), 1):
            if label.search(line):
                return f"{file}:{number}: {line.strip()}"
    return proof.files[0]


def counterexample(proof, out, depth, limit, only=None):
    """A property that fails from reset, and the step; or None. `only`: this one alone is asked."""
    if proof.mode == "combinational":
        passed, output = engines.smtbmc(out, "trace", ["-t", str(depth)], limit)
        failed = re.search(r"Assert failed in \S+: (\S+)", output)
        return None if passed else (failed[1], 1)
    return engines.search(out, depth, proof.joint, proof.sweep, limit, only)


def waves(proof, out, step, limit):
    """The waves of a counterexample, or why there are none."""
    try:
        return out / "trace.vcd" if proof.mode == "combinational" \
            else engines.replay(out, step, limit)
    except Stopped as stop:
        return f"none: {stop}"


def prove(proof, root, out, limit):
    """Proves the properties and reaches the covers; returns the number of covers."""
    engines.translate(proof, out, root, root, limit)
    # The reset, as many steps as the induction assumes, and one more.
    found = counterexample(proof, out, proof.depth + 2 * (proof.mode == "induction"), limit)
    if found:
        name, step = found
        raise Failed(f"{name} fails at step {step}\nsource: {source_of(root, proof, name)}\n"
                     f"waves: {waves(proof, out, step, limit)}")
    if proof.mode == "induction":
        name = engines.induct(out, proof.depth, proof.joint, proof.sweep, limit)
        if name:
            raise Failed(f"{name} holds in {proof.depth + 2} steps from reset, but induction "
                         f"{proof.depth} does not close: it may fail after {proof.depth} steps "
                         f"in which all hold\nsource: {source_of(root, proof, name)}")
    return cover(proof, root, out, limit)


def cover(proof, root, out, limit):
    """Reaches every cover point; returns how many there are."""
    depth = proof.cover_depth or proof.depth
    if proof.mode == "combinational":
        names = re.findall(r"; yosys-smt2-cover \d+ (\S+)", (out / "model.smt2").read_text())
        _, output = engines.smtbmc(out, "cover", ["-c", "-t", str(depth)], limit)
        missed = [name for name in names if f"Unreached cover statement at {name}" in output]
    else:
        names = engines.names_of(out, "covers")
        missed = engines.unreached(out, depth, proof.sweep, limit)
    if not names:
        raise Failed("vacuous: there is no cover point")
    if missed:
        raise Failed("\n".join([f"vacuous: cover points not reached in {depth} steps:"] +
                               [source_of(root, proof, name) for name in missed]))
    return len(names)


def break_twin(proof, twin, root, out, limit):
    """Breaks a copy of the RTL in one place; returns the property that fails, and the step."""
    copy = out / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(root / "rtl", copy / "rtl")
    source = (copy / twin["file"]).read_text()
    if source.count(twin["find"]) != 1:
        raise Failed(f"twin: the text to replace must occur once in {twin['file']}, "
                     f"occurs {source.count(twin['find'])} times: {twin['find']}")
    (copy / twin["file"]).write_text(source.replace(twin["find"], twin["replace"]))
    engines.translate(proof, out, root, copy, limit, covers=False)
    only = twin.get("property")
    found = counterexample(proof, out, proof.twin_depth or proof.depth, limit, only)
    if not found:
        raise Failed(f"twin: the broken copy passes{f' {only}' if only else ''}: "
                     f"{twin['find']} -> {twin['replace']}")
    return found


def judge(proof, root, out, limit):
    """One proof from start to end; returns the exit status that it deserves and the text."""
    start = time.monotonic()
    method = f"{proof.name:<28}{proof.method:<17}"
    try:
        # Nothing of an earlier run is left that could be taken for a result of this one.
        shutil.rmtree(out / proof.name, ignore_errors=True)
        (out / proof.name / "proof").mkdir(parents=True)
        covers = prove(proof, root, out / proof.name / "proof", limit)
        proved = time.monotonic() - start
        fails = []
        for number, twin in enumerate(proof.twin, 1):
            folder = out / proof.name / f"twin{number}"
            folder.mkdir()
            name, step = break_twin(proof, twin, root, folder, limit)
            fails.append(f"twin fails: {name}, step {step}")
    except Failed as failure:
        return 1, f"{method}FAILED\n  " + str(failure).replace("\n", "\n  ")
    except Stopped as stop:
        return 3, f"{method}STOPPED EARLY, nothing is known\n  " + str(stop).replace("\n", "\n  ")
    return 0, (f"{method}proved  {proved:4.0f} s  {covers} covered  "
               f"{'; '.join(fails)}, {time.monotonic() - start - proved:.0f} s")
