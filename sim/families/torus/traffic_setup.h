// traffic_setup.h: PEs and expected packets of traffic on a torus.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_SETUP_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_SETUP_H_

#include "sim/families/torus/torus_scenario.h"
#include "systemc/network/receivers.h"
#include "systemc/protocols/pe_protocol.h"
#include "tb/check/torus/pending_packets.h"
#include "tb/check/torus/traffic_meter.h"

namespace flitwise {

/// In all of these, `scenario` is of traffic.

check::MeasuringWindow measuring_window(const TorusScenario& scenario);

/// The PEs' protocols, with the faults that the scenario asks for.
protocols::Protocols make_traffic_pes(const TorusScenario& scenario);

/// What must be sent: the same streams once more, drawn on their own.
check::PendingPackets::Stream expected_packets(const TorusScenario& scenario);

/// Ports over which PEs take no flit, drawn anew by each that is made; empty if they take all.
StalledPorts stalled_ports(const TorusScenario& scenario);

/// Flits of all packets, those of a node to itself included.
Flits expected_flits(const TorusScenario& scenario);

/// Whether a packet leaves the node before the sources stop.
bool begins_packets(const TorusScenario& scenario, Node node);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_SETUP_H_
