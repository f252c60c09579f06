#include "tb/kit/clause.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace flitwise::kit {
namespace {

struct Words {
  const char* name;
  const char* text;
};

constexpr std::array<Words, kClauses> kWords{{
    {"quiet", "after reset and without input no flit, no credit, ever"},
    {"known", "no unknown value reaches valid, ready, credit or a valid flit"},
    {"made", "every flit out went in, unchanged, at most once"},
    {"lost", "every flit in goes out within D cycles once nothing is blocked"},
    {"way", "a flit leaves by the port that its destination says"},
    {"order", "flits of one input, lane and output leave in order"},
    {"whole", "on an output lane no flit stands between a head and its tail but theirs"},
    {"hold", "ready: valid and flit stay until taken; credit: no flit without credit"},
    {"credits", "credits returned + flits inside = flits taken; all home at the end"},
    {"room", "takes exactly its queue of flits per input lane when outputs are blocked"},
    {"latency", "idle: head in to head out takes exactly r; body flits follow 1 per cycle"},
    {"rate", "long worms 1 flit per cycle, one-flit packets 1/(1 + head wait)"},
    {"fair", "with all inputs asking for one output each is served within a bound"},
    {"apart", "a blocked output or lane does not hold up flits that need neither"},
    {"no-shortcut", "outputs do not follow inputs within the cycle"},
    {"no-circle", "the graph of which link and lane waits for which has no circle: no deadlock"},
}};

// 3: a flit out must have gone in.
class Made final : public Clause {
 public:
  using Clause::Clause;
  void on_leave(const KitFlit&) override { exercise(); }
  void on_stranger(const FlitBook::Found& found, std::uint64_t cycle, int port, int lane) override {
    Breach breach;
    breach.cycle = cycle;
    breach.port = port;
    breach.lane = lane;
    breach.seen = found.seen;
    switch (found.match) {
      case FlitBook::Match::kAgain:
        breach.text = fmt::format("{} leaves a second time", kit::text_of(found.flit));
        breach.expected = "once";
        break;
      case FlitBook::Match::kChanged:
        breach.text = fmt::format("{} leaves changed", kit::text_of(found.flit));
        breach.expected = "the flit as it went in";
        break;
      default:
        breach.text = "a flit leaves that never went in";
        breach.expected = "a flit that is inside";
    }
    fail(std::move(breach));
  }
};

// 6: by router, input, lane and output the numbers of packets and of flits in them rise.
class Order final : public Clause {
 public:
  using Clause::Clause;
  void begin_phase() override { last_.clear(); }
  void on_leave(const KitFlit& flit) override {
    const auto now = std::make_tuple(flit.packet, flit.index);
    auto [place, is_first] =
        last_.try_emplace(std::make_tuple(flit.at, flit.in_port, flit.in_lane, flit.out_port), now);
    if (is_first) return;
    exercise();
    if (now < place->second) {
      Breach breach;
      breach.cycle = flit.left;
      breach.port = flit.out_port;
      breach.lane = flit.out_lane;
      breach.text = fmt::format("{} leaves after flit {} of packet {}", kit::text_of(flit),
                                std::get<1>(place->second) + 1, std::get<0>(place->second));
      breach.expected = "the order in which they came in";
      breach.seen = "the later one first";
      fail(std::move(breach));
    }
    place->second = now;
  }

 private:
  std::map<std::tuple<Place, int, int, int>, std::tuple<std::uint64_t, std::uint32_t>> last_;
};

// 7: single-flit networks have no worms.
class Whole final : public Clause {
 public:
  using Clause::Clause;
  std::string refusal(const own::RouterDescription& router) const override {
    return router.flit.is_single ? "every flit is a packet" : "";
  }
};

// 9: there are credits on credit links only.
class Credits final : public Clause {
 public:
  using Clause::Clause;
  std::string refusal(const own::RouterDescription& router) const override {
    return router.link == own::LinkProtocol::kCredit ? "" : "the link has no credits";
  }
};

// Of routers that take each flit and hold none up.
const char* refusal_without_queues(int number) {
  switch (number) {
    case kHold:
      return "the link takes every flit";
    case kRoom:
      return "the router has no queues";
    case kFair:
      return "no two flits may ask for one output at once";
    case kApart:
      return "nothing blocks an output";
    case kNoCircle:
      return "no flit waits for another";
    default:
      return "";
  }
}

std::unique_ptr<Clause> make_clause(int number) {
  const Words& words = kWords[static_cast<std::size_t>(number - 1)];
  switch (number) {
    case kMade:
      return std::make_unique<Made>(number, words.name, words.text);
    case kOrder:
      return std::make_unique<Order>(number, words.name, words.text);
    case kWhole:
      return std::make_unique<Whole>(number, words.name, words.text);
    case kCredits:
      return std::make_unique<Credits>(number, words.name, words.text);
    default:
      return std::make_unique<Clause>(number, words.name, words.text);
  }
}

}  // namespace

std::string Clause::refusal(const own::RouterDescription& router) const {
  return router.link == own::LinkProtocol::kRegistered ? refusal_without_queues(number_) : "";
}
void Clause::on_take(const KitFlit&) {}
void Clause::on_leave(const KitFlit&) {}
void Clause::on_stranger(const FlitBook::Found&, std::uint64_t, int, int) {}

void Clause::fail(Breach breach) {
  if (breach_) return;
  if (broken_ != nullptr) breach.found = ++*broken_;
  breach_ = std::move(breach);
}

Clauses::Clauses() {
  for (int number = 1; number <= kClauses; ++number) {
    all_.push_back(make_clause(number));
    all_.back()->count_in(*broken_);
  }
}

bool Clauses::are_whole() const {
  return std::none_of(all_.begin(), all_.end(),
                      [](const std::unique_ptr<Clause>& clause) { return clause->breach(); });
}

int clause_number(const std::string& name) {
  const auto found = std::find_if(kWords.begin(), kWords.end(),
                                  [&](const Words& words) { return name == words.name; });
  return found == kWords.end() ? 0 : static_cast<int>(found - kWords.begin()) + 1;
}

std::vector<std::string> clause_names() {
  std::vector<std::string> names;
  for (const Words& words : kWords) names.emplace_back(words.name);
  return names;
}

}  // namespace flitwise::kit
