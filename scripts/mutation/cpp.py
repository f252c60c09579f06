"""Where C++ of this project's style can be changed at run time: statements, conditions and the
values that variables begin with, inside function bodies."""
from .regions import Region
from .tokens import closing, find

TYPES = ("namespace", "class", "struct", "enum", "union", "extern")
NOT_AN_ASSIGNMENT = (".", "->", ")", "]", "::")


class CppFile:
    """Regions of one file."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.regions = []
        self._declarations(0, len(tokens))

    def _declarations(self, i, end):
        t = self.tokens
        start = i
        while i < end:
            word = t[i].text
            if word == ";":
                i = start = i + 1
            elif word in ("(", "["):
                i = closing(t, i) + 1
            elif word == ":" and t[i - 1].text in ("public", "private", "protected"):
                i = start = i + 1
            elif word == ":" and t[i - 1].text == ")":
                i = self._after_initializers(i + 1)
            elif word == "{":
                close = closing(t, i)
                words = [token.text for token in t[start:i]]
                if any(word in TYPES for word in words) and "(" not in words:
                    if "enum" not in words:
                        self._declarations(i + 1, close)
                elif "(" in words and "=" not in words:
                    self._statements(i + 1, close, self._name_of(start, i))
                i = close + 1
                start = i
            else:
                i += 1

    def _after_initializers(self, i):
        """The brace that opens a constructor's body, behind its list of initializers."""
        t = self.tokens
        while True:
            while t[i].text not in ("(", "{"):
                i += 1
            i = closing(t, i) + 1
            if t[i].text != ",":
                return i

    def _name_of(self, start, end):
        first = find(self.tokens, ("(",), start, end)
        name = self.tokens[first - 1].text
        if self.tokens[first - 2].text == "::":
            name = self.tokens[first - 3].text + "::" + name
        return name

    def _statements(self, i, end, place):
        while i < end:
            i = self._statement(i, end, place)

    def _statement(self, i, limit, place):
        t = self.tokens
        word = t[i].text
        if word == "{":
            end = closing(t, i)
            self._statements(i + 1, end, place)
            return end + 1
        if word in ("if", "while", "for", "switch"):
            return self._controlled(i, limit, place)
        if word == "else" or word == "do":
            return self._statement(i + 1, limit, place)
        if word in ("case", "default"):
            return find(t, (":",), i, limit) + 1
        end = find(t, (";",), i, limit)
        if word in ("throw", "break", "continue", "using", "static", "constexpr", "struct",
                    "static_assert", "try", "catch"):
            return end + 1
        if any(self._opens_a_body(k) for k in range(i, end)):
            for k in range(i, end):
                if self._opens_a_body(k):
                    self._statements(k + 1, closing(t, k), place)
                    break
            return end + 1
        if end > i:
            self._simple(i, end, place)
        return end + 1

    def _opens_a_body(self, k):
        """Whether a brace inside a statement opens the body of a lambda."""
        return self.tokens[k].text == "{" and self.tokens[k - 1].text in (")", "]", "mutable")

    def _controlled(self, i, limit, place):
        t = self.tokens
        word = t[i].text
        if t[i + 1].text == "constexpr":
            i += 1
        end = closing(t, i + 1)
        low = i + 2
        if word == "for":
            first = find(t, (";",), low, end)
            second = find(t, (";",), first + 1, end)
            if first < end and second > first + 1:
                self._condition(first + 1, second, place)
        elif word != "switch":
            self._condition(low, end, place)
        after = self._statement(end + 1, limit, place)
        if word == "if" and after < limit and t[after].text == "else":
            after = self._statement(after + 1, limit, place)
        return after

    def _condition(self, low, high, place):
        if find(self.tokens, ("=", ";"), low, high) == high:
            self.regions.append(Region("condition", low, high, place))

    def _simple(self, i, end, place):
        t = self.tokens
        equals = find(t, ("=",), i, end)
        if t[i].text == "return":
            if end > i + 1 and t[i + 1].text != "{":
                self.regions.append(Region("statement", i, end + 1, place, can_be_dropped=False))
        elif equals < end and self._declares(i, equals):
            if t[equals + 1].text != "{":
                self.regions.append(Region("expression", equals + 1, end, place,
                                           can_be_dropped=False))
        elif not self._declares(i, end):
            self.regions.append(Region("statement", i, end + 1, place))

    def _declares(self, low, high):
        """Whether tokens up to an `=` or the end name a type and a new variable."""
        t = self.tokens
        if t[low].text in ("const", "auto", "bool", "int", "double"):
            return True
        stop = find(t, ("(", "{", "="), low, high)
        return (stop - low >= 2 and t[stop - 1].kind == "name"
                and (t[stop - 2].kind == "name" or t[stop - 2].text in (">", "&", "*"))
                and t[low].kind == "name")
