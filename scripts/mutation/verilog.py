"""Where SystemVerilog of this project's style can be changed at run time: clocked and combinational
blocks, functions that they call, continuous assignments and the inputs of instances.

What is computed when a design is elaborated (parameters, generate conditions, widths, and functions
for them) has no run time. Functions that are called both ways get a second, unchanged copy, which
elaboration calls.
"""
from .regions import Region
from .tokens import closing, find, split

BLOCKS = ("always_ff", "always_comb")
DECLARATIONS = ("logic", "int", "input", "output", "localparam", "parameter", "genvar", "bit")
RESET = "rst_ni"


class VerilogFile:
    """Regions of one file, its functions, and the calls of them made in elaboration."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.regions = []
        self.functions = {}        # name: (first token, one past the last)
        self.run_time_calls = set()
        self.elaboration = []      # tokens that are evaluated in elaboration
        self._scan()

    def calls_in(self, low, high):
        """Names with an opening parenthesis behind them."""
        return {self.tokens[i].text for i in range(low, high - 1)
                if self.tokens[i].kind == "name" and self.tokens[i + 1].text == "("}

    def _scan(self):
        t = self.tokens
        i, place = 0, ""
        while i < len(t):
            word = t[i].text
            if word in ("module", "package"):
                place = t[i + 1].text
                i += 1
            elif word == "function":
                i = self._function(i, place)
            elif word in BLOCKS:
                i = self._block(i, place)
            elif word == "assign":
                i = self._assign(i, place)
            elif word == "." and t[i - 1].text in ("(", ",") and t[i + 2].text == "(":
                i = self._connection(i, place)
            else:
                self.elaboration.append(i)
                i += 1

    def _function(self, i, place):
        end = next(k for k in range(i, len(self.tokens)) if self.tokens[k].text == "endfunction")
        name_at = find(self.tokens, ("(",), i + 2, end) - 1
        while self.tokens[name_at].kind != "name":  # a width in front of the list of arguments
            name_at = find(self.tokens, ("(",), name_at + 2, end) - 1
        name = self.tokens[name_at].text
        self.functions[name] = (i, end + 1)
        body = find(self.tokens, (";",), name_at, end) + 1
        self._statements(body, end, f"{place}.{name}", False)
        return end + 1

    def _block(self, i, place):
        start = i + 1
        if self.tokens[start].text == "@":
            start = closing(self.tokens, start + 1) + 1
        end = self._statement(start, place, False)
        self.run_time_calls |= self.calls_in(start, end)
        return end

    def _assign(self, i, place):
        end = find(self.tokens, (";",), i, len(self.tokens))
        equals = find(self.tokens, ("=",), i, end)
        self.regions.append(Region("expression", equals + 1, end, place))
        self.run_time_calls |= self.calls_in(equals, end)
        return end + 1

    def _connection(self, i, place):
        end = closing(self.tokens, i + 2)
        port = self.tokens[i + 1].text
        if port.endswith("_i") and end > i + 3:
            self.regions.append(Region("connection", i + 3, end, place, can_be_dropped=False))
            self.run_time_calls |= self.calls_in(i + 3, end)
        elif not port.endswith("_o"):
            self.elaboration.extend(range(i, end))  # a parameter
        return end

    def _statements(self, i, end, place, is_reset):
        while i < end:
            i = self._statement(i, place, is_reset)

    def _statement(self, i, place, is_reset):
        t = self.tokens
        word = t[i].text
        if word == "begin":
            i += 3 if t[i + 1].text == ":" else 1
            while t[i].text != "end":
                i = self._statement(i, place, is_reset)
            return i + 1
        if word in ("if", "for"):
            end = closing(t, i + 1)
            resets = False
            if word == "if":
                self.regions.append(Region("condition", i + 2, end, place))
                resets = RESET in (token.text for token in t[i + 2:end])
            i = self._statement(end + 1, place, is_reset or resets)
            if i < len(t) and t[i].text == "else":
                i = self._statement(i + 1, place, is_reset)
            return i
        end = find(t, (";",), i, len(t))
        if word not in DECLARATIONS and word != "case" and end > i:
            self.regions.append(Region("statement", i, end + 1, place, is_reset))
        return end + 1


def keep_elaboration_apart(files, texts):
    """Edits by file name that give elaboration its own copies of the functions it calls.

    Returns (edits, names of functions that run time reaches).
    """
    everywhere = {name for file in files.values() for name in file.functions}

    def closure(names):
        found = names & everywhere
        while True:
            more = {call for file in files.values() for name, (low, high) in file.functions.items()
                    if name in found for call in file.calls_in(low, high)} & everywhere
            if more <= found:
                return found
            found |= more

    at_run_time = closure(set().union(*(file.run_time_calls for file in files.values())))
    calls = set()
    for file in files.values():
        calls |= {file.tokens[i].text for i in file.elaboration
                  if i + 1 < len(file.tokens) and file.tokens[i + 1].text == "("}
    doubled = closure(calls) & at_run_time
    edits = {}
    for name, file in files.items():
        edits[name] = [(file.tokens[i].end, file.tokens[i].end, "_unchanged")
                       for i in file.elaboration if _is_call(file.tokens, i, doubled)]
        for function, (low, high) in file.functions.items():
            if function in doubled:
                end = file.tokens[high - 1].end
                edits[name].append((end, end, "\n\n  " + _copy(file, low, high, doubled,
                                                              texts[name])))
            elif function not in at_run_time:
                edits[name] += [(file.tokens[i].end, file.tokens[i].end, "_unchanged")
                                for i in range(low, high) if _is_call(file.tokens, i, doubled)]
    return edits, at_run_time


def _is_call(tokens, i, names):
    return tokens[i].text in names and i + 1 < len(tokens) and tokens[i + 1].text == "("


def _copy(file, low, high, doubled, text):
    """A function as `<name>_unchanged`, which calls others of that kind."""
    own = next(name for name, where in file.functions.items() if where == (low, high))
    copy, last = "", file.tokens[low].start
    for i in range(low, high):
        token = file.tokens[i]
        if token.text == own or _is_call(file.tokens, i, doubled):
            copy += text[last:token.end] + "_unchanged"
            last = token.end
    return copy + text[last:file.tokens[high - 1].end]
