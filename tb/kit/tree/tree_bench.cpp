// tree_bench.cpp: what a router of a tree shows in a cycle against what is due in it.
#include "tb/kit/tree/tree_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace flitwise::kit {
namespace {

constexpr std::size_t kBefore = 16;  // cycles of waves
constexpr std::uint64_t kAfter = 8;
constexpr std::uint64_t kPatience = 64;  // of clause lost, and of a rest
constexpr auto kTree = own::Family::kTree;

std::size_t index_of_port(int port) { return static_cast<std::size_t>(port); }

bool are_alike(const PortOutputs& one, const PortOutputs& other) {
  return one.valid == other.valid && one.has_dropped == other.has_dropped &&
         (one.valid == 0 || one.flit == other.flit);
}

std::string wires_text(const PortOutputs& wires) {
  return fmt::format("valid {}, dropped {}", wires.valid, wires.has_dropped ? 1 : 0);
}

Breach breach_at(std::uint64_t cycle, int port, std::string text, std::string expected,
                 std::string seen) {
  Breach breach;
  breach.cycle = cycle;
  breach.port = port;
  breach.text = std::move(text);
  breach.expected = std::move(expected);
  breach.seen = std::move(seen);
  return breach;
}

}  // namespace

TreeBench::TreeBench(const own::RouterDescription& router, TreeDevice& device, Findings& findings,
                     std::optional<std::uint64_t> latency)
    : router_(&router),
      device_(&device),
      findings_(&findings),
      latency_(latency),
      book_(router, {}) {}

void TreeBench::begin(const std::string& phase, std::uint64_t seed, const TreeSite& site,
                      TreeTraffic traffic) {
  phase_ = phase;
  dice_ = Dice(seed);
  site_ = &site;
  traffic_ = traffic;
  book_.clear();
  now_ = left_count_ = strangers_ = rest_ = probe_every_ = 0;
  is_at_rest_ = true;
  view_ = CycleView();
  history_.clear();
  sent_.clear();
  on_way_.clear();
  asked_ = {};
  due_ = {};
  company_.clear();
  left_.clear();
  for (BreachWaves& waves : findings_->waves) waves.until = 0;
  for (auto& clause : findings_->clauses.all()) clause->begin_phase();
  for (TreeDevice* device : {device_, twin_}) {
    if (device == nullptr) continue;
    device->set_place(site.place());
    device->reset();
  }
}

void TreeBench::send(int in, std::uint32_t to) {
  KitFlit flit = book_.make({{to, 0}, 1, 0}, ++packets_, 0);
  flit.at = site_->at();
  flit.in_port = in;
  flit.taken = now_ + 1;
  asked_[index_of_port(site_->way(to))] = true;
  sent_.push_back(std::move(flit));
}

Outputs TreeBench::drive(TreeDevice& device) {
  device.drive(view_.in);
  return device.settle();
}

void TreeBench::step() {
  view_.number = ++now_;
  ++findings_->cycles;
  for (PortInputs& wires : view_.in) wires = {};
  for (const KitFlit& flit : sent_) {
    PortInputs& wires = view_.in[index_of_port(flit.in_port)];
    wires.flit = flit.bits;
    wires.valid = 1;
    book_.enter(flit);
    if (latency_) due_[index_of_port(site_->way(flit.to.x))].push_back(now_ + *latency_);
    for (auto& clause : findings_->clauses.all()) clause->on_take(flit);
  }
  view_.out = drive(*device_);
  if (twin_ != nullptr) compare_twin(drive(*twin_));
  judge_rest();
  if (probe_every_ > 0 && now_ % probe_every_ == 0) probe();
  for (int port = 0; port < kMostPorts; ++port)
    if (view_.out[index_of_port(port)].valid != 0) leave(port);
  if (book_.count() > 1) company_.push_back(now_);
  on_way_.push_back(std::exchange(sent_, {}));
  while (latency_ && on_way_.size() > *latency_ + 1) on_way_.pop_front();
  if (latency_ && on_way_.size() == *latency_ + 1) judge_drops();
  asked_ = {};
  remember();
  device_->cycle();
  if (twin_ != nullptr) twin_->cycle();
}

void TreeBench::run(std::uint64_t cycles) {
  for (std::uint64_t k = 0; k < cycles; ++k) step();
}

void TreeBench::compare_twin(const Outputs& twin) {
  Clause& known = clause(kKnown);
  known.exercise();
  for (int port = 0; port < kMostPorts && !known.breach(); ++port) {
    const PortOutputs& one = view_.out[index_of_port(port)];
    const PortOutputs& other = twin[index_of_port(port)];
    if (are_alike(one, other)) continue;
    fail(kKnown, breach_at(now_, port, "the output depends on what registers held before the reset",
                           wires_text(one),
                           wires_text(other) + (one.flit != other.flit ? ", another flit" : "")));
  }
}

void TreeBench::probe() {
  Clause& shortcut = clause(kNoShortcut);
  Inputs other = view_.in;
  for (const int port : site_->ports()) {
    PortInputs& wires = other[index_of_port(port)];
    wires.valid ^= 1U;
    for (std::uint64_t& word : wires.flit) word = ~word;
    // A flit that has a way, since a bypass may look at its destination.
    const std::vector<std::uint32_t>& to = site_->destinations(port);
    if (wires.valid == 0 || to.empty()) continue;
    FlitBook book(*router_, site_->at());
    const auto number = to[dice_.below(static_cast<std::uint32_t>(to.size()))];
    wires.flit = book.make({{number, 0}, 1, 0}, 0, 0).bits;
  }
  device_->drive(other);
  const Outputs after = device_->settle();
  shortcut.exercise();
  for (int port = 0; port < kMostPorts && !shortcut.breach(); ++port) {
    const PortOutputs& one = view_.out[index_of_port(port)];
    const PortOutputs& two = after[index_of_port(port)];
    if (are_alike(one, two)) continue;
    fail(kNoShortcut, breach_at(now_, port, "an output follows an input within the cycle",
                                wires_text(one), wires_text(two)));
  }
  view_.out = drive(*device_);
}

// Clause quiet: nothing comes out of a router into which nothing has come.
void TreeBench::judge_rest() {
  const bool has_input = !sent_.empty();
  const auto shown = std::find_if(view_.out.begin(), view_.out.end(),
                                  [](const PortOutputs& wires) { return wires.valid != 0; });
  if (has_input) is_at_rest_ = false;
  if (is_at_rest_) {
    clause(kQuiet).exercise();
    if (shown != view_.out.end()) {
      const auto port = static_cast<int>(shown - view_.out.begin());
      fail(kQuiet, breach_at(now_, port,
                             fmt::format("{} shows a flit though nothing is inside",
                                         port_name(kTree, port)),
                             "no flit", "a flit"));
    }
  }
  rest_ = has_input || shown != view_.out.end() ? 0 : rest_ + 1;
  if (rest_ > kPatience && book_.count() == 0) is_at_rest_ = true;
}

void TreeBench::leave(int port) {
  FlitBook::Found found = book_.leave(view_.out[index_of_port(port)].flit);
  if (found.match != FlitBook::Match::kKnown) {
    ++strangers_;
    Clause& made = clause(kMade);
    const bool was_whole = !made.breach();
    for (auto& one : findings_->clauses.all()) one->on_stranger(found, now_, port, 0);
    if (was_whole) fail(kMade, *made.breach());
    return;
  }
  found.flit.left = now_;
  found.flit.out_port = port;
  found.flit.out_lane = 0;
  ++left_count_;
  ++findings_->left;
  Clause& order = clause(kOrder);
  const bool was_in_order = !order.breach();
  for (auto& one : findings_->clauses.all()) one->on_leave(found.flit);
  if (was_in_order && order.breach()) fail(kOrder, *order.breach());
  judge_way(found.flit);
  judge_time(found.flit);
  left_.push_back(std::move(found.flit));
}

void TreeBench::judge_way(const KitFlit& flit) {
  clause(kWay).exercise();
  const int due = site_->way(flit.to.x);
  if (flit.out_port == due) return;
  fail(kWay, breach_at(now_, flit.out_port,
                       fmt::format("{} at PE {}: left by {}, due by {}", text_of(flit),
                                   site_->place().number, port_name(kTree, flit.out_port),
                                   port_name(kTree, due)),
                       port_name(kTree, due), port_name(kTree, flit.out_port)));
}

bool TreeBench::was_alone(const KitFlit& flit) const {
  const auto other = std::lower_bound(company_.begin(), company_.end(), flit.taken);
  return other == company_.end() || *other > std::min(flit.left, flit.taken + *latency_ - 1);
}

// A flit that is alone takes r: clause latency. Among others an output shows a flit in those cycles
// in which one is due there, whichever it is, since the order is another clause's: clause rate.
void TreeBench::judge_time(const KitFlit& flit) {
  const std::uint64_t taken = flit.left - flit.taken;
  if (!latency_) latency_ = taken;
  if (traffic_ == TreeTraffic::kCrowd || flit.out_port != site_->way(flit.to.x)) return;
  std::deque<std::uint64_t>& due = due_[index_of_port(flit.out_port)];
  while (!due.empty() && due.front() < now_) due.pop_front();
  const bool is_due = !due.empty() && due.front() == now_;
  if (is_due) due.pop_front();
  const bool is_alone = was_alone(flit);
  const int number = is_alone ? kLatency : kRate;
  clause(number).exercise();
  if (is_alone ? taken == *latency_ : is_due) return;
  fail(number, breach_at(now_, flit.out_port,
                         fmt::format("{}, taken in cycle {}, {}", text_of(flit), flit.taken,
                                     is_alone ? "alone" : "among others"),
                         fmt::format("{} cycles", *latency_), fmt::format("{} cycles", taken)));
}

// Of flits that came in r cycles ago it may be said now that they were thrown away.
void TreeBench::judge_drops() {
  const std::vector<KitFlit> due = std::move(on_way_.front());
  on_way_.pop_front();
  std::array<bool, kMostPorts> is_said{};
  for (std::size_t port = 0; port < is_said.size(); ++port)
    is_said[port] = view_.out[port].has_dropped;
  for (const KitFlit& flit : due) {
    const bool is_inside = book_.holds(flit);
    bool& said = is_said[index_of_port(flit.in_port)];
    if (said && is_inside) book_.leave(flit.bits);
    if (said && is_inside && traffic_ != TreeTraffic::kCrowd)
      lose(flit, "is thrown away, and no other flit asks for its output");
    if (said && !is_inside) lose(flit, "leaves and is said to be thrown away");
    said = false;
  }
  const auto stray = std::find(is_said.begin(), is_said.end(), true);
  if (stray == is_said.end()) return;
  const auto port = static_cast<int>(stray - is_said.begin());
  fail(kLost, breach_at(now_, port,
                        fmt::format("{} is said to have lost a flit that never came in",
                                    port_name(kTree, port)),
                        "dropped 0", "dropped 1"));
}

void TreeBench::lose(const KitFlit& flit, const std::string& how) {
  fail(kLost, breach_at(now_, flit.in_port,
                        fmt::format("{}, taken in cycle {}, {}", text_of(flit), flit.taken, how),
                        "each flit leaves once", how));
}

void TreeBench::drain() {
  run(latency_.value_or(kPatience) + kPatience + book_.count());
  clause(kLost).exercise(left_count_);
  const std::vector<KitFlit> inside = book_.inside();
  const bool is_crowd = traffic_ == TreeTraffic::kCrowd;
  // As many have left, so much changed that nobody knows them: that breaks `made` alone. What
  // routers throw away in a crowd they need not say.
  if (inside.size() > strangers_ && (!is_crowd || device_->reports_drops()))
    lose(inside.front(),
         is_crowd ? "neither leaves nor is said to be thrown away" : "never leaves");
  book_.clear();
  strangers_ = 0;
}

void TreeBench::remember() {
  history_.push_back(view_);
  if (history_.size() > kBefore) history_.pop_front();
  for (BreachWaves& waves : findings_->waves)
    if (now_ <= waves.until) waves.cycles.push_back(view_);
}

std::vector<KitFlit> TreeBench::take_left() { return std::exchange(left_, {}); }

void TreeBench::fail(int number, Breach breach) {
  breach.phase = phase_;
  breach.at = site_->at();
  findings_->fail(number, std::move(breach), history_, now_ + kAfter);
}

}  // namespace flitwise::kit
