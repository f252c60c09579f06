// wave_layout.h: what viewers of waves show of a network: signals in groups, names, formats.
#ifndef FLITWISE_SIM_RUN_FAMILY_WAVE_LAYOUT_H_
#define FLITWISE_SIM_RUN_FAMILY_WAVE_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/wave_recorder.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// How a signal's values are read: as decimal numbers, in binary, by the names of its enum, or as
/// the number of a node, which has a name.
enum class WaveFormat : std::uint8_t { kDecimal, kBinary, kNames, kNode };

/// A line of a viewer: a signal, the title of the signals that follow, or where a group begins or
/// ends.
struct WaveItem {
  enum class Kind : std::uint8_t { kSignal, kTitle, kBegin, kEnd };
  Kind kind;
  std::string name;                         ///< of the group, or the signal's for people
  std::string signal = {};                  ///< "pe0.protocol.pe_view.state[3:0]"
  WaveFormat format = WaveFormat::kBinary;  ///< of a signal
  bool is_open = true;                      ///< whether the group shows its signals at first
};

/// Signals in groups, which may be in groups. Groups are open in networks of up to 16 PEs; in
/// others the first one is, and the first in it.
class WaveLayout {
 public:
  /// Signals of PEs that the window does not show are left out, and so are groups without signals.
  explicit WaveLayout(Node pes, WaveWindow window = {});

  /// A signal under a name of its own: as a decimal number, in binary, or by the names of its enum.
  void decimal(const std::string& alias, const std::string& signal);
  void binary(const std::string& alias, const std::string& signal);
  void names(const std::string& alias, const std::string& signal);
  /// The number of a node, as its name.
  void node(const std::string& alias, const std::string& signal);
  /// Kind, message and payload of one lane, under a title.
  void lane(const std::string& title, const std::string& scope, FlitFormat format = {});

  /// From here on signals of `module` are those of the one at `scope`: of a module that stands in
  /// another one.
  void put_inside(const std::string& module, const std::string& scope);

  void begin_group(const std::string& name);
  void end_group(const std::string& name);

  const std::vector<WaveItem>& items() const { return items_; }

 private:
  void signal(WaveFormat format, const std::string& alias, const std::string& name);
  bool is_shown(const std::string& signal) const;
  void write_pending_groups();

  bool open_groups_;
  std::vector<std::pair<std::string, std::string>> inside_;  // what stands in another one: where
  const WaveWindow window_;
  std::vector<bool> is_open_;         // groups around what comes next, from the outermost
  std::size_t groups_ = 0;            // written so far
  std::vector<std::string> pending_;  // groups begun, without a signal so far
  std::vector<WaveItem> items_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_WAVE_LAYOUT_H_
