// fst.h: FST files read back by the reader that comes with Verilator: GTKWave's own.
#ifndef FLITWISE_TESTS_SUPPORT_FST_H_
#define FLITWISE_TESTS_SUPPORT_FST_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace flitwise::test {

/// The signals of a file and their values, by the time from which they stand.
class Fst {
 public:
  /// Errors: throws std::runtime_error for a file that cannot be read.
  explicit Fst(const std::string& file);

  /// Scopes and name, joined by dots: "pe2.protocol.pe_view.state[3:0]".
  std::set<std::string> names() const;
  /// The digits of the value that stands from `time` on; "no NAME" and "none" where there is none.
  std::string at(const std::string& name, std::uint64_t time) const;
  long number_at(const std::string& name, std::uint64_t time) const {
    return std::stol(at(name, time), nullptr, 2);
  }

 private:
  std::map<std::string, std::uint32_t> signals_;  // several names may be of one signal
  std::map<std::uint32_t, std::map<std::uint64_t, std::string>> values_;
};

/// Writes all that is in an FST file as a VCD.
void write_as_vcd(const std::string& fst, const std::string& vcd);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_FST_H_
