"""The list of proofs, formal/proofs.toml: its rules, and the table of it that the docs hold."""
import re
import tomllib
from dataclasses import dataclass, field

MODES = ("induction", "combinational", "bounded")
OPTIONAL = {"parameters", "models", "cover_depth", "twin_depth", "quick", "joint", "sweep",
            "seconds"}
TWIN_KEYS = {"broken", "file", "find", "replace"}  # and "property"


class BadList(Exception):
    """A list that breaks a rule; the text names the proof, the key and the rule."""


@dataclass(frozen=True)
class Proof:
    """One entry; steps count from 1, the reset. formal/proofs.toml says what each key means."""
    name: str
    top: str
    rtl: list
    proves: str
    mode: str
    depth: int
    twin: list
    parameters: dict = field(default_factory=dict)
    models: list = field(default_factory=list)
    cover_depth: int = 0
    twin_depth: int = 0
    quick: bool = False
    joint: bool = False
    sweep: bool = False
    seconds: int = 0

    @property
    def module(self):
        """The module that `top` holds, whose properties are proved."""
        return self.top.rpartition("/")[2]

    @property
    def files(self):
        """What is proved, from the repository's root: the top's file, then its models."""
        return [f"formal/{name}" for name in (f"{self.top}.sv", *self.models)]

    @property
    def method(self):
        return self.mode if self.mode == "combinational" else f"{self.mode} {self.depth}"


def load(root):
    """Reads the list below `root`; every file that it names must be there. Raises BadList."""
    path = root / "formal/proofs.toml"
    try:
        entries = tomllib.loads(path.read_text())["proof"]
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        raise BadList(f"{path}: no list of proofs: {error!r}") from None
    proofs = [check(root, entry) for entry in entries]
    names = [proof.name for proof in proofs]
    for name in names:
        if names.count(name) > 1:
            raise BadList(f"{path}: {name}: the name is used twice")
    return proofs


def check(root, entry):
    """One entry as a Proof, or BadList."""
    where = f"formal/proofs.toml: {entry.get('name', 'a proof without name')}"
    rules = Proof.__dataclass_fields__
    needed = rules.keys() - OPTIONAL
    for key in sorted(entry.keys() - rules.keys()):
        raise BadList(f"{where}: unknown key: {key}")
    for key in sorted(needed - entry.keys()):
        raise BadList(f"{where}: missing key: {key}")
    for key, value in entry.items():
        if type(value) is not rules[key].type:
            raise BadList(f"{where}: {key} must be of type {rules[key].type.__name__}, "
                          f"got {value!r}")
    if entry["mode"] not in MODES:
        raise BadList(f"{where}: mode must be one of {', '.join(MODES)}, got {entry['mode']}")
    for key, least in (("depth", 1), ("cover_depth", 0), ("twin_depth", 0)):
        if entry.get(key, least) < least:
            raise BadList(f"{where}: {key} must be at least {least}, got {entry[key]}")
    if not re.fullmatch(r"\w+", entry["name"]):
        raise BadList(f"{where}: name must be of letters, digits and _")
    if not entry["twin"]:
        raise BadList(f"{where}: there must be a twin")
    for twin in entry["twin"]:
        if twin.keys() - {"property"} != TWIN_KEYS:
            raise BadList(f"{where}: twin must have the keys {', '.join(sorted(TWIN_KEYS))}, "
                          f"has {', '.join(sorted(twin))}")
        if "property" in twin and entry["mode"] == "combinational":
            raise BadList(f"{where}: property of a twin must be of a proof with steps")
    proof = Proof(**entry)
    for name in [*proof.files, *(f"rtl/{name}" for name in proof.rtl),
                 *(twin["file"] for twin in proof.twin)]:
        if not (root / name).is_file():
            raise BadList(f"{where}: no such file: {name}")
    return proof


def table(proofs):
    """The list in Markdown, for docs/proofs.md."""
    rows = ["| proof | module | properties | parameters | method | seconds | broken twins |",
            "|---|---|---|---|---|---|---|"]
    for proof in proofs:
        sizes = ", ".join(f"`{key}` {value}" for key, value in proof.parameters.items())
        quick = " (quick)" if proof.quick else ""
        broken = "; ".join(twin["broken"] for twin in proof.twin)
        module = proof.module.removesuffix("_fv")
        rows.append(f"| `{proof.name}`{quick} | `{module}` | {proof.proves} "
                    f"| {sizes or 'as built'} | {proof.method} | {proof.seconds or '-'} "
                    f"| {broken} |")
    return "\n".join(rows) + "\n"
