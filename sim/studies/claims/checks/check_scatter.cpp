// How early a scatter can end, over all orders of its messages.
#include <algorithm>
#include <map>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"

namespace flitwise {
namespace {

// PE i > 0 is entry i - 1 of both vectors.
struct Scatter {
  std::vector<std::int64_t> parents;
  std::vector<std::int64_t> lengths;
};

std::int64_t depth_of(const Scatter& scatter, std::size_t pe) {
  std::int64_t depth = 0;
  for (; pe != 0; pe = static_cast<std::size_t>(scatter.parents[pe - 1])) ++depth;
  return depth;
}

// The child of PE 0 through which the way to a PE leads.
std::size_t link_to(const Scatter& scatter, std::size_t pe) {
  while (scatter.parents[pe - 1] != 0) pe = static_cast<std::size_t>(scatter.parents[pe - 1]);
  return pe;
}

// The last step of the messages of `order`, sent one behind the other from step 1 on.
std::int64_t finish_of(const Scatter& scatter, const std::vector<std::size_t>& order) {
  std::int64_t sent = 0;
  std::int64_t finish = 0;
  for (const std::size_t pe : order) {
    sent += scatter.lengths[pe - 1];
    finish = std::max(finish, sent + depth_of(scatter, pe) - 1);
  }
  return finish;
}

std::int64_t best_order(const Scatter& scatter, std::vector<std::size_t> messages) {
  std::sort(messages.begin(), messages.end());
  std::int64_t best = finish_of(scatter, messages);
  while (std::next_permutation(messages.begin(), messages.end()))
    best = std::min(best, finish_of(scatter, messages));
  return best;
}

}  // namespace

// Takes P and L, the parents and message lengths of PEs 1 to n <= 7. Gives `one_port`, the least
// finish over all orders of the messages, and `port_a_link`, the same where each link of PE 0 has
// an order of its own.
Figure::Members scatter_orders(const Names& values) {
  const Scatter scatter{numbers_of(values, "P", 0, 6), numbers_of(values, "L", 0, 9)};
  const std::size_t n = scatter.parents.size();
  if (n < 1 || n > 7 || scatter.lengths.size() != n)
    throw ExpressionError("needs lists P and L of the same size, 1 to 7");
  std::vector<std::size_t> all;
  std::map<std::size_t, std::vector<std::size_t>> by_link;
  for (std::size_t pe = 1; pe <= n; ++pe) {
    if (scatter.parents[pe - 1] >= static_cast<std::int64_t>(pe))
      throw ExpressionError("needs a list P in which parents have smaller numbers");
    if (scatter.lengths[pe - 1] == 0) continue;
    all.push_back(pe);
    by_link[link_to(scatter, pe)].push_back(pe);
  }
  std::int64_t port_a_link = 0;
  for (const auto& [link, messages] : by_link)
    port_a_link = std::max(port_a_link, best_order(scatter, messages));
  return {{"one_port", Figure(best_order(scatter, all))}, {"port_a_link", Figure(port_a_link)}};
}

}  // namespace flitwise
