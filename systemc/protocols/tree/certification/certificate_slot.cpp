#include "systemc/protocols/tree/certification/certificate_slot.h"

namespace flitwise::protocols {

CertificateSlot::CertificateSlot(const CertificationVariant& variant,
                                 const SyncConstants& constants, std::size_t children)
    : variant_(variant),
      hold_(constants.hold),
      work_(1 + sort_steps(variant.sort_cost, children)) {}

void CertificateSlot::open(Step now, std::int64_t x) {
  if (variant_.ports == Ports::kMulti || variant_.sync == Sync::kSeq) return;
  due_ = now + (variant_.sync == Sync::kMirror ? 2 * x + 1 : hold_);
}

std::optional<std::string> CertificateSlot::fault_of_arrival(Step now) const {
  if (!due_ || now + work_ <= *due_) return std::nullopt;
  return "too late: this PE certifies in step " + std::to_string(*due_);
}

Step CertificateSlot::steps_left(Step now) const { return due_ ? *due_ - now : work_; }

}  // namespace flitwise::protocols
