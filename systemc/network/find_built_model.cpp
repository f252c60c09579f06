#include <fmt/format.h>

#include "systemc/network/built_models.h"
#include "systemc/network/model_error.h"

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

const ModelTable& built_model(const ModelRequest& request) {
  const ModelTable* table = find_built_model(request);
  if (table == nullptr)
    throw ModelError(fmt::format("the build has made no {} {} with {}", name_of(request.flavour),
                                 request.module, sorted_parameters(request)));
  return *table;
}

}  // namespace flitwise
