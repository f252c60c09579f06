#include "systemc/network/models/model_store.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "systemc/network/models/model_error.h"

namespace flitwise {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_unwritable(const std::string& path, const std::string& reason) {
  throw ModelError(
      fmt::format("cannot write {}: {}; the environment's FLITWISE_MODELS can name another folder "
                  "for compiled models",
                  path, reason));
}

void make_store(const std::string& store) {
  std::error_code error;
  fs::create_directories(store, error);
  if (error) throw_unwritable(store, error.message());
}

std::string scratch_pattern(const std::string& folder) { return "." + folder + "."; }

void remove_leftovers(const std::string& store, const std::string& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(store, error)) {
    if (entry.path().filename().string().rfind(scratch_pattern(folder), 0) == 0)
      fs::remove_all(entry.path(), error);
  }
}

}  // namespace

ModelLock::ModelLock(const std::string& store, const std::string& folder,
                     const std::function<void()>& on_wait) {
  make_store(store);
  const std::string path = (fs::path(store) / (folder + ".lock")).string();
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw_unwritable(path, std::strerror(errno));
  if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) on_wait();
  while (flock(descriptor_, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    const std::string reason = std::strerror(errno);
    close(descriptor_);
    throw_unwritable(path, reason);
  }
}

ModelLock::~ModelLock() { close(descriptor_); }

ModelScratch::ModelScratch(const std::string& store, const std::string& folder)
    : final_path_((fs::path(store) / folder).string()) {
  make_store(store);
  remove_leftovers(store, folder);
  std::string pattern = (fs::path(store) / (scratch_pattern(folder) + "XXXXXX")).string();
  if (mkdtemp(pattern.data()) == nullptr) throw_unwritable(pattern, std::strerror(errno));
  path_ = pattern;
}

ModelScratch::~ModelScratch() {
  std::error_code error;
  if (!path_.empty()) fs::remove_all(path_, error);
}

std::string ModelScratch::obstacle() const {
  const std::string probe = path_ + "/probe";
  std::ofstream stream(probe, std::ios::binary);
  errno = 0;
  stream << std::string(1U << 20, ' ') << std::flush;
  const std::string reason = stream ? std::string() : std::strerror(errno);
  std::error_code error;
  fs::remove(probe, error);
  return reason;
}

void ModelScratch::publish(const std::string& key) {
  const fs::path scratch(path_);
  std::ofstream note(scratch / "model.txt");
  note << key << std::flush;
  if (!note) throw_unwritable((scratch / "model.txt").string(), std::strerror(errno));
  note.close();
  std::error_code error;
  for (const char* step : {"verilated", "netlists"}) fs::remove_all(scratch / step, error);
  fs::permissions(scratch, fs::perms(0755), error);
  fs::remove_all(final_path_, error);  // a damaged one
  fs::rename(scratch, final_path_, error);
  if (error) throw_unwritable(final_path_, error.message());
  path_.clear();
}

namespace {

// The table of sections stands at the end of what a linker writes. A file that is cut off would be
// mapped all the same, and end the program at the first access beyond its end.
bool is_cut_off(const std::string& object) {
  Elf64_Ehdr header{};
  std::ifstream stream(object, std::ios::binary);
  if (!stream) return false;
  stream.read(reinterpret_cast<char*>(&header), sizeof header);
  const std::uint64_t end = header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize;
  return !stream || fs::file_size(object) < end;
}

}  // namespace

const ModelTable& load_object(const std::string& object, const std::string& prefix) {
  if (is_cut_off(object)) throw ModelError(object + ": the file is cut off");
  void* loaded = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* table = loaded == nullptr ? nullptr : dlsym(loaded, (prefix + "_table").c_str());
  if (table == nullptr) throw ModelError(dlerror());
  return *static_cast<const ModelTable*>(table);
}

const ModelTable* load_model(const std::string& store, const std::string& folder,
                             const std::string& key, const std::string& prefix) {
  const fs::path path = fs::absolute(fs::path(store) / folder);
  std::ifstream note(path / "model.txt");
  if (std::string{std::istreambuf_iterator<char>(note), {}} != key) return nullptr;
  try {
    return &load_object(path / "model.so", prefix);
  } catch (const ModelError&) {
    return nullptr;
  }
}

}  // namespace flitwise
