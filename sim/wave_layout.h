// wave_layout.h: the GTKWave save file that goes with a wave: groups, names, formats.
#ifndef FLITWISE_SIM_WAVE_LAYOUT_H_
#define FLITWISE_SIM_WAVE_LAYOUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/phase.h"
#include "sim/result.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/topology/types.h"

namespace flitwise {

struct Scenario;

/// A save file under construction: signals in groups, which may be in groups. Groups are open in
/// networks of up to 16 PEs; in others the first one is, and the first in it.
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

/// GTKWave has 26 named markers; of more phases, some are left out, evenly.
inline constexpr std::size_t kMostMarkers = 26;

/// The text of a `.gtkw` file that shows the wave of `scenario`: markers where phases begin, the
/// step, then what its family adds.
///
/// `wave_name` is the name of the FST beside it, without folder, so that both can move together.
/// `last_step` is the last step with traffic: the view opens on the whole run when it is short.
std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step,
                        const WaveWindow& window = {}, const Phases& phases = {});

/// The phases of a run, with its finish and the step after the last one with traffic, by step; each
/// step once.
Phases phases_of(const Scenario& scenario, const Result& result);

/// The file beside a wave by which GTKWave shows nodes by their names.
std::string node_file_name(const std::string& wave_name);
/// What it holds: a line per PE, "5 PE 5 (1, 1)", and one for links without a flit.
std::string node_file(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_WAVE_LAYOUT_H_
