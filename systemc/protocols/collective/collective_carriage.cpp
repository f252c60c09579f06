#include "systemc/protocols/collective/collective_carriage.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <queue>
#include <utility>

#include "systemc/protocols/star/star_packet.h"
#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::protocols {
namespace {

// One message a transfer, whose number every flit carries.
class NumberedCarriage : public CollectiveCarriage {
 public:
  explicit NumberedCarriage(PlacedTransfers transfers) : transfers_(std::move(transfers)) {
    if (transfers_.size() <= kMostTransfers) return;
    for (const PlacedTransfer& placed : transfers_) {
      std::vector<std::size_t>& taken = holders_[placed.to];
      numbers_.push_back(static_cast<Node>(counts_[placed.to]++ % kMostTransfers));
      taken.resize(std::max(taken.size(), index_of(numbers_.back()) + 1), transfers_.size());
    }
  }

  std::optional<std::size_t> add(const PlacedTransfer& transfer) override {
    if (transfers_.size() < kMostTransfers) {
      transfers_.push_back(transfer);
      return transfers_.size() - 1;
    }
    if (free_.empty()) return std::nullopt;
    const std::size_t number = free_.front();
    free_.pop();
    transfers_[number] = transfer;
    return number;
  }
  void remove(std::size_t transfer) override { free_.push(transfer); }

  void begin(std::size_t transfer) override {
    if (!numbers_.empty())
      holders_[transfers_[transfer].to][index_of(numbers_[transfer])] = transfer;
  }
  std::vector<Transmission> messages(std::size_t transfer) const override {
    const PlacedTransfer& placed = transfers_[transfer];
    Transmission message;
    message.destination = placed.to;
    message.via = via(placed);
    message.message = numbers_.empty() ? static_cast<Node>(transfer) : numbers_[transfer];
    message.length = placed.flits;
    return {message};
  }
  std::optional<std::size_t> transfer_of(const TransferName& name) const override {
    std::size_t number = index_of(name.message);
    if (!numbers_.empty()) {
      const auto holders = holders_.find(name.to);
      if (holders == holders_.end() || number >= holders->second.size()) return std::nullopt;
      number = holders->second[number];
    }
    return number < transfers_.size() ? std::optional(number) : std::nullopt;
  }
  Flits flits(std::size_t transfer) const override { return transfers_[transfer].flits; }

 protected:
  virtual Node via(const PlacedTransfer&) const { return kNoNode; }
  const PlacedTransfer& transfer(std::size_t number) const { return transfers_[number]; }

 private:
  PlacedTransfers transfers_;
  std::queue<std::size_t> free_;
  // Where numbers come again: by transfer, its number; by PE, how many it gets and which transfer
  // each number means.
  std::vector<Node> numbers_;
  std::map<Node, std::size_t> counts_;
  std::map<Node, std::vector<std::size_t>> holders_;
};

class TreeCarriage : public NumberedCarriage {
 public:
  TreeCarriage(PlacedTree tree, Ports ports, PlacedTransfers transfers)
      : NumberedCarriage(std::move(transfers)), tree_(std::move(tree)), ports_(ports) {}

  std::optional<Flits> first_word() const override { return 0; }

 protected:
  Node via(const PlacedTransfer& placed) const override {
    Node below = placed.to;
    while (below != kNoNode && tree_.parent(below) != placed.from) below = tree_.parent(below);
    return link_to(ports_, below == kNoNode ? tree_.parent(placed.from) : below);
  }

 private:
  PlacedTree tree_;
  Ports ports_;
};

class GraphCarriage final : public TreeCarriage {
 public:
  GraphCarriage(Graph graph, const PlacedTree& tree, PlacedTransfers transfers)
      : TreeCarriage(tree, Ports::kMulti, std::move(transfers)), graph_(std::move(graph)) {}

 protected:
  Node via(const PlacedTransfer& placed) const override {
    const std::vector<Node>& near = graph_.neighbours(placed.from);
    const bool is_neighbour = std::binary_search(near.begin(), near.end(), placed.to);
    return is_neighbour ? placed.to : TreeCarriage::via(placed);
  }

 private:
  Graph graph_;
};

class FatTreeCarriage final : public NumberedCarriage {
 public:
  using NumberedCarriage::NumberedCarriage;
  std::optional<Flits> first_word() const override { return 0; }
};

class WormCarriage final : public CollectiveCarriage {
 public:
  using HopsOf = std::function<Hops(Node from, Node to)>;

  WormCarriage(HopsOf hops_of, DimensionOrder order, PePorts ports, PlacedTransfers transfers)
      : hops_of_(std::move(hops_of)),
        order_(std::move(order)),
        ports_(ports),
        transfers_(std::move(transfers)) {
    for (const PlacedTransfer& transfer : transfers_) {
      const std::uint32_t number = sent_[transfer.from]++ % kPacketNumbers;
      if (sent_[transfer.from] <= kPacketNumbers) named(transfer.from, number) = numbers_.size();
      numbers_.push_back(number);
    }
  }

  std::optional<std::size_t> add(const PlacedTransfer& transfer) override {
    std::uint32_t& sent = sent_[transfer.from];
    std::queue<std::size_t>& free = free_[transfer.from];
    if (sent < kPacketNumbers) {
      const std::size_t number = transfers_.size();
      named(transfer.from, sent) = number;
      numbers_.push_back(sent++);
      transfers_.push_back(transfer);
      return number;
    }
    if (free.empty()) return std::nullopt;
    const std::size_t number = free.front();
    free.pop();
    transfers_[number] = transfer;
    return number;
  }
  void remove(std::size_t transfer) override { free_[transfers_[transfer].from].push(transfer); }
  void begin(std::size_t transfer) override {
    named(transfers_[transfer].from, numbers_[transfer]) = transfer;
  }
  // A head says its way.
  std::optional<Flits> first_word() const override { return 1; }

  std::vector<Transmission> messages(std::size_t transfer) const override {
    const PlacedTransfer& placed = transfers_[transfer];
    const Hops hops = placed.hops.empty() ? hops_of_(placed.from, placed.to) : placed.hops;
    Transmission message;
    message.destination = placed.to;
    message.message = placed.from;
    message.packet = numbers_[transfer];
    message.port = port_of(hops, order_, ports_);
    message.route = route_of(hops, order_);
    message.length = placed.flits;
    return {message};
  }
  std::optional<std::size_t> transfer_of(const TransferName& name) const override {
    const auto from = static_cast<std::size_t>(name.message);
    if (name.message < 0 || from >= by_name_.size() || name.packet >= by_name_[from].size())
      return std::nullopt;
    const std::size_t transfer = by_name_[from][name.packet];
    return transfer == kNobodys ? std::nullopt : std::optional(transfer);
  }
  Flits flits(std::size_t transfer) const override { return transfers_[transfer].flits; }

 private:
  static constexpr std::size_t kNobodys = static_cast<std::size_t>(-1);

  std::size_t& named(Node from, std::uint32_t number) {
    if (index_of(from) >= by_name_.size()) by_name_.resize(index_of(from) + 1);
    std::vector<std::size_t>& numbers = by_name_[index_of(from)];
    if (number >= numbers.size()) numbers.resize(number + 1, kNobodys);
    return numbers[number];
  }

  HopsOf hops_of_;
  DimensionOrder order_;
  PePorts ports_;
  PlacedTransfers transfers_;
  std::vector<std::uint32_t> numbers_;
  // Every flit asks: by source and number, the transfer.
  std::vector<std::vector<std::size_t>> by_name_;
  std::map<Node, std::uint32_t> sent_;  // numbers given by each PE
  std::map<Node, std::queue<std::size_t>> free_;
};

// The shorter way in each dimension, + where both are as long.
Hops shortest_hops(const Torus& torus, Node from, Node to) {
  Hops hops;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int side = torus.side(d);
    const int up = (torus.coordinate(to, d) - torus.coordinate(from, d) + side) % side;
    hops.push_back(2 * up <= side ? up : up - side);
  }
  return hops;
}

class StarCarriage final : public NumberedCarriage {
 public:
  StarCarriage(StarGraph graph, Flits packet, PlacedTransfers transfers)
      : NumberedCarriage(std::move(transfers)), graph_(std::move(graph)), packet_(packet) {}

  std::vector<Transmission> messages(std::size_t number) const override {
    const PlacedTransfer& placed = transfer(number);
    const std::vector<int> route = shortest_route(graph_, placed.from, placed.to);
    Transmission message = NumberedCarriage::messages(number).front();
    message.via = graph_.neighbour(placed.from, route.front());
    message.header = route_header(2, route);
    message.length = packet_;
    std::vector<Transmission> all;
    for (Flits packet = 0; packet < packets(number); ++packet) {
      message.stream = packet % kStarMostPackets;
      all.push_back(message);
    }
    return all;
  }
  Flits flits(std::size_t number) const override { return packets(number) * packet_; }
  Step lead() const override { return packet_ - 1; }

 private:
  Flits packets(std::size_t number) const {
    return (transfer(number).flits + packet_ - 1) / packet_;
  }

  StarGraph graph_;
  Flits packet_;
};

}  // namespace

std::unique_ptr<CollectiveCarriage> make_tree_carriage(const PlacedTree& tree, Ports ports,
                                                       PlacedTransfers transfers) {
  return std::make_unique<TreeCarriage>(tree, ports, std::move(transfers));
}

std::unique_ptr<CollectiveCarriage> make_graph_carriage(const Graph& graph, const PlacedTree& tree,
                                                        PlacedTransfers transfers) {
  return std::make_unique<GraphCarriage>(graph, tree, std::move(transfers));
}

std::unique_ptr<CollectiveCarriage> make_fat_tree_carriage(PlacedTransfers transfers) {
  return std::make_unique<FatTreeCarriage>(std::move(transfers));
}

std::unique_ptr<CollectiveCarriage> make_torus_carriage(const Torus& torus,
                                                        const DimensionOrder& order,
                                                        PlacedTransfers transfers) {
  return std::make_unique<WormCarriage>(
      [torus](Node from, Node to) { return shortest_hops(torus, from, to); }, order,
      PePorts::kByChannel, std::move(transfers));
}

std::unique_ptr<CollectiveCarriage> make_mesh_carriage(const XyMesh& mesh,
                                                       PlacedTransfers transfers) {
  return std::make_unique<WormCarriage>([mesh](Node from, Node to) { return mesh.hops(from, to); },
                                        DimensionOrder{mesh.first(), 1 - mesh.first()},
                                        PePorts::kOne, std::move(transfers));
}

std::unique_ptr<CollectiveCarriage> make_star_carriage(const StarGraph& graph, Flits packet,
                                                       PlacedTransfers transfers) {
  return std::make_unique<StarCarriage>(graph, packet, std::move(transfers));
}

std::vector<int> shortest_route(const StarGraph& graph, Node from, Node to) {
  std::vector<int> route;
  while (from != to) {
    int dimension = 2;
    while (graph.distance(graph.neighbour(from, dimension), to) >= graph.distance(from, to))
      ++dimension;
    route.push_back(dimension);
    from = graph.neighbour(from, dimension);
  }
  return route;
}

}  // namespace flitwise::protocols
