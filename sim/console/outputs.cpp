#include "sim/console/outputs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "sim/report/diagram.h"
#include "sim/report/perfetto.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "sim/report/wave_files.h"
#include "sim/report/wave_viewers.h"
#include "sim/run/family/family.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

// The temporary file keeps the extension: writers of waves choose their format by it.
std::string temporary_name(const std::string& target) {
  const fs::path path(target);
  const std::string name = "." + path.stem().string() + "." + std::to_string(::getpid()) + ".tmp" +
                           path.extension().string();
  return (path.parent_path() / name).string();
}

std::string subtitle_of(const Result& result) {
  return fmt::format("{} by {} on {}: finish {}, predicted {}", result.operation,
                     algorithm_text(result), result.network,
                     step_cell(result, result.measured.finish), predicted_finish_cell(result));
}

}  // namespace

std::string resolved_path(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  // Links that lead nowhere yet are followed by hand: what they point to is to be created.
  for (int i = 0; i < kMostLinks && !error && fs::is_symlink(fs::symlink_status(place, error)); ++i)
    place = place.parent_path() / fs::read_symlink(place, error);
  const fs::path real = fs::weakly_canonical(place, error);
  return error ? path : real.string();
}

bool is_special_file(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

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

AtomicFile::AtomicFile(const std::string& path)
    : path_(path), target_(resolved_path(path)), direct_(is_special_file(path)) {
  std::error_code ignored;
  if (fs::is_directory(target_, ignored)) {
    errno = EISDIR;
    fail("create");
  }
  if (fs::is_symlink(fs::symlink_status(target_, ignored))) {
    errno = ELOOP;
    fail("create");
  }
  // An existing file that is read-only stays as it is, although renaming could replace it.
  if (!direct_ && fs::exists(target_, ignored) && ::access(target_.c_str(), W_OK) != 0)
    fail("replace");
  temporary_ = direct_ ? target_ : temporary_name(target_);
  const int flags = O_WRONLY | O_CLOEXEC | (direct_ ? 0 : O_CREAT | O_TRUNC);
  const int descriptor = ::open(temporary_.c_str(), flags, 0666);
  if (descriptor < 0) fail("create");
  file_ = ::fdopen(descriptor, "w");
  if (file_ == nullptr) {
    ::close(descriptor);
    fail("create");
  }
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  if (!direct_) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail("write");
}

void AtomicFile::commit() {
  // A full disk shows at the latest here: in flushing or in reaching the disk.
  if (std::fflush(file_) != 0) fail("write");
  if (!direct_ && ::fsync(::fileno(file_)) != 0) fail("write");
  if (!direct_ && std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("replace");
  std::FILE* const written = file_;
  file_ = nullptr;
  if (std::fclose(written) != 0) fail("write");
}

void AtomicFile::fail(const char* deed) const {
  throw OutputError(path_ + ": error: cannot " + deed + " this file: " + std::strerror(errno));
}

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
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
      waves_(outputs.waves.empty() ? nullptr : std::make_unique<AtomicFile>(outputs.waves)),
      layout_(outputs.layout, standard_output),
      nodes_(outputs.nodes, standard_output),
      surfer_(outputs.surfer, standard_output),
      trace_(outputs.trace, standard_output),
      waves_name_(std::filesystem::path(outputs.waves).filename().string()),
      wants_svg_(!outputs.svg.empty()),
      wants_trace_(!outputs.trace.empty()) {}

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
  if (wants_trace_) trace_.write(perfetto_trace(scenario, result));
  trace_.commit();
  if (!waves_) return;
  if (!is_whole_fst(waves_->temporary_path()))
    throw OutputError(
        waves_name_ +
        ": error: cannot write this file: the waves are cut off; the disk may be full");
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
