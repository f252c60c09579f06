// wave_book.cpp: samples at the ends of times, written at clock edges.
#include "sim/fabric/wave_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "sim/run/waves/wave_files.h"
#include "sim/run/waves/wave_viewers.h"
#include "sim/text/atomic_file.h"

namespace flitwise {
namespace {

// Whether GTKWave has saved a view there; ours have our name in their first line.
bool is_of_somebody(const std::string& view) {
  std::string line;
  return std::getline(std::ifstream(view), line) && line.find("Flitwise") == std::string::npos;
}

void report(const std::string& sentence) { SC_REPORT_ERROR("flitwise/waves", sentence.c_str()); }

}  // namespace

WaveRecorder& FabricWaves::Book::begin(const Scenario& scenario, Node pes,
                                       const sc_core::sc_time& step) {
  if (recorder_) throw std::invalid_argument(name_ + " is the wave of another fabric already");
  scenario_ = scenario;
  pes_ = pes;
  step_ = step;
  recorder_ = std::make_unique<WaveRecorder>(pes);
  return *recorder_;
}

void FabricWaves::Book::add(const std::string& name, unsigned bits, bool is_real, Sample sample) {
  const bool has_space =
      std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::isspace(c) != 0; });
  const bool is_good = !name.empty() && !has_space && name.front() != '.' && name.back() != '.' &&
                       name.find("..") == std::string::npos;
  if (!is_good) {
    report(fmt::format("'{}' is no name of a signal: words joined by dots, without spaces", name));
  } else if (is_open_ || is_closed_) {
    report(fmt::format("the trace of {} comes too late: the wave is open", name));
  } else if (!names_.insert(name).second) {
    report(fmt::format("there are two traces {}", name));
  } else {
    signals_.push_back({Words((bits + 31) / 32), std::move(sample)});
    shown_.push_back({name, bits, is_real, signals_.back().words.data()});
  }
}

// Whether a value is not what it was.
bool FabricWaves::Book::sample_all() {
  bool is_other = false;
  for (Signal& signal : signals_) {
    const Words before = signal.words;
    signal.sample(signal.words);
    is_other = is_other || signal.words != before;
  }
  return is_other;
}

void FabricWaves::Book::dump(Step step) {
  recorder_->dump(step);
  last_ = step;
  due_.reset();
}

// What was sampled after the last edge is seen before the routers change.
void FabricWaves::Book::on_transfers(Step step, const std::vector<LinkTransfer>&) {
  if (due_ && *due_ < step) dump(*due_);
}

void FabricWaves::Book::on_edge(Step step, const Network&, const Injector& injector) {
  for (Node pe = 0; pe < pes_; ++pe) {
    const protocols::PeState state = state_of_ ? state_of_(pe, step) : protocols::PeState::kDormant;
    recorder_->show(pe, {static_cast<std::uint8_t>(state), injector.injected(pe)});
  }
}

void FabricWaves::Book::end_of_time() {
  if (!recorder_ || is_closed_) return;
  if (!is_open_) {
    for (const WaveSignal& signal : shown_) recorder_->add_signal(signal);
    recorder_->open(file_.temporary_path());
    is_open_ = true;
  }
  const auto now = sc_core::sc_time_stamp().value();
  const auto step = static_cast<Step>(now / step_.value());
  const bool is_edge = now % step_.value() == 0 && step > last_;
  if (due_ && (*due_ < step || (*due_ == step && !is_edge))) dump(*due_);
  const bool is_other = sample_all();
  if (is_edge)
    dump(step);
  else if (is_other || due_)
    due_ = std::max(step, last_) + 1;
}

void FabricWaves::Book::close() {
  if (is_closed_) return;
  if (is_open_) end_of_time();  // the kernel tells of a time when the next one begins
  is_closed_ = true;
  if (!is_open_) return;
  if (due_) dump(*due_);
  recorder_->close();
  file_.commit();
  write_views();
}

// Beside the wave, by which viewers show the routers.
void FabricWaves::Book::write_views() const {
  const std::filesystem::path path(name_);
  const std::string wave = path.filename().string();
  const auto beside = [&](const char* extension) {
    return std::filesystem::path(path).replace_extension(extension).string();
  };
  if (!is_of_somebody(beside(".gtkw")))
    write_file(beside(".gtkw"), wave_layout(*scenario_, wave, last_));
  write_file(beside(".sucl"), surfer_commands(*scenario_, wave));
  write_file(node_file_name(name_), node_file(*scenario_));
}

void FabricWaves::Book::close_or_warn() {
  try {
    close();
  } catch (const OutputError& error) {
    SC_REPORT_WARNING("flitwise/waves", error.what());
  }
}

}  // namespace flitwise
