#include "systemc/protocols/tree/certification/polling.h"

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/tree/broadcast_polling.h"
#include "systemc/protocols/tree/certification/sequential_polling.h"

namespace flitwise::protocols {

std::unique_ptr<Polling> make_polling(const LocalFacts& facts, const CertificationVariant& variant,
                                      const SyncConstants& constants) {
  if (variant.ports == Ports::kSingle && variant.sync == Sync::kSeq)
    return std::make_unique<SequentialPolling>(facts.children);
  const bool counts_down = variant.ports == Ports::kSingle && variant.sync == Sync::kMirror;
  return std::make_unique<BroadcastPolling>(
      facts.children, constants.token_order, variant.ports,
      counts_down ? TokenValue::kStepsLeft : TokenValue::kNothing);
}

std::vector<std::string> certificates_owed(const Polling& polling) {
  std::vector<std::string> owed;
  for (const Node child : polling.asked()) owed.push_back("certificate of " + pe_name(child));
  return owed;
}

}  // namespace flitwise::protocols
