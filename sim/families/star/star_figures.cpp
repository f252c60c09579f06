#include "sim/families/star/star_figures.h"

#include <algorithm>
#include <numeric>

namespace flitwise {
namespace {

using Least = std::vector<std::optional<std::int64_t>>;

Least least_of(const theory::StarCopies& copies) {
  return Least(copies.least.begin(), copies.least.end());
}

std::optional<std::int64_t> least_of_all(const Least& by_node) {
  std::optional<std::int64_t> least;
  for (const auto& copies : by_node)
    if (copies) least = std::min(least.value_or(*copies), *copies);
  return least;
}

Figure copies_figure(const StarFindings& f, const Least& by_node,
                     const std::vector<std::int64_t>& histogram) {
  Figure::Members members{{"min", least_of_all(by_node)}, {"histogram", histogram}};
  if (f.shows_nodes) members.emplace_back("by_node", by_node);
  return members;
}

Figure votes_figure(const theory::StarVotes& votes) {
  return Figure::Members{
      {"right", votes.right}, {"wrong", votes.wrong}, {"undecided", votes.undecided}};
}

// Where every packet on a link is a copy for the PE behind it.
bool is_every_transmission_a_copy(const StarScenario& star) {
  return star.algorithm != StarAlgorithm::kFurthestFirst &&
         star.algorithm != StarAlgorithm::kNecklaces && !star.options.has_bit_errors() &&
         !star.breaks_lockstep();
}

}  // namespace

Figures star_measured_figures(const StarFindings& f) {
  Figures figures{f.meter.finish(), f.meter.quiesce(), {}};
  Figure::Members& others = figures.others;
  others.emplace_back("steps", f.meter.packet_steps());
  others.emplace_back("transmissions", f.meter.transmissions());
  if (f.scenario.algorithm == StarAlgorithm::kAcknowledged)
    others.emplace_back("acknowledgements", f.meter.acknowledgements());
  if (f.time_outs) others.emplace_back("time_outs", *f.time_outs);
  others.emplace_back("max_buffer", f.max_buffer);
  if (f.window) others.emplace_back("reorder_window", *f.window);
  others.emplace_back("copies", copies_figure(f, f.copies.least, f.copies.histogram));
  if (f.votes) others.emplace_back("votes", votes_figure(*f.votes));
  others.emplace_back("crc_errors", f.crc_errors);
  others.emplace_back("misdirected", f.misdirected);
  if (f.scenario.options.has_bit_errors())
    others.emplace_back("bit_errors", static_cast<std::int64_t>(f.meter.errors().size()));
  return figures;
}

PredictedFigures star_predicted_figures(const StarFindings& f) {
  const theory::StarPrediction& whole = f.forecast.whole;
  PredictedFigures figures;
  Figure::Members& others = figures.others;
  const bool is_exact = f.forecast.is_exact;
  if (is_exact) {
    figures.finish = last_cycle(f.scenario, f.forecast, whole.last_delivery);
    figures.quiesce = last_cycle(f.scenario, f.forecast, whole.steps);
    others.emplace_back("steps", whole.steps);
    others.emplace_back("transmissions", whole.transmissions);
    if (f.scenario.algorithm == StarAlgorithm::kAcknowledged)
      others.emplace_back("acknowledgements", whole.acknowledgements);
    if (f.forecast.time_outs) others.emplace_back("time_outs", *f.forecast.time_outs);
    if (f.max_buffer) others.emplace_back("max_buffer", whole.max_buffer);
    if (f.window) others.emplace_back("reorder_window", *whole.reorder_window);
  } else if (is_every_transmission_a_copy(f.scenario)) {
    const std::vector<std::int64_t>& received = f.outcome.copies.received;
    others.emplace_back("transmissions",
                        std::accumulate(received.begin(), received.end(), std::int64_t{0}));
  }
  others.emplace_back("copies",
                      copies_figure(f, least_of(f.outcome.copies), f.outcome.copies.histogram));
  if (f.outcome.votes) others.emplace_back("votes", votes_figure(*f.outcome.votes));
  if (f.outcome.dropped) others.emplace_back("crc_errors", *f.outcome.dropped);
  others.emplace_back("misdirected", std::int64_t{0});
  return figures;
}

Figure::Members blank_star_figures() {
  return {{"steps", {}},  {"transmissions", {}}, {"max_buffer", {}},
          {"copies", {}}, {"crc_errors", {}},    {"misdirected", {}}};
}

std::int64_t star_losses(const Figures& measured) {
  const auto count = [](const std::optional<Figure>& figure) {
    return figure ? figure->number().value_or(0) : 0;
  };
  const Figure histogram = measured.find("copies.histogram").value_or(Figure());
  const bool has_any = histogram.items() != nullptr && !histogram.items()->empty();
  return (has_any ? count(histogram.items()->front()) : 0) + count(measured.find("votes.wrong")) +
         count(measured.find("votes.undecided"));
}

Figure::Members star_bounds(const StarFindings& f) {
  const theory::StarPrediction& whole = f.forecast.whole;
  Figure::Members bounds{{"lower_bound_steps", std::int64_t{whole.lower_bound}},
                         {"lower_bound_transmissions", whole.transmissions_at_least}};
  if (whole.disjoint_lower_bound)
    bounds.emplace_back("disjoint_lower_bound_steps", std::int64_t{*whole.disjoint_lower_bound});
  return bounds;
}

}  // namespace flitwise
