#include "tb/kit/verilated_check.h"

#include "tb/kit/tree/tree_check.h"
#include "tb/kit/verilated_routers.h"

namespace flitwise::kit {

KitReport check_verilated(const own::RouterDescription& router, const ModelLibrary::Config& config,
                          const KitOptions& options) {
  if (options.progress) options.progress("compiling");
  if (router.family == own::Family::kTree)
    return check_tree_router(router, verilated_trees(router, config), options);
  VerilatedRouters routers(router, mesh_for(router), config);
  routers.prepare(places_for(router, options.clauses));
  return check_router(
      router, [&](Place at, std::uint64_t seed) { return routers.make(at, seed); }, options);
}

}  // namespace flitwise::kit
