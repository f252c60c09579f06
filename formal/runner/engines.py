"""Yosys, yosys-abc and yosys-smtbmc: one function for each question asked of them."""
import pathlib
import re
import subprocess

import commands  # of scripts/

from . import aiger

# Without --unroll z3 takes minutes for what takes seconds.
SMTBMC = ["yosys-smtbmc", "-s", "z3", "--unroll"]
HARMLESS = re.compile(r"Warning: Replacing memory .* with list of registers\.")

MERGE = "scorr; dc2; "
NO_REGISTERS = "Does not work for combinational networks"  # all are merged
ALL_STATES = "Explored all reachable states"  # abc needs no more steps
COVER_AS_ASSERT = pathlib.Path(__file__).parent / "cover_as_assert.v"


class Failed(Exception):
    """A proof that is not as it should be; the text says what and where."""


class Stopped(Exception):
    """A tool that ended without an answer; the text says which, how far it came and its log."""


def run(command, log, limit, root, accepted=(0,)):
    """Runs a command into a log file; returns its output.

    Raises Stopped at the time limit, and for an exit status that is not among the accepted ones.
    """
    with log.open("w") as out, subprocess.Popen(list(map(str, command)), cwd=root, stdout=out,
                                                stderr=subprocess.STDOUT) as process:
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            commands.end_children(process.pid)  # a solver outlives the script that asks it
            process.kill()
            raise Stopped(f"{command[0]}: not done after {limit:g} s{reached(log)}, "
                          f"log: {log}") from None
    if status not in accepted:
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        raise Stopped(f"{command[0]}: ended {how}{reached(log)}, log: {log}")
    return log.read_text()


def reached(log):
    """The steps that a log says are done."""
    done = re.compile(r"^ *(\d+) [+-] : Var|Checking assertions in step (\d+)", re.M)
    steps = done.findall(log.read_text())
    return f" at step {1 + int(''.join(steps[-1]))}" if steps else ""


CHECK = "check -assert"
TO_WORDS = ["memory_map", "async2sync", "dffunmap", "opt_clean", CHECK,
            "setundef -undriven -anyseq"]
# What is unknown in the RTL is free by then; what techmap adds, reads beyond a vector, is 0 as in
# SMT. Registers that never change go while they are words, and logic of no use before there are
# gates of it: with a million gates, every pass over them takes seconds.
TO_GATES = ["opt_dff -nodffe -nosdff", "opt_clean", "techmap", "setundef -zero", "opt_expr",
            "opt_clean", "zinit"]


def translate(proof, out, root, rtl, limit, covers=True):
    """Writes below `out` the models of a proof's top over the sources below `rtl`.

    model.smt2 for yosys-smtbmc; properties.aig and covers.aig, gates, for yosys-abc, each with the
    names of its outputs in a file .names beside it. Without covers, of these three only what shows
    whether properties hold.
    """
    run_yosys(models(reading(proof, rtl), proof.module, out, proof.mode != "combinational", covers),
              out / "yosys.log", limit, root)


def models(read, top, out, gates=True, covers=True, checked=True, begin=None):
    """The Yosys commands that write the models of a top, after those that read it. `checked`: a net
    without driver, or a loop, is an error. `begin`: registers without initial value begin with
    "zero" or with "any" value, whatever they are set to later; without it, with the value that
    makes the gates fewest."""
    words = TO_WORDS if checked else [step for step in TO_WORDS if step != CHECK]
    script = [*read, f"prep -flatten -top {top}", *words]
    to_gates = list(TO_GATES)
    if begin == "any":
        script += ["formalff -clk2ff -ff2anyinit"]
        to_gates.insert(to_gates.index("techmap"), "formalff -anyinit2ff")
    elif begin == "zero":
        to_gates.append("zinit -all")
    if covers or not gates:
        script += [f"write_smt2 -wires {out / 'model.smt2'}"]
    if gates:
        script += to_gates
        if covers:
            script += ["design -save cells"]
        script += ["chformal -cover -remove", *write_gates(out / "properties")]
        if covers:
            script += ["design -load cells", "chformal -assert -remove",
                       f"techmap -map {COVER_AS_ASSERT}", *write_gates(out / "covers")]
    return script


def translate_whole(proof, out, root, rtl, limit):
    """Writes whole.aig, the gates before all outputs of modules in a proof's top and all its own
    signals, whether a property reads them or not. Where a top has signals for registers that
    routers of these parameters lack, and no property reads, they are 0."""
    words = [step for step in TO_WORDS if step != CHECK]
    run_yosys([*reading(proof, rtl), f"hierarchy -check -top {proof.module}", "proc", "flatten",
               "chformal -remove", "expose w:* w:*.* %d i:* %d w:*.*_o %u",
               "setundef -undriven -zero", *words, *TO_GATES, "aigmap", "opt_clean",
               f"write_aiger -zinit {out / 'whole.aig'}"], out / "whole.log", limit, root)


def reading(proof, rtl):
    """The Yosys commands that read a proof's top over the sources below `rtl`, as words."""
    sources = " ".join([*(str(rtl / "rtl" / name) for name in proof.rtl),
                        *proof.files[1:], proof.files[0]])
    settings = " ".join(f"-set {name} {value}" for name, value in proof.parameters.items())
    return [f"read_verilog -formal -sv -mem2reg {sources}",  # models name words of memories
            *([f"chparam {settings} {proof.module}"] if settings else [])]


def run_yosys(script, log, limit, root, tolerant=False):
    """Runs Yosys commands. Raises Failed where Yosys refuses something or, not tolerant, warns."""
    output = run(["yosys", "-p", "; ".join(script)], log, limit, root, accepted=(0, 1))
    bad = [line for line in output.splitlines() if "ERROR: " in line
           or (not tolerant and line.startswith("Warning: ") and not HARMLESS.match(line))]
    if bad:
        raise Failed("\n".join(["Yosys refuses it:"] + bad + [f"log: {log}"]))
    if "\nEnd of script. " not in output:
        raise Stopped(f"yosys: did not come to the end of its script, log: {log}")


def write_gates(path):
    """The Yosys commands that write the gates and, in the same order, the names of the outputs."""
    return ["opt_clean", "aigmap", "opt_clean", f"tee -q -o {path}.names select -list t:$assert",
            f"write_aiger -zinit -map {path}.aim {path}.aig"]


def names_of(out, which):
    """The names of the outputs of <which>.aig, in order."""
    return [line.split("/")[-1] for line in (out / f"{which}.names").read_text().split()]


def ask(out, which, commands, sweep, limit):
    """Runs abc commands on <which>.aig, its constraints folded in; returns what abc prints.

    No register is merged with another (scorr): what is equal from reset only need not be so in the
    states from which an induction starts. `sweep` merges gates that are equal in every state, which
    decides at once where a property says in other words what the RTL does.
    """
    script = f"&read {out / which}.aig; &put; fold; {'fraig; ' if sweep else ''}{commands}"
    output = run(["yosys-abc", "-c", script], out / f"{which}.log", limit, out)
    if "Error" in output:
        raise Stopped(f"yosys-abc: gives no answer, log: {out / which}.log")
    return output


def search(out, depth, joint, sweep, limit, only=None, merge=False):
    """A property that fails within `depth` steps from reset, and the first such step; or None.

    The trace is then in properties.aiw. `joint` searches all properties as one: some routers cost
    abc a fraction of the time that way, others a multiple. `only` asks one property, whatever fails
    before it. `merge` first merges registers that are equal from reset on (scorr), which makes
    routers of others a hundred times as fast.
    """
    trace = out / "properties.aiw"
    names = names_of(out, "properties")
    which = ""
    if only is not None:
        if names.count(only) != 1:
            raise Failed(f"there must be one property {only}, there are {names.count(only)}")
        which = cone_of(names.index(only))
        joint, names = False, [only]
    before = f"{which}{'orpos; ' if joint else ''}{MERGE if merge else ''}"
    try:
        output = ask(out, "properties", f"{before}bmc3 -v -F {depth}; print_status; "
                     f"write_cex -a {trace}", sweep, limit)
    except Stopped:
        if not merge or NO_REGISTERS not in (out / "properties.log").read_text():
            raise
        if "UNSATISFIABLE" in ask(out, "properties", f"{before}orpos; sat", sweep, limit):
            return None
        return search(out, depth, joint, sweep, limit, only)
    failed = re.search(r"Output +(\d+) .*was asserted in frame +(\d+)", output)
    if failed and joint:
        return search(out, 1 + int(failed[2]), False, sweep, limit)  # to know which
    if failed:
        # One line of flip-flops, one of inputs for every step, then abc's mark of the end. AIGER
        # has two lines before them: the property fails, its number.
        values = re.findall(r"^[01]+", trace.read_text(), re.M)
        if merge:  # all begin with 0, those that are gone too
            values[0] = "0" * registers_of(out / "properties.aig")
        trace.write_text("\n".join(["1", "b0", *values]) + "\n")
        return names[int(failed[1])], 1 + int(failed[2])
    if (f"No output asserted in {depth} frames" not in output and ALL_STATES not in output
            and not re.search(r"miters is already solved.*Status = 1 ", output, re.S)):
        raise Stopped(f"yosys-abc: undecided{reached(out / 'properties.log')} of {depth}, "
                      f"log: {out / 'properties.log'}")
    return None


def registers_of(path):
    """How many registers an AIGER file has."""
    with path.open("rb") as file:
        return int(file.readline().split()[3])


def holds_always(out, limit):
    """Whether abc finds within the limit that the properties hold for ever."""
    try:
        output = ask(out, "properties",
                     f"{MERGE}orpos; pdr -T {max(1, int(limit))}; print_status", False, 2 * limit)
    except Stopped:
        if NO_REGISTERS not in (out / "properties.log").read_text():
            raise
        output = ask(out, "properties", f"{MERGE}orpos; sat", False, limit)
    return "Property proved" in output or "UNSATISFIABLE" in output


def cone_of(number):
    """The abc commands that leave one output; newer abc's cone is combinational only."""
    return f"&get; &cone -O {number}; &put; "


def unreached(out, depth, sweep, limit, merge=False):
    """The cover points that are not reached within `depth` steps from reset, one by one.

    bmc3 -a would find them at once, but abc of Yosys 0.23 crashes there now and then.
    """
    missed = []
    for number, name in enumerate(names_of(out, "covers")):
        output = ask(out, "covers", f"{cone_of(number)}{MERGE if merge else ''}bmc3 -v -F {depth}; "
                     "print_status", sweep, limit)
        if f"No output asserted in {depth} frames" in output or ALL_STATES in output:
            missed.append(name)
        elif "was asserted in frame" not in output:
            raise Stopped(f"yosys-abc: {name} undecided{reached(out / 'covers.log')} of {depth}, "
                          f"log: {out / 'covers.log'}")
    return missed


def induct(out, depth, joint, sweep, limit):
    """The first property that may fail after `depth` steps from any state in which all hold.

    None: there is none, the induction closes.
    """
    run(["yosys-abc", "-c", f"&read {out / 'properties.aig'}; &put; fold; "
         f"write_aiger {out / 'folded.aig'}"], out / "fold.log", limit, out)
    step = aiger.induction_step((out / "folded.aig").read_bytes(), depth)
    (out / "step.aig").write_bytes(step)
    log = out / "induction.log"
    output = run(["yosys-abc", "-c", f"read_aiger {out / 'step.aig'}; logic; undc; strash; zero; "
                  f"{'fraig; ' if sweep else ''}{'orpos; ' if joint else ''}"
                  f"bmc3 -v -F {depth + 1}; print_status"],
                 log, limit, out)
    failed = re.search(r"Output +(\d+) .*was asserted in frame", output)
    if failed and joint:
        return induct(out, depth, False, sweep, limit)  # to know which
    if failed:
        return names_of(out, "properties")[int(failed[1])]
    if f"No output asserted in {depth + 1} frames" not in output:
        raise Stopped(f"yosys-abc: undecided{reached(log)} of the induction, log: {log}")
    return None


def smtbmc(out, what, arguments, limit):
    """Runs yosys-smtbmc on model.smt2; returns whether it passed, and what it prints."""
    log = out / f"{what}.log"
    output = run([*SMTBMC, *arguments, "--dump-vcd", out / f"{what}.vcd", out / "model.smt2"], log,
                 limit, out, accepted=(0, 1))
    if not re.search(r"Status: (PASSED|FAILED)", output, re.I):
        raise Stopped(f"yosys-smtbmc: gives no answer{reached(log)}, log: {log}")
    return bool(re.search(r"Status: PASSED", output, re.I)), output


def replay(out, step, limit):
    """Has yosys-smtbmc replay the trace that a search found, on the model before it became gates.

    Returns the path of the waves. Raises Stopped if nothing fails there.
    """
    arguments = ["--noprogress", "-t", str(step), "--append", "0",
                 "--aig", f"{out / 'properties'}.aim:{out / 'properties'}.aiw"]
    passed, _ = smtbmc(out, "trace", arguments, limit)
    if passed:
        raise Stopped(f"yosys-smtbmc: the trace of yosys-abc replays without failure, log: "
                      f"{out / 'trace.log'}")
    return out / "trace.vcd"
