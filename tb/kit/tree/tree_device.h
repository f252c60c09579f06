// tree_device.h: a router of a tree as its bench sees it.
#ifndef FLITWISE_TB_KIT_TREE_TREE_DEVICE_H_
#define FLITWISE_TB_KIT_TREE_TREE_DEVICE_H_

#include <functional>
#include <memory>

#include "systemc/network/models/model_library.h"
#include "tb/kit/device.h"
#include "tb/kit/tree/tree_site.h"

namespace flitwise::kit {

/// Of inputs flit and valid count, of outputs those and what was dropped. There is no monitor.
class TreeDevice : public Device {
 public:
  /// Before a reset.
  virtual void set_place(const own::TreePlace& place) = 0;
  /// Whether it says what it throws away.
  virtual bool reports_drops() const = 0;
  RuleReport rules() final { return {}; }
};

/// Makes a router with room for so many children. Registers are drawn from the seed.
using TreeDeviceFactory =
    std::function<std::unique_ptr<TreeDevice>(std::uint32_t children, std::uint64_t seed)>;

/// Makes them of a description, which outlives them, compiled on first use.
/// Errors, of calls: throws ModelError with Verilator's first message and what may help.
TreeDeviceFactory verilated_trees(const own::RouterDescription& router,
                                  const ModelLibrary::Config& config);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_TREE_TREE_DEVICE_H_
