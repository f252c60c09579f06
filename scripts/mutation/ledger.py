"""Scores, survivors and explained equivalents, as committed."""
import json
import re

from .families import FAMILIES

EQUIVALENTS = "tests/mutation/equivalent.json"
SCORES = "tests/mutation/scores.json"
DOCUMENT = "docs/mutants.md"
SAME_CODE = "is the same code to the compiler"
CONTENT = ("file", "place", "rule", "original", "mutated")


def _content(entry):
    return tuple(entry[name] for name in CONTENT) + (entry.get("occurrence", 0),)


def equivalents(root):
    """Why faults change nothing that can be seen, by their content."""
    path = root / EQUIVALENTS
    entries = json.loads(path.read_text()) if path.exists() else []
    for entry in entries:
        if not entry.get("why"):
            raise SystemExit(f"mutate: {EQUIVALENTS}: an equivalent without a reason: {entry}")
    return {_content(entry): entry["why"] for entry in entries}


def _entry(mutant):
    entry = {name: getattr(mutant, name) for name in CONTENT}
    if mutant.occurrence:
        entry["occurrence"] = mutant.occurrence
    return {**entry, "line": mutant.line}


def is_equivalent(mutant, known):
    """Whether a fault is explained to change nothing."""
    return _content(_entry(mutant)) in known


def row(family, seed, of, chosen, results, known):
    """What a family's campaign found. `survivors` are those that are not known as equivalent."""
    survivors, same, killers = [], [], {}
    for mutant in chosen:
        entry = _entry(mutant)
        result = results[mutant.key]
        if result["test"] is not None:
            how = re.sub(r",.*|(?<=assertion) .*", "", result["how"])
            program = result["test"].split(" ")[0]
            killers.setdefault(program, {}).setdefault(how, 0)
            killers[program][how] += 1
            if _content(entry) in known:
                raise SystemExit(f"mutate: {EQUIVALENTS} calls a fault equivalent that "
                                 f"{result['test']} notices: {entry}")
        elif _content(entry) in known:
            same.append({**entry, "why": known[_content(entry)]})
        elif result["how"] == SAME_CODE:
            same.append({**entry, "why": "The compiler makes the same object file of both."})
        else:
            survivors.append(entry)
    killed = len(chosen) - len(survivors) - len(same)
    return {"family": family, "seed": seed, "possible": of, "faults": len(chosen),
            "killed": killed, "equivalent": same, "survivors": survivors, "killers": killers}


def score(entry):
    """Killed of those that are not equivalent, in percent with one place."""
    judged = entry["faults"] - len(entry["equivalent"])
    return round(100 * entry["killed"] / judged, 1) if judged else 100.0


def summary(entry):
    """A row in words."""
    text = (f"{entry['family']}: {entry['killed']} of "
            f"{entry['faults'] - len(entry['equivalent'])} faults noticed, {score(entry)} %; "
            f"{len(entry['equivalent'])} more change nothing")
    for survivor in entry["survivors"]:
        text += (f"\n  survivor: {survivor['file']}:{survivor['line']}: {survivor['rule']} in "
                 f"{survivor['place']}\n    - {survivor['original']}\n    + {survivor['mutated']}")
    return text


def committed(root):
    """Rows by family."""
    path = root / SCORES
    return {entry["family"]: entry for entry in json.loads(path.read_text())} \
        if path.exists() else {}


def check(root, rows, say):
    """Exit status: 1 when a score is below the committed one."""
    before = committed(root)
    worse = [entry for entry in rows
             if entry["family"] in before and score(entry) < score(before[entry["family"]])]
    for entry in worse:
        say(f"{entry['family']}: {score(entry)} % is below the committed "
            f"{score(before[entry['family']])} %")
    return 1 if worse else 0


def write(root, rows):
    """Brings the committed scores and their document up to date; other families stay."""
    before = committed(root)
    before.update({entry["family"]: entry for entry in rows})
    order = [before[family] for family in FAMILIES if family in before]
    (root / SCORES).parent.mkdir(parents=True, exist_ok=True)
    (root / SCORES).write_text(json.dumps(order, indent=1) + "\n")
    (root / DOCUMENT).write_text(document(order))


def _place(entry):
    return f"`{entry['file']}:{entry['line']}` ({entry['place']}), {entry['rule']}"


def _texts(entry):
    return f"  ```diff\n  - {entry['original']}\n  + {entry['mutated']}\n  ```\n"


def document(rows):
    """The Markdown page."""
    seeds = sorted({entry["seed"] for entry in rows})
    own = len(seeds) > 1  # each row says its seed
    text = PAGE_HEAD.format(seed="in the table below" if own else f"{seeds[0]} here")
    text += (f"| family |{' seed |' * own} faults possible | tried | noticed | equivalent "
             f"| score |\n|---|{'---|' * own}---|---|---|---|---|\n")
    for entry in rows:
        seed = f" {entry['seed']} |" if own else ""
        text += (f"| {entry['family']} |{seed} {entry['possible']} | {entry['faults']} | "
                 f"{entry['killed']} | {len(entry['equivalent'])} | {score(entry)} % |\n")
    text += "\nWhat noticed them (a test that failed, an assertion, a crash, a time limit):\n\n" \
            "| family | program | faults |\n|---|---|---|\n"
    for entry in rows:
        for program, hows in sorted(entry["killers"].items(), key=lambda k: -sum(k[1].values())):
            detail = ", ".join(f"{count} {how}" for how, count in sorted(hows.items()))
            text += f"| {entry['family']} | {program} | {detail} |\n"
    text += "\n## Survivors\n\n"
    survivors = [s for entry in rows for s in entry["survivors"]]
    text += "".join(f"- {_place(s)}\n{_texts(s)}" for s in survivors) or "None.\n"
    text += "\n## Equivalent\n\nFaults that change nothing that can be seen outside:\n\n"
    for entry in rows:
        text += "".join(f"- {_place(s)}\n{_texts(s)}  {s['why']}\n" for s in entry["equivalent"])
    return text


PAGE_HEAD = """# Faults that the tests must notice

`make mutate` changes one line at a time and runs the tests of its family until one fails. The
faults are made by rule over all sources of the family:

| rule | fault |
|---|---|
| operator | `+` for `-`, `<` for `<=`, `==` for `!=`, `&&` for `\\|\\|`, `<<` for `>>`, ... |
| constant | a number one larger or smaller, true for false, all ones for zero |
| off by one | a bound one larger or smaller, a sum one larger |
| dropped condition | an operand of `&&` or `\\|\\|` left out, a `!` left out, \
a condition always or never true |
| negated condition | |
| dropped assignment | a statement left out |
| stuck reset | a register that keeps its value in reset |
| swapped operands | arguments, parts of a concatenation, ways of `?:` |
| swapped port | two inputs of an instance |

The seed, {seed}, takes the rules in turn, and of each the faults in an order that their text and
the seed decide. All chosen faults of a family are built at once, each behind a test of a number
that FLITWISE_MUTANT gives at run time. What is fixed when a design is elaborated (parameters,
generate conditions, widths, tables) cannot be chosen at run time and is not changed; where
elaboration and hardware call the same function, only the hardware's has the fault. Faults that do
not compile are replaced by others. Models that would take minutes to compile, and the routers
inside of network tops, are left as they are. Tests of netlists do not take part: netlists are made
from the RTL. The tests of one router or of one formula come first; those of whole systems are asked
about what is left, unless it is explained below or the compiler makes the same object file of both.
`topology`, `network`, `pe` and `check` are what prediction and measurement both stand on
([list](verification.md#what-both-sides-share)): only the tests of these folders are asked, since a
fault there may move both sides alike. What makes, finds and keeps compiled models, and what writes
waves, is left out of `network`. The score is what was noticed of the faults tried
that are not equivalent: where 62 or more are all noticed, one can be 95 % sure that fewer than
4.8 % of all possible ones would not be; where 48 are, fewer than 6.1 %; where 39 are, fewer than
7.4 %.

`make mutate MUTATE_ARGS=--write` (an hour or two; `FAMILIES=trees`: minutes) tries them and writes
this page; `MUTATE_ARGS='--seed 2'` tries others. A run that was stopped goes on where it was, as
long as faults, sources and tests stay what they are.

"""
