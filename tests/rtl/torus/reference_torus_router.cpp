#include "tests/rtl/torus/reference_torus_router.h"

#include <algorithm>
#include <cstdlib>

namespace flitwise::rtl_test {
namespace {

constexpr int kHopsBits = 7;
constexpr int kLaneBit = 54;
constexpr int kPatience = 15;

}  // namespace

std::uint32_t payload_of(const Hops& hops) {
  std::uint32_t payload = 0;
  for (std::size_t d = 0; d < hops.size(); ++d)
    payload |= (static_cast<std::uint32_t>(hops[d]) & 0x7F) << (kHopsBits * d);
  return payload;
}

Hops hops_in(RawFlit flit) {
  Hops hops{};
  for (std::size_t d = 0; d < hops.size(); ++d) {
    const int field = static_cast<int>(flit >> (kHopsBits * d) & 0x7F);
    hops[d] = field < 64 ? field : field - 128;
  }
  return hops;
}

int lane_in(RawFlit flit) { return static_cast<int>(flit >> kLaneBit & 7); }

RawFlit on_lane(RawFlit flit, int lane) {
  return (flit & ~(RawFlit{7} << kLaneBit)) | static_cast<RawFlit>(lane) << kLaneBit;
}

bool operator==(const TorusOutputs& a, const TorusOutputs& b) {
  return a.router == b.router && a.credits == b.credits && a.stalled == b.stalled &&
         a.blocked == b.blocked;
}

std::ostream& operator<<(std::ostream& stream, const TorusOutputs& outputs) {
  stream << outputs.router << " credits";
  for (const auto& [port, lane] : outputs.credits) stream << " " << port << "." << lane;
  return stream << " stalled " << outputs.stalled << " blocked " << outputs.blocked;
}

ReferenceTorusRouter::ReferenceTorusRouter(TorusShape shape, TorusPlace place)
    : shape_(shape), place_(place) {
  const auto first = static_cast<std::size_t>(shape.pe_ports());
  const auto ports = static_cast<std::size_t>(shape.ports());
  for (std::size_t port = 0; port < first; ++port) queue_[{port, 0}];
  for (std::size_t port = first; port < ports; ++port) {
    for (int lane = 0; lane < shape.lanes; ++lane) {
      queue_[{port, lane}];
      credit_[{port, lane}] = shape.depth;
    }
  }
}

// Round robin: after the last winner, by input and lane; a lone wish needs no turn. Before anyone
// has won, the first queue counts as the last winner.
ReferenceTorusRouter::Source ReferenceTorusRouter::next_of(const std::vector<Source>& wishes,
                                                           std::optional<Source>& last) {
  if (wishes.size() == 1) return wishes.front();
  const Source before = last.value_or(Source{0, 0});
  const auto later = std::upper_bound(wishes.begin(), wishes.end(), before);
  last = later == wishes.end() ? wishes.front() : *later;
  return *last;
}

TorusOutputs ReferenceTorusRouter::clock(const TorusInputs& inputs) {
  TorusOutputs outputs(static_cast<std::size_t>(shape_.ports()));
  take_credits(inputs);
  arrive(inputs, outputs);

  std::map<std::size_t, std::vector<Source>> ready;
  std::map<Source, Question> questions;
  std::vector<Source> broken;
  std::size_t waiting = 0;
  for (const auto& [source, flits] : queue_) {
    if (!asks(source)) continue;
    ++waiting;
    const Question question = ask(source, flits.front());
    switch (question.fate) {
      case Fate::kReady:
        if (worm_.count(source) == 0) worm_[source].output = question.output;
        ready[question.output].push_back(source);
        break;
      case Fate::kAsks:
        questions[source] = question;
        break;
      case Fate::kBlocked:
        ++blocked_;
        break;
      case Fate::kBroken:
      case Fate::kNoRoute:
        outputs.router.violation |= question.fate == Fate::kBroken ? kBrokenWormBit : kNoRouteBit;
        outputs.router.involved_in.insert(source.first);
        broken.push_back(source);
        break;
    }
  }
  for (int c = 0; c < shape_.channels(); ++c)
    give_lanes(static_cast<std::size_t>(shape_.pe_ports() + c), questions, ready);

  grow_older();
  std::size_t gone = broken.size();
  for (const Source& source : broken) leave(source, outputs);
  for (auto& [output, sources] : ready) {
    if (inputs.stalls.count(output) != 0) {
      blocked_ += static_cast<std::uint32_t>(sources.size());
      continue;
    }
    std::sort(sources.begin(), sources.end());
    const Source winner = next_of(sources, last_granted_[output]);
    // Turns at the only port of a PE count those without rival, too.
    if (shape_.has_one_pe_port && output == 0) last_granted_[output] = winner;
    send(winner, outputs);
    ++gone;
  }
  stalled_ += static_cast<std::uint32_t>(waiting - gone);

  for (const auto& [source, flits] : queue_) outputs.router.busy |= !flits.empty();
  outputs.router.busy |= gone > 0 || outputs.router.violation != 0;
  pass_stages(inputs, outputs);
  outputs.stalled = stalled_;
  outputs.blocked = blocked_;
  return outputs;
}

void ReferenceTorusRouter::arrive(const TorusInputs& inputs, TorusOutputs& outputs) {
  for (const auto& [port, flit] : inputs.flits) {
    const Source source{port, is_injection({port, 0}) ? 0 : lane_in(flit)};
    const auto queue = queue_.find(source);
    if (queue == queue_.end() || static_cast<int>(queue->second.size()) == shape_.depth) {
      outputs.router.violation |= kOverflowBit;
      outputs.router.involved_in.insert(port);
    } else {
      if (queue->second.empty()) just_came_.insert(source);
      queue->second.push_back(flit);
    }
  }
}

void ReferenceTorusRouter::take_credits(const TorusInputs& inputs) {
  for (const Way& way : shape_.credit_delay > 0 ? late_credits_ : inputs.credits) ++credit_.at(way);
  late_credits_.clear();
  if (shape_.credit_delay > 0) late_credits_ = inputs.credits;
}

// Whether a queue has a flit that has waited its stages.
bool ReferenceTorusRouter::asks(const Source& source) const {
  const std::deque<RawFlit>& flits = queue_.at(source);
  if (flits.empty()) return false;
  const auto age = age_.find(source);
  if (unpack(flits.front()).head) return (age == age_.end() ? 0 : age->second) >= shape_.head_wait;
  return shape_.body_wait == 0 || just_came_.count(source) == 0;
}

// Before any flit leaves, which makes the next one young.
void ReferenceTorusRouter::grow_older() {
  for (const auto& [source, flits] : queue_)
    if (!flits.empty()) ++age_[source];
  just_came_.clear();
}

// What has been sent is shown after the stages; until then, and while a credit is late, it is busy.
void ReferenceTorusRouter::pass_stages(const TorusInputs& inputs, TorusOutputs& outputs) {
  if (shape_.out_stages > 0) {
    staged_.resize(outputs.router.lanes.size());
    staged_.swap(outputs.router.lanes);
    for (const RawFlit flit : outputs.router.lanes) outputs.router.busy |= flit != 0;
  }
  outputs.router.busy |= shape_.credit_delay > 0 && !inputs.credits.empty();
}

ReferenceTorusRouter::Question ReferenceTorusRouter::ask(const Source& source, RawFlit flit) const {
  const auto worm = worm_.find(source);
  const bool started = worm != worm_.end() && worm->second.started;
  if (unpack(flit).head == started) return {Fate::kBroken, 0, {}};
  if (worm == worm_.end()) return ask_head(source, flit);
  const auto& [output, lane, unused] = worm->second;
  if (!lane && !started) return ask_pe(source);
  if (lane && credit_.at({output, *lane}) == 0) return {Fate::kBlocked, output, {}};
  return {Fate::kReady, output, {}};
}

// A head goes to the PE unless another worm is on its way there by the same port and lane.
ReferenceTorusRouter::Question ReferenceTorusRouter::ask_pe(const Source& source) const {
  const std::size_t output =
      shape_.has_one_pe_port ? 0 : source.first - static_cast<std::size_t>(shape_.pe_ports());
  const bool is_kept = std::any_of(worm_.begin(), worm_.end(), [&](const auto& other) {
    const auto& [from, worm] = other;
    return worm.output == output && worm.started && !worm.lane && from.second == source.second;
  });
  return {is_kept ? Fate::kBlocked : Fate::kReady, output, {}};
}

ReferenceTorusRouter::Question ReferenceTorusRouter::ask_head(const Source& source,
                                                              RawFlit flit) const {
  const Hops hops = hops_in(flit);
  const auto next = std::find_if(hops.begin(), hops.end(), [](int h) { return h != 0; });
  const Question lost{Fate::kNoRoute, 0, {}};
  if (next == hops.end()) return is_injection(source) ? lost : ask_pe(source);
  const int dimension = static_cast<int>(next - hops.begin());
  const int sign = *next < 0 ? 1 : 0;
  const int distance = std::abs(*next);
  if (dimension >= shape_.dimensions) return lost;
  if (distance >= place_.side[static_cast<std::size_t>(dimension)]) return lost;
  const int channel = 2 * dimension + sign;
  const int here = static_cast<int>(source.first) - (is_injection(source) ? 0 : shape_.pe_ports());
  const bool turns = is_injection(source) ? shape_.has_one_pe_port : dimension > here / 2;
  if (channel != here && !turns) return lost;

  Question question{Fate::kAsks, static_cast<std::size_t>(shape_.pe_ports() + channel), {}};
  question.lanes = lanes_for(source, dimension, sign, distance);
  const bool can_go = std::any_of(question.lanes.begin(), question.lanes.end(), [&](int lane) {
    const Way way{question.output, lane};
    return taken_.count(way) == 0 && credit_.at(way) > 0;
  });
  if (!can_go) question.fate = Fate::kBlocked;
  return question;
}

// The lanes that the dateline allows a head with `distance` hops to go in a dimension.
std::set<int> ReferenceTorusRouter::lanes_for(const Source& source, int dimension, int sign,
                                              int distance) const {
  const int x = place_.coordinate[static_cast<std::size_t>(dimension)];
  const int n = place_.side[static_cast<std::size_t>(dimension)];
  const int last = sign == 0 ? x + distance : x - distance;
  const bool will_cross = last >= n || last < 0;
  const bool straight =
      source.first == static_cast<std::size_t>(shape_.pe_ports() + 2 * dimension + sign);
  const bool came_over_wrap_link = straight && x == (sign == 0 ? 0 : n - 1);
  const bool stays_high = straight && source.second >= shape_.lanes / 2;
  std::set<int> lanes;
  for (int lane = 0; lane < shape_.lanes; ++lane) {
    const bool high = lane >= shape_.lanes / 2;
    const bool must_be_high = came_over_wrap_link || stays_high;
    const bool must_be_low = will_cross || place_.strict;
    if (shape_.lanes == 1 || (must_be_high ? high : !must_be_low || !high)) lanes.insert(lane);
  }
  return lanes;
}

// Free lanes in the order of their credits; each takes one of the heads that ask for it.
void ReferenceTorusRouter::give_lanes(std::size_t output, std::map<Source, Question>& questions,
                                      std::map<std::size_t, std::vector<Source>>& ready) {
  std::vector<int> lanes;
  for (int lane = 0; lane < shape_.lanes; ++lane)
    if (taken_.count({output, lane}) == 0 && credit_.at({output, lane}) > 0) lanes.push_back(lane);
  std::stable_sort(lanes.begin(), lanes.end(), [&](int a, int b) {
    return credit_.at({output, a}) > credit_.at({output, b});
  });
  for (const int lane : lanes) {
    std::vector<Source> wishes;
    for (const auto& [source, question] : questions)
      if (question.output == output && question.lanes.count(lane) != 0) wishes.push_back(source);
    if (wishes.empty()) continue;
    put_transit_first(wishes);
    const Source winner = next_of(wishes, last_given_[{output, lane}]);
    worm_[winner] = {output, lane, false};
    taken_.insert({output, lane});
    ready[output].push_back(winner);
    questions.erase(winner);
  }
}

// Heads in transit go before the injected one unless so many have passed it already.
void ReferenceTorusRouter::put_transit_first(std::vector<Source>& wishes) {
  const bool is_injected_waiting = is_injection(wishes.front());
  if (!is_injected_waiting) return;
  int& passed = passed_[wishes.front().first];
  if (wishes.size() == 1 || passed == kPatience) {
    wishes.resize(1);
    passed = 0;
  } else {
    wishes.erase(wishes.begin());
    ++passed;
  }
}

void ReferenceTorusRouter::send(const Source& source, TorusOutputs& outputs) {
  RawFlit flit = queue_.at(source).front();
  Worm& worm = worm_.at(source);
  const FlitFields fields = unpack(flit);
  if (worm.lane) {
    --credit_.at({worm.output, *worm.lane});
    if (fields.head) {
      Hops hops = hops_in(flit);
      int& next = *std::find_if(hops.begin(), hops.end(), [](int h) { return h != 0; });
      next += next < 0 ? 1 : -1;
      flit = (flit & ~RawFlit{0xFFFFFFF}) | payload_of(hops);
    }
    flit = on_lane(flit, *worm.lane);
    if (fields.tail) taken_.erase({worm.output, *worm.lane});
  }
  outputs.router.lanes[worm.output] = flit;
  worm.started = true;
  if (fields.tail) worm_.erase(source);
  leave(source, outputs);
}

void ReferenceTorusRouter::leave(const Source& source, TorusOutputs& outputs) {
  queue_.at(source).pop_front();
  age_[source] = 0;
  outputs.credits.insert(source);
}

}  // namespace flitwise::rtl_test
