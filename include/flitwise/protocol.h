// protocol.h: what a PE decides: flits in, messages and step numbers out. Component protocols.
//
// No clock and no SystemC: a protocol is called with what arrives and says what leaves, so that it
// runs under test on a network of a few lines.
// Time: `after` of a transmission counts steps from the call, at least 1.
#ifndef FLITWISE_PROTOCOL_H_
#define FLITWISE_PROTOCOL_H_

#include <flitwise/topology.h>

// protocols::PeState, protocols::Transmission, protocols::Arrival, protocols::Outbox,
// protocols::PeProtocol, protocols::Protocols
#include "systemc/protocols/pe_protocol.h"
// protocols::TimedProtocol
#include "systemc/protocols/timed_protocol.h"
// protocols::ComplaintBook, protocols::counted
#include "systemc/protocols/complaint_book.h"
// protocols::Haste, protocols::EarlyProtocol, protocols::MuteProtocol, protocols::make_early,
// protocols::make_mute
#include "systemc/protocols/faults.h"
// protocols::Pace
#include "systemc/protocols/pace.h"
// protocols::LagRule, protocols::Sync, protocols::SortCost, protocols::CertificationVariant
#include "systemc/protocols/tree/certification_variant.h"
// protocols::make_scatter_timed, protocols::make_shoulder_tap, protocols::make_certification
#include "systemc/protocols/tree/tree_protocols.h"
// protocols::make_tree_broadcast
#include "systemc/protocols/tree/tree_broadcast.h"
// protocols::make_cover_certification, protocols::make_cover_timetable
#include "systemc/protocols/cover/cover_protocols.h"
// protocols::make_fat_tree_broadcast, protocols::make_fat_tree_scatter,
// protocols::make_fat_tree_gather, protocols::make_fat_tree_all_to_all
#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
// protocols::route_of, protocols::port_of, protocols::hops_of_route
#include "systemc/protocols/torus/torus_route.h"
// protocols::make_torus_broadcast
#include "systemc/protocols/torus/torus_broadcast_pe.h"
// protocols::PlacedTransfer, protocols::PlacedTransfers, protocols::CollectiveCarriage
#include "systemc/protocols/collective/collective_carriage.h"

#endif  // FLITWISE_PROTOCOL_H_
