// built_models.h: the models that the build has made, in a list that the build writes.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_BUILT_MODELS_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_BUILT_MODELS_H_

#include <vector>

#include "systemc/network/models/model_request.h"
#include "systemc/network/models/model_table.h"

namespace flitwise {

/// A verilated model that is linked into the program.
struct BuiltModel {
  const char* module;
  const char* parameters;  ///< as sorted_parameters
  ModelFlavour flavour;
  const ModelTable* table;
};

/// All of them, in the order in which the build names them.
const std::vector<BuiltModel>& built_models();

/// The built model of the project's own module; null when the build has made none.
const ModelTable* find_built_model(const ModelRequest& request);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_BUILT_MODELS_H_
