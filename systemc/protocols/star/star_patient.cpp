#include "systemc/protocols/star/star_patient.h"

#include <stdexcept>

namespace flitwise::protocols {

PatientProtocol::PatientProtocol(std::unique_ptr<StarPe> inner) {
  auto* const walker = dynamic_cast<StarAcknowledged*>(inner.get());
  if (walker == nullptr || !walker->waits_for_steps())
    throw std::invalid_argument("only a walk with a time-out of some steps gives up waiting");
  static_cast<void>(inner.release());
  inner_.reset(walker);
}

}  // namespace flitwise::protocols
