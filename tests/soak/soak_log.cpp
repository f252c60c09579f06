#include "tests/soak/soak_log.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace flitwise::soak {
namespace {

void write(const std::string& path, const std::string& text) {
  std::ofstream stream(path + ".part", std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw std::runtime_error(path + " cannot be written");
  std::filesystem::rename(path + ".part", path);
}

}  // namespace

SoakLog::SoakLog(std::string directory, std::string campaign, std::uint64_t seed, std::string build)
    : directory_(std::move(directory)),
      stem_(fmt::format("{}-{}", campaign, seed)),
      build_("build-" + std::move(build)) {
  std::filesystem::create_directories(directory_);
}

Progress SoakLog::load() {
  Progress progress;
  std::string build;
  std::ifstream stream(directory_ + "/" + stem_ + ".log");
  if (!stream) return progress;
  stream >> build >> progress.next >> progress.passed >> progress.failed >> progress.refused >>
      progress.packets >> progress.flits >> progress.seconds;
  if (!stream) throw std::runtime_error(directory_ + "/" + stem_ + ".log is no log of a soak");
  is_of_another_build_ = build != build_;
  return is_of_another_build_ ? Progress() : progress;
}

void SoakLog::save(const Progress& progress) {
  const std::string path = directory_ + "/" + stem_ + ".log";
  if (is_of_another_build_) std::filesystem::rename(path, path + ".old");
  is_of_another_build_ = false;
  write(path, fmt::format("{} {} {} {} {} {} {} {}\n", build_, progress.next, progress.passed,
                          progress.failed, progress.refused, progress.packets, progress.flits,
                          progress.seconds));
}

std::string SoakLog::keep(const std::string& text, std::int64_t index) const {
  const std::string path = fmt::format("{}/{}-{}.yaml", directory_, stem_, index);
  write(path, text);
  return path;
}

}  // namespace flitwise::soak
