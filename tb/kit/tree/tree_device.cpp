// tree_device.cpp: a verilated wrapper of a tree.
#include "tb/kit/tree/tree_device.h"

#include <algorithm>
#include <set>
#include <utility>

#include "systemc/network/models/model_owner.h"
#include "systemc/network/own/router_wires.h"
#include "systemc/network/own/wrapper_model.h"

namespace flitwise::kit {
namespace {

constexpr std::uint32_t kMostNumbers = 4096;
constexpr std::uint32_t kSpread = 32;  // destinations between the ends of intervals

Node as_node(std::uint32_t number) { return static_cast<Node>(number); }

// A subtree of the numbers first to last, whose other nodes hang below the children, about as many
// below each.
own::TreePlace subtree(std::uint32_t first, std::uint32_t last, std::uint32_t children) {
  own::TreePlace place;
  place.number = as_node(first);
  std::uint32_t next = first + 1;
  for (std::uint32_t left = children; left > 0 && next <= last; --left) {
    const std::uint32_t size = (last - next + left) / left;
    place.children.push_back({as_node(next), as_node(next + size - 1)});
    next += size;
  }
  return place;
}

class VerilatedTree final : public TreeDevice {
 public:
  VerilatedTree(const ModelTable& table, const own::RouterDescription& router, std::uint64_t seed)
      : router_(&router),
        owner_(nullptr),
        reports_drops_(own::has_pin(table, "dropped_o")),
        wires_(own::make_drawn(owner_, table, seed), router) {}

  void set_place(const own::TreePlace& place) override { wires_.set_place(place); }
  bool reports_drops() const override { return reports_drops_; }

  void reset() override {
    wires_.reset();
    own::expect_running(owner_, *router_);
  }

  void drive(const Inputs& inputs) override {
    for (std::uint32_t port = 0; port < wires_.ports(); ++port)
      wires_.set_wires(port, inputs[port].flit, inputs[port].valid != 0);
  }

  Outputs settle() override {
    wires_.settle();
    return outputs();
  }

  Outputs outputs() const override {
    Outputs outputs;
    for (std::uint32_t port = 0; port < wires_.ports(); ++port) {
      PortOutputs& wires = outputs[port];
      wires.valid = wires_.valid_out(port) ? 1 : 0;
      if (wires.valid != 0) wires.flit = wires_.flit_out(port);
      wires.ready = 1;
      wires.has_dropped = wires_.has_dropped(port);
    }
    return outputs;
  }

  void cycle() override {
    wires_.cycle();
    own::expect_running(owner_, *router_);
  }

 private:
  const own::RouterDescription* router_;
  ModelOwner owner_;
  bool reports_drops_;
  own::TreeWires wires_;
};

}  // namespace

TreeSite::TreeSite(own::TreePlace place, std::uint32_t numbers)
    : place_(std::move(place)), numbers_(numbers), destinations_(kMostPorts) {
  ports_.push_back(kPe);
  if (place_.number > 0) ports_.push_back(kParent);
  for (std::size_t k = 0; k < place_.children.size(); ++k)
    ports_.push_back(kFirstChild + static_cast<int>(k));
  for (const int in : ports_)
    for (std::uint32_t to = 0; to < numbers; ++to)
      if (way(to) != in) destinations_[static_cast<std::size_t>(in)].push_back(to);
}

int TreeSite::way(std::uint32_t to) const {
  if (as_node(to) == place_.number) return kPe;
  for (std::size_t k = 0; k < place_.children.size(); ++k)
    if (as_node(to) >= place_.children[k].first && as_node(to) <= place_.children[k].last)
      return kFirstChild + static_cast<int>(k);
  return kParent;
}

std::vector<std::uint32_t> TreeSite::edge_destinations(int in) const {
  std::set<std::uint32_t> near{0, numbers_ - 1};
  const auto add = [&](Node number) {
    for (const Node one : {number - 1, number, number + 1})
      if (one >= 0) near.insert(static_cast<std::uint32_t>(one));
  };
  add(place_.number);
  for (const auto& interval : place_.children) {
    add(interval.first);
    add(interval.last);
  }
  for (std::uint32_t k = 0; k < kSpread; ++k) near.insert(k * numbers_ / kSpread);
  std::vector<std::uint32_t> found;
  const std::vector<std::uint32_t>& all = destinations(in);
  std::set_intersection(all.begin(), all.end(), near.begin(), near.end(),
                        std::back_inserter(found));
  return found;
}

std::vector<std::pair<int, int>> TreeSite::pairs() const {
  std::vector<std::pair<int, int>> found;
  for (const int in : ports_)
    for (const int out : ports_)
      if (std::any_of(destinations(in).begin(), destinations(in).end(),
                      [&](std::uint32_t to) { return way(to) == out; }))
        found.emplace_back(in, out);
  return found;
}

std::uint32_t TreeSite::destination(int in, int out) const {
  return *std::find_if(destinations(in).begin(), destinations(in).end(),
                       [&](std::uint32_t to) { return way(to) == out; });
}

std::uint32_t numbers_of(const own::RouterDescription& router) {
  return router.flit.x.width >= 12 ? kMostNumbers : 1U << router.flit.x.width;
}

std::vector<TreeSite> tree_sites(std::uint32_t numbers, std::uint32_t children) {
  const std::uint32_t last = numbers - 1;
  const std::uint32_t half = numbers / 2;
  const std::uint32_t least = 4 * (children + 2);  // for a place inside with numbers on both sides
  std::vector<own::TreePlace> places;
  places.push_back(numbers >= least ? subtree(numbers / 4, half - 1, children)
                                    : subtree(1, last, children));
  places.push_back(subtree(0, last, children));
  places.push_back(subtree(0, last, 1));
  places.push_back(subtree(half, last, children));
  places.push_back(subtree(half, std::min(half + children, last), children));
  places.push_back(subtree(half, last, 1));
  places.push_back(subtree(half, half, 0));
  places.push_back(subtree(last, last, 0));
  std::vector<TreeSite> sites;
  for (own::TreePlace& place : places) sites.emplace_back(std::move(place), numbers);
  return sites;
}

TreeDeviceFactory verilated_trees(const own::RouterDescription& router,
                                  const ModelLibrary::Config& config) {
  const auto library = std::make_shared<ModelLibrary>(config);
  return [&router, library](std::uint32_t children, std::uint64_t seed) {
    own::RequestMore more;
    more.draws_unknowns = true;
    const ModelTable& table = own::tree_wrapper_table(*library, router, ModelFlavour::kPlain,
                                                      static_cast<Node>(children), more);
    return std::make_unique<VerilatedTree>(table, router, seed);
  };
}

}  // namespace flitwise::kit
