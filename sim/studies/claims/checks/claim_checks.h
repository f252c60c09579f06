// claim_checks.h: computations that decide claims which no run on a network shows: about structure,
// bounds, or all schedules of a kind.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CHECKS_CLAIM_CHECKS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CHECKS_CLAIM_CHECKS_H_

#include <string>
#include <vector>

#include "sim/run/figures/figure.h"
#include "sim/studies/expression.h"

namespace flitwise {

/// What a check computes from the values of a case, by name.
/// Errors: throws ExpressionError when a value is missing or out of range.
using ClaimCheck = Figure::Members (*)(const Names& values);

/// Names of all checks, sorted.
const std::vector<std::string>& claim_check_names();

/// Errors: throws std::out_of_range when there is none of this name.
ClaimCheck claim_check(const std::string& name);

/// The whole number of a name.
/// Errors: throws ExpressionError when there is none, or it is not from `least` to `most`.
std::int64_t number_of(const Names& values, const std::string& name, std::int64_t least,
                       std::int64_t most);

/// The list of whole numbers of a name, each from `least` to `most`.
/// Errors: as number_of.
std::vector<std::int64_t> numbers_of(const Names& values, const std::string& name,
                                     std::int64_t least, std::int64_t most);

/// The checks. Each is described where it is defined, with the names that it takes and gives.
Figure::Members earliest_gather(const Names& values);
Figure::Members scatter_orders(const Names& values);
Figure::Members tree_cover(const Names& values);
Figure::Members spanning_trees(const Names& values);
Figure::Members exchange_bounds(const Names& values);
Figure::Members exchange_loops(const Names& values);
Figure::Members fat_tree_meeting(const Names& values);
Figure::Members mesh_chains(const Names& values);
Figure::Members torus_steps(const Names& values);
Figure::Members torus_lanes(const Names& values);
Figure::Members torus_spans(const Names& values);
Figure::Members star_trees(const Names& values);
Figure::Members star_and_cube(const Names& values);
Figure::Members star_translation(const Names& values);
Figure::Members star_rotation(const Names& values);
Figure::Members star_shortest_paths(const Names& values);
Figure::Members graph_packing(const Names& values);
Figure::Members drawn_graphs(const Names& values);
Figure::Members graph_study(const Names& values);
Figure::Members given_trees(const Names& values);
Figure::Members hamiltonian_cycles(const Names& values);
Figure::Members singer_paths(const Names& values);
Figure::Members product_trees(const Names& values);
Figure::Members twisted_cubes(const Names& values);
Figure::Members trees_by_rule(const Names& values);
Figure::Members dead_links(const Names& values);
Figure::Members allgather_rates(const Names& values);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CHECKS_CLAIM_CHECKS_H_
