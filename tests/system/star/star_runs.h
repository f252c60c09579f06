// star_runs.h: operations on the routers of star graphs, for tests, also under every small set of
// faults.
#ifndef FLITWISE_TESTS_SYSTEM_STAR_STAR_RUNS_H_
#define FLITWISE_TESTS_SYSTEM_STAR_STAR_RUNS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::testing_support {

/// What a test asks of a star graph; `operation` may have a second word, the algorithm.
struct StarAsk {
  int order = 3;
  std::string operation = "broadcast";
  int packets = 1;
  int copies = 1;
  StarRule rule = StarRule::kQ;
  int flits = 1;
  Node root = 0;             ///< of broadcast and scatter
  std::string options = "";  ///< more of them, "vote: true"
};

/// Any operation on an S_3 or S_4 of routers of 1 to 4 cycles and links of 1 to `most_link`, in
/// lockstep or in spaced slots, with faults, noise, time-outs, votes or a late start in some. The
/// same seed, the same ask.
StarAsk random_ask(std::uint64_t seed, Step most_link);

StarAsk ask_for(int order, const std::string& operation, int copies);
bool has_root(const StarAsk& ask);
std::string text_of(const StarAsk& ask);

/// A number of a measured figure, under names if there are two: -1 where there is none.
std::int64_t measured(const Result& result, const std::string& figure,
                      const std::string& member = "");

/// Dead nodes and links as an option: "faults: {nodes: [3], links: [[0, 2]]}"; "" for none.
std::string faults_option(const std::vector<Node>& nodes,
                          const std::vector<std::pair<Node, int>>& links,
                          const std::string& rest = "");

/// The four operations and the algorithms that survive faults.
const std::vector<std::string>& star_operations();

/// A node or, with a dimension, a link.
struct StarElement {
  Node node = 0;
  int dimension = 0;
};

/// Everything that can fail while the source, if there is one, lives.
std::vector<StarElement> elements_of(const StarAsk& ask);

/// Runs `ask` with these elements dead; expects a pass, which includes the guarantee, and at least
/// copies - elements of each packet.
void check_fault_set(StarAsk ask, const std::vector<StarElement>& dead);

/// Runs `ask` with all sets of 0 to `most` elements (at most 2); counts the sets.
int check_all_fault_sets(const StarAsk& ask, int most);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_STAR_STAR_RUNS_H_
