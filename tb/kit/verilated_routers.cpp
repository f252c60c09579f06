#include "tb/kit/verilated_routers.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "systemc/network/models/model_owner.h"
#include "systemc/network/own/router_wires.h"
#include "systemc/network/own/wrapper_model.h"
#include "tb/kit/bench_top.h"
#include "tb/kit/tree/tree_check.h"

namespace flitwise::kit {
namespace {

namespace fs = std::filesystem;

std::uint32_t unsigned_port(int port) { return static_cast<std::uint32_t>(port); }

class VerilatedDevice final : public Device {
 public:
  VerilatedDevice(const ModelTable& table, const own::RouterDescription& router,
                  const own::MeshPlace& at, std::uint64_t seed)
      : router_(&router), owner_(nullptr), wires_(own::make_drawn(owner_, table, seed), router) {
    wires_.set_place(at);
  }

  void reset() override {
    wires_.reset();
    own::expect_running(owner_, *router_);
  }

  void drive(const Inputs& inputs) override {
    for (int p = 0; p < kPorts; ++p) {
      const PortInputs& wires = inputs[static_cast<std::size_t>(p)];
      const std::uint32_t port = unsigned_port(p);
      wires_.set_flit(port, 0, wires.flit);
      wires_.set_valid(port, wires.valid);
      wires_.set_ready(port, std::uint64_t{wires.ready});
      wires_.set_credit(port, wires.credit);
    }
  }

  Outputs settle() override {
    wires_.settle();
    return outputs();
  }

  Outputs outputs() const override {
    Outputs outputs;
    for (int p = 0; p < kPorts; ++p) {
      PortOutputs& wires = outputs[static_cast<std::size_t>(p)];
      const std::uint32_t port = unsigned_port(p);
      wires.valid = static_cast<LaneSet>(wires_.valid_out(port));
      if (wires.valid != 0) wires.flit = wires_.flit_out(port);
      wires.ready = static_cast<LaneSet>(wires_.ready_out(port));
      wires.credit = static_cast<LaneSet>(wires_.credit_out(port));
    }
    return outputs;
  }

  RuleReport rules() override {
    RuleReport report;
    report.breaches = static_cast<std::uint32_t>(wires_.breaches());
    report.premises = static_cast<std::uint32_t>(wires_.premises());
    const std::uint64_t ports = wires_.breach_ports();
    for (std::size_t k = 0; k < report.ports.size(); ++k)
      report.ports[k] = static_cast<std::uint8_t>(ports >> (4 * k) & 15U);
    report.is_legal = wires_.is_legal();
    return report;
  }

  void cycle() override {
    wires_.cycle();
    own::expect_running(owner_, *router_);
  }

 private:
  const own::RouterDescription* router_;
  ModelOwner owner_;
  own::RouterWires wires_;
};

// The bench's top as a file, which models need while they are compiled and not afterwards.
class TopFile {
 public:
  explicit TopFile(const std::string& text) {
    std::string pattern = (fs::temp_directory_path() / "flitwise-kit-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw std::runtime_error(pattern + ": error: cannot create this folder");
    folder_ = pattern;
    std::ofstream stream(path());
    stream << text;
    if (!stream.flush()) throw std::runtime_error(path() + ": error: cannot be written");
  }
  TopFile(const TopFile&) = delete;
  TopFile& operator=(const TopFile&) = delete;
  ~TopFile() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::string path() const { return folder_ + "/" + kBenchTop + ".sv"; }

 private:
  std::string folder_;
};

}  // namespace

VerilatedRouters::VerilatedRouters(const own::RouterDescription& router, const Mesh& mesh,
                                   ModelLibrary::Config config)
    : router_(&router), mesh_(mesh), config_(std::move(config)), top_(bench_top(router, mesh)) {}

own::MeshPlace VerilatedRouters::wires_of(Place at) const {
  own::MeshPlace place{static_cast<int>(at.x), static_cast<int>(at.y)};
  if (mesh_.wraps)
    place.sides = {static_cast<int>(mesh_.side_x), static_cast<int>(mesh_.side_y), 0};
  return place;
}

Place VerilatedRouters::model_place(Place at) const {
  return router_->coordinates == own::CoordinatePins::kInputs ? Place{} : at;
}

ModelRequest VerilatedRouters::request(Place at, const std::string& top) const {
  own::RequestMore more;
  more.top = kBenchTop;
  more.sources = {config_.source_directory + "/rtl/kit/router_rules.sv", top};
  more.draws_unknowns = true;
  return own::request_for(*router_, ModelFlavour::kPlain, wires_of(at), more);
}

const ModelTable& VerilatedRouters::table(Place at) {
  const Place place = model_place(at);
  const auto known = tables_.find(place);
  if (known != tables_.end()) return *known->second;
  prepare({at});
  return *tables_.at(place);
}

void VerilatedRouters::prepare(const std::vector<Place>& places) {
  std::vector<Place> wanted;
  for (const Place at : places) {
    const Place place = model_place(at);
    if (tables_.emplace(place, nullptr).second) wanted.push_back(place);
  }
  if (wanted.empty()) return;
  const TopFile top(top_);
  std::mutex mutex;
  std::size_t next = 0;
  std::exception_ptr error;
  const auto work = [&] {
    ModelLibrary library(config_);
    while (true) {
      std::unique_lock<std::mutex> lock(mutex);
      if (next == wanted.size() || error) return;
      const Place place = wanted[next++];
      lock.unlock();
      try {
        const ModelTable& made = own::wrapper_table(library, *router_, request(place, top.path()));
        lock.lock();
        tables_[place] = &made;
      } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        if (!error) error = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t k = 1; k < std::min(most, wanted.size()); ++k) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  for (auto entry = tables_.begin(); entry != tables_.end();)
    entry = entry->second == nullptr ? tables_.erase(entry) : std::next(entry);
  if (error) std::rethrow_exception(error);
}

std::unique_ptr<Device> VerilatedRouters::make(Place at, std::uint64_t seed) {
  return std::make_unique<VerilatedDevice>(table(at), *router_, wires_of(at), seed);
}

KitReport check_verilated(const own::RouterDescription& router, const ModelLibrary::Config& config,
                          const KitOptions& options) {
  if (options.progress) options.progress("compiling");
  if (router.family == own::Family::kTree)
    return check_tree_router(router, verilated_trees(router, config), options);
  VerilatedRouters routers(router, mesh_for(router), config);
  routers.prepare(places_for(router, options.clauses));
  return check_router(
      router, [&](Place at, std::uint64_t seed) { return routers.make(at, seed); }, options);
}

}  // namespace flitwise::kit
