#include "sim/families/cover/cover_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/families/cover/cover_words.h"
#include "sim/language/scenario_words.h"

namespace flitwise {

std::string cover_list_text() {
  return fmt::format(
      "network covered by several trees (2 to {} PEs; node (r, c) of {{sides: [a, b]}} is PE r * b "
      "+ "
      "c;\n"
      "scatter with fdf, gather with certification or timetable, ports: multi by nature):\n"
      "  {{kind: {}, sides: [4, 6], cover: {}, root: [0, 0]}}\n"
      "                                           rows and columns, at least 1\n"
      "  {{kind: {}, sides: [8, 8], cover: {}, root: [0, 0]}}\n"
      "                                           sides of at least 3; joint: every way is "
      "shortest;\n"
      "                                           spanning: both trees reach every PE\n"
      "                                           shared: a tree for every link of the root; they "
      "share\n"
      "                                           links, and messages are timed: fdf, timetable\n",
      kMostPes, kMeshKind, fmt::join(words_of(mesh_cover_words()), "|"), kTorusKind,
      fmt::join(words_of(torus_cover_words()), "|"));
}

FamilyHelp cover_help() {
  FamilyHelp help;
  help.scenario = R"(Over several trees at once, on the same routers:
  network: {kind: mesh, sides: [4, 6], root: [0, 0]}
                                  # cover: shared: trees that share links
                                  # or {kind: torus-cover, sides: [8, 8], cover: joint}
  operation: gather               # scatter or gather
  algorithm: certification        # scatter: fdf; gather: certification or timetable
  lengths: {each: 1}              # PE r * 6 + c is the one in row r and column c
)";
  help.compared =
      R"(  over several trees at once: every cover, certification with every rule, timetable
)";
  return help;
}

}  // namespace flitwise
