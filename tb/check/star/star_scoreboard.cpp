// star_scoreboard.cpp: packets flit by flit, and the copies that they are.
#include "tb/check/star/star_scoreboard.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace flitwise::check {

StarDues::StarDues(std::shared_ptr<const StarTrees> trees, const theory::StarTraffic& traffic,
                   StarCarriage carriage, Node source)
    : trees_(std::move(trees)), carriage_(carriage), source_(source), packets_(traffic.packets) {
  if (carriage == StarCarriage::kRouted) {
    sets_.resize(static_cast<std::size_t>(graph().size()));
    for (const Node u : theory::select_addresses(*trees_, traffic.copies).addresses)
      for (int turn = 0; turn < graph().degree(); ++turn)
        sets_[static_cast<std::size_t>(graph().rotate(u, turn))] |= 1U << turn;
    return;
  }
  sets_.resize(static_cast<std::size_t>(graph().degree()));
  for (int q = 0; q < graph().degree(); ++q)
    for (int i = 0; i < traffic.copies; ++i)
      sets_[static_cast<std::size_t>(q)] |=
          1U << (theory::copy_of(graph().degree(), traffic, q, i).tree - 2);
}

bool StarDues::is_source(Node v) const {
  return source_ == kNoNode ? v >= 0 && v < graph().size() : v == source_;
}

unsigned StarDues::trees_of(Node node, Node source, std::int64_t number) const {
  if (node == source) return 0;
  const std::int64_t entry = carriage_ == StarCarriage::kRouted
                                 ? std::int64_t{graph().relative(node, source)}
                                 : number % graph().degree();
  return sets_[static_cast<std::size_t>(entry)];
}

StarScoreboard::StarScoreboard(Config config)
    : config_(std::move(config)),
      trees_(static_cast<std::size_t>(config_.dues->graph().size()) *
             static_cast<std::size_t>(config_.dues->sources() * config_.dues->packets())),
      open_(
          static_cast<std::size_t>(config_.dues->graph().size() * config_.dues->graph().degree())),
      is_dead_(static_cast<std::size_t>(config_.dues->graph().size()), false) {
  for (const Node v : config_.dead) is_dead_[static_cast<std::size_t>(v)] = true;
}

std::size_t StarScoreboard::entry(Node node, Node source, std::int64_t number) const {
  const std::int64_t row = std::int64_t{node} * config_.dues->sources() + config_.dues->row(source);
  return static_cast<std::size_t>(row * config_.dues->packets() + number);
}

void StarScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Delivery& delivery : network.deliveries()) take(step, delivery);
  for (const Violation& violation : network.violations()) report(violation);
  for (const InjectionConflict& conflict : injector.conflicts())
    port_violation(fmt::format("step {}: PE {} has two flits for port {}; one is lost",
                               conflict.step, conflict.node, conflict.port));
}

void StarScoreboard::take(Step step, const Delivery& delivery) {
  const int degree = config_.dues->graph().degree();
  Open& open =
      open_[static_cast<std::size_t>(delivery.node * degree + static_cast<int>(delivery.port))];
  const FlitFields flit = unpack(delivery.flit);
  if (flit.head && open.taken > 0) {
    complain(step, delivery.node, open, "breaks off", open.taken);
    open.taken = 0;
  }
  const bool begins = open.taken++ == 0;
  if (begins) {
    open.is_good = true;
    open.source = static_cast<Node>(flit.tag);
    open.head = view_head(delivery.flit, config_.dues->carriage());
    open.value.reset();
  }
  std::string fault;
  if (!is_intact(delivery.flit))
    fault = "has a bad CRC";
  else if (flit.tail != (open.taken == config_.flits))
    fault = fmt::format("has a tail where it should not, or none in flit {}", open.taken);
  else if (begins)
    fault = fault_of_head(delivery, open);
  else
    fault = fault_of_body(delivery, open);
  if (!fault.empty()) {
    if (open.is_good) complain(step, delivery.node, open, fault, config_.flits);
    open.is_good = false;
  }
  if (open.taken < config_.flits) return;
  if (open.is_good) finish(step, delivery.node, open);
  open.taken = 0;
}

std::string StarScoreboard::fault_of_head(const Delivery& delivery, const Open& open) const {
  const FlitFields flit = unpack(delivery.flit);
  const StarDues& dues = *config_.dues;
  const bool is_flood = dues.carriage() == StarCarriage::kFlood;
  if (!flit.head) return "has no head";
  if (flit.kind != (is_flood ? FlitKind::kFlood : FlitKind::kData))
    return fmt::format("is of kind {}", name_of(flit.kind));
  if (open.head.tree > dues.graph().order()) return "is of no tree";
  if (open.head.acknowledges) return "";
  if (!dues.is_source(open.source) || open.source == delivery.node) return "is of no source";
  if (open.head.route_left != 0) return "has links left on its route";
  if (is_flood && open.head.address != address_of(delivery.node, open.source))
    return "is addressed to another node";
  const Node u = dues.graph().relative(delivery.node, open.source);
  const int parent = dues.trees().parent_dimension(u, open.head.tree);
  if (parent != static_cast<int>(delivery.port) + 2)
    return fmt::format("comes over port {}, and its tree over port {}", delivery.port, parent - 2);
  return "";
}

std::string StarScoreboard::fault_of_body(const Delivery& delivery, Open& open) const {
  const FlitFields flit = unpack(delivery.flit);
  const StarBodyView body = view_body(delivery.flit);
  if (static_cast<Node>(flit.tag) != open.source) return "has a flit of another source";
  if (body.place + 1 != open.taken)
    return fmt::format("has flit {} where {} is due", body.place + 1, open.taken);
  if (open.head.acknowledges) return "";
  if (open.head.number >= 0 && body.number != open.head.number)
    return fmt::format("has a flit of packet {}", body.number);
  open.head.number = body.number;
  if (open.value && *open.value != body.value) return "says two things";
  open.value = body.value;
  return "";
}

// Completes the number of a packet that says none.
std::string StarScoreboard::fault_of_copy(Node node, Open& open) const {
  const StarDues& dues = *config_.dues;
  const unsigned bit = 1U << (open.head.tree - 2);
  std::int64_t& number = open.head.number;
  if (number < 0)
    for (number = 0; number < dues.packets(); ++number)
      if ((trees_[entry(node, open.source, number)] & bit) == 0) break;
  if (number >= dues.packets()) return "is one too many";
  if ((dues.trees_of(node, open.source, number) & bit) == 0) return "is not for this PE";
  if ((trees_[entry(node, open.source, number)] & bit) != 0) return "has come before";
  if (open.head.value >= 0) open.value = open.head.value;
  if (!config_.content || !open.value) return "";
  const Node receiver = dues.carriage() == StarCarriage::kRouted ? node : kNoNode;
  const std::int64_t sent = config_.content(open.source, receiver, static_cast<int>(number));
  return *open.value == sent ? "" : fmt::format("says {}, and {} was sent", *open.value, sent);
}

void StarScoreboard::finish(Step step, Node node, Open& open) {
  if (open.head.acknowledges) {
    ++acknowledgements_;
    return;
  }
  const std::string fault = fault_of_copy(node, open);
  if (!fault.empty()) return complain(step, node, open, fault, config_.flits);
  std::uint8_t& trees = trees_[entry(node, open.source, open.head.number)];
  trees = static_cast<std::uint8_t>(trees | 1U << (open.head.tree - 2));
  if (!is_dead_[static_cast<std::size_t>(node)]) delivered_ += config_.flits;
}

void StarScoreboard::close() {
  if (!config_.is_lossless) return;
  const StarDues& dues = *config_.dues;
  for (Node v = 0; v < dues.graph().size(); ++v)
    for (Node row = 0; row < dues.sources(); ++row)
      for (std::int64_t q = 0; q < dues.packets(); ++q) {
        const Node source = dues.source_of_row(row);
        if (source == v) continue;
        const unsigned missing = dues.trees_of(v, source, q) & ~trees_[entry(v, source, q)];
        for (int tree = 2; missing >> (tree - 2) != 0; ++tree)
          if ((missing >> (tree - 2) & 1U) != 0)
            never_came(
                fmt::format("PE {} never has packet {} of PE {} in tree {}", v, q, source, tree),
                config_.flits);
      }
}

StarCopyCount StarScoreboard::copies() const {
  const StarDues& dues = *config_.dues;
  const Node nodes = dues.graph().size();
  StarCopyCount count;
  count.least.resize(static_cast<std::size_t>(nodes));
  count.received.resize(static_cast<std::size_t>(nodes));
  count.histogram.resize(static_cast<std::size_t>(dues.graph().order()));
  for (Node v = 0; v < nodes; ++v)
    for (Node row = 0; row < dues.sources(); ++row) {
      const Node source = dues.source_of_row(row);
      if (source == v) continue;
      const bool counts =
          !is_dead_[static_cast<std::size_t>(v)] && !is_dead_[static_cast<std::size_t>(source)];
      for (std::int64_t q = 0; q < dues.packets(); ++q) {
        const std::int64_t copies = __builtin_popcount(trees_[entry(v, source, q)]);
        count.received[static_cast<std::size_t>(v)] += copies;
        if (!counts) continue;
        ++count.histogram[static_cast<std::size_t>(copies)];
        std::optional<std::int64_t>& least = count.least[static_cast<std::size_t>(v)];
        least = std::min(least.value_or(copies), copies);
      }
    }
  return count;
}

void StarScoreboard::complain(Step step, Node node, const Open& open, const std::string& fault,
                              Flits flits) {
  const std::string number =
      open.head.number >= 0 ? fmt::format("packet {}", open.head.number) : std::string("a packet");
  flit_error(fmt::format("step {}: PE {} receives {} of PE {} in tree {}, which {}", step + 1, node,
                         number, open.source, open.head.tree, fault),
             flits);
}

std::uint64_t StarScoreboard::address_of(Node node, Node source) const {
  const StarGraph& graph = config_.dues->graph();
  const Node u = graph.relative(node, source);
  std::uint64_t address = 0;
  for (int q = 1; q <= graph.order(); ++q)
    address |= static_cast<std::uint64_t>(graph.symbol(u, q) - 1) << (3 * (q - 1));
  return address;
}

}  // namespace flitwise::check
