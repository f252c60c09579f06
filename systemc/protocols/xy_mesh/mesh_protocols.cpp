#include "systemc/protocols/xy_mesh/mesh_protocols.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::protocols {
namespace {

// A node with the text, by its place in the chain, and the part from `first` to `last` that it is
// to serve, its own place included.
struct Holder {
  Node at = 0;
  Node first = 0;
  Node last = 0;
};

// Gives a half of a holder's part away; the middle of an odd part goes with it.
Holder halve(Holder& holder) {
  const Node span = holder.last - holder.first;
  Holder other;
  if (2 * holder.at < holder.first + holder.last) {
    other = {holder.first + (span + 1) / 2, holder.first + (span + 1) / 2, holder.last};
    holder.last = other.first - 1;
  } else {
    // A holder in the middle keeps its place.
    const bool is_middle = 2 * holder.at == holder.first + holder.last;
    const Node nearest = holder.first + span / 2 - (is_middle ? 1 : 0);
    other = {nearest, holder.first, nearest};
    holder.first = nearest + 1;
  }
  return other;
}

// The node at each place of the chain: columns one after the other where packets go x first, else
// rows.
Node node_at(const XyMesh& mesh, Node place) {
  const int high = mesh.first();
  Coordinates at(XyMesh::kDimensions);
  at[index_of(high)] = place / mesh.side(1 - high);
  at[index_of(1 - high)] = place % mesh.side(1 - high);
  return mesh.node(at);
}

Node place_of(const XyMesh& mesh, Node v) {
  const int high = mesh.first();
  return mesh.coordinate(v, high) * mesh.side(1 - high) + mesh.coordinate(v, 1 - high);
}

std::vector<TorusStep> halving_steps(const XyMesh& mesh, Node source) {
  std::vector<Holder> holders{{place_of(mesh, source), 0, mesh.size() - 1}};
  std::vector<TorusStep> steps;
  while (true) {
    TorusStep step;
    const std::size_t senders = holders.size();
    for (std::size_t i = 0; i < senders; ++i) {
      if (holders[i].first == holders[i].last) continue;
      const Holder other = halve(holders[i]);
      const Node from = node_at(mesh, holders[i].at);
      step.push_back({from, mesh.hops(from, node_at(mesh, other.at))});
      holders.push_back(other);
    }
    if (step.empty()) return steps;
    steps.push_back(std::move(step));
  }
}

// The nodes but the root, that of the longest way first.
std::vector<Node> by_way(const XyMesh& mesh, Node root, const BroadcastTiming& timing) {
  std::vector<Node> nodes(index_of(mesh.size()));
  std::iota(nodes.begin(), nodes.end(), 0);
  nodes.erase(nodes.begin() + root);
  std::stable_sort(nodes.begin(), nodes.end(), [&](Node a, Node b) {
    return timing.way(mesh.hops(root, a)) > timing.way(mesh.hops(root, b));
  });
  return nodes;
}

void check_lengths(const XyMesh& mesh, Node root, const std::vector<Flits>& lengths) {
  if (lengths.size() != index_of(mesh.size()))
    throw std::invalid_argument("there must be a length for each of " +
                                std::to_string(mesh.size()) + " nodes, got " +
                                std::to_string(lengths.size()));
  for (const Flits length : lengths)
    if (length < 0)
      throw std::invalid_argument("a message must have 0 flits or more, got " +
                                  std::to_string(length));
  if (lengths[index_of(root)] != 0)
    throw std::invalid_argument("the root has no message of its own, got " +
                                std::to_string(lengths[index_of(root)]) + " flits");
}

// All roles without messages.
std::vector<WormRole> idle_roles(const XyMesh& mesh, Node root, const std::vector<Flits>& lengths,
                                 const BroadcastTiming& timing, const char* operation) {
  check_timing(timing);
  timing.latency.check(XyMesh::kDimensions);
  mesh.check_node(root);
  check_lengths(mesh, root, lengths);
  std::vector<WormRole> roles(lengths.size());
  for (std::size_t v = 0; v < roles.size(); ++v) {
    roles[v].self = static_cast<Node>(v);
    roles[v].send_overhead = timing.send_overhead;
    roles[v].receive_overhead = timing.receive_overhead;
    roles[v].operation = operation;
    roles[v].cargo = "the message";
  }
  return roles;
}

// The next message of a PE to another one.
void add_message(const XyMesh& mesh, std::vector<WormRole>& roles, Node from, Node to, Flits flits,
                 std::optional<Step> head) {
  WormRole& sender = roles[index_of(from)];
  const Hops hops = mesh.hops(from, to);
  const auto packet = static_cast<std::uint32_t>(sender.active.size() % kPacketNumbers);
  sender.is_source = true;
  sender.active.push_back(
      {head, {{to, 0, route_of(hops, {mesh.first(), 1 - mesh.first()}), packet, flits}}});
  roles[index_of(to)].copies.push_back({from, packet, flits});
}

}  // namespace

TorusSchedule make_mesh_broadcast(const XyMesh& mesh, Node source, MeshScheme scheme,
                                  const TorusLatency& latency) {
  mesh.check_node(source);
  TorusSchedule schedule;
  schedule.sides = mesh.sides();
  schedule.source = source;
  if (mesh.first() == XyMesh::kY) schedule.order = {XyMesh::kY, XyMesh::kX};
  if (scheme == MeshScheme::kUmesh) {
    schedule.steps = halving_steps(mesh, source);
    return schedule;
  }
  const BroadcastTiming timing{1, 0, 0, latency};
  for (const Node v : by_way(mesh, source, timing))
    schedule.steps.push_back({{source, mesh.hops(source, v)}});
  return schedule;
}

std::vector<WormRole> mesh_scatter_roles(const XyMesh& mesh, Node root,
                                         const std::vector<Flits>& lengths,
                                         const BroadcastTiming& timing) {
  std::vector<WormRole> roles = idle_roles(mesh, root, lengths, timing, "scatter");
  for (const Node v : by_way(mesh, root, timing))
    if (lengths[index_of(v)] > 0)
      add_message(mesh, roles, root, v, lengths[index_of(v)], std::nullopt);
  return roles;
}

std::vector<WormRole> mesh_gather_roles(const XyMesh& mesh, Node root,
                                        const std::vector<Flits>& lengths,
                                        const BroadcastTiming& timing) {
  std::vector<WormRole> roles = idle_roles(mesh, root, lengths, timing, "gather");
  std::vector<Node> order = by_way(mesh, root, timing);
  // The last to arrive is the first of the scatter: ties, too, go backwards.
  std::reverse(order.begin(), order.end());
  // Steps in which the heads reach the root are known from one to the next. The first comes as soon
  // as all after it can be in time, wherever they come from.
  Step arrival = 0;   // of the next head, counted from that of the first
  Step earliest = 0;  // of the first head, so that nobody has to leave before step os + 1
  std::vector<Step> arrivals;
  for (const Node v : order) {
    arrivals.push_back(arrival);
    if (lengths[index_of(v)] == 0) continue;
    const Step way = timing.way(mesh.hops(v, root));
    earliest = std::max(earliest, timing.send_overhead + 1 + way - arrival);
    arrival += lengths[index_of(v)] + timing.latency.pipeline.head_wait(RouterPassage::kEject);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Node v = order[i];
    if (lengths[index_of(v)] == 0) continue;
    add_message(mesh, roles, v, root, lengths[index_of(v)],
                earliest + arrivals[i] - timing.way(mesh.hops(v, root)));
  }
  return roles;
}

}  // namespace flitwise::protocols
