"""The faults: each rule changes one spot of a region and gives (rule, start, end, new text)."""
import re

from .tokens import PAIRS, closing, find, split

SWAPPED = {"+": "-", "-": "+", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
           "&&": "||", "||": "&&", "&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<",
           "++": "--", "--": "++", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|="}
BEFORE_OPERAND = ("(", ",", "=", "<=", "return", "?", ":", "&&", "||", "!", "~", "[", "{", "+", "-",
                  "<", ">", ">=", "==", "!=", "&", "|", "^", "<<", ">>", "*", ";")
SYMMETRIC = ("max", "min")  # functions of which it does not matter
ENDS_OF_OPERAND = ("&&", "||", "?", ":", ",", "=", ";", "return")


def faults_in(region, tokens, text, language):
    """All faults of a region: (rule, start, end, new text), offsets into the file."""
    low = region.low
    if language == "sv" and region.kind == "statement":
        low = find(tokens, ("=", "<="), low, region.high) + 1
    faults = [*_operators(tokens, low, region, language),
              *_constants(tokens, region, language),
              *_off_by_one(tokens, low, region, text, language),
              *_dropped_conditions(tokens, low, region),
              *_swaps(tokens, low, region, text),
              *_wholes(tokens, region, text, language)]
    return [fault for fault in faults if text[fault[1]:fault[2]] != fault[3]]


def _is_type_list(tokens, i):
    """Whether < or > is a bracket of a template's arguments."""
    opened = tokens[i].text == "<" and tokens[i - 1].kind == "name"
    if not opened and tokens[i].text != ">":
        return False
    return bool(re.match(r"(\w*_cast|vector|optional|array|map|set|pair|span|unique_ptr|function|"
                         r"numeric_limits|get|Limits|max|min|less|greater|static_cast)$",
                         tokens[i - 1].text)) or tokens[i].text == ">"


def _operators(tokens, low, region, language):
    for i in range(region.low, region.high):
        word = tokens[i].text
        if i == low - 1:
            continue  # the assignment itself
        if tokens[i].kind != "operator" or word not in SWAPPED:
            continue
        if i > region.low and tokens[i - 1].text in BEFORE_OPERAND and word not in ("++", "--"):
            continue  # a sign, a reduction, a reference
        if i == region.low and word not in ("++", "--"):
            continue
        if language == "cpp" and word in ("<", ">") and _is_type_list(tokens, i):
            continue
        if language == "cpp" and word == "&" and tokens[i - 1].text in ("auto", "const"):
            continue
        yield "operator", tokens[i].start, tokens[i].end, SWAPPED[word]


def _constants(tokens, region, language):
    others = {"true": "false", "false": "true", "'0": "'1", "'1": "'0", "1'b0": "1'b1",
              "1'b1": "1'b0"}
    for i in range(region.low, region.high):
        word = tokens[i].text
        if word in others:
            yield "constant", tokens[i].start, tokens[i].end, others[word]
        elif tokens[i].kind == "number":
            following = tokens[i + 1].text if i + 1 < len(tokens) else ""
            if language == "sv" and following == "'":
                continue  # the width of a cast
            sized = re.fullmatch(r"(\d+'d)(\d+)", word)
            if sized:
                yield ("constant", tokens[i].start, tokens[i].end,
                       sized[1] + str(int(sized[2]) + 1))
            elif re.fullmatch(r"\d+", word):
                yield "constant", tokens[i].start, tokens[i].end, str(int(word) + 1)
                if int(word) > 0:
                    yield "constant", tokens[i].start, tokens[i].end, str(int(word) - 1)


def _off_by_one(tokens, low, region, text, language):
    """A bound one too large or small, a sum one too large."""
    for i in range(low, region.high - 1):
        if tokens[i].text in ("<", "<=", ">", ">=", "==", "!=") and tokens[i + 1].kind == "name":
            if language == "cpp" and (tokens[i].text in ("<", ">") and _is_type_list(tokens, i)):
                continue
            end = i + 1
            while (end + 2 < region.high and tokens[end + 1].text in ("::", ".", "->")
                   and tokens[end + 2].kind == "name"):
                end += 2
            if end + 1 < len(tokens) and tokens[end + 1].text in ("(", "[", "'", "<", "{", "::"):
                continue
            name = text[tokens[i + 1].start:tokens[end].end]
            if name in ("true", "false", "nullptr"):
                continue
            yield "off by one", tokens[i + 1].start, tokens[end].end, f"{name} + 1"
            yield "off by one", tokens[i + 1].start, tokens[end].end, f"{name} - 1"
    stop = region.high - 1 if tokens[region.high - 1].text == ";" else region.high
    start = low + 1 if low < stop and tokens[low].text == "return" else low
    sign = find(tokens, ("+", "-"), start + 1, stop)
    if sign < stop and region.kind != "condition" \
            and find(tokens, ("=", "+=", "-="), start, stop) == stop:
        inside = text[tokens[start].start:tokens[stop - 1].end]
        yield "off by one", tokens[start].start, tokens[stop - 1].end, f"({inside}) + 1"


def _groups(tokens, low, high):
    """The region and every bracket in it, as ranges of tokens."""
    yield low, high
    for i in range(low, high):
        if tokens[i].text in PAIRS:
            yield i + 1, closing(tokens, i)


def _operands(tokens, low, high, word):
    """(operand, what to remove with it) for every operand of && or || at the top of a group."""
    bounds = [b for b in ENDS_OF_OPERAND if not (word == "||" and b == "&&")]
    i = low
    while (i := find(tokens, (word,), i, high)) < high:
        left = i
        while left > low and not (tokens[left - 1].text in bounds and _depth(tokens, left - 1, i)):
            left -= 1
        right = find(tokens, bounds, i + 1, high)
        if left < i:
            yield tokens[left].start, tokens[i + 1].start
        if right > i + 1:
            yield tokens[i - 1].end, tokens[right - 1].end
        i += 1


def _depth(tokens, low, high):
    """Whether no bracket is open between two tokens of a group, read from right to left."""
    depth = 0
    for i in range(high - 1, low, -1):
        depth += (tokens[i].text in (")", "]", "}")) - (tokens[i].text in PAIRS)
    return depth == 0


def _dropped_conditions(tokens, low, region):
    for first, last in _groups(tokens, low, region.high):
        for word in ("&&", "||"):
            for start, end in _operands(tokens, first, last, word):
                yield "dropped condition", start, end, ""
    for i in range(low, region.high):
        if tokens[i].text == "!" and tokens[i + 1].text != "(":
            yield "dropped condition", tokens[i].start, tokens[i].end, ""


def _swaps(tokens, low, region, text):
    """Arguments of a call, parts of a concatenation, ways of a choice."""
    high = region.high - (tokens[region.high - 1].text == ";")
    for first, last in _groups(tokens, low, high):
        opener = tokens[first - 1].text if first > low else ""
        called = (first >= low + 2 and tokens[first - 2].kind == "name"
                  and tokens[first - 2].text not in SYMMETRIC)
        if (opener == "(" and called) or opener == "{":
            parts = [part for part in split(tokens, ",", first, last) if part[0] < part[1]]
            for (a, b), (c, d) in zip(parts, parts[1:]):
                one, gap, other = (text[tokens[a].start:tokens[b - 1].end],
                                   text[tokens[b - 1].end:tokens[c].start],
                                   text[tokens[c].start:tokens[d - 1].end])
                if one != other:
                    yield ("swapped operands", tokens[a].start, tokens[d - 1].end,
                           other + gap + one)
        question = find(tokens, ("?",), first, last)
        if question < last:
            colon = find(tokens, (":",), question, last)
            end = find(tokens, (",", "?"), colon + 1, last)
            if colon < last and end > colon + 1 and tokens[min(end, len(tokens) - 1)].text != "?":
                one = text[tokens[question + 1].start:tokens[colon - 1].end]
                other = text[tokens[colon + 1].start:tokens[end - 1].end]
                yield ("swapped operands", tokens[question + 1].start, tokens[end - 1].end,
                       f"{other} : {one}")


def _wholes(tokens, region, text, language):
    """The region as one: a statement that is not there, a condition that always or never holds."""
    start, end = tokens[region.low].start, tokens[region.high - 1].end
    inside = text[start:end]
    if region.kind == "condition":
        yes, no = ("1'b1", "1'b0") if language == "sv" else ("true", "false")
        yield "dropped condition", start, end, yes
        yield "dropped condition", start, end, no
        yield "negated condition", start, end, f"!({inside})"
    elif region.kind == "statement" and region.can_be_dropped:
        yield ("stuck reset" if region.is_reset else "dropped assignment"), start, end, ";"
