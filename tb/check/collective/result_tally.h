// result_tally.h: results of PEs whose routers combine, each against the value that it must have.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_RESULT_TALLY_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_RESULT_TALLY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/parts/bytes.h"
#include "systemc/topology/types.h"
#include "tb/check/verdict.h"

namespace flitwise::check {

/// Contents that are wrong are told one by one up to so many, and counted beyond.
inline constexpr std::size_t kMostContentsTold = 20;

/// The check "contents": `wrong` of `all` words are. `how_often` says it of operands in results.
Check contents_check(std::size_t all, std::size_t wrong, const std::string& how_often = "once");

/// Counts results, and those that are wrong or missing.
class ResultTally {
 public:
  /// `names` as NetworkModule::Config::node_names; "PE 3" for nodes without one.
  explicit ResultTally(std::vector<std::string> names = {});

  /// `found` is empty where none has come.
  void hold(std::size_t pe, Flits word, const std::optional<std::uint32_t>& found,
            std::uint32_t due);
  /// A word that has the operand of PE `of` twice, or lacks it, whether or not its value shows it.
  void hold_double(std::size_t pe, Flits word, Node of);
  void hold_lacking(std::size_t pe, Flits word, Node of);
  /// Writes what was found, and adds what was written of PEs behind those that are held here.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);
  Check check() const { return contents_check(all_, wrong_); }
  /// Sentences on the first that are wrong.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void tell(std::size_t pe, Flits word, const std::string& what);
  std::string name(std::size_t pe) const;

  const std::vector<std::string> names_;
  std::size_t all_ = 0;
  std::size_t wrong_ = 0;
  std::vector<std::string> problems_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_RESULT_TALLY_H_
