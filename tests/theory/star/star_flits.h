// star_flits.h: operations on star graphs, flit by flit on every link, without a formula.
#ifndef FLITWISE_TESTS_THEORY_STAR_STAR_FLITS_H_
#define FLITWISE_TESTS_THEORY_STAR_STAR_FLITS_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "tests/theory/star/star_operations.h"

namespace flitwise::test {

/// The cycles in which links carry flits, and packets whose times follow from what they wait for.
class StarFlits {
 public:
  /// Nodes begin to send only in cycles 1, 1 + `beat`, 1 + 2 `beat`, ...
  StarFlits(const StarTrees& trees, const theory::StarPace& pace, Step beat)
      : trees_(trees), graph_(trees.graph()), pace_(pace), beat_(beat) {}

  /// Runs the operation as StarAlgorithm and the specification of orders say.
  void run(const StarCase& c);

  /// What was sent, `step` being a head's cycle, sorted.
  const std::vector<theory::StarLinkEvent>& packets();
  /// Last cycle in which data, in which anything is received.
  Step last_data() const { return last_data_; }
  Step last_flit() const { return last_flit_; }
  /// Flits that were sent while their link carried another one, packets that were sent before the
  /// router had what it waits for.
  std::int64_t meetings() const { return meetings_; }
  std::int64_t early() const { return early_; }
  /// Most packets that came by one port and whose last head had not left at the end of a cycle.
  std::int64_t most_held() const;
  /// The least number of beats after which a packet goes on.
  Step beats_of_a_hop() const;

 private:
  struct Link {  // of tree 2
    Node child = kNoNode;
    int dimension = 0;
    int depth = 0;
    int above = -1;
    int height = 0;  // links from the child down to the deepest leaf
  };
  using Slots = std::vector<std::vector<Step>>;  // by round, link of tree 2; from 0

  void list_links(Node node, int above);
  void stream(const StarCase& c);
  void walk(const StarCase& c, const Slots& slots);
  Slots walk_in_order(std::int64_t rounds) const;
  Slots walk_highest_first(std::int64_t rounds) const;
  void walk_acknowledged(const StarCase& c);
  void send_ways(const StarCase& c);

  Step ready(Step head) const;
  Step send(const theory::StarLinkEvent& packet);
  Step first_free(Step from, const theory::StarLinkEvent& packet) const;
  std::size_t port(Node from, Node to) const;
  void stay(Node node, Node from, Step came, Step left);
  theory::StarLinkEvent on_link(Node source, int tree, Node parent, Node child) const;

  const StarTrees& trees_;
  const StarGraph& graph_;
  theory::StarPace pace_;
  Step beat_;
  std::vector<Link> links_;
  std::vector<theory::StarLinkEvent> packets_;
  std::map<std::size_t, std::vector<bool>> busy_;                    // by sender's port: cycles
  std::map<std::size_t, std::vector<std::pair<Step, Step>>> stays_;  // by receiver's port
  Step last_data_ = 0;
  Step last_flit_ = 0;
  std::int64_t meetings_ = 0;
  std::int64_t early_ = 0;
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_STAR_STAR_FLITS_H_
