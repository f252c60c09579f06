// support.h: what the tests of the command share.
#ifndef FLITWISE_TESTS_SIM_SUPPORT_H_
#define FLITWISE_TESTS_SIM_SUPPORT_H_

#include <string>
#include <vector>

#include "sim/run/figures/result.h"

namespace flitwise::test {

/// An empty directory that is removed with everything in it.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory();

  std::string path(const std::string& name = "") const;
  /// Names of all files in it, hidden ones too, sorted.
  std::vector<std::string> files() const;

 private:
  std::string root_;
};

std::string read_text(const std::string& path);
void write_text(const std::string& path, const std::string& text);

/// A scenario of two PEs that scatters one flit.
std::string small_scenario(const std::string& name);

/// A result with all figures of a run by certification on a path of 3.
Result certification_result();

/// Events of one flit from PE 0 to PE 2 over PE 1, and of a tap.
std::vector<LinkEvent> scatter_of_one_flit();

/// Why a text is not well-formed XML of elements, attributes and text; empty if it is.
std::string xml_mistake(const std::string& text);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_SUPPORT_H_
