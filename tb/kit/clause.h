// clause.h: a clause of the port contract: number, name, text, how often it was put to the test,
// and its first breach.
#ifndef FLITWISE_TB_KIT_CLAUSE_H_
#define FLITWISE_TB_KIT_CLAUSE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/kit/flits.h"

namespace flitwise::kit {

/// The clauses by number.
enum ClauseNumber : int {
  kQuiet = 1,
  kKnown,
  kMade,
  kLost,
  kWay,
  kOrder,
  kWhole,
  kHold,
  kCredits,
  kRoom,
  kLatency,
  kRate,
  kFair,
  kApart,
  kNoShortcut,
  kNoCircle,
};
inline constexpr int kClauses = 16;

/// Where and how a clause was broken.
struct Breach {
  int found = 0;            ///< 1 of the first clause that broke, 2 of the next one, ...
  std::uint64_t cycle = 0;  ///< of the phase, from its reset; 0: of no cycle
  int port = -1;
  int lane = -1;
  std::string text;  ///< what happened, as a short sentence
  std::string expected;
  std::string seen;
  std::string phase{};
  Place at{};
  std::string waves{};  ///< the file, if any
  std::uint64_t first_wave = 0;
  std::uint64_t last_wave = 0;
};

class Clause {
 public:
  Clause(int number, const char* name, const char* text)
      : number_(number), name_(name), text_(text) {}
  virtual ~Clause() = default;
  Clause(const Clause&) = delete;
  Clause& operator=(const Clause&) = delete;

  int number() const { return number_; }
  const char* name() const { return name_; }
  const char* text() const { return text_; }

  /// Why it does not apply to a router; empty if it does.
  virtual std::string refusal(const own::RouterDescription& router) const;
  virtual void begin_phase() {}
  virtual void on_take(const KitFlit& flit);
  virtual void on_leave(const KitFlit& flit);
  /// A flit that has left and is not what went in.
  virtual void on_stranger(const FlitBook::Found& found, std::uint64_t cycle, int port, int lane);

  void exercise(std::uint64_t times = 1) {
    if (!breach_) exercised_ += times;
  }
  /// Only the first breach counts.
  void fail(Breach breach);
  /// Where the clauses that break are counted; not owned.
  void count_in(int& broken) { broken_ = &broken; }
  std::uint64_t exercised() const { return exercised_; }
  const std::optional<Breach>& breach() const { return breach_; }
  std::optional<Breach>& breach() { return breach_; }
  /// What else the table says of it.
  void set_detail(std::string detail) { detail_ = std::move(detail); }
  const std::string& detail() const { return detail_; }

 private:
  int number_;
  const char* name_;
  const char* text_;
  std::uint64_t exercised_ = 0;
  std::optional<Breach> breach_;
  std::string detail_;
  int* broken_ = nullptr;
};

/// All clauses, and which of them are judged.
class Clauses {
 public:
  Clauses();

  /// Shape: 1 <= number <= kClauses.
  Clause& of(int number) { return *all_[static_cast<std::size_t>(number - 1)]; }
  const Clause& of(int number) const { return *all_[static_cast<std::size_t>(number - 1)]; }
  const std::vector<std::unique_ptr<Clause>>& all() const { return all_; }
  std::vector<std::unique_ptr<Clause>>& all() { return all_; }
  /// Whether none is broken.
  bool are_whole() const;

 private:
  std::vector<std::unique_ptr<Clause>> all_;
  std::unique_ptr<int> broken_ = std::make_unique<int>(0);
};

/// The number of a clause by its name, 0 if there is none.
int clause_number(const std::string& name);
/// Names in order of their numbers.
std::vector<std::string> clause_names();

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_CLAUSE_H_
