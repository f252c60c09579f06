#include "systemc/protocols/collective/torus_draft.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "systemc/protocols/collective/plan_builder.h"

namespace flitwise::protocols::torus_plans {
namespace {

// What plans of tori leave to the PEs: those that come late to a barrier.
CollectiveRequest in_time(CollectiveRequest request) {
  if (request.operation == CollectiveOperation::kBarrier) request.start.clear();
  return request;
}

}  // namespace

TorusDraft::TorusDraft(const CollectiveRequest& request, const Torus& torus, std::string name,
                       std::initializer_list<CollectiveOperation> does)
    : request_(request), torus_(torus) {
  check_request_with_overheads(name, in_time(request), torus.size(), does);
  if (!request.start.empty() && index_of(torus.size()) != request.start.size())
    throw TopologyError(name + ": start must have one entry a PE, " + std::to_string(torus.size()) +
                        ", not " + std::to_string(request.start.size()));
  plan_.schedule.name = std::move(name);
  plan_.schedule.operation = name_of(request.operation);
  plan_.schedule.programs.resize(index_of(torus.size()));
}

TorusDraft::Ops TorusDraft::send(DraftMessage message) {
  room_.add(static_cast<Flits>(message.reads.size()));
  Collective& schedule = plan_.schedule;
  const Node to = torus_.destination(message.from, message.hops);
  std::vector<RankOp>& sender = schedule.programs[index_of(message.from)];
  std::vector<RankOp>& receiver = schedule.programs[index_of(to)];
  const Ops ops{sender.size(), receiver.size()};

  RankOp send;
  send.kind = RankOpKind::kSend;
  send.transfer = schedule.transfers.size();
  send.steps = request_.send_overhead;
  send.not_before = message.not_before;
  if (!request_.start.empty())
    send.not_before = std::max(send.not_before, request_.start[index_of(message.from)]);
  for (const std::size_t op : message.after) send.after.push_back({op, false});
  send.name = message.name;

  RankOp receive;
  receive.kind = RankOpKind::kReceive;
  receive.transfer = send.transfer;
  receive.steps = request_.receive_overhead;
  if (message.intake == Intake::kCombine) {
    receive.steps += request_.add;
    receive.operands = message.writes;
  }
  receive.name = message.name + " from PE " + std::to_string(message.from);

  CollectiveTransfer transfer;
  transfer.from = message.from;
  transfer.to = to;
  transfer.flits = static_cast<Flits>(message.reads.size());
  transfer.hops = std::move(message.hops);
  transfer.name = "PE " + std::to_string(message.from) + ": " + send.name;

  send.reads = std::move(message.reads);
  receive.writes = std::move(message.writes);
  sender.push_back(std::move(send));
  receiver.push_back(std::move(receive));
  schedule.transfers.push_back(std::move(transfer));
  return ops;
}

void TorusDraft::wait(Node at, std::size_t op, const std::vector<RankDependency>& others) {
  std::vector<RankDependency>& after = plan_.schedule.programs[index_of(at)][op].after;
  after.insert(after.end(), others.begin(), others.end());
}

std::size_t TorusDraft::combine(Node at, std::vector<Cell> reads, const std::vector<Cell>& into,
                                std::vector<RankDependency> after) {
  RankOp op;
  op.kind = RankOpKind::kCompute;
  op.steps = request_.add;
  op.processor = -1;
  op.after = std::move(after);
  op.reads = std::move(reads);
  op.writes = into;
  op.operands = into;
  op.name = "combine";
  std::vector<RankOp>& program = plan_.schedule.programs[index_of(at)];
  program.push_back(std::move(op));
  return program.size() - 1;
}

void TorusDraft::hold_and_owe() {
  switch (request_.operation) {
    case CollectiveOperation::kReduce:
      hold_operands();
      return owe_results(request_.root);
    case CollectiveOperation::kAllReduce:
    case CollectiveOperation::kBarrier:
      hold_operands();
      for (Node v = 0; v < torus_.size(); ++v) owe_results(v);
      return;
    case CollectiveOperation::kReduceScatter: {
      hold_operands();
      const Flits block = divided_up(request_.length, torus_.size());
      for (Cell q = 0; q < request_.length; ++q)
        plan_.due.push_back({static_cast<Node>(q / block), q, {kAllOperands, q}});
      return;
    }
    case CollectiveOperation::kAllGather:
      return hold_and_owe_blocks();
    case CollectiveOperation::kAllToAll:
      return exchange_blocks();
    case CollectiveOperation::kMulticast:
      return;
  }
}

void TorusDraft::hold_operands() {
  for (Node v = 0; v < torus_.size(); ++v)
    for (Cell q = 0; q < request_.length; ++q) plan_.held.push_back({v, q, {v, q}});
}

void TorusDraft::owe_results(Node at) {
  for (Cell q = 0; q < request_.length; ++q) plan_.due.push_back({at, q, {kAllOperands, q}});
}

void TorusDraft::hold_and_owe_blocks() {
  const auto block = static_cast<Cell>(request_.block);
  for (Node v = 0; v < torus_.size(); ++v)
    for (Cell q = 0; q < torus_.size() * block; ++q) {
      if (q / block == v) plan_.held.push_back({v, q, {v, q}});
      plan_.due.push_back({v, q, {q / block, q}});
    }
}

void TorusDraft::exchange_blocks() {
  const auto block = static_cast<Cell>(request_.block);
  const Cell all = torus_.size() * block;
  for (Node v = 0; v < torus_.size(); ++v)
    for (Node u = 0; u < torus_.size(); ++u)
      for (Cell i = 0; u != v && i < block; ++i) {
        plan_.held.push_back({v, u * block + i, {v, u * block + i}});
        plan_.due.push_back({u, all + v * block + i, {v, u * block + i}});
      }
}

CollectivePlan TorusDraft::finish(Cell cells) {
  plan_.cells.assign(index_of(torus_.size()), cells);
  return std::move(plan_);
}

Step TorusDraft::overheads(Intake intake) const {
  return request_.send_overhead + request_.receive_overhead +
         (intake == Intake::kCombine ? request_.add : 0);
}

Hops hops_along(const Torus& torus, int dimension, int hops) {
  Hops all(torus.sides().size(), 0);
  all[index_of(dimension)] = hops;
  return all;
}

std::vector<Cell> cells_from(Cell first, Flits count) {
  std::vector<Cell> cells(static_cast<std::size_t>(count));
  std::iota(cells.begin(), cells.end(), first);
  return cells;
}

std::vector<int> long_dimensions(const Torus& torus) {
  std::vector<int> dimensions;
  for (int d = 0; d < torus.dimensions(); ++d)
    if (torus.side(d) > 1) dimensions.push_back(d);
  return dimensions;
}

DimensionOrder order_of(const CollectiveRequest& request, const Torus& torus) {
  return request.dimension_order.empty() ? torus.ascending_order() : request.dimension_order;
}

int equal_side(const std::string& name, const Torus& torus) {
  const std::vector<int> dimensions = long_dimensions(torus);
  for (const int d : dimensions)
    if (torus.side(d) != torus.side(dimensions.front()))
      throw TopologyError(name + " needs equal sides (those of 1 left out), but sides[" +
                          std::to_string(dimensions.front()) + "] is " +
                          std::to_string(torus.side(dimensions.front())) + " and sides[" +
                          std::to_string(d) + "] is " + std::to_string(torus.side(d)));
  return dimensions.empty() ? 1 : torus.side(dimensions.front());
}

}  // namespace flitwise::protocols::torus_plans
