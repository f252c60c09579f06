// hypercube_language.cpp: every key of a scenario on a hypercube, once.
#include "hypercube_language.h"

#include <flitwise/family.h>

#include <cstdint>
#include <string>
#include <typeinfo>
#include <vector>

#include "hypercube_methods.h"

namespace hypercube_flitwise {
namespace {

using flitwise::Build;
using flitwise::Options;
using flitwise::language::Keys;
using flitwise::language::Known;
using flitwise::language::Type;
using flitwise::language::Word;

// What a file says.
struct CubeFile {
  CubeOperation operation = CubeOperation::kBroadcast;
  Options run;
  CubeScenario cube;
};

// A scatter on the largest cube then has as many flits as any scenario may have.
constexpr Flits kMostLength = 1'000'000;
static_assert(kMostLength * (kMostNodes - 1) <= flitwise::kMostFlits);

std::vector<Word> algorithms() {
  std::vector<Word> words;
  for (const Method& method : methods()) {
    for (const flitwise::Choice<CubeOperation>& operation : cube_operations())
      if (operation.meaning == method.operation)
        words.push_back({method.word, static_cast<std::int64_t>(words.size()), operation.word,
                         method.sentence});
  }
  return words;
}

std::int64_t first_method_of(CubeOperation operation) {
  std::int64_t row = 0;
  while (methods().at(static_cast<std::size_t>(row)).operation != operation) ++row;
  return row;
}

Type pe() {
  const auto last = [](const Known& known) -> std::int64_t {
    return known.whole<CubeFile>().cube.cube().nodes() - 1;
  };
  return flitwise::language::called(
      "PE", flitwise::language::whole(0, kMostNodes - 1, {"network.dimensions", last}));
}

Keys<CubeScenario> network_keys() {
  return Keys<CubeScenario>()
      .known("kind", flitwise::language::word<int>({{"hypercube", 0}}),
             "a PE at every node, links to those whose number differs in one bit")
      .required()
      .key("dimensions", &CubeScenario::dimensions, flitwise::language::whole(1, kMostDimensions),
           "d; the cube has 2^d nodes")
      .required();
}

Keys<CubeFile> option_keys() {
  return Keys<CubeFile>()
      .in(&CubeFile::run,
          Keys<Options>()
              .key("build", &Options::build,
                   flitwise::language::word<Build>({{"assembled", Build::kAssembled}}),
                   "routers wired at run time")
              .in(flitwise::plain_option_keys()))
      .in(&CubeFile::cube,
          Keys<CubeScenario>().map("break", &CubeScenario::fault, flitwise::fault_keys(pe()),
                                   flitwise::kFaultExample, flitwise::kAboutFault));
}

// Whether a fault has something to break.
bool is_silent(const CubeScenario& scenario, Node v) {
  if (method_of(scenario).operation == CubeOperation::kScatter) return v != scenario.root;
  return scenario.cube().dimension_up(v) == 0;
}

bool is_early_in_vain(const CubeFile& file) {
  const CubeScenario& cube = file.cube;
  const bool sends_once = file.operation == CubeOperation::kBroadcast || cube.dimensions == 1;
  return cube.fault.early && (sends_once || is_silent(cube, *cube.fault.early));
}

bool is_mute_in_vain(const CubeFile& file) {
  return file.cube.fault.mute && is_silent(file.cube, *file.cube.fault.mute);
}

const Keys<CubeFile>& file_keys() {
  static const auto keys =
      Keys<CubeFile>()
          .known("name", flitwise::language::text(), "what reports call it")
          .by_default("the file's name")
          .map("network", &CubeFile::cube, network_keys(), "{kind: hypercube, dimensions: 3}",
               "the hypercube")
          .required()
          .key("operation", &CubeFile::operation, flitwise::language::word(cube_operations()),
               "what the PEs do")
          .required("broadcast or scatter")
          .in(&CubeFile::cube,
              Keys<CubeScenario>().key(
                  "algorithm", &CubeScenario::method,
                  flitwise::language::word_type(algorithms(), typeid(std::size_t), "operation"),
                  "how it is done"))
          .by_default("the operation's first", {"operation"},
                      [](const CubeFile& file) { return first_method_of(file.operation); })
          .in(&CubeFile::cube,
              Keys<CubeScenario>()
                  .key("root", &CubeScenario::root, pe(), "the PE that sends to all others")
                  .key("length", &CubeScenario::length, flitwise::language::whole(1, kMostLength),
                       "m, flits of a message"))
          .map("options", option_keys(), "{checkers: false}", "how it runs")
          .rule({"options.break.early"}, {"network.dimensions", "algorithm", "root"},
                "has nothing that it could send early", is_early_in_vain)
          .rule({"options.break.mute"}, {"network.dimensions", "algorithm", "root"},
                "has nothing to send: its silence would go unseen", is_mute_in_vain);
  return keys;
}

}  // namespace

const flitwise::language::Table& cube_language() { return file_keys(); }

void read_cube_scenario(const flitwise::Value& root, flitwise::Scenario& scenario,
                        flitwise::ErrorList& errors) {
  CubeFile file;
  read_keys(root, file_keys(), file, errors);
  scenario.operation = flitwise::word_for(cube_operations(), file.operation);
  scenario.options = file.run;
  scenario.shape = "hypercube Q_" + std::to_string(file.cube.dimensions);
  scenario.system = file.cube;
}

}  // namespace hypercube_flitwise
