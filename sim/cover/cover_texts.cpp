#include "sim/cover/cover_texts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/cover/cover_words.h"
#include "sim/scenario_words.h"

namespace flitwise {

std::string cover_list_text() {
  return fmt::format(
      "network covered by two trees that share no link (2 to {} PEs; node (r, c) of {{sides: [a, "
      "b]}}\n"
      "is PE r * b + c; scatter with fdf or gather with certification, ports: multi by nature):\n"
      "  {{kind: {}, sides: [4, 6], root: [0, 0]}}  rows and columns, at least 1\n"
      "  {{kind: {}, sides: [8, 8], cover: {}, root: [0, 0]}}\n"
      "                                           sides of at least 3; joint: every way is "
      "shortest;\n"
      "                                           spanning: both trees reach every PE\n",
      kMostPes, kMeshKind, kTorusKind, fmt::join(words_of(torus_cover_words()), "|"));
}

FamilyHelp cover_help() {
  FamilyHelp help;
  help.scenario = R"(Over two trees at once that share no link, on the same routers:
  network: {kind: mesh, sides: [4, 6], root: [0, 0]}
                                  # or {kind: torus-cover, sides: [8, 8], cover: joint}
  operation: gather               # scatter or gather
  algorithm: certification        # scatter: fdf; gather: certification
  lengths: {each: 1}              # PE r * 6 + c is the one in row r and column c
)";
  help.compared =
      R"(  over two trees at once: certification with every rule, on a torus with every cover
)";
  return help;
}

}  // namespace flitwise
