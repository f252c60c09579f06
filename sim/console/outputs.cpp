#include "sim/console/outputs.h"

#include <fmt/format.h>

#include <filesystem>

#include "sim/report/diagram.h"
#include "sim/report/perfetto.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "sim/run/family/family.h"
#include "sim/run/waves/wave_files.h"
#include "sim/run/waves/wave_viewers.h"

namespace flitwise {
namespace {

std::string subtitle_of(const Result& result) {
  return fmt::format("{} by {} on {}: finish {}, predicted {}", result.operation,
                     algorithm_text(result), result.network,
                     step_cell(result, result.measured.finish), predicted_finish_cell(result));
}

}  // namespace

void FileOwners::add_input(const std::string& file, const std::string& purpose) {
  purposes_.emplace(resolved_path(file), purpose);
}

std::string FileOwners::add_output(const std::string& file, const std::string& purpose) {
  if (file.empty() || file == "-" || is_special_file(file)) return {};
  const auto [place, is_new] = purposes_.emplace(resolved_path(file), purpose);
  return is_new ? "" : place->second;
}

std::string FileOwners::refuse_output(const std::string& file, const std::string& purpose) {
  const std::string other = add_output(file, purpose);
  if (other.empty()) return {};
  return fmt::format("{}: is wanted for the {} and for the {}; give one of them another name", file,
                     other, purpose);
}

void name_wave_files(ScenarioOutputs& outputs) {
  if (outputs.waves.empty()) return;
  outputs.layout = std::filesystem::path(outputs.waves).replace_extension(".gtkw").string();
  outputs.nodes = node_file_name(outputs.waves);
  outputs.surfer = std::filesystem::path(outputs.waves).replace_extension(".sucl").string();
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
      waves_(outputs.waves.empty() ? nullptr : std::make_unique<FstFile>(outputs.waves)),
      layout_(outputs.layout, standard_output),
      nodes_(outputs.nodes, standard_output),
      surfer_(outputs.surfer, standard_output),
      trace_(outputs.trace, standard_output),
      waves_name_(std::filesystem::path(outputs.waves).filename().string()),
      wants_svg_(!outputs.svg.empty()),
      wants_trace_(!outputs.trace.empty()) {}

std::string ScenarioSinks::waves_path() const { return waves_ ? waves_->temporary_path() : ""; }

void ScenarioSinks::write(const Scenario& scenario, const Result& result,
                          const WaveWindow& window) {
  if (result.broke_off) return;
  const Family& family = family_of(scenario);
  for (const LinkEvent& event : result.events)
    events_.write(event_to_json(event, family.listed_value_name(event.kind)));
  events_.commit();
  if (wants_svg_)
    svg_.write(grid_to_svg(grid_of(scenario, result), result.scenario, subtitle_of(result)));
  svg_.commit();
  if (wants_trace_) trace_.write(perfetto_trace(scenario, result));
  trace_.commit();
  if (!waves_) return;
  waves_->commit();
  const Phases phases = phases_of(scenario, result);
  layout_.write(wave_layout(scenario, waves_name_, result.measured.quiesce, window, phases));
  layout_.commit();
  surfer_.write(surfer_commands(scenario, waves_name_, window, phases));
  surfer_.commit();
  nodes_.write(node_file(scenario));
  nodes_.commit();
}

}  // namespace flitwise
