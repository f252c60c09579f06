// router_reader.h: reads the description of a user's own router, a YAML file.
#ifndef FLITWISE_SIM_ROUTER_ROUTER_READER_H_
#define FLITWISE_SIM_ROUTER_ROUTER_READER_H_

#include <optional>
#include <string>

#include "sim/language/keys.h"
#include "sim/language/scenario_error.h"
#include "systemc/network/own/router_description.h"

namespace flitwise {

/// Its keys, for texts.
const language::Table& router_language();

/// The JSON Schema of such a file, draft 7.
std::string router_schema_text();

/// Reads router.yaml: keys, ranges of bits against the flit's width and against each other, and
/// that the files it names are there. Not whether they compile, nor what the router does. A router
/// of another family than is wanted is an error; with none any is.
/// Errors: adds a ConfigError for each rule that is broken, also where the file cannot be read;
///         then there is no description.
std::optional<own::RouterDescription> read_router(
    const std::string& file, ErrorList& errors,
    std::optional<own::Family> wanted = own::Family::kMesh);
/// The same of a text that stands for the file.
std::optional<own::RouterDescription> read_router_text(
    const std::string& text, const std::string& file, ErrorList& errors,
    std::optional<own::Family> wanted = own::Family::kMesh);

}  // namespace flitwise

#endif  // FLITWISE_SIM_ROUTER_ROUTER_READER_H_
