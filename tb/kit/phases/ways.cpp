// ways.cpp: clause way at all kinds of places, and clause no-circle: which links and lanes wait for
// which, from the ways that lone flits take.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "tb/kit/session.h"

namespace flitwise::kit {
namespace {

constexpr std::uint32_t kBlock = 3;  // the side of the mesh of clause no-circle

// Of a torus all is tried: circles go round its rings.
std::uint32_t block_x(const Mesh& mesh) { return mesh.wraps ? mesh.side_x : kBlock; }
std::uint32_t block_y(const Mesh& mesh) { return mesh.wraps ? mesh.side_y : kBlock; }

// A link by the router that sends on it, and one of its lanes.
using Link = std::tuple<Place, int, int>;
// Where a lone flit stands, and where it wants to go.
using Arrival = std::tuple<Place, int, int, Place>;

std::string text_of_link(const Link& link) {
  return fmt::format("{} {} lane {}", text_of(std::get<0>(link)), port_name(std::get<1>(link)),
                     std::get<2>(link));
}

class Ways {
 public:
  explicit Ways(Session& session) : session_(&session) {}

  // Follows a packet from node to node and notes which link's lane waits for which. Whether it came
  // to its destination.
  bool follow(Place from, Place to, int lane) {
    const Mesh& mesh = session_->mesh();
    std::optional<Link> before;
    int in = kPe;
    for (std::uint32_t hops = 0; hops <= 2 * (block_x(mesh) + block_y(mesh)); ++hops) {
      const std::optional<std::pair<int, int>> way = way_of({from, in, lane, to});
      if (!way) return false;
      if (way->first == kPe) return from == to;
      const Link link{from, way->first, way->second};
      if (before) waits_[*before].insert(link);
      before = link;
      const std::optional<Place> next = mesh.neighbour(from, way->first);
      if (!next || next->x >= block_x(mesh) || next->y >= block_y(mesh)) return false;
      in = opposite(way->first);
      lane = behind(from, way->first, way->second);
      from = *next;
    }
    return false;
  }

  // A circle of links that wait for each other; empty if there is none.
  std::vector<Link> circle() const {
    std::set<Link> done;
    for (const auto& [link, next] : waits_) {
      std::vector<Link> path;
      if (search(link, path, done)) return path;
    }
    return {};
  }

 private:
  // The lane at the far end of a link: over a dateline that of the other class.
  int behind(Place from, int port, int lane) const {
    const own::RouterDescription& router = session_->router();
    if (router.lanes_per_class == 0 || !session_->mesh().crosses_dateline(from, port)) return lane;
    const auto half = static_cast<int>(router.lanes_per_class);
    return lane < half ? lane + half : lane - half;
  }

  std::optional<std::pair<int, int>> way_of(const Arrival& arrival) {
    const auto known = known_.find(arrival);
    if (known != known_.end()) return known->second;
    const auto& [at, in, lane, to] = arrival;
    Bench& bench = session_->bench(at);
    if (begun_.insert(at).second) bench.begin("circles", session_->seed(300));
    const std::vector<KitFlit> flits = send_lone(bench, in, lane, {to, 1, 0});
    std::optional<std::pair<int, int>> way;
    if (!flits.empty()) way = std::make_pair(flits.front().out_port, flits.front().out_lane);
    if (bench.inside() > 0) bench.begin("circles", session_->seed(300));
    known_[arrival] = way;
    return way;
  }

  bool search(const Link& link, std::vector<Link>& path, std::set<Link>& done) const {
    const auto again = std::find(path.begin(), path.end(), link);
    if (again != path.end()) {
      path.erase(path.begin(), again);
      path.push_back(link);
      return true;
    }
    if (done.count(link) != 0) return false;
    path.push_back(link);
    const auto next = waits_.find(link);
    if (next != waits_.end())
      for (const Link& one : next->second)
        if (search(one, path, done)) return true;
    path.pop_back();
    done.insert(link);
    return false;
  }

  Session* session_;
  std::set<Place> begun_;
  std::map<Arrival, std::optional<std::pair<int, int>>> known_;
  std::map<Link, std::set<Link>> waits_;
};

}  // namespace

std::vector<Place> places_for(const own::RouterDescription& router, const std::set<int>& clauses) {
  const auto wants = [&](int clause) { return clauses.empty() || clauses.count(clause) != 0; };
  const Mesh mesh = mesh_for(router);
  std::vector<Place> places;
  const auto add = [&](std::uint32_t x, std::uint32_t y) {
    const Place place{std::min(x, mesh.side_x - 1), std::min(y, mesh.side_y - 1)};
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  };
  add(1, 1);
  const std::uint32_t right = mesh.side_x - 1;
  const std::uint32_t top = mesh.side_y - 1;
  if (wants(kWay)) {
    // Corners, edges, inside: there ways begin and end, turn, and go on.
    for (const std::uint32_t x : {0U, 1U, right})
      for (const std::uint32_t y : {0U, 1U, top}) add(x, y);
    // All places, where they are one model.
    const bool is_one = router.coordinates == own::CoordinatePins::kInputs;
    for (std::uint32_t x = 0; is_one && x <= right; ++x)
      for (std::uint32_t y = 0; y <= top; ++y) add(x, y);
  }
  if (wants(kNoCircle))
    for (std::uint32_t x = 0; x < block_x(mesh); ++x)
      for (std::uint32_t y = 0; y < block_y(mesh); ++y) add(x, y);
  return places;
}

void run_places(Session& session) {
  for (const Place at : places_for(session.router(), {kWay})) {
    Bench& bench = session.bench(at);
    bench.begin("places", session.seed(4));
    for (const int in : bench.ports())
      for (const Place to : bench.mesh().destinations(at, in))
        for (std::uint32_t lane = 0; lane < session.router().lanes; ++lane) {
          send_lone(bench, in, static_cast<int>(lane), {to, 1, 0});
          if (bench.inside() == 0) continue;
          // What goes the wrong way may come out where nobody takes it; all else that stays is
          // lost.
          const Clauses& clauses = session.clauses();
          if (!clauses.of(kWay).breach() && !clauses.of(kLost).breach()) bench.drain();
          bench.begin("places", session.seed(4));
        }
  }
}

void run_circles(Session& session) {
  const Mesh& mesh = session.mesh();
  const std::uint32_t side_x = std::min(block_x(mesh), mesh.side_x);
  const std::uint32_t side_y = std::min(block_y(mesh), mesh.side_y);
  Clause& clause = session.clauses().of(kNoCircle);
  Ways ways(session);
  for (std::uint32_t from = 0; from < side_x * side_y; ++from)
    for (std::uint32_t to = 0; to < side_x * side_y; ++to)
      for (std::uint32_t lane = 0; lane < session.router().lanes; ++lane)
        if (from != to && ways.follow({from % side_x, from / side_x}, {to % side_x, to / side_x},
                                      static_cast<int>(lane)))
          clause.exercise();
  const std::vector<Link> circle = ways.circle();
  if (circle.empty()) return;
  std::vector<std::string> links;
  for (const Link& link : circle) links.push_back(text_of_link(link));
  Breach breach;
  breach.port = std::get<1>(circle.front());
  breach.lane = std::get<2>(circle.front());
  breach.text = fmt::format("each waits for the next: {}", fmt::join(links, ", "));
  breach.expected = "no circle";
  breach.seen = fmt::format("a circle of {} links", circle.size() - 1);
  session.bench(std::get<0>(circle.front())).fail(kNoCircle, std::move(breach));
}

}  // namespace flitwise::kit
