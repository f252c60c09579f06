#include "tests/soak/soak_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>
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
  const std::string path = directory_ + "/" + stem_ + ".lock";
  lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0) throw std::system_error(errno, std::generic_category(), path);
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    close(lock_);
    throw std::runtime_error("another soak of this seed is at work in " + directory_);
  }
}

SoakLog::~SoakLog() { close(lock_); }

Progress SoakLog::load() {
  Progress progress;
  std::string build;
  std::ifstream stream(directory_ + "/" + stem_ + ".log");
  if (!stream) return progress;
  stream >> build >> progress.next >> progress.passed >> progress.failed >> progress.refused >>
      progress.packets >> progress.flits >> progress.seconds;
  const bool has_all = static_cast<bool>(stream);
  std::string more;
  const std::int64_t least = std::min({progress.next, progress.passed, progress.failed,
                                       progress.refused, progress.packets, progress.flits});
  if (!has_all || stream >> more || least < 0 || !(progress.seconds >= 0))
    throw std::runtime_error(directory_ + "/" + stem_ + ".log is no log of a soak");
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
