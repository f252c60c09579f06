// handover.h: when and how a flit that has reached its PE is handed over.
#ifndef FLITWISE_SYSTEMC_NETWORK_HANDOVER_H_
#define FLITWISE_SYSTEMC_NETWORK_HANDOVER_H_

#include <cstdint>

namespace flitwise {

/// When and how a flit that has reached its PE is handed over.
enum class Handover : std::uint8_t {
  /// In the step in which it crosses the last link, known by its destination field; the TLM address
  /// is the number of the neighbour whose link it comes over.
  kFromLinks,
  /// One step later, in which it crosses from the router's own lane into the PE; the TLM address is
  /// the number of that lane, the PE's port. For routers that read the way from the flit itself.
  kFromPorts,
  /// The same of routers that combine, whose lanes are the PE's own: the flit has come by the end
  /// of the step before, which is what a limit counts, and the PE is told one step later.
  kFromStages,
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_HANDOVER_H_
