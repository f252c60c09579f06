"""Chooses the faults of a family: the first in the seed's order that compile."""
import concurrent.futures
import hashlib
import json
import re
import subprocess

from .mutants import in_order_of_choice, mutants_of, read_sources
from .schemata import with_faults


def select(workspace, seed, jobs, say):
    """The chosen mutants, numbered from 1 in this order, and how many did not compile.

    Leaves the workspace's tree with the sources that hold them.
    """
    names = sorted({str(path.relative_to(workspace.root)) for pattern in workspace.family.sources
                    for path in workspace.root.glob(pattern)})
    sources = read_sources(workspace.root, names)
    everything = [mutant for source in sources.values() for mutant in mutants_of(source)]
    memory = workspace.folder / "refused.json"
    refused = set(json.loads(memory.read_text())) if memory.exists() else set()
    accepted = workspace.folder / "accepted.txt"
    order = list(in_order_of_choice(everything, seed))
    while True:
        chosen = list(enumerate((m for m in order if m.key not in refused), 1))
        chosen = chosen[:workspace.family.faults]
        lines, digest = _write(workspace, sources, chosen)
        if accepted.exists() and accepted.read_text() == digest:
            bad = set()  # as last time
        else:
            bad = _refused(workspace, lines, jobs)
        if bad is None:  # no line of a fault is named
            bad = _searched(workspace, sources, chosen, jobs)
            _write(workspace, sources, chosen)
        if not bad:
            accepted.write_text(digest)
            mutants = [mutant for _, mutant in chosen]
            return mutants, len(everything), sum(m.key in refused for m in order)
        if len(bad) == len(chosen):
            raise SystemExit(f"mutate: none of {len(chosen)} faults compiles: do the sources?")
        say(f"{len(bad)} of {len(chosen)} faults do not compile, others take their places")
        refused |= {mutant.key for number, mutant in chosen if number in bad}
        memory.write_text(json.dumps(sorted(refused)))


def _searched(workspace, sources, chosen, jobs):
    """Numbers of faults that are refused, alone or beside others; found by halving."""
    lines, _ = _write(workspace, sources, chosen)
    if _refused(workspace, lines, jobs) == set():
        return set()
    if len(chosen) == 1:
        return {chosen[0][0]}
    half = len(chosen) // 2
    found = (_searched(workspace, sources, chosen[:half], jobs)
             | _searched(workspace, sources, chosen[half:], jobs))
    return found or {_first_that_does_not_fit(workspace, sources, chosen, half, jobs)}


def _first_that_does_not_fit(workspace, sources, chosen, fit, jobs):
    """Number of a fault that is refused with those before it, though they compile.

    The first `fit` of the chosen compile, and all of them do not.
    """
    unfit = len(chosen)
    while unfit - fit > 1:
        middle = (fit + unfit) // 2
        lines, _ = _write(workspace, sources, chosen[:middle])
        if _refused(workspace, lines, jobs) == set():
            fit = middle
        else:
            unfit = middle
    return chosen[unfit - 1][0]


def _write(workspace, sources, chosen):
    """Puts faults into the tree; returns where they are, and a digest of the changed sources."""
    texts, lines = {}, {}
    for name, source in sources.items():
        numbered = [(n, mutant) for n, mutant in chosen if mutant.file == name]
        if numbered:
            texts[name], lines[name] = with_faults(source, numbered)
        elif source.edits:
            texts[name], lines[name] = with_faults(source, [])
    workspace.fill(texts)
    return lines, hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()


def _refused(workspace, lines, jobs):
    """Numbers of faults that the compiler or Verilator does not take; None if it does not say."""
    if workspace.has_rtl:
        found = [_refused_by_verilator(workspace, top, lines) for top in _tops(workspace)]
    else:
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            found = list(pool.map(lambda item: _refused_by_compiler(workspace, *item),
                                  [item for item in lines.items() if item[1]]))
    named = set().union(*(numbers for numbers in found if numbers))
    return None if not named and None in found else named


def _refused_by_compiler(workspace, name, places):
    done = subprocess.run(["g++", "-std=c++17", "-fsyntax-only", "-fmax-errors=0", "-w", "-I.",
                           name], cwd=workspace.tree, text=True, capture_output=True)
    if done.returncode == 0:
        return set()
    return _numbers_at(name, places, done.stderr) or None


def _tops(workspace):
    names = [path.split("/")[-1][:-3]
             for path in (workspace.tree / "rtl/files.f").read_text().split()]
    return [name for name in names
            if re.match(workspace.family.tops, name) and not name.endswith("_pkg")]


def _refused_by_verilator(workspace, top, lines):
    done = subprocess.run(["verilator", "--lint-only", "-Wno-fatal", "--no-timing", "-f",
                           "rtl/files.f", "--top-module", top], cwd=workspace.tree, text=True,
                          capture_output=True)
    if done.returncode == 0:
        return set()
    return set().union(*(_numbers_at(name, places, done.stderr, "%Error[^\n]*?: ")
                         for name, places in lines.items())) or None


def _numbers_at(name, places, messages, before=""):
    """Faults in whose lines a tool found errors."""
    at = {int(line) for line in re.findall(f"^{before}{re.escape(name)}:([0-9]+):", messages, re.M)}
    return {number for first, last, number in places if any(first <= n <= last for n in at)}
