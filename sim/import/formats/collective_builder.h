// collective_builder.h: puts a collective together while its file is read.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_COLLECTIVE_BUILDER_H_
#define FLITWISE_SIM_IMPORT_FORMATS_COLLECTIVE_BUILDER_H_

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "sim/language/scenario_error.h"
#include "systemc/topology/collective.h"

namespace flitwise {

/// Sends and receives of one way (from, to, channel) belong together in the order of their
/// programs: the first send to the first receive.
class CollectiveBuilder {
 public:
  explicit CollectiveBuilder(Node ranks);

  Collective& collective() { return collective_; }
  Node ranks() const { return collective_.ranks(); }

  /// Each adds an operation to a rank's program and returns its number there; `place` is where it
  /// stands in the file. A message is to another rank than its own.
  std::size_t compute(Node rank, RankOp op, const Place& place);
  std::size_t send(Node rank, Node to, std::int64_t channel, Flits flits, RankOp op,
                   const Place& place);
  std::size_t receive(Node rank, Node from, std::int64_t channel, Flits flits, RankOp op,
                      const Place& place);
  /// Lets `op` wait for `earlier`.
  void depend(Node rank, std::size_t op, const RankDependency& earlier);

  /// The collective, complete.
  /// Errors: throws ConfigError for a rank that sends to itself or to none, a send without receive,
  ///         a receive without send, sizes that differ, and operations that wait for each other.
  Collective finish();

  /// Where an operation stands in the file; after finish() too.
  const Place& place_of(Node rank, std::size_t op) const;

 private:
  struct End {
    Node rank = kNoNode;
    std::size_t op = 0;
    Flits flits = 0;
  };
  struct Way {
    std::deque<End> sends, receives;
  };
  using WayName = std::tuple<Node, Node, std::int64_t>;

  RankOp& op_of(const End& end);
  [[noreturn]] void refuse(const End& end, const std::string& rule);
  End message(Node rank, Node peer, Flits flits, RankOp op, const Place& place);
  void match(const WayName& name, const Way& way);
  void check_circle();

  Collective collective_;
  std::vector<std::vector<Place>> places_;
  std::map<WayName, Way> ways_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_COLLECTIVE_BUILDER_H_
