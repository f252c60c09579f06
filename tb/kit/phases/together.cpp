// together.cpp: several routers of the user behind each other: a chain of three, and a 3 x 3 mesh.
// What two routers do to each other no bench around one of them shows, whose neighbours keep to the
// rules in their own way.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "tb/kit/session.h"

namespace flitwise::kit {
namespace {

constexpr std::uint32_t kSide = 3;            // the side
constexpr std::uint64_t kQuietFor = 2000;     // nothing moves for so long: it hangs
constexpr std::uint64_t kBlockCycles = 3000;  // for each rate
constexpr std::uint64_t kWarmUp = 60;
constexpr std::uint64_t kRateWindow = 840;  // divides by all periods to 8
constexpr double kBlockRates[] = {0.05, 0.4, 1.0};
constexpr double kBlockStall = 0.2;
constexpr std::uint32_t kMostNumberBits = 16;

// Routers with wires from one to the next, and PEs.
class Together {
 public:
  Together(Session& session, std::string phase, const std::vector<Place>& places)
      : session_(session),
        phase_(std::move(phase)),
        router_(session.router()),
        book_(session.router(), {}),
        dice_(session.seed(400)) {
    for (const Place at : places) {
      Router& node = nodes_[at];
      node.device = session.make(at, session.seed(0));
      node.driver = std::make_unique<Driver>(router_, kPe, book_, packets_);
      node.receiver = std::make_unique<Receiver>(router_);
      node.device->reset();
      node.out = node.device->settle();
    }
  }

  Driver& driver(Place at) { return *nodes_.at(at).driver; }
  Receiver& receiver(Place at) { return *nodes_.at(at).receiver; }
  Dice& dice() { return dice_; }
  std::uint64_t arrived() const { return arrived_; }
  // Whether payloads can tell some more flits from those under way.
  bool has_numbers() const {
    const std::uint32_t bits = std::min(
        {router_.flit.payload.head.width, router_.flit.payload.body.width, kMostNumberBits});
    return book_.count() < (std::size_t{1} << bits) / 4;
  }

  void run(std::uint64_t cycles) {
    for (std::uint64_t k = 0; k < cycles; ++k) step();
  }

  // Sends nothing new and waits until all has come. Judges clause lost.
  void drain() {
    for (auto& [at, node] : nodes_) {
      node.driver->set_source(nullptr);
      node.driver->set_rate(1);
      node.receiver->open();
    }
    moved_ = now_;
    while (!is_done() && now_ - moved_ < kQuietFor) step();
    clause(kLost).exercise(arrived_);
    if (is_done()) return;
    Hang hang;
    hang.phase = phase_;
    hang.cycle = now_;
    for (const KitFlit& flit : book_.inside())
      hang.waits.push_back(fmt::format("{}, sent by {} in cycle {}, is under way for ever",
                                       text_of(flit), text_of(flit.at), flit.taken));
    for (const auto& [at, node] : nodes_)
      if (!node.driver->is_done())
        hang.waits.push_back(fmt::format("the PE at {} cannot send", text_of(at)));
    Breach breach;
    breach.cycle = now_;
    breach.text = hang.waits.front();
    breach.expected = fmt::format("some flit moves within {} cycles", kQuietFor);
    breach.seen = fmt::format("{} flits inside", book_.count());
    const bool is_hang = session_.clauses().are_whole();
    fail(kLost, nodes_.begin()->first, std::move(breach));
    if (is_hang) session_.findings().hangs.push_back(std::move(hang));
  }

  void fail(int number, Place at, Breach breach) {
    breach.phase = phase_;
    breach.at = at;
    clause(number).fail(std::move(breach));
  }

  Clause& clause(int number) { return session_.clauses().of(number); }

 private:
  struct Router {
    std::unique_ptr<Device> device;
    std::unique_ptr<Driver> driver;
    std::unique_ptr<Receiver> receiver;
    Inputs in{};
    Outputs out{};
  };

  bool is_done() const {
    return book_.count() == 0 && std::all_of(nodes_.begin(), nodes_.end(), [](const auto& entry) {
             return entry.second.driver->is_done();
           });
  }

  void step() {
    ++now_;
    ++session_.findings().cycles;
    for (auto& [at, node] : nodes_) {
      book_.stand_at(at);
      node.driver->offer(now_, node.out[kPe].ready, dice_, node.in[kPe]);
      node.receiver->answer(now_, dice_, node.in[kPe]);
    }
    settle();
    for (auto& [at, node] : nodes_) {
      book_.stand_at(at);
      if (const auto taken = node.driver->move(now_, node.out[kPe])) {
        book_.enter(*taken);
        moved_ = now_;
      }
    }
    for (auto& [at, node] : nodes_) {
      const LaneSet valid = node.out[kPe].valid;
      for (std::uint32_t lane = 0; lane < router_.lanes; ++lane)
        if ((valid >> lane & 1U) != 0) arrive(at, node, static_cast<int>(lane));
    }
    for (auto& [at, node] : nodes_) node.device->cycle();
    for (auto& [at, node] : nodes_) node.out = node.device->outputs();
  }

  // Ready wires may follow others, at most over the longest way.
  void settle() {
    for (std::size_t round = 0; round < 2 * nodes_.size() + 2; ++round) {
      bool has_changed = round == 0;
      for (auto& [at, node] : nodes_) has_changed = connect(at, node) || has_changed;
      if (!has_changed) return;
      for (auto& [at, node] : nodes_) {
        node.device->drive(node.in);
        node.out = node.device->settle();
      }
    }
  }

  // Inputs from what neighbours show. Whether one of them has changed.
  bool connect(Place at, Router& node) {
    bool has_changed = false;
    for (int port = kPlusX; port < kPorts; ++port) {
      const std::optional<Place> next = session_.mesh().neighbour(at, port);
      const auto far = next ? nodes_.find(*next) : nodes_.end();
      if (far == nodes_.end()) continue;
      const PortOutputs& shown = far->second.out[static_cast<std::size_t>(opposite(port))];
      PortInputs& wires = node.in[static_cast<std::size_t>(port)];
      const bool is_same = wires.valid == shown.valid && wires.ready == shown.ready &&
                           wires.credit == shown.credit &&
                           (shown.valid == 0 || wires.flit == shown.flit);
      has_changed = has_changed || !is_same;
      wires = {shown.flit, shown.valid, shown.ready, shown.credit};
    }
    return has_changed;
  }

  void arrive(Place at, Router& node, int lane) {
    if (!node.receiver->takes(node.in[kPe], lane)) return;
    node.receiver->took(now_, lane);
    FlitBook::Found found = book_.leave(node.out[kPe].flit);
    if (found.match != FlitBook::Match::kKnown) {
      if (clause(kMade).breach()) return;
      clause(kMade).on_stranger(found, now_, kPe, lane);
      clause(kMade).breach()->phase = phase_;
      clause(kMade).breach()->at = at;
      return;
    }
    const KitFlit& flit = found.flit;
    moved_ = now_;  // strangers may come for ever
    ++arrived_;
    clause(kMade).exercise();
    clause(kWay).exercise();
    Breach breach;
    breach.cycle = now_;
    breach.port = kPe;
    breach.lane = lane;
    if (!(flit.to == at)) {
      breach.text = fmt::format("{}, sent by {}, comes to the PE at {}", text_of(flit),
                                text_of(flit.at), text_of(at));
      breach.expected = text_of(flit.to);
      breach.seen = text_of(at);
      fail(kWay, at, breach);
    }
    // Packets on several lanes may pass each other; flits of one may not.
    const auto key =
        std::make_tuple(flit.at, flit.in_lane, at, router_.lanes == 1 ? 0 : flit.packet);
    const auto now = std::make_pair(flit.packet, flit.index);
    const auto [last, is_first] = last_.try_emplace(key, now);
    if (is_first) return;
    clause(kOrder).exercise();
    if (now < last->second) {
      breach.text = fmt::format("{}, sent by {}, comes after flit {} of packet {}", text_of(flit),
                                text_of(flit.at), last->second.second + 1, last->second.first);
      breach.expected = "the order in which they were sent";
      breach.seen = "the later one first";
      fail(kOrder, at, breach);
    }
    last->second = now;
  }

  Session& session_;
  std::string phase_;
  const own::RouterDescription& router_;
  FlitBook book_;
  Dice dice_;
  std::map<Place, Router> nodes_;
  std::uint64_t packets_ = 0;
  std::uint64_t now_ = 0;
  std::uint64_t moved_ = 0;
  std::uint64_t arrived_ = 0;
  // By source, its lane and destination, and with lanes the packet: the flit that came last.
  std::map<std::tuple<Place, int, Place, std::uint64_t>, std::pair<std::uint64_t, std::uint32_t>>
      last_;
};

// One-flit packets through three routers: a receiver that stalls once fills all queues, and then
// the stream comes back to its rate, if queues are as long as the loop between two routers.
void judge_rate(Together& chain, Session& session, Place from, Place to) {
  const std::uint64_t queue = session.router().queue;
  const Measured& measured = session.measured();
  if (!measured.loop || !measured.head_wait || queue < *measured.loop || !measured.latency())
    return;
  chain.driver(from).set_source([to](int lane) -> std::optional<Packet> {
    if (lane != 0) return std::nullopt;
    return Packet{to, 1, 0};
  });
  chain.run(kWarmUp);
  Reception blocked;
  blocked.is_blocked = true;
  chain.receiver(to).set_all(blocked);
  chain.run(kWarmUp + kSide * 4 * queue);
  chain.receiver(to).set_all({});
  chain.run(kWarmUp + kSide * 8 * queue);
  const std::uint64_t before = chain.arrived();
  chain.run(kRateWindow);
  const std::uint64_t flits = chain.arrived() - before;
  const std::uint64_t period = 1 + *measured.head_wait;
  if (flits == 0) return;  // it stands still, which is clause lost's
  chain.clause(kRate).exercise();
  if (flits * period >= kRateWindow) return;
  Breach breach;
  breach.port = kPe;
  breach.text =
      fmt::format("one-flit packets from {} to {} after a stall", text_of(from), text_of(to));
  breach.expected = fmt::format("{} flits in {} cycles", kRateWindow / period, kRateWindow);
  breach.seen = fmt::format("{} flits", flits);
  chain.fail(kRate, to, std::move(breach));
}

// Where each place may be a model of its own, they are made for clause no-circle alone.
bool has_places(const Session& session) {
  return session.router().family == own::Family::kMesh && session.mesh().side_x >= kSide &&
         session.mesh().side_y >= kSide &&
         (session.wants(kNoCircle) || session.router().coordinates == own::CoordinatePins::kInputs);
}

}  // namespace

void run_chain(Session& session) {
  if (!has_places(session)) return;
  const std::vector<Place> places{{0, 1}, {1, 1}, {2, 1}};
  Together chain(session, "chain of three", places);
  const std::uint32_t longest = session.longest(2 * session.router().queue + 3);
  for (const auto& [from, to] :
       {std::pair(places.front(), places.back()), std::pair(places.back(), places.front())}) {
    judge_rate(chain, session, from, to);
    chain.drain();
    for (std::uint32_t lane = 0; lane < session.router().lanes; ++lane)
      chain.driver(from).send(static_cast<int>(lane), {to, longest, 0});
    chain.drain();
  }
}

void run_block(Session& session) {
  if (!has_places(session)) return;
  std::vector<Place> places;
  for (std::uint32_t x = 0; x < kSide; ++x)
    for (std::uint32_t y = 0; y < kSide; ++y) places.push_back({x, y});
  const std::uint32_t longest = session.longest(session.router().queue + 3);
  for (const double rate : kBlockRates) {
    Together block(session, fmt::format("3 x 3 mesh (rate {})", rate), places);
    for (const Place at : places) {
      block.driver(at).set_rate(rate);
      block.driver(at).set_source([&block, &places, at, longest](int) -> std::optional<Packet> {
        if (!block.has_numbers()) return std::nullopt;
        Place to = at;
        while (to == at) to = places[block.dice().below(kSide * kSide)];
        return Packet{to, 1 + block.dice().below(longest), 0};
      });
      Reception reception;
      reception.stall = kBlockStall;
      block.receiver(at).set_all(reception);
    }
    block.run(kBlockCycles);
    block.drain();
  }
}

}  // namespace flitwise::kit
