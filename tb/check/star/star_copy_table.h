// star_copy_table.h: the copies that have reached the nodes of a star graph.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_COPY_TABLE_H_
#define FLITWISE_TB_CHECK_STAR_STAR_COPY_TABLE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tb/check/star/star_dues.h"

namespace flitwise::check {

/// Counts of copies, as theory::StarCopies has them.
struct StarCopyCount {
  std::vector<std::optional<std::int64_t>> least;  ///< by node; none for those that do not count
  std::vector<std::int64_t> received;              ///< by node
  std::vector<std::int64_t> histogram;             ///< pairs of a node and a packet, by copies
};

/// Which copies of which packets have come to which nodes: for each node, source and packet the
/// trees by which it came, as StarDues has them.
///
/// Shape: nodes and sources are the graph's, packets 0 to `dues.packets()` - 1, trees 2 to n;
///        nothing else may be asked or added.
class StarCopyTable {
 public:
  /// What a table takes, in bytes.
  static std::int64_t size(const StarDues& dues);

  explicit StarCopyTable(std::shared_ptr<const StarDues> dues);

  /// Bit l - 2 for tree l.
  unsigned trees(Node node, Node source, std::int64_t number) const {
    return trees_[entry(node, source, number)];
  }
  /// A copy has come by `tree`; the same one again changes nothing.
  void add(Node node, Node source, std::int64_t number, int tree);

  /// Of nodes and sources that are not in `dead`.
  StarCopyCount count(const std::vector<Node>& dead) const;

 private:
  std::size_t entry(Node node, Node source, std::int64_t number) const;

  std::shared_ptr<const StarDues> dues_;
  std::vector<std::uint8_t> trees_;  // by node, source, packet
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_COPY_TABLE_H_
