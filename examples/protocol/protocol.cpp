// protocol: a gather of one's own on a tree of bufferless routers, held against its formula. PEs
// take turns at the input of PE 0, so that flits meet nowhere.
#include <flitwise/protocol.h>
#include <flitwise/protocol_bench.h>

#include <cstdio>
#include <numeric>

namespace {

using namespace flitwise::protocols;

const std::vector<int> kParents{-1, 0, 0, 1, 1, 4};
const std::vector<int> kDepths{0, 1, 1, 2, 2, 3};
constexpr int kHeight = 3;
const std::vector<int> kLengths{0, 3, 1, 2, 4, 2};  // flits of each PE's message

class Collector final : public PeProtocol {
 public:
  void start(Outbox&) override {}
  void receive(const Arrival&, Outbox&) override { --missing_; }
  PeState state() const override { return missing_ > 0 ? PeState::kCollecting : PeState::kDone; }
  std::vector<std::string> waiting_for() const override {
    if (missing_ == 0) return {};
    return {std::to_string(missing_) + " more flits"};
  }

 private:
  int missing_ = std::accumulate(kLengths.begin(), kLengths.end(), 0);
};

class Sender final : public PeProtocol {
 public:
  Sender(int self, int first_step) : self_(self), first_step_(first_step) {}
  void start(Outbox& outbox) override {
    Transmission message;
    message.destination = 0;
    message.message = self_;
    message.after = first_step_;  // it is step 0
    message.length = kLengths[static_cast<std::size_t>(self_)];
    outbox.send(message);
  }
  void receive(const Arrival&, Outbox&) override {}
  PeState state() const override { return PeState::kScheduled; }
  std::vector<std::string> waiting_for() const override { return {}; }

 private:
  const int self_;
  const int first_step_;
};

// Nobody has to send before step 1: the first flit comes in step D, the height, and the M-th last.
std::int64_t predicted_finish() {
  return kHeight + std::accumulate(kLengths.begin(), kLengths.end(), 0) - 1;
}

}  // namespace

int sc_main(int argc, char*[]) {
  const int early = argc > 1 ? 1 : 0;  // with any argument PE 5 does not wait for its turn
  flitwise::ProtocolBench::Protocols all;
  all.push_back(std::make_unique<Collector>());
  int turn = kHeight;
  for (std::size_t v = 1; v < kParents.size(); ++v) {
    const int first_step = turn - (kDepths[v] - 1);
    all.push_back(std::make_unique<Sender>(static_cast<int>(v), first_step - (v == 5 ? early : 0)));
    turn += kLengths[v];
  }
  flitwise::ProtocolBench bench(
      "bench",
      flitwise::FabricNetwork::from_keys({{"network.kind", "tree"}, {"network.parents", kParents}}),
      std::move(all));
  bench.expect("finish", predicted_finish(), "height + flits - 1");
  bench.expect("transfers", 5, "a message of every PE but PE 0");
  sc_core::sc_start();

  std::fputs(bench.verdict().text().c_str(), stdout);
  return bench.verdict().exit_status;
}
