"""What docs/proofs.md shows of the proofs and of the faults tried on them, between marks."""
import json
import re
import tomllib

from .faults import content
from .proofs import BadList, table

PAGE = "docs/proofs.md"
RECORDS = "formal/faults.json"     # what scripts/formal --faults found, proof by proof
REASONS = "formal/survivors.toml"  # why faults survive
EQUIVALENTS = "tests/mutation/equivalent.json"  # faults that nothing at all can notice
KEYS = {"kind", "file", "faults", "why"}
OF_ITSELF = {  # reasons that the gates give, where no other is known
    "same circuit": ("equivalent", "The circuit is the same, as far as the proof builds it."),
    "unread": ("outside", "Only signals change that no property of the proof reads.")}


def records(root):
    """What was found, by proof."""
    path = root / RECORDS
    return {entry["proof"]: entry for entry in json.loads(path.read_text())} \
        if path.exists() else {}


def record(root, proofs, found):
    """Puts what was found of a proof into the file, in the order of the list."""
    known = {**records(root), found["proof"]: found}
    lines = []
    for entry in [known[proof.name] for proof in proofs if proof.name in known]:
        survivors = ",".join(f"\n  {json.dumps(fault)}" for fault in entry["survivors"])
        lines.append(json.dumps({**entry, "survivors": []}).removesuffix("]}") + survivors + "]}")
    (root / RECORDS).write_text("[" + ",\n ".join(lines) + "]\n")


def reasons(root):
    """The reasons, each with what names its faults."""
    path = root / REASONS
    entries = tomllib.loads(path.read_text())["reason"] if path.exists() else []
    for entry in entries:
        if entry.keys() - {"proofs"} != KEYS or entry["kind"] not in ("equivalent", "outside"):
            raise BadList(f"{REASONS}: a reason must have the keys {', '.join(sorted(KEYS))}, "
                          f"proofs or not, and be of kind equivalent or outside: {entry}")
    return entries


def explains(entry, proof, fault):
    """Whether a reason is one of a proof's fault. A fault is named by its line as it was, or by
    that, ' -> ' and the line as it is."""
    lines = (fault["original"], f"{fault['original']} -> {fault['mutated']}")
    return (entry["file"] == fault["file"] and proof in entry.get("proofs", [proof])
            and any(line in entry["faults"] for line in lines))


def explained(root):
    """(by proof its survivors with kind and reason, or None where there is none; reasons that
    explain no survivor)."""
    known = reasons(root)
    path = root / EQUIVALENTS
    nowhere = {content(entry): entry["why"] for entry in
               (json.loads(path.read_text()) if path.exists() else [])}
    used = set()
    found = {}
    for name, entry in records(root).items():
        found[name] = []
        for fault in entry["survivors"]:
            mine = [n for n, reason in enumerate(known) if explains(reason, name, fault)]
            if mine:
                used.add(mine[0])
                found[name].append((fault, (known[mine[0]]["kind"], known[mine[0]]["why"])))
            elif content(fault) in nowhere:
                found[name].append((fault, ("equivalent", nowhere[content(fault)])))
            else:
                found[name].append((fault, OF_ITSELF.get(fault["kind"])))
    return found, [reason for n, reason in enumerate(known) if n not in used]


def faults_table(root):
    """The faults tried in Markdown: a row a proof, then the reasons of the survivors."""
    tried = records(root)
    survivors, _ = explained(root)
    rows = ["| proof | faults | tried | killed | equivalent | outside its claim | not built |",
            "|---|---|---|---|---|---|---|"]
    why = {}
    for name, entry in tried.items():
        counts = {"equivalent": 0, "outside": 0}
        for fault, reason in survivors[name]:
            kind, text = reason or ("outside", f"UNEXPLAINED: {fault}")
            counts[kind] += 1
            why.setdefault((kind, text), {}).setdefault(name, []).append(fault)
        rows.append(f"| `{name}` | {entry['possible']} | {entry['tried']} | {entry['killed']} "
                    f"| {counts['equivalent']} | {counts['outside']} | {entry['not built']} |")
        if entry["undecided"]:
            raise BadList(f"{RECORDS}: {name}: {entry['undecided']} faults are undecided")
    rows += ["", "| survivors | why | proofs |", "|---|---|---|"]
    order = sorted(why.items(), key=lambda item: (item[0][0], -sum(map(len, item[1].values()))))
    for (kind, text), where in order:
        names = ", ".join(f"`{name}` {len(found)}" for name, found in where.items())
        rows.append(f"| {sum(map(len, where.values()))} {kind} | {text} | {names} |")
    return "\n".join(rows) + "\n"


def written(root, proofs, text):
    """The page with what is between its marks made anew."""
    for mark, content_of in (("proofs", table(proofs)), ("faults", faults_table(root))):
        text, count = re.subn(rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)",
                              lambda found: f"{found[1]}\n{content_of}\n{found[2]}", text,
                              flags=re.S)
        if count != 1:
            raise BadList(f"{PAGE}: must have the marks of {mark} once, has them {count} times")
    return text


def write(root, proofs):
    """Makes the page's tables anew."""
    path = root / PAGE
    path.write_text(written(root, proofs, path.read_text()))


def outdated(root, sources, mutants_of):
    """Survivors that are no faults of the sources any more."""
    there = {content(mutant) for source in sources.values() for mutant in mutants_of(source)}
    return [(name, fault) for name, entry in records(root).items()
            for fault in entry["survivors"] if content(fault) not in there]
