#include "tests/system/determinism.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace flitwise::test {
namespace {

namespace fs = std::filesystem;

// The text without what stands between each `begin` and the next of the `ends`.
std::string without(const std::string& text, const std::string& begin, const std::string& ends) {
  std::string rest;
  std::size_t at = 0;
  for (std::size_t found = 0; (found = text.find(begin, at)) != std::string::npos;) {
    rest += text.substr(at, found - at);
    at = std::min(text.find_first_of(ends, found + begin.size()), text.size());
  }
  return rest + text.substr(at);
}

// Without what may differ: folders, times, dates, how many routers were evaluated.
std::string timeless(const std::string& text, const std::string& place) {
  std::string same;
  std::size_t at = 0;
  for (std::size_t found = 0; (found = text.find(place, at)) != std::string::npos;) {
    same += text.substr(at, found - at) + "FOLDER";
    at = found + place.size();
  }
  same += text.substr(at);
  for (const char* key : {"\"seconds\":", "\"router_cycles\":"}) same = without(same, key, ",}");
  for (const char* key : {" time=\"", " timestamp=\""}) same = without(same, key, "\"");
  return without(same, "$date", "$");
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

// Where two texts part, with what stands around it.
std::string difference(const std::string& a, const std::string& b) {
  const auto parting = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto at = static_cast<std::size_t>(parting.first - a.begin());
  const std::size_t from = at < 60 ? 0 : at - 60;
  return "at byte " + std::to_string(at) + ":\n" + a.substr(from, 120) + "\n" + b.substr(from, 120);
}

}  // namespace

std::string Determinism::scenario(const Sample& run) {
  return std::string(FLITWISE_SOURCE_DIR "/sim/scenarios/") + run.file + ".yaml ";
}

std::string Determinism::folder(const std::string& name) const {
  if (!name.empty()) fs::create_directories(directory_.path(name));
  return directory_.path(name);
}

void Determinism::write(const std::string& name, const std::string& text) const {
  write_text(directory_.path(name), text);
}

std::string Determinism::text(const std::string& name) const {
  return read_text(directory_.path(name));
}

void Determinism::remove(const std::string& name) const { fs::remove(directory_.path(name)); }

int Determinism::status_of(const std::string& line) {
  const int status = std::system(line.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void Determinism::command(const std::string& arguments, const std::string& printed,
                          const std::string& also) const {
  const int status =
      status_of(FLITWISE_COMMAND " " + arguments + " > " + directory_.path(printed) + " 2>&1");
  EXPECT_TRUE(status == 0 || status == 1) << arguments << "\n" << text(printed);
  if (!also.empty()) fs::rename(directory_.path(also), directory_.path(printed) + "." + also);
}

void Determinism::run(const Sample& run, const std::string& place, const std::string& more,
                      const std::string& environment) const {
  const std::string line = environment + FLITWISE_COMMAND " run " + scenario(run) + run.settings +
                           " " + more + " --json result.json --events events.jsonl" +
                           " --report report.html -v -o " + folder(place) + " > " +
                           directory_.path(place) + "/printed 2>&1";
  EXPECT_EQ(status_of(line), 0) << line << "\n" << text(place + "/printed");
}

void Determinism::expect_same(const std::string& first, const std::string& second,
                              const std::vector<std::string>& names) const {
  if (names.empty()) {
    EXPECT_EQ(names_in(folder(first)), names_in(folder(second)));
  }
  for (const std::string& name : names.empty() ? names_in(folder(first)) : names) {
    const std::string a = timeless(text(first + "/" + name), folder(first));
    const std::string b = timeless(text(second + "/" + name), folder(second));
    EXPECT_FALSE(a.empty()) << name;
    EXPECT_TRUE(a == b) << name << " differs " << difference(a, b);
  }
}

}  // namespace flitwise::test
