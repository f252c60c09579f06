// certificate_slot.h: the step in which a PE sends its certificate.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATE_SLOT_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATE_SLOT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "systemc/protocols/tree/certification/certification_variant.h"
#include "systemc/protocols/tree/certification/sync_schedule.h"

namespace flitwise::protocols {

/// Tells a PE below the root when its certificate leaves.
///
/// Time: kSeq and multiport, 1 + K(d) steps after the last flit that it needed (its last child's
///       certificate; for a leaf the token, and K(0) = 0). Otherwise in a fixed step, so that no
///       sibling's certificate reaches the parent together with it: kSlot and kSlotIndex `hold`
///       steps after the token, kMirror 2x + 1 steps after the token that said x.
class CertificateSlot {
 public:
  CertificateSlot(const CertificationVariant& variant, const SyncConstants& constants,
                  std::size_t children);

  /// The PE got its token, with value `x`.
  void open(Step now, std::int64_t x);

  /// Says why a child's certificate that comes `now` is too late to go into the PE's own, nothing
  /// if it is not.
  std::optional<std::string> fault_of_arrival(Step now) const;

  /// Steps from `now`, when nothing is missing any more, to the certificate.
  Step steps_left(Step now) const;

 private:
  CertificationVariant variant_;
  Step hold_;
  Step work_;                // 1 + K(d)
  std::optional<Step> due_;  // step of the certificate, if it is fixed
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATE_SLOT_H_
