// fault_log.h: what went wrong in a run, counted by the rule that is broken, and described in
// sentences.
#ifndef FLITWISE_TB_CHECK_FAULT_LOG_H_
#define FLITWISE_TB_CHECK_FAULT_LOG_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/injector.h"
#include "systemc/network/network.h"
#include "systemc/network/parts/bytes.h"

namespace flitwise::check {

/// The book that every scoreboard keeps, and that verdicts read.
class FaultLog {
 public:
  /// Flits lost, duplicated, misplaced or out of order.
  std::int64_t flit_errors() const { return flit_errors_; }
  /// Those of them that had not come, or not all of their message, when the run was over.
  std::int64_t missing_flits() const { return missing_flits_; }
  std::int64_t collisions() const { return collisions_; }
  /// Second sends, second receives and second offers of a PE in one step.
  std::int64_t port_violations() const { return port_violations_; }
  /// Other reports of the routers: no route, broken worm, waited, overflow.
  std::int64_t router_errors() const { return router_errors_; }
  /// Sentences with node and step, sorted by the steps that they begin with, those without a step
  /// last, within a step by their texts, in which numbers count as such: the first kMaxProblems of
  /// them, then how many more. The order of the calls leaves no trace.
  std::vector<std::string> problems() const;

  static constexpr std::size_t kMaxProblems = 20;

  // Of a run whose nodes several processes watch, each its own:
  /// Writes the book, and adds the one that another process has written.
  void write_book(std::string& bytes) const;
  void add_book(bytes::Reader& reader);

 protected:
  FaultLog() = default;
  ~FaultLog() = default;

  /// Counts what a router reports under its rule, and keeps its sentence.
  void report(const Violation& violation);
  /// What the routers report at an edge, and flits that a PE has offered to a port at once.
  void report_ports(const Network& network, const Injector& injector);
  /// The second half of it alone.
  void report_conflicts(const Injector& injector);
  void flit_error(std::string sentence, Flits flits = 1);
  /// A flit error that a longer run might have mended.
  void never_came(std::string sentence, Flits flits = 1);
  void port_violation(std::string sentence);
  void router_error(std::string sentence, std::int64_t times = 1);

 private:
  void complain(std::string sentence);

  std::int64_t flit_errors_ = 0;
  std::int64_t missing_flits_ = 0;
  std::int64_t collisions_ = 0;
  std::int64_t port_violations_ = 0;
  std::int64_t router_errors_ = 0;
  std::vector<std::pair<Step, std::string>> problems_;  // in the order of problems()
  std::int64_t more_problems_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_FAULT_LOG_H_
