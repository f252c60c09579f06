// wave_layout.h: a GTKWave save file under construction: groups, names, formats.
#ifndef FLITWISE_SIM_RUN_FAMILY_WAVE_LAYOUT_H_
#define FLITWISE_SIM_RUN_FAMILY_WAVE_LAYOUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "systemc/network/wave_recorder.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// Signals in groups, which may be in groups. Groups are open in networks of up to 16 PEs; in
/// others the first one is, and the first in it.
class WaveLayout {
 public:
  /// Signals of PEs that the window does not show are left out, and so are groups without signals.
  /// `node_file` is the name of the file that turns numbers of nodes into names.
  explicit WaveLayout(Node pes, WaveWindow window = {}, std::string node_file = {});

  /// A signal under a name of its own: as a decimal number, in binary, or by the names of its enum.
  void decimal(const std::string& alias, const std::string& signal);
  void binary(const std::string& alias, const std::string& signal);
  void names(const std::string& alias, const std::string& signal);
  /// The number of a node, as its name.
  void node(const std::string& alias, const std::string& signal);
  /// Kind, message and payload of one lane.
  void lane(const std::string& title, const std::string& scope);

  void begin_group(const std::string& name);
  void end_group(const std::string& name);

  /// A line as it stands in the file.
  void line(const std::string& text) { text_ += text + "\n"; }
  const std::string& text() const { return text_; }

 private:
  void signal(const char* format, const std::string& alias, const std::string& name);
  bool is_shown(const std::string& signal) const;
  void write_pending_groups();
  void group(const char* flags, const std::string& name);

  bool open_groups_;
  const WaveWindow window_;
  const std::string node_file_;
  std::vector<bool> is_open_;         // groups around what comes next, from the outermost
  std::size_t groups_ = 0;            // written so far
  std::vector<std::string> pending_;  // groups begun, without a signal so far
  std::string text_;
  std::string format_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_WAVE_LAYOUT_H_
