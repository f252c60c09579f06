"""Tokens of SystemVerilog and C++, as far as one-line faults need them."""
import re
from typing import NamedTuple

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>(?m:^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)|`\w+)
  | (?P<string>"(?:[^"\\\n]|\\.)*"|(?<![\w'])'(?:[^'\\\n]|\\.)')
  | (?P<number>\d*'[sS]?[bodhBODH][0-9a-fA-F_xXzZ]+|'[01](?!\w)|\d[\w.']*)
  | (?P<name>[A-Za-z_$]\w*)
  | (?P<operator><<<|>>>|===|!==|<<=|>>=|->\*|\.\.\.|::|->|\+\+|--|\+:|-:|<<|>>|<=|>=|==|!=|&&|\|\|
               |\+=|-=|\*=|/=|%=|&=|\|=|\^=|\|->|[-+*/%&|^~!<>=?:;,.(){}\[\]@\#'])
""", re.X | re.S)
SIZED_NUMBER = re.compile(r"\d+'")
PAIRS = {"(": ")", "[": "]", "{": "}"}


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def tokens_of(text, language):
    """The tokens of a file without spaces and comments; raises ValueError where there is none.

    Of SystemVerilog what `ifndef YOSYS hides, the assertions, is left out: no fault goes there.
    """
    tokens = []
    position = 0
    hidden = False
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise ValueError(f"no token at {text[position:position + 20]!r}")
        kind, word = match.lastgroup, match.group()
        if kind == "number" and language == "sv" and re.fullmatch(r"\d+'", word):
            word = word[:-1]  # the width of a cast
        elif kind == "number" and language == "sv" and SIZED_NUMBER.match(word) is None:
            word = word.split("'")[0] or word
        start, position = position, position + len(word)
        if kind == "directive":
            hidden = word != "`endif" and (hidden or word in ("`ifndef", "`ifdef"))
            if word == "`endif":
                hidden = False
        elif kind != "space" and not hidden:
            tokens.append(Token(kind, word, start, position))
    return tokens


def closing(tokens, index):
    """The index of the bracket that closes the one at `index`."""
    depth = 0
    for i in range(index, len(tokens)):
        if tokens[i].text in PAIRS:
            depth += 1
        elif tokens[i].text in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                return i
    raise ValueError(f"a bracket that nothing closes: {tokens[index]}")


def find(tokens, words, low, high):
    """The first index in [low, high) outside brackets whose token is one of `words`, or high."""
    i = low
    while i < high:
        if tokens[i].text in words:
            return i
        i = closing(tokens, i) + 1 if tokens[i].text in PAIRS else i + 1
    return high


def split(tokens, word, low, high):
    """The ranges of tokens between the `word`s of [low, high) that lie outside brackets."""
    parts = []
    while True:
        end = find(tokens, (word,), low, high)
        parts.append((low, end))
        if end >= high:
            return parts
        low = end + 1
