// star_run.h: an operation on a star graph of store-and-forward routers.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_RUN_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_RUN_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/star/star_figures.h"
#include "sim/families/star/star_setup.h"
#include "sim/language/scenario.h"
#include "sim/run/run.h"
#include "tb/check/recorder.h"
#include "tb/check/star/star_meter.h"
#include "tb/check/star/star_scoreboard.h"
#include "tb/check/star/star_storage.h"
#include "tb/check/star/star_window.h"

namespace flitwise {

class StarRun final : public Run {
 public:
  /// `scenario`, which is on a star graph, outlives the run.
  StarRun(const Scenario& scenario, Events events);

  AddressBook addresses() const override;
  std::vector<std::string> node_names() const override { return star_node_names(trees_->graph()); }
  /// Errors: throws ModelError when a model cannot be made.
  std::unique_ptr<Network> make_network(WaveRecorder* waves) override;
  protocols::Protocols make_protocols() override;
  std::vector<Node> neighbours(Node pe) const override;
  FlitLayout flit_layout() const override { return FlitLayout::kStar; }
  LinkTap* tap() override { return network_.taps.get(); }
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override;
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  StarFindings findings() const;
  std::optional<std::int64_t> max_buffer() const;
  std::optional<theory::StarVotes> votes() const;
  std::optional<std::int64_t> time_outs() const;
  void add_events(Evidence& evidence) const;

  const Scenario& scenario_;
  const StarScenario& star_;
  const std::shared_ptr<const StarTrees> trees_;
  const StarForecast forecast_;
  const bool records_events_;
  const bool shows_nodes_;
  check::StarMeter meter_;
  check::StarScoreboard scoreboard_;
  check::Recorder recorder_;
  std::optional<check::StarStorage> storage_;
  std::optional<check::StarWindow> window_;
  ModelLibrary models_;
  StarNetwork network_;  // without the network itself, which is the caller's
  std::vector<const protocols::StarPe*> honest_;  // the caller's
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_RUN_H_
