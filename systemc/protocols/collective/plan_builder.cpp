// plan_builder.cpp: what is held and due, and the operations of each message.
#include "systemc/protocols/collective/plan_builder.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace flitwise::protocols {
namespace {

bool is_one_of(CollectiveOperation operation, std::initializer_list<CollectiveOperation> list) {
  return std::find(list.begin(), list.end(), operation) != list.end();
}

void require(bool holds, const std::string& algorithm, const std::string& sentence) {
  if (!holds) throw TopologyError(algorithm + ": " + sentence);
}

std::string listed(std::initializer_list<CollectiveOperation> operations) {
  std::string text;
  for (const CollectiveOperation operation : operations)
    text += (text.empty() ? "" : ", ") + std::string(name_of(operation));
  return text;
}

}  // namespace

const char* name_of(CollectiveOperation operation) {
  switch (operation) {
    case CollectiveOperation::kReduce:
      return "reduce";
    case CollectiveOperation::kAllReduce:
      return "allreduce";
    case CollectiveOperation::kReduceScatter:
      return "reduce-scatter";
    case CollectiveOperation::kAllGather:
      return "all-gather";
    case CollectiveOperation::kAllToAll:
      return "all-to-all";
    case CollectiveOperation::kBarrier:
      return "barrier";
    case CollectiveOperation::kMulticast:
      return "multicast";
  }
  return "";
}

void check_request(const std::string& algorithm, const CollectiveRequest& request, Node pes,
                   std::initializer_list<CollectiveOperation> can) {
  check_request_with_overheads(algorithm, request, pes, can);
  require(request.send_overhead == 0 && request.receive_overhead == 0, algorithm,
          "PEs of this network have no overhead");
}

void check_request_with_overheads(const std::string& algorithm, const CollectiveRequest& request,
                                  Node pes, std::initializer_list<CollectiveOperation> can) {
  require(is_one_of(request.operation, can), algorithm,
          "operation must be one of " + listed(can) + ", not " + name_of(request.operation));
  require(request.root >= 0 && request.root < pes, algorithm,
          "root must be 0 to " + std::to_string(pes - 1) + ", not " + std::to_string(request.root));
  require(request.length >= 1, algorithm,
          "length must be at least 1, not " + std::to_string(request.length));
  require(request.block >= 1, algorithm,
          "block must be at least 1, not " + std::to_string(request.block));
  require(request.operation != CollectiveOperation::kBarrier || request.length == 1, algorithm,
          "length of a barrier must be 1, not " + std::to_string(request.length));
  require(request.add >= 0 && request.send_overhead >= 0 && request.receive_overhead >= 0,
          algorithm, "steps to combine and overheads must be at least 0");
  require(std::all_of(request.start.begin(), request.start.end(), [](Step s) { return s == 0; }),
          algorithm, "nobody may come late: PEs send by a timetable");
}

Flits padded_block(Flits length, Node pes) { return (length + pes - 1) / pes; }

PlanBuilder::PlanBuilder(const std::string& algorithm, const CollectiveRequest& request, Node pes,
                         std::int64_t cells)
    : request_(request) {
  if (cells > std::numeric_limits<Cell>::max())
    throw RequestError(RequestPart::kSize, algorithm + ": a PE has " + std::to_string(cells) +
                                               " words, more than can be numbered");
  plan_.schedule.name = algorithm;
  plan_.schedule.operation = name_of(request.operation);
  plan_.schedule.programs.resize(index_of(pes));
  plan_.cells.assign(index_of(pes), static_cast<Cell>(cells));
  writers_.resize(index_of(pes));
  last_sends_.resize(index_of(pes));
  for (auto& rank : writers_) rank.resize(static_cast<std::size_t>(cells));
  if (request.operation == CollectiveOperation::kAllGather)
    place_gather(pes);
  else if (request.operation == CollectiveOperation::kAllToAll)
    place_exchange(pes);
  else if (request.operation == CollectiveOperation::kMulticast)
    place_text();
  else
    place_reduction(pes);
}

void PlanBuilder::place_reduction(Node pes) {
  const auto length = static_cast<Cell>(request_.length);
  const auto block = static_cast<Cell>(padded_block(request_.length, pes));
  for (Node v = 0; v < pes; ++v)
    for (Cell q = 0; q < length; ++q) {
      plan_.held.push_back({v, q, {v, q}});
      const bool is_due = request_.operation == CollectiveOperation::kReduce ? v == request_.root
                          : request_.operation == CollectiveOperation::kReduceScatter
                              ? q / block == v
                              : true;
      if (is_due) plan_.due.push_back({v, q, {kAllOperands, q}});
    }
}

void PlanBuilder::place_gather(Node pes) {
  const auto block = static_cast<Cell>(request_.block);
  for (Node v = 0; v < pes; ++v) {
    for (Cell q = v * block; q < (v + 1) * block; ++q) plan_.held.push_back({v, q, {v, q}});
    for (Cell q = 0; q < pes * block; ++q) plan_.due.push_back({v, q, {q / block, q}});
  }
}

void PlanBuilder::place_exchange(Node pes) {
  const auto block = static_cast<Cell>(request_.block);
  for (Node v = 0; v < pes; ++v)
    for (Node u = 0; u < pes; ++u) {
      if (u == v) continue;
      for (Cell i = 0; i < block; ++i) {
        plan_.held.push_back({v, u * block + i, {v, u * block + i}});
        plan_.due.push_back({v, (pes + u) * block + i, {u, v * block + i}});
      }
    }
}

void PlanBuilder::place_text() {
  for (Cell q = 0; q < static_cast<Cell>(request_.length); ++q) {
    plan_.held.push_back({request_.root, q, {request_.root, q}});
    for (const Node v : request_.destinations) plan_.due.push_back({v, q, {request_.root, q}});
  }
}

Cell PlanBuilder::add_cell(Node rank) {
  writers_[index_of(rank)].emplace_back();
  return plan_.cells[index_of(rank)]++;
}

RankOp PlanBuilder::send_of(const PlannedMessage& message) const {
  RankOp send;
  send.kind = RankOpKind::kSend;
  send.transfer = plan_.schedule.transfers.size();
  send.steps = request_.send_overhead;
  send.not_before = std::max<Step>(0, message.first - 1 - send.steps);
  send.reads = message.reads;
  send.name = "to PE " + std::to_string(message.to) + message.note;
  std::vector<std::size_t> waits;
  for (const Cell cell : message.reads) {
    const std::vector<std::size_t>& writers = writers_[index_of(message.from)][index_of(cell)];
    waits.insert(waits.end(), writers.begin(), writers.end());
  }
  std::sort(waits.begin(), waits.end());
  waits.erase(std::unique(waits.begin(), waits.end()), waits.end());
  for (const std::size_t op : waits) send.after.push_back({op, false});
  return send;
}

RankOp PlanBuilder::receive_of(const PlannedMessage& message) const {
  RankOp receive;
  receive.kind = RankOpKind::kReceive;
  receive.transfer = plan_.schedule.transfers.size();
  receive.steps = request_.receive_overhead;
  receive.writes = message.writes.empty() ? message.reads : message.writes;
  receive.name = "from PE " + std::to_string(message.from) + message.note;
  if (message.use == PlannedUse::kOperand) {
    receive.steps += request_.add;
    receive.operands = receive.writes;
  }
  return receive;
}

void PlanBuilder::add(const PlannedMessage& message) {
  room_.add(static_cast<Flits>(message.reads.size()));
  std::vector<RankOp>& receiver = plan_.schedule.programs[index_of(message.to)];
  RankOp send = send_of(message);
  std::optional<std::size_t>& last = last_sends_[index_of(message.from)];
  if (message.in_turn && last) send.after.push_back({*last, true});
  last = plan_.schedule.programs[index_of(message.from)].size();
  RankOp receive = receive_of(message);
  for (const Cell cell : receive.writes) {
    std::vector<std::size_t>& writers = writers_[index_of(message.to)][index_of(cell)];
    if (message.use == PlannedUse::kCopy) writers.clear();
    writers.push_back(receiver.size());
  }
  CollectiveTransfer transfer;
  transfer.from = message.from;
  transfer.to = message.to;
  transfer.flits = static_cast<Flits>(message.reads.size());
  transfer.name = "PE " + std::to_string(message.from) + ": " + send.name;
  plan_.schedule.programs[index_of(message.from)].push_back(std::move(send));
  receiver.push_back(std::move(receive));
  plan_.schedule.transfers.push_back(std::move(transfer));
}

}  // namespace flitwise::protocols
