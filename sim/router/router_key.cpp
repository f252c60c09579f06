#include "sim/router/router_key.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "sim/router/router_reader.h"

namespace flitwise {

language::Type own_router_type(own::Family family) {
  using namespace language;
  return read_by(called("FILE", text()), [family](const Value& value, Known& known) {
    Datum datum;
    if (auto router = read_router(to_path(value), *known.errors, family))
      datum.made = std::make_shared<const own::RouterDescription>(*std::move(router));
    return datum;
  });
}

std::string lacks_numbers(const own::RouterDescription& router) {
  if (!router.is_measured && !router.latency)
    return "has no latency, which formulas count with: it wants the key latency";
  if (router.is_measured && !router.measured)
    return "says latency: measured and was never measured: run flitwise router check --update";
  const std::string changed =
      router.is_measured ? changed_since(router, router.measured->files) : "";
  if (changed.empty()) return {};
  return fmt::format("was measured before {} changed: run flitwise router check --update again",
                     changed);
}

std::vector<std::string> files_of(const own::RouterDescription& router) {
  std::vector<std::string> files{router.file};
  for (const auto& some : {router.files, included_files(router)})
    files.insert(files.end(), some.begin(), some.end());
  return files;
}

}  // namespace flitwise
