#include "sim/console/sinks.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "sim/report/diagram.h"
#include "sim/report/plot/report_svg.h"
#include "sim/report/report_columns.h"
#include "sim/report/report_json.h"
#include "sim/report/wave_file.h"
#include "sim/report/wave_page.h"
#include "sim/run/family/family.h"

namespace flitwise {
namespace {

std::string subtitle_of(const Result& result) {
  return fmt::format("{} by {} on {}: finish {}, predicted {}", result.operation,
                     algorithm_text(result), result.network,
                     step_cell(result, result.measured.finish), predicted_finish_cell(result));
}

}  // namespace

void name_wave_files(ScenarioOutputs& outputs) {
  if (outputs.waves.empty()) return;
  outputs.layout = std::filesystem::path(outputs.waves).replace_extension(".gtkw").string();
  outputs.nodes = node_file_name(outputs.waves);
}

TextSink::TextSink(const std::string& path, std::ostream& standard_output) {
  if (path == "-")
    stream_ = &standard_output;
  else if (!path.empty())
    file_ = std::make_unique<AtomicFile>(path);
}

void TextSink::write(const std::string& text) {
  if (stream_ != nullptr) *stream_ << text;
  if (file_) file_->write(text);
}

void TextSink::commit() {
  if (file_) file_->commit();
}

ScenarioSinks::ScenarioSinks(const ScenarioOutputs& outputs, std::ostream& standard_output)
    : events_(outputs.events, standard_output),
      svg_(outputs.svg, standard_output),
      waves_(outputs.waves.empty() ? nullptr : std::make_unique<AtomicFile>(outputs.waves)),
      layout_(outputs.layout, standard_output),
      nodes_(outputs.nodes, standard_output),
      waves_name_(std::filesystem::path(outputs.waves).filename().string()),
      wants_svg_(!outputs.svg.empty()) {}

ScenarioSinks::~ScenarioSinks() {
  // The writer of waves keeps the hierarchy in a file of its own until it ends well.
  if (waves_) ::unlink((waves_->temporary_path() + ".hier").c_str());
}

std::string ScenarioSinks::waves_path() const { return waves_ ? waves_->temporary_path() : ""; }

void ScenarioSinks::write(const Scenario& scenario, const Result& result,
                          const WaveWindow& window) {
  if (result.broke_off) return;
  const Family& family = family_of(scenario);
  for (const LinkEvent& event : result.events)
    events_.write(event_to_json(event, family.value_name(event.kind)));
  events_.commit();
  if (wants_svg_)
    svg_.write(
        grid_to_svg(make_grid(result.events, result.pes), result.scenario, subtitle_of(result)));
  svg_.commit();
  if (!waves_) return;
  if (!is_whole_fst(waves_->temporary_path()))
    throw OutputError(
        waves_name_ +
        ": error: cannot write this file: the waves are cut off; the disk may be full");
  waves_->commit();
  layout_.write(wave_layout(scenario, waves_name_, result.measured.quiesce, window,
                            phases_of(scenario, result)));
  layout_.commit();
  nodes_.write(node_file(scenario));
  nodes_.commit();
}

}  // namespace flitwise
