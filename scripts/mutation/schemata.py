"""Sources that hold many faults and show the one whose number FLITWISE_MUTANT has."""

CPP_HEADER = "mutation/mutant.h"
CPP_CONDITION = "flitwise_mutation::kNumber == {}"
VERILOG_NUMBER = "mutation::number"
# Warnings that a fault may deserve; errors drop it.
WARNINGS = ("conversion", "sign-compare", "parentheses", "unused-variable", "unused-parameter",
            "unused-but-set-variable", "unused-but-set-parameter", "unused-function",
            "unused-value", "type-limits", "bool-compare", "bool-operation", "int-in-bool-context",
            "shadow", "array-bounds", "maybe-uninitialized", "uninitialized", "sign-conversion",
            "float-conversion", "unused-result", "logical-not-parentheses", "address",
            "init-self", "empty-body", "div-by-zero",
            "shift-count-negative", "shift-count-overflow", "overflow", "stringop-overflow")
VERILOG_PACKAGE = """package mutation;
  // Which fault shows, 0 for none.
  int number = $c32(
      "(std::getenv(\\"FLITWISE_MUTANT\\") ? std::atoi(std::getenv(\\"FLITWISE_MUTANT\\")) : 0)");
endpackage
"""
CPP_TEXT = """// mutant.h: which fault shows, 0 for none.
#ifndef MUTATION_MUTANT_H_
#define MUTATION_MUTANT_H_
#include <cstdlib>
namespace flitwise_mutation {
inline const int kNumber =
    std::getenv("FLITWISE_MUTANT") == nullptr ? 0 : std::atoi(std::getenv("FLITWISE_MUTANT"));
}  // namespace flitwise_mutation
#endif  // MUTATION_MUTANT_H_
"""


def with_faults(source, numbered):
    """The text of a source with faults, and where they are: [(first line, last line, number)].

    `numbered` has (number, mutant) of this source. Every fault begins a line of its own.
    """
    by_region = {}
    for number, mutant in numbered:
        for region, text in mutant.parts:
            by_region.setdefault(region, []).append((number, text))
    edits = [(start, end, text, []) for start, end, text in source.edits]
    for region_number, choices in by_region.items():
        region = source.regions[region_number]
        start = source.tokens[region.low].start
        end = source.tokens[region.high - 1].end
        text, places = _choice(source.language, region, choices, source.text[start:end])
        edits.append((start, end, text, places))

    result, last, lines = "", 0, []
    if source.language == "cpp":
        pragmas = "".join(f'#pragma GCC diagnostic ignored "-W{w}"\n' for w in WARNINGS)
        result = f'#include "{CPP_HEADER}"\n{pragmas}'
    for start, end, text, places in sorted(edits, key=lambda edit: edit[:2]):
        result += source.text[last:start]
        first_line = result.count("\n") + 1
        lines += [(first_line + text.count("\n", 0, a), first_line + text.count("\n", 0, b), number)
                  for a, b, number in places]
        result += text
        last = end
    return result + source.text[last:], lines


def alone(source, mutant):
    """The text of a source with one fault in its place, and no choice."""
    text = source.text
    for number, new in sorted(mutant.parts, reverse=True):
        region = source.regions[number]
        start, end = source.tokens[region.low].start, source.tokens[region.high - 1].end
        text = text[:start] + new + text[end:]
    return text


def _choice(language, region, choices, original):
    """The text that chooses between faults, and (start, end, number) of each in it."""
    is_statement = region.kind == "statement"
    verilog = language == "sv"
    text = "case (mutation::number)" if verilog and is_statement else ("{" if is_statement else "(")
    places = []
    for number, mutated in choices:
        if verilog:
            text += f"\n{number}: " if is_statement else f"\n({VERILOG_NUMBER} == {number}) ? ("
        else:
            condition = CPP_CONDITION.format(number)
            text += f"\nif ({condition}) {{\n" if is_statement else f"\n{condition} ? ("
        start = len(text)
        text += mutated
        places.append((start, len(text), number))
        if is_statement:
            text += "" if verilog else "\n} else"
        else:
            text += ") :"
    if verilog and is_statement:
        return f"{text}\ndefault: {original}\nendcase", places
    if is_statement:
        return f"{text} {{\n{original}\n}} }}", places
    return f"{text}\n({original}))", places
