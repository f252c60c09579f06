// router_types.h: types of values in descriptions of routers.
#ifndef FLITWISE_SIM_ROUTER_ROUTER_TYPES_H_
#define FLITWISE_SIM_ROUTER_ROUTER_TYPES_H_

#include "sim/language/keys.h"
#include "systemc/network/own/router_description.h"

// Found by language::assign.
namespace flitwise::own {
void assign(Bits& bits, const language::Datum& d);
void assign(PayloadBits& bits, const language::Datum& d);
void assign(ExtraField& field, const language::Datum& d);
}  // namespace flitwise::own
namespace flitwise {
void assign(PassageSteps& steps, const language::Datum& d);
}

namespace flitwise::language {

/// "71:70", or "5" of one bit.
Type bits_type();
Type bit_type();
/// Bits of all flits, or {head: BITS, body: BITS}.
Type payload_type();
/// {bits: BITS, value: N}, or a list of such.
Type extra_type();
/// A whole number, not below 0, of at most 64 bits: a code.
Type code_type();
/// One number for all passages, or {straight: R, turn: R, inject: R, eject: R}.
Type passages_type(std::int64_t most);
/// Names of SystemVerilog: "two_stage_wrapper".
Type module_type();
/// Files that are there, folders that are there: relative to the file that names them.
Type files_type();
Type folders_type();
/// "NAME" or "NAME=VALUE".
Type defines_type();
/// A map of names to numbers and words, as "NAME=VALUE".
Type parameters_type();
/// Names of Verilator's warnings.
Type warnings_type();
/// What the key says, and no other text.
Type exactly(const char* words, const char* rule);

}  // namespace flitwise::language

#endif  // FLITWISE_SIM_ROUTER_ROUTER_TYPES_H_
