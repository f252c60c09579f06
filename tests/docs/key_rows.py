"""Tables of keys in the pages, made from the schema: between the lines

<!-- keys of torus: options.lanes options.* -->
<!-- end of keys -->

stands a table with a row for each key of that kind's scenarios (or of `schedules`) that fits one of
the patterns; without patterns, for all that the page of what all networks share does not have.
"""
import fnmatch
import re
from dataclasses import dataclass

BEGIN = re.compile(r"^<!-- keys of ([\w-]+)(?:: (.*))? -->$")
END = "<!-- end of keys -->"
# What pages say elsewhere: tables of operations, algorithms and kinds.
WITHOUT_WORDS = ("operation", "algorithm", "network.kind")
# Before what a key means, the words of another one beside which alone it means that.
ONLY = re.compile(r"[\w-]+(, [\w-]+)*( and [\w-]+)?: ")
LAST_PES = (4095, 1023)  # limits of a node's number say nothing
NO_LIMIT = 2 ** 40


@dataclass(frozen=True)
class Said:
    """What one form of a map says of a key: the form's word, what it means, its default."""
    form: str
    about: str
    default: str


def ranges(schema):
    """The ranges of a number, of those in a list, and of those in a map."""
    if not isinstance(schema, dict):
        return set()
    if schema.get("type") == "integer":
        return {(schema["minimum"], schema["maximum"])}
    parts = schema.get("anyOf", []) + list(schema.get("properties", {}).values())
    parts += [schema.get("items"), schema.get("additionalProperties")]
    return set().union(*map(ranges, parts))


def limits(schema):
    """The range of a number in words, where it says something; also of one that may be a list or a
    map of such numbers instead."""
    forms = schema.get("anyOf", [])
    is_number = schema.get("type") == "integer"
    if not is_number and not any(form.get("type") == "integer" for form in forms):
        return ""
    (least, most), *others = ranges(schema)
    is_node = least == 0 and most in LAST_PES
    return "" if others or most >= NO_LIMIT or is_node else f" ({least:,} to {most:,})"


def words(schema):
    """The words of a key, of one of its choices or of the items of its list."""
    found = [word for word in schema.get("enum", []) if isinstance(word, str)]
    for part in schema.get("anyOf", []) + [schema.get("items")]:
        found += words(part) if isinstance(part, dict) else []
    return [word for number, word in enumerate(found) if word not in found[:number]]


def said(path, schema, form):
    """What a schema says of the key at the path."""
    if schema is False:
        return Said(form, "refused", "")
    text, default = re.fullmatch(r"(.*?)(?: \((required[^()]*|default .*)\))?",
                                 schema.get("description", ""), re.S).groups()
    own = words(schema)
    if path not in WITHOUT_WORDS and (len(own) > 1 or own and "enum" not in schema):
        text += " (" + ", ".join(f"`{word}`" for word in own) + ")"
    text += limits(schema)
    default = (default or "").removeprefix("default ")
    is_word = isinstance(schema.get("default"), (str, bool))
    return Said(form, text, f"`{default}`" if is_word else default)


def form_of(schema):
    """The word that tells a form of a map from others: its only shape or kind."""
    for key in ("shape", "kind"):
        known = schema.get("properties", {}).get(key, {})
        if isinstance(known, dict) and len(known.get("enum", [])) == 1:
            return known["enum"][0]
    return ""


def collect(schema, path, form, found):
    """Adds {key: [Said]} of a schema, in the order in which it names them."""
    if not isinstance(schema, dict):
        return found
    for key, value in schema.get("properties", {}).items():
        inner = f"{path}.{key}" if path else key
        if value is False or "description" in value:
            entry = said(inner, value, form)
            if entry not in found.setdefault(inner, []):
                found[inner].append(entry)
        collect(value, inner, form, found)
    for part in schema.get("anyOf", []):
        collect(part, path, form_of(part) if len(schema["anyOf"]) > 1 else "", found)
    collect(schema.get("items"), path, form, found)
    return found


def row(key, entries):
    """A row of the table. Where forms differ, each says for itself what the key is there."""
    about, default = [], []
    is_same = len(entries) > 1 and len({(entry.about, entry.default) for entry in entries}) == 1
    for entry in entries:
        has_form = entry.form and not is_same
        own = f"`{entry.form}`: {entry.about}" if has_form else entry.about
        about += [own] if own not in about else []
        shown = entry.default
        if shown == "required" and (has_form or ONLY.match(entry.about)):
            shown = "required there"
        default += [shown] if shown not in default else []
    shown = "; ".join(filter(None, default))
    return f"| `{key}` | {'; '.join(about)} | {shown} |".replace("|  |", "| |")


def table(schema, patterns, common):
    """The lines of the table of a branch's keys."""
    found = collect(schema, "", "", {})
    if patterns:
        keys = [key for pattern in patterns for key in found if fnmatch.fnmatch(key, pattern)]
    else:
        keys = [key for key in found if key not in common]
    rows = [row(key, found[key]) for number, key in enumerate(keys) if key not in keys[:number]]
    return ["| key | value | default |", "|---|---|---|"] + rows


def rewritten(page, branches, common):
    """The text of a page with all its tables of keys as they must be; branches are {kind: schema}.
    """
    lines, made = page.read_text(encoding="utf-8").split("\n"), []
    while lines:
        line = lines.pop(0)
        made.append(line)
        begin = BEGIN.match(line)
        if begin:
            del lines[:lines.index(END)]
            patterns = (begin[2] or "").split()
            made += [""] + table(branches[begin[1]], patterns, common) + [""]
    return "\n".join(made)
