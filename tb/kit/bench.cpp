#include "tb/kit/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace flitwise::kit {
namespace {

constexpr std::size_t kBefore = 16;  // cycles of waves
constexpr std::uint64_t kAfter = 8;
constexpr std::uint64_t kPatience = 64;  // of clause lost
constexpr std::uint64_t kStill = 2000;   // a router that takes nothing for so long hangs

// The clauses that rtl/kit/router_rules.sv judges. Room it can bound only: how many slots lie
// behind a queue the wires do not show. Blocked outputs do.
constexpr int kRuleClauses[] = {kQuiet, kWay, kWhole, kHold, kCredits};

std::string wires_text(const PortOutputs& wires) {
  return fmt::format("valid {:b}, ready {:b}, credit {:b}", wires.valid, wires.ready, wires.credit);
}

}  // namespace

Bench::Bench(const own::RouterDescription& router, const Mesh& mesh, Place at, Device& device,
             Findings& findings)
    : router_(&router),
      mesh_(&mesh),
      at_(at),
      device_(&device),
      findings_(&findings),
      book_(router, at) {
  for (int port = 0; port < kPorts; ++port) {
    if (mesh.has_port(at, port)) ports_.push_back(port);
    drivers_.emplace_back(router, port, book_, packets_);
    receivers_.emplace_back(router);
  }
}

std::vector<std::pair<int, int>> Bench::pairs() const {
  std::vector<std::pair<int, int>> found;
  for (const int in : ports_)
    for (const int out : ports_)
      if (mesh_->destination(at_, in, out)) found.emplace_back(in, out);
  return found;
}

void Bench::begin(const std::string& phase, std::uint64_t seed) {
  phase_ = phase;
  dice_ = Dice(seed);
  now_ = 0;
  last_taken_ = 0;
  left_count_ = 0;
  strangers_ = 0;
  probe_every_ = 0;
  book_.clear();
  inside_ = {};
  last_left_ = {};
  left_.clear();
  history_.clear();
  view_ = CycleView();
  for (BreachWaves& waves : findings_->waves) waves.until = 0;
  for (Driver& driver : drivers_) driver.reset();
  for (Receiver& receiver : receivers_) receiver.reset();
  for (auto& clause : clauses().all()) clause->begin_phase();
  device_->reset();
  view_.out = device_->settle();
  if (twin_ != nullptr) twin_->reset();
}

void Bench::drive() {
  for (const int port : ports_) {
    PortInputs& wires = view_.in[static_cast<std::size_t>(port)];
    const LaneSet ready = view_.out[static_cast<std::size_t>(port)].ready;
    driver(port).offer(now_, ready, dice_, wires);
    receiver(port).answer(now_, dice_, wires);
  }
  device_->drive(view_.in);
  view_.out = device_->settle();
  if (twin_ == nullptr) return;
  twin_->drive(view_.in);
  compare_twin(twin_->settle());
}

void Bench::compare_twin(const Outputs& twin) {
  Clause& known = clauses().of(kKnown);
  known.exercise();
  for (const int port : ports_) {
    const PortOutputs& one = view_.out[static_cast<std::size_t>(port)];
    const PortOutputs& other = twin[static_cast<std::size_t>(port)];
    const bool same = one.valid == other.valid && one.ready == other.ready &&
                      one.credit == other.credit && (one.valid == 0 || one.flit == other.flit);
    if (same || known.breach()) continue;
    Breach breach;
    breach.cycle = now_;
    breach.port = port;
    breach.text = fmt::format(
        "{} depends on what registers held before the reset",
        one.valid != other.valid || one.flit != other.flit ? "the output" : "the answer");
    breach.expected = wires_text(one);
    breach.seen = wires_text(other) + (one.flit != other.flit ? ", another flit" : "");
    fail(kKnown, std::move(breach));
  }
}

std::string Bench::name_of(const FlitBits& bits) const {
  FlitBook copy = book_;  // who it is, without letting it go
  const FlitBook::Found found = copy.leave(bits);
  return found.match == FlitBook::Match::kUnknown ? found.seen : text_of(found.flit);
}

WireScene Bench::scene_at(int port) const {
  const auto p = static_cast<std::size_t>(port);
  WireScene scene;
  scene.router = router_;
  scene.port = port;
  scene.in = view_.in[p];
  scene.out = view_.out[p];
  if (!history_.empty()) {
    scene.in_before = history_.back().in[p];
    scene.out_before = history_.back().out[p];
  }
  scene.name_of = [this](const FlitBits& bits) { return name_of(bits); };
  scene.last_left = [this, p](int lane) { return last_left_[p][static_cast<std::size_t>(lane)]; };
  return scene;
}

Breach Bench::way_breach(int port) const {
  const PortOutputs& wires = view_.out[static_cast<std::size_t>(port)];
  Breach breach;
  for (std::uint32_t v = 0; v < router_->lanes && breach.lane < 0; ++v)
    if ((wires.valid >> v & 1U) != 0) breach.lane = static_cast<int>(v);
  FlitBook copy = book_;
  const FlitBook::Found found = copy.leave(wires.flit);
  breach.seen = port_name(port);
  if (found.match == FlitBook::Match::kUnknown) {
    breach.expected = "the port that its destination says";
    breach.text = fmt::format("{} leaves by {}", found.seen, breach.seen);
    return breach;
  }
  breach.expected = port_name(mesh_->way(at_, found.flit.to));
  if (breach.seen == breach.expected) {  // the port is right, and what the head says is not
    const own::FlitFields fields = own::to_fields(router_->flit, wires.flit);
    breach.seen += fmt::format(" with hops ({}, {})", fields.x, fields.y);
    breach.expected += " with one hop less than it came with";
  }
  breach.text = fmt::format("{} from {} to {}: left by {}, due by {}", text_of(at_),
                            port_name(found.flit.in_port), text_of(found.flit.to), breach.seen,
                            breach.expected);
  return breach;
}

void Bench::judge_wires() {
  const RuleReport report = device_->rules();
  if (!report.is_legal && findings_->own_fault.empty() && clauses().are_whole())
    findings_->own_fault = fmt::format("phase {}, cycle {}", phase_, now_);
  for (const int number : kRuleClauses) {
    Clause& clause = clauses().of(number);
    const std::uint32_t bit = 1U << (number - 1);
    if ((report.premises & bit) != 0) clause.exercise();
    if ((report.breaches & bit) == 0 || clause.breach()) continue;
    const int port = report.ports[static_cast<std::size_t>(number - 1)];
    Breach breach = number == kWay ? way_breach(port) : breach_on_wires(number, scene_at(port));
    breach.cycle = now_;
    breach.port = port;
    fail(number, std::move(breach));
  }
}

void Bench::probe() {
  Clause& clause = clauses().of(kNoShortcut);
  Inputs other = view_.in;
  const LaneSet lanes = (1U << router_->lanes) - 1;
  for (const int port : ports_) {
    PortInputs& wires = other[static_cast<std::size_t>(port)];
    for (std::uint64_t& word : wires.flit) word = ~word;
    wires.valid = wires.valid != 0 ? 0 : 1U << dice_.below(router_->lanes);
    wires.ready = dice_.below(2) == 0 ? lanes : ~wires.ready & lanes;
    wires.credit = wires.credit != 0 ? 0 : 1U << dice_.below(router_->lanes);
  }
  // A legal head, too, since a bypass may look at its fields.
  const int port = ports_[dice_.below(static_cast<std::uint32_t>(ports_.size()))];
  const std::vector<Place> places = mesh_->destinations(at_, port);
  if (!places.empty()) {
    FlitBook book(*router_, at_);
    const Packet packet{places[dice_.below(static_cast<std::uint32_t>(places.size()))], 1, 0};
    PortInputs& wires = other[static_cast<std::size_t>(port)];
    wires.flit = book.make(packet, 0, 0).bits;
    wires.valid = 1U << dice_.below(router_->lanes);
  }
  device_->drive(other);
  const Outputs after = device_->settle();
  clause.exercise();
  for (int p = 0; p < kPorts && !clause.breach(); ++p) {
    const PortOutputs& one = view_.out[static_cast<std::size_t>(p)];
    const PortOutputs& two = after[static_cast<std::size_t>(p)];
    const bool ready = router_->ready_is_combinational || one.ready == two.ready;
    const bool flit = one.valid == 0 || one.flit == two.flit;
    if (one.valid == two.valid && one.credit == two.credit && ready && flit) continue;
    Breach breach;
    breach.cycle = now_;
    breach.port = p;
    breach.text = "an output follows an input within the cycle";
    breach.expected = wires_text(one);
    breach.seen = wires_text(two) + (flit ? "" : ", another flit");
    fail(kNoShortcut, std::move(breach));
  }
  device_->drive(view_.in);
  view_.out = device_->settle();
}

void Bench::move_flits() {
  for (const int port : ports_) {
    const std::optional<KitFlit> taken =
        driver(port).move(now_, view_.out[static_cast<std::size_t>(port)]);
    if (!taken) continue;
    last_taken_ = now_;
    book_.enter(*taken);
    ++inside_[static_cast<std::size_t>(port)][static_cast<std::size_t>(taken->in_lane)];
    for (auto& clause : clauses().all()) clause->on_take(*taken);
  }
  for (int port = 0; port < kPorts; ++port) {
    const LaneSet valid = view_.out[static_cast<std::size_t>(port)].valid;
    for (std::uint32_t lane = 0; lane < router_->lanes; ++lane)
      if ((valid >> lane & 1U) != 0) leave(port, static_cast<int>(lane));
  }
}

void Bench::leave(int port, int lane) {
  const auto p = static_cast<std::size_t>(port);
  if (!receivers_[p].takes(view_.in[p], lane)) return;
  receivers_[p].took(now_, lane);
  FlitBook::Found found = book_.leave(view_.out[p].flit);
  if (found.match == FlitBook::Match::kKnown || found.match == FlitBook::Match::kChanged)
    --inside_[static_cast<std::size_t>(found.flit.in_port)]
             [static_cast<std::size_t>(found.flit.in_lane)];
  if (found.match == FlitBook::Match::kUnknown) ++strangers_;
  if (found.match != FlitBook::Match::kKnown) {
    const bool was_whole = !clauses().of(kMade).breach();
    for (auto& clause : clauses().all()) clause->on_stranger(found, now_, port, lane);
    if (was_whole) fail(kMade, *clauses().of(kMade).breach());
    return;
  }
  found.flit.left = now_;
  found.flit.out_port = port;
  found.flit.out_lane = lane;
  last_left_[p][static_cast<std::size_t>(lane)] = found.flit;
  ++left_count_;
  ++findings_->left;
  const bool was_in_order = !clauses().of(kOrder).breach();
  for (auto& clause : clauses().all()) clause->on_leave(found.flit);
  if (was_in_order && clauses().of(kOrder).breach()) fail(kOrder, *clauses().of(kOrder).breach());
  judge_lookahead(found.flit, view_.out[p].flit);
  left_.push_back(std::move(found.flit));
}

// The port that a head names is that of the router behind the link. PEs do not look.
void Bench::judge_lookahead(const KitFlit& flit, const FlitBits& bits) {
  const own::Bits& field = router_->flit.lookahead.bits;
  const std::optional<Place> next = mesh_->neighbour(at_, flit.out_port);
  if (!field.is_there() || !flit.head || !next || flit.out_port != mesh_->way(at_, flit.to)) return;
  clauses().of(kWay).exercise();
  const int due = mesh_->way(*next, flit.to);
  const auto said = static_cast<int>(own::get_bits(bits, field));
  if (said == due) return;
  Breach breach;
  breach.cycle = now_;
  breach.port = flit.out_port;
  breach.lane = flit.out_lane;
  breach.expected = port_name(due);
  breach.seen = said < kPorts ? port_name(said) : std::to_string(said);
  breach.text = fmt::format("{} from {} to {}: its lookahead for {} is {}, due {}", text_of(at_),
                            port_name(flit.in_port), text_of(flit.to), text_of(*next), breach.seen,
                            breach.expected);
  fail(kWay, std::move(breach));
}

void Bench::remember() {
  history_.push_back(view_);
  if (history_.size() > kBefore) history_.pop_front();
  for (BreachWaves& waves : findings_->waves)
    if (now_ <= waves.until) waves.cycles.push_back(view_);
}

void Bench::step() {
  ++now_;
  ++findings_->cycles;
  view_.number = now_;
  drive();
  judge_wires();
  if (probe_every_ > 0 && now_ % probe_every_ == 0) probe();
  move_flits();
  remember();
  device_->cycle();
  view_.out = device_->outputs();
  if (twin_ != nullptr) twin_->cycle();
}

void Bench::run(std::uint64_t cycles) {
  for (std::uint64_t k = 0; k < cycles; ++k) step();
}

std::uint64_t Bench::patience() const {
  const own::RouterLatency latency = router_->latency.value_or(own::RouterLatency());
  return book_.count() * static_cast<std::uint64_t>(1 + latency.head_wait) +
         static_cast<std::uint64_t>(latency.router.most()) + kPatience;
}

void Bench::drain() {
  for (Driver& driver : drivers_) {
    driver.set_source(nullptr);
    driver.set_rate(1);
  }
  for (Receiver& receiver : receivers_) receiver.open();
  Clause& lost = clauses().of(kLost);
  const std::uint64_t opened = now_;
  std::uint64_t limit = patience();
  std::uint64_t moved = now_;
  std::size_t before = book_.count();
  bool is_stuck = false;
  while (!is_stuck) {
    const bool sends = std::any_of(ports_.begin(), ports_.end(),
                                   [&](int port) { return !driver(port).is_done(); });
    if (!sends && book_.count() == 0) break;
    const std::uint64_t taken = last_taken_;
    step();
    if (last_taken_ != taken || book_.count() != before) moved = now_;
    if (last_taken_ != taken) limit = patience();
    before = book_.count();
    is_stuck = now_ - moved > kStill || (!sends && now_ - std::max(last_taken_, opened) > limit);
  }
  lost.exercise(left_count_);
  if (is_stuck) report_stuck(limit);
  run(kPatience + 2);  // all credits come home, and then nothing moves
}

void Bench::report_stuck(std::uint64_t limit) {
  const Hang hang = describe_hang();
  const std::vector<KitFlit> inside = book_.inside();
  // They have left, so much changed that nobody knows them: no clause but `made` is broken by that.
  if (!inside.empty() && inside.size() <= strangers_) {
    book_.clear();
    inside_ = {};
    strangers_ = 0;
    return;
  }
  Breach breach;
  breach.cycle = now_;
  breach.expected = fmt::format("empty {} cycles after the last flit came in", limit);
  breach.seen = fmt::format("{} flits inside", inside.size());
  breach.text = hang.waits.empty() ? "the router takes nothing any more" : hang.waits.front();
  bool is_hang = true;
  if (!inside.empty()) {
    breach.port = inside.front().in_port;
    breach.lane = inside.front().in_lane;
    if (lets_pass(inside.front())) {
      is_hang = false;
      breach.text = fmt::format("{}, taken in cycle {}, never leaves, and later ones do",
                                text_of(inside.front()), inside.front().taken);
    }
  }
  fail(kLost, std::move(breach));
  if (is_hang) findings_->hangs.push_back(hang);
}

// Whether another flit of the same way still comes through: then it does not wait, it is lost.
bool Bench::lets_pass(const KitFlit& flit) {
  if (!driver(flit.in_port).is_done()) return false;
  const std::size_t before = left_.size();
  driver(flit.in_port).send(flit.in_lane, {flit.to, 1, 0});
  run(patience());
  return std::any_of(left_.begin() + static_cast<std::ptrdiff_t>(before), left_.end(),
                     [&](const KitFlit& other) {
                       return other.in_port == flit.in_port && other.in_lane == flit.in_lane &&
                              other.packet > flit.packet;
                     });
}

Hang Bench::describe_hang() const {
  Hang hang;
  hang.phase = phase_;
  hang.cycle = now_;
  std::map<std::pair<int, int>, KitFlit> first;  // by input and lane
  for (const KitFlit& flit : book_.inside()) first.try_emplace({flit.in_port, flit.in_lane}, flit);
  for (const auto& [place, flit] : first)
    hang.waits.push_back(fmt::format(
        "input {}, lane {}: {}, taken in cycle {}, waits for output {}", port_name(place.first),
        place.second, text_of(flit), flit.taken, port_name(mesh_->way(at_, flit.to))));
  for (const int port : ports_) {
    const Driver& driver = drivers_[static_cast<std::size_t>(port)];
    if (!driver.is_done())
      hang.waits.push_back(
          fmt::format("the neighbour at {} waits for {}", port_name(port),
                      router_->link == own::LinkProtocol::kCredit ? "a credit" : "ready"));
  }
  return hang;
}

std::vector<KitFlit> Bench::take_left() { return std::exchange(left_, {}); }

void Bench::fail(int number, Breach breach) {
  breach.phase = phase_;
  breach.at = at_;
  findings_->fail(number, std::move(breach), history_, now_ + kAfter);
}

void Findings::fail(int number, Breach breach, const std::deque<CycleView>& before,
                    std::uint64_t until) {
  Clause& clause = clauses.of(number);
  if (clause.breach() && !clause.breach()->phase.empty()) return;
  clause.fail(breach);
  breach.found = clause.breach()->found;
  *clause.breach() = breach;
  BreachWaves shown;
  shown.clause = number;
  shown.breach = std::move(breach);
  shown.cycles.assign(before.begin(), before.end());
  shown.until = until;
  waves.push_back(std::move(shown));
}

}  // namespace flitwise::kit
