#include "sim/import/formats/collective_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace flitwise {
CollectiveBuilder::CollectiveBuilder(Node ranks) : places_(index_of(ranks)) {
  collective_.programs.resize(index_of(ranks));
  collective_.memory.resize(index_of(ranks));
}

RankOp& CollectiveBuilder::op_of(const End& end) {
  return collective_.programs[index_of(end.rank)][end.op];
}

const Place& CollectiveBuilder::place_of(Node rank, std::size_t op) const {
  return places_[index_of(rank)][op];
}

void CollectiveBuilder::refuse(const End& end, const std::string& rule) {
  throw ConfigError(place_of(end.rank, end.op), fmt::format("rank {}", end.rank), op_of(end).name,
                    rule);
}

std::size_t CollectiveBuilder::compute(Node rank, RankOp op, const Place& place) {
  collective_.programs[index_of(rank)].push_back(std::move(op));
  places_[index_of(rank)].push_back(place);
  return collective_.programs[index_of(rank)].size() - 1;
}

CollectiveBuilder::End CollectiveBuilder::message(Node rank, Node peer, Flits flits, RankOp op,
                                                  const Place& place) {
  const End end{rank, compute(rank, std::move(op), place), flits};
  if (peer < 0 || peer >= ranks())
    refuse(end, fmt::format("names rank {}, and ranks are 0 to {}", peer, ranks() - 1));
  if (peer == rank) refuse(end, "names its own rank: a message must go to another one");
  return end;
}

std::size_t CollectiveBuilder::send(Node rank, Node to, std::int64_t channel, Flits flits,
                                    RankOp op, const Place& place) {
  op.kind = RankOpKind::kSend;
  const End end = message(rank, to, flits, std::move(op), place);
  ways_[{rank, to, channel}].sends.push_back(end);
  return end.op;
}

std::size_t CollectiveBuilder::receive(Node rank, Node from, std::int64_t channel, Flits flits,
                                       RankOp op, const Place& place) {
  op.kind = RankOpKind::kReceive;
  const End end = message(rank, from, flits, std::move(op), place);
  ways_[{from, rank, channel}].receives.push_back(end);
  return end.op;
}

void CollectiveBuilder::depend(Node rank, std::size_t op, const RankDependency& earlier) {
  collective_.programs[index_of(rank)][op].after.push_back(earlier);
}

void CollectiveBuilder::match(const WayName& name, const Way& way) {
  const auto& [from, to, channel] = name;
  const std::size_t pairs = std::min(way.sends.size(), way.receives.size());
  if (way.sends.size() > pairs)
    refuse(way.sends[pairs], fmt::format("has no receive in rank {}", to));
  if (way.receives.size() > pairs)
    refuse(way.receives[pairs], fmt::format("has no send in rank {}", from));
  for (std::size_t i = 0; i < pairs; ++i) {
    const End& send = way.sends[i];
    const End& receive = way.receives[i];
    if (send.flits != receive.flits)
      refuse(receive, fmt::format("expects {} flits, and its send in rank {}, {}, has {}",
                                  receive.flits, from, op_of(send).name, send.flits));
    op_of(send).transfer = op_of(receive).transfer = collective_.transfers.size();
    collective_.transfers.push_back(
        {from, to, send.flits, fmt::format("rank {}: {}", from, op_of(send).name)});
  }
}

void CollectiveBuilder::check_circle() {
  const std::vector<RankEvent> circle = CollectiveOrder(collective_).circle();
  if (circle.empty()) return;
  std::string text;
  const RankEvent* last = nullptr;
  for (const RankEvent& event : circle) {
    const bool is_same = last != nullptr && last->rank == event.rank && last->op == event.op;
    last = &event;
    if (is_same) continue;
    text += fmt::format("{}rank {}: {}", text.empty() ? "" : ", which waits for ", event.rank,
                        collective_.programs[index_of(event.rank)][event.op].name);
  }
  throw ConfigError(places_[index_of(circle.front().rank)][circle.front().op], "", "",
                    "operations wait for each other in a circle, so that none ever begins: " +
                        text + ", which waits for the first");
}

Collective CollectiveBuilder::finish() {
  // In the order in which the sends stand in the programs, so that numbers mean something.
  for (const auto& [name, way] : ways_) match(name, way);
  check_circle();
  return std::move(collective_);
}

}  // namespace flitwise
