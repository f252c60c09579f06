#include "systemc/protocols/star/star_exchange.h"

#include <algorithm>
#include <utility>

#include "systemc/protocols/star/star_scatter.h"

namespace flitwise::protocols {

StarExchangePlan::StarExchangePlan(const StarSettings& settings)
    : trees_(settings.trees),
      selection_(*settings.trees, settings.copies),
      before_(static_cast<std::size_t>(settings.graph().size())) {
  Step steps = 0;
  for (const Node u : selection_.order()) {
    before_[static_cast<std::size_t>(u)] = steps;
    steps += settings.packets * trees_->depth(u, 2);
  }
}

Step StarExchangePlan::first_step(Node u, int number) const {
  return before_[static_cast<std::size_t>(u)] + number * trees_->depth(u, 2) + 1;
}

StarExchange::StarExchange(const StarSettings& settings,
                           std::shared_ptr<const StarExchangePlan> plan, Node self, Step skew)
    : StarPe(settings, self, skew, kNoNode), plan_(std::move(plan)) {}

unsigned StarExchange::expected_trees(Node source, int) const {
  return plan_->selection().trees_of(graph().relative(self(), source));
}

void StarExchange::send_own(Outbox& outbox) {
  for (const Node u : plan_->selection().order())
    for (int turn = 0; turn < settings().degree(); ++turn)
      for (int q = 0; q < settings().packets; ++q)
        send(routed_packet(settings(), self(), graph().rotate(u, turn), 2 + turn, q), 2 + turn, 0,
             cycle(plan_->first_step(u, q)), outbox);
}

void StarExchange::read(const Arrival& arrival, StarHead& head) const {
  const Node u = graph().rotate(head.address, 2 - head.tree);
  const Step depth = trees().depth(u, 2);
  const Step late = arrival.step - cycle(plan_->first_step(u, 0) + depth - 1);
  // A packet that comes at the wrong time counts as the one whose time is nearest, which is then
  // reported as broken.
  const Step group = depth * settings().flits;
  head.number = std::clamp<Step>((late + group / 2) / group, 0, settings().packets - 1);
}

std::optional<Step> StarExchange::due(const StarHead& head) const {
  const Node u = graph().rotate(head.address, 2 - head.tree);
  return plan_->first_step(u, static_cast<int>(head.number)) + trees().depth(u, 2) - 1;
}

}  // namespace flitwise::protocols
