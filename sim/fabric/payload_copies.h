// payload_copies.h: payloads of a target's own, which it may keep longer than the transaction
// lasts.
#ifndef FLITWISE_SIM_FABRIC_PAYLOAD_COPIES_H_
#define FLITWISE_SIM_FABRIC_PAYLOAD_COPIES_H_

#include <tlm>

namespace flitwise {

/// Makes copies of payloads and frees each when the last holder releases it. It outlives them.
class PayloadCopies final : public tlm::tlm_mm_interface {
 public:
  /// Data and byte enables are copied, too. The caller holds it.
  tlm::tlm_generic_payload* copy_of(const tlm::tlm_generic_payload& original);
  void free(tlm::tlm_generic_payload* copy) override;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_PAYLOAD_COPIES_H_
