#include "tb/theory/collective/collective_bound.h"

#include <algorithm>

namespace flitwise::theory {
namespace {

// When each event can be at best; the last delivery of all.
Step longest_chain(const Collective& collective, const CollectiveNetworkFacts& facts) {
  std::vector<std::vector<Step>> start, end;
  for (const auto& program : collective.programs) {
    start.emplace_back(program.size());
    end.emplace_back(program.size());
  }
  std::vector<Step> sent(collective.transfers.size());
  Step last = 0;
  const CollectiveOrder order(collective);
  for (const RankEvent& event : order.events()) {
    const RankOp& op = collective.programs[index_of(event.rank)][event.op];
    Step& own_start = start[index_of(event.rank)][event.op];
    if (!event.is_end) {
      own_start = std::max<Step>(0, op.not_before);
      for (const RankDependency& d : op.after)
        own_start = std::max(own_start, d.on_start ? start[index_of(event.rank)][d.op]
                                                   : end[index_of(event.rank)][d.op]);
      if (op.kind == RankOpKind::kSend) sent[op.transfer] = own_start + op.steps;
      continue;
    }
    Step& own_end = end[index_of(event.rank)][event.op];
    if (op.kind == RankOpKind::kCompute) own_end = own_start + op.steps;
    if (op.kind == RankOpKind::kSend) own_end = own_start + op.steps + facts.load[op.transfer];
    if (op.kind == RankOpKind::kReceive) {
      const Step arrival = sent[op.transfer] + facts.latency[op.transfer];
      own_end = std::max(own_start, arrival) + op.steps;
      last = std::max(last, arrival);
    }
  }
  return last;
}

Step busiest_port(const Collective& collective, const CollectiveNetworkFacts& facts) {
  std::vector<Flits> out(collective.programs.size()), in(collective.programs.size());
  for (std::size_t t = 0; t < collective.transfers.size(); ++t) {
    out[index_of(collective.transfers[t].from)] += facts.load[t];
    in[index_of(collective.transfers[t].to)] += facts.load[t];
  }
  Step most = 0;
  for (std::size_t rank = 0; rank < out.size(); ++rank) {
    const Flits ports = facts.ports[rank];
    const Flits load = std::max(out[rank], in[rank]);
    if (load > 0) most = std::max(most, (load + ports - 1) / ports);  // alone, a PE has no ports
  }
  return most;
}

}  // namespace

Step pipelined_latency(int hops, Flits flits) { return hops + flits - 1; }

Step stored_latency(int hops, Flits packets, Flits flits) { return flits * (hops + packets) - 1; }

Step collective_lower_bound(const Collective& collective, const CollectiveNetworkFacts& facts) {
  return std::max(longest_chain(collective, facts), busiest_port(collective, facts));
}

}  // namespace flitwise::theory
