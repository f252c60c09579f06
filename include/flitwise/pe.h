// pe.h: PEs and a network as SystemC modules that speak TLM with each other. Component systemc.
//
// Time: clock edge t, which ends step t, is at t * step of simulated time.
// TLM:  base protocol, blocking transport; ProcessingElement and NetworkModule say what they take.
// PEs with sockets of your own and a network of any kind: flitwise/fabric.h.
#ifndef FLITWISE_PE_H_
#define FLITWISE_PE_H_

#include <flitwise/network.h>
#include <flitwise/protocol.h>

// RouterPort, FlitCodec, PeLinks, require_fits, arrival_of
#include "systemc/pe/flit_codec.h"
// AddressCodec
#include "systemc/pe/codecs/address_codec.h"
// RouteCodec
#include "systemc/pe/codecs/route_codec.h"
// ProcessingElement
#include "systemc/pe/processing_element.h"
// NetworkModule
#include "systemc/network/network_module.h"

#endif  // FLITWISE_PE_H_
