#include "systemc/protocols/star/star_protocols.h"

#include <stdexcept>
#include <string>

#include "systemc/protocols/star/star_acknowledged.h"
#include "systemc/protocols/star/star_broadcast.h"
#include "systemc/protocols/star/star_exchange.h"
#include "systemc/protocols/star/star_multinode.h"
#include "systemc/protocols/star/star_scatter.h"

namespace flitwise::protocols {
namespace {

void check_skews(const StarSettings& settings, const StarSkews& skews) {
  if (skews.empty()) return;
  if (skews.size() != static_cast<std::size_t>(settings.graph().size()))
    throw std::invalid_argument("there must be one skew for each of " +
                                std::to_string(settings.graph().size()) + " nodes, got " +
                                std::to_string(skews.size()));
  for (const Step skew : skews)
    if (skew < 0)
      throw std::invalid_argument("a skew must be at least 0 cycles, got " + std::to_string(skew));
}

void check_source(const StarSettings& settings, Node source) {
  if (source < 0 || source >= settings.graph().size())
    throw std::invalid_argument("the source must be 0 to " +
                                std::to_string(settings.graph().size() - 1) + ", got " +
                                std::to_string(source));
}

void check_content(const StarSettings& settings) {
  if (settings.belief == StarBelief::kMajority && settings.flits == 1)
    throw std::invalid_argument("packets of 1 flit carry nothing to vote on");
}

/// `make(v, skew)` for every PE v.
template <typename Make>
StarPes make_each(const StarSettings& settings, const StarSkews& skews, Make make) {
  StarPes pes;
  for (Node v = 0; v < settings.graph().size(); ++v)
    pes.push_back(make(v, skews.empty() ? 0 : skews[static_cast<std::size_t>(v)]));
  return pes;
}

}  // namespace

StarPes make_star_broadcast(const StarSettings& settings, Node source, const StarSkews& skews) {
  check_settings(settings);
  check_skews(settings, skews);
  check_source(settings, source);
  check_content(settings);
  return make_each(settings, skews, [&](Node v, Step skew) {
    return std::make_unique<StarBroadcast>(settings, v, source, skew);
  });
}

StarPes make_star_multinode(const StarSettings& settings, StarMultinodeKind kind,
                            const StarSkews& skews) {
  check_settings(settings);
  check_skews(settings, skews);
  const auto plan = std::make_shared<const StarMultinodePlan>(settings);
  return make_each(settings, skews, [&](Node v, Step skew) -> std::unique_ptr<StarPe> {
    if (kind == StarMultinodeKind::kAcknowledged)
      return std::make_unique<StarAcknowledged>(settings, plan, v, skew);
    return std::make_unique<StarMultinode>(settings, plan, v, skew);
  });
}

StarPes make_star_scatter(const StarSettings& settings, Node source, const StarSkews& skews) {
  check_settings(settings);
  check_skews(settings, skews);
  check_source(settings, source);
  check_content(settings);
  const auto selection = std::make_shared<const StarSelection>(*settings.trees, settings.copies);
  return make_each(settings, skews, [&](Node v, Step skew) {
    return std::make_unique<StarScatter>(settings, selection, v, source, skew);
  });
}

StarPes make_star_exchange(const StarSettings& settings, const StarSkews& skews) {
  check_settings(settings);
  check_skews(settings, skews);
  check_content(settings);
  const auto plan = std::make_shared<const StarExchangePlan>(settings);
  return make_each(settings, skews, [&](Node v, Step skew) {
    return std::make_unique<StarExchange>(settings, plan, v, skew);
  });
}

}  // namespace flitwise::protocols
