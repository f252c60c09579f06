// network.h: networks of verilated routers, the engine that steps them, and the library of models.
// Component network; no SystemC: a Network is stepped by whoever calls `clock`.
//
// Time:   `clock(t)` is the clock edge that ends step t; a flit injected before it crosses its
//         first link in step t + 1.
// Errors: ModelError where a model cannot be made, std::invalid_argument for what routers cannot
//         be. Models of new shapes are compiled on first use, which needs Verilator and a compiler.
#ifndef FLITWISE_NETWORK_H_
#define FLITWISE_NETWORK_H_

#include <flitwise/topology.h>

// RawFlit, FlitFields, pack, unpack, is_valid, to_event
#include "systemc/network/flit.h"
// LinkTransfer, Delivery, ViolationKind, Violation, Network
#include "systemc/network/network.h"
// InjectionConflict, Injection, Injector
#include "systemc/network/injector.h"
// NetworkObserver
#include "systemc/network/network_observer.h"
// LinkTap
#include "systemc/network/link_tap.h"
// Handover
#include "systemc/network/handover.h"
// AddressBook
#include "systemc/network/address_book.h"
// RouterPins, LinkTurn, Link, IdleRouters, Stepping, FlowControl, RouterOwner, Engine
#include "systemc/network/engine.h"
// PeView, WaveWindow, WaveRecorder
#include "systemc/network/wave_recorder.h"
// ModelError
#include "systemc/network/models/model_error.h"
// ModelFlavour, ModelSources, ModelRequest
#include "systemc/network/models/model_request.h"
// ModelProgress, ModelLibrary
#include "systemc/network/models/model_library.h"
// Checkers, RouterForm, NetworkConfig, ModelOwner
#include "systemc/network/models/model_owner.h"
// AddressRange, TreeSeat, MultiportSite, assemble_multiport
#include "systemc/network/multiport_routers.h"
// assemble_tree, elaborate_tree
#include "systemc/network/tree/tree_routers.h"
// FatTreeNetworkConfig, FatTreeNetwork, assemble_fat_tree, elaborate_fat_tree
#include "systemc/network/fat_tree/fat_tree_routers.h"
// TorusNetworkConfig, TorusNetwork, assemble_torus, elaborate_torus
#include "systemc/network/torus/torus_routers.h"
// StarNetworkConfig, StarNetwork, assemble_star, elaborate_star
#include "systemc/network/star/star_routers.h"

#endif  // FLITWISE_NETWORK_H_
