#include "systemc/network/models/built_models.h"

namespace flitwise {

const ModelTable* find_built_model(const ModelRequest& request) {
  if (!request.sources.rtl.empty() || request.clock != "clk_i") return nullptr;
  const std::string parameters = sorted_parameters(request);
  for (const BuiltModel& model : built_models()) {
    if (request.module == model.module && parameters == model.parameters &&
        request.flavour == model.flavour)
      return model.table;
  }
  return nullptr;
}

}  // namespace flitwise
