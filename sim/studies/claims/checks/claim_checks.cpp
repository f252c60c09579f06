#include "sim/studies/claims/checks/claim_checks.h"

#include <fmt/format.h>

#include <map>

namespace flitwise {
namespace {

const std::map<std::string, ClaimCheck>& registry() {
  static const std::map<std::string, ClaimCheck> all{
      {"earliest gather", earliest_gather},
      {"scatter orders", scatter_orders},
      {"tree cover", tree_cover},
      {"exchange bounds", exchange_bounds},
      {"exchange loops", exchange_loops},
      {"fat tree meeting", fat_tree_meeting},
      {"mesh chains", mesh_chains},
      {"torus steps", torus_steps},
      {"torus lanes", torus_lanes},
      {"star trees", star_trees},
      {"star and cube", star_and_cube},
      {"star translation", star_translation},
      {"star rotation", star_rotation},
      {"star shortest paths", star_shortest_paths},
      {"spanning trees", spanning_trees},
      {"torus spans", torus_spans},
      {"graph packing", graph_packing},
      {"drawn graphs", drawn_graphs},
      {"graph study", graph_study},
      {"given trees", given_trees},
      {"hamiltonian cycles", hamiltonian_cycles},
      {"singer paths", singer_paths},
      {"product trees", product_trees},
      {"twisted cubes", twisted_cubes},
      {"trees by rule", trees_by_rule},
      {"dead links", dead_links},
      {"allgather rates", allgather_rates},
  };
  return all;
}

std::int64_t in_range(const std::string& name, const Figure& figure, std::int64_t least,
                      std::int64_t most) {
  const std::optional<std::int64_t> number = figure.number();
  if (!number || *number < least || *number > most)
    throw ExpressionError(
        fmt::format("needs {} from {} to {}, not {}", name, least, most, figure.text()));
  return *number;
}

Figure figure_of(const Names& values, const std::string& name) {
  const std::optional<Figure> figure = values(name);
  if (!figure) throw ExpressionError(fmt::format("needs a value for {}", name));
  return *figure;
}

}  // namespace

const std::vector<std::string>& claim_check_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& [name, check] : registry()) all.push_back(name);
    return all;
  }();
  return names;
}

ClaimCheck claim_check(const std::string& name) { return registry().at(name); }

std::int64_t number_of(const Names& values, const std::string& name, std::int64_t least,
                       std::int64_t most) {
  return in_range(name, figure_of(values, name), least, most);
}

std::vector<std::int64_t> numbers_of(const Names& values, const std::string& name,
                                     std::int64_t least, std::int64_t most) {
  const Figure figure = figure_of(values, name);
  if (figure.items() == nullptr)
    throw ExpressionError(fmt::format("needs a list {}, not {}", name, figure.text()));
  std::vector<std::int64_t> numbers;
  for (const Figure& item : *figure.items())
    numbers.push_back(in_range("items of " + name, item, least, most));
  return numbers;
}

}  // namespace flitwise
