// wave_layout.h: the GTKWave save file that goes with a wave: groups, names, formats.
#ifndef FLITWISE_SIM_WAVE_LAYOUT_H_
#define FLITWISE_SIM_WAVE_LAYOUT_H_

#include <string>
#include <vector>

#include "systemc/network/wave_recorder.h"
#include "systemc/topology/types.h"

namespace flitwise {

struct Scenario;

/// A save file under construction: signals in groups. The groups are open in networks of up to 16
/// PEs.
class WaveLayout {
 public:
  /// Signals of PEs that the window does not show are left out, and so are groups without signals.
  explicit WaveLayout(Node pes, WaveWindow window = {});

  /// A signal under a name of its own: as a decimal number, in binary, or by the names of its enum.
  void decimal(const std::string& alias, const std::string& signal);
  void binary(const std::string& alias, const std::string& signal);
  void names(const std::string& alias, const std::string& signal);
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
  std::vector<std::string> pending_;  // groups begun, without a signal so far
  std::string text_;
  std::string format_;
};

/// The text of a `.gtkw` file that shows the wave of `scenario`: the step, then what its family
/// adds.
///
/// `wave_name` is the name of the FST beside it, without folder, so that both can move together.
/// `last_step` is the last step with traffic: the view opens on the whole run when it is short.
std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step,
                        const WaveWindow& window = {});

}  // namespace flitwise

#endif  // FLITWISE_SIM_WAVE_LAYOUT_H_
