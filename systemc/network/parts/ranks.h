// ranks.h: processes that run one simulation together, each with the routers of a range of nodes.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_RANKS_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_RANKS_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "systemc/network/parts/bytes.h"
#include "systemc/network/parts/cut_channel.h"
#include "systemc/network/parts/node_parts.h"
#include "systemc/network/parts/rank_post.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// A rank has failed and others have not, or ranks do not do the same. Every rank throws it.
class RankError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// "rank 1 of 4 on node7": of this machine.
std::string rank_name(std::size_t rank, std::size_t ranks);

/// Every rank runs the same program, whose every step depends on its input alone; only the routers
/// are shared out, and with `live_apart()` also PEs and monitors. So all ranks come to the same
/// calls in the same order, and these calls find out where one does not.
class Ranks final {
 public:
  /// The channel outlives it.
  explicit Ranks(CutChannel& channel) : channel_(channel) {}
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  std::size_t own() const { return channel_.rank(); }
  std::size_t count() const { return channel_.ranks(); }
  /// Part r has the nodes of rank r.
  /// Errors: throws std::invalid_argument where there are fewer nodes than ranks.
  NodeParts share_out(std::size_t nodes);
  /// Whether routers have been shared out.
  bool share_routers() const { return share_routers_; }

  /// From now on a node's PE is on the rank of its router alone, as are the monitors of what is
  /// seen there: networks show each rank what its own nodes do, and what is measured is added up at
  /// the end. Else PEs and monitors are repeated on every rank, which all see everything. To be
  /// called before there are any. Errors: throws RankError.
  void live_apart();
  bool lives_apart() const { return live_apart_; }
  /// Those of this rank. Shape: live_apart() has been called; no fewer nodes than ranks.
  NodeRange own_nodes(std::size_t nodes) const { return NodeParts(nodes, count()).range(own()); }
  /// Another one, as long as this lives; all ranks add the same ones in the same order.
  RankPost& add_post(PostTo to) { return posts_.emplace_back(RankPost{to}); }

  /// What each rank has seen at the edge that ends `step`, by rank; valid until the next call.
  /// Errors: throws RankError.
  const std::vector<std::string_view>& exchange(Step step, const std::string& own);
  /// The same of anything else.
  const std::vector<std::string_view>& gather(Step step, const std::string& own);

  // Of ranks that live apart.
  /// The ranks that share a link with this one, in increasing order; by default there are none.
  void set_near(std::vector<std::size_t> near) { near_ = std::move(near); }
  const std::vector<std::size_t>& near() const { return near_; }
  /// What a rank hears of an edge: of those near, in their order, and, where any rank has something
  /// to say to all, of all; valid until the next call.
  struct Heard {
    std::vector<std::string_view> from_near;
    std::vector<std::string_view> from_all;
  };
  /// The edge that ends `step`: takes all posts along, and adds up the tallies of all ranks, but
  /// for the numbers from kOwnNumbers on among the largest, which are used here.
  /// Shape:  `to_near` has an entry for each rank near.
  /// Errors: throws RankError.
  const Heard& pass(Step step, RankTally& tally, const std::vector<std::string>& to_near,
                    const std::string& to_all);
  static constexpr std::size_t kOwnNumbers = 3;
  /// The posts alone.
  void pass_posts();
  /// Each rank writes what it has; then `add` reads that of all ranks but its own, in their order.
  /// Errors: throws RankError.
  void merge(const std::function<void(std::string& bytes)>& write,
             const std::function<void(bytes::Reader& reader)>& add);
  /// The lists of all ranks, one after the other. Errors: throws RankError.
  std::vector<std::string> join(const std::vector<std::string>& own);
  /// Errors: throws RankError where the ranks' texts differ; "rank 2 `differs`".
  void agree(const std::string& text, const char* differs);

  /// Bytes of a router's counter: on the rank that has the router those of its pin, on others
  /// memory of their own. All ranks add the same ones in the same order.
  void add_counter(unsigned char* bytes, std::size_t size, std::size_t rank);
  /// Copies each from its rank to all others. Errors: throws RankError.
  void gather_counters();

  /// Tells the others that this rank has failed, unless it throws because another one has. Whether
  /// all have failed alike; else failure() says who has.
  bool fail_alike(const std::string& what);
  /// A sentence: whose failure has ended this rank, or what ranks do differently.
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  enum class Kind : char {
    kStep = 's',
    kText = 't',
    kCounters = 'c',
    kGather = 'g',
    kFailure = 'f'
  };
  struct Counter {
    unsigned char* bytes;
    std::size_t size;
    std::size_t rank;
  };

  bool meet(Kind kind, Step step, RankTally& tally);
  void say(Kind kind, Step step, std::string_view own);
  void send(Kind kind, Step step, std::string_view own);
  void expect_all_here();
  void say_to_all(Step step, const std::string& own);
  const std::vector<std::string_view>& exchange(Kind kind, Step step, std::string_view own);
  bool is_of(std::size_t rank, Kind kind) const;
  [[noreturn]] void fail_with(const std::string& sentence);
  std::string sentences_of_failures() const;

  CutChannel& channel_;
  std::string message_;
  std::vector<std::string_view> heads_;   // by rank: kind and step
  std::vector<std::string_view> bodies_;  // by rank: the rest
  std::vector<Counter> counters_;
  std::deque<RankPost> posts_;
  std::vector<std::size_t> near_;
  std::vector<std::string> to_near_;  // with posts
  std::string to_all_;                // likewise
  Heard heard_;
  bool owes_word_ = false;  // since they have met, all ranks wait for each other's
  std::optional<std::string> failure_;
  bool share_routers_ = false;
  bool live_apart_ = false;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_RANKS_H_
