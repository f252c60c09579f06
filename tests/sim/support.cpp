#include "tests/sim/support.h"

#include <stdlib.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace flitwise::test {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (fs::temp_directory_path() / "flitwise_test_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
  root_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string TemporaryDirectory::path(const std::string& name) const {
  return name.empty() ? root_ : root_ + "/" + name;
}

std::vector<std::string> TemporaryDirectory::files() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root_))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_text(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void write_text(const std::string& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw std::runtime_error("cannot write " + path);
}

std::string small_scenario(const std::string& name) {
  return "name: " + name +
         "\nnetwork: {shape: path, pes: 2}\noperation: scatter\nalgorithm: fdf\n"
         "lengths: [0, 1]\n";
}

Result certification_result() {
  Result result;
  result.scenario = "three";
  result.file = "three.yaml";
  result.network = "path of 3";
  result.operation = "gather";
  result.algorithm = "certification";
  result.variant = "tight, seq";
  result.pes = 3;
  result.flits = 2;
  using Values = std::vector<std::optional<std::int64_t>>;
  const Figure::Members figures{{"t_sync", 4},
                                {"dispatch", Values{{}, 6, 7}},
                                {"lag", Values{3, 3, 1}},
                                {"stream", Values{2, 2, 1}},
                                {"order_value", Values{{}, 3, 1}}};
  result.measured = {9, 9, figures};
  result.predicted = {9, 9, figures};
  result.columns = {{"T_sync", "t_sync"}};
  result.lower_bound = 4;
  result.checks = {{"finish", "9", "9", true, "a theorem"}};
  return result;
}

std::vector<LinkEvent> scatter_of_one_flit() {
  return {{1, 0, 1, FlitKind::kData, 2, 1, 0, 0}, {2, 1, 2, FlitKind::kData, 2, 1, 0, 0}};
}

namespace {

bool has_only_known_references(const std::string& text) {
  for (std::size_t at = text.find('&'); at != std::string::npos; at = text.find('&', at + 1)) {
    const std::string name = text.substr(at, text.find(';', at) + 1 - at);
    if (name != "&amp;" && name != "&lt;" && name != "&gt;" && name != "&quot;") return false;
  }
  return true;
}

bool is_text(const std::string& text) {
  return text.find_first_of("<>") == std::string::npos && has_only_known_references(text);
}

bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == ':';
  });
}

struct Tag {
  bool good = false;
  std::string name;
  bool closes = false;
  bool is_empty = false;
};

// Takes `name="value"` after blanks off the front of the text.
bool take_attribute(std::string& text) {
  const std::size_t start = text.find_first_not_of(' ');
  const std::size_t equals = text.find("=\"");
  if (start == 0 || equals == std::string::npos) return false;
  const std::size_t end = text.find('"', equals + 2);
  if (end == std::string::npos || !is_name(text.substr(start, equals - start))) return false;
  if (!is_text(text.substr(equals + 2, end - equals - 2))) return false;
  text.erase(0, end + 1);
  return true;
}

// Takes a tag without its angle brackets apart.
Tag read_tag(std::string text) {
  Tag tag;
  tag.closes = !text.empty() && text.front() == '/';
  tag.is_empty = !text.empty() && text.back() == '/';
  if (tag.closes) text.erase(0, 1);
  if (tag.is_empty && !text.empty()) text.pop_back();
  const std::size_t name_end = std::min(text.find(' '), text.size());
  tag.name = text.substr(0, name_end);
  text.erase(0, name_end);
  while (!text.empty() && take_attribute(text)) continue;
  tag.good = text.empty() && is_name(tag.name) && !(tag.closes && tag.is_empty);
  return tag;
}

}  // namespace

std::string xml_mistake(const std::string& text) {
  const std::string declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  if (text.compare(0, declaration.size(), declaration) != 0) return "no declaration";
  std::vector<std::string> open;
  std::size_t roots = 0;
  std::size_t at = declaration.size();
  while (at < text.size()) {
    const std::size_t next = std::min(text.find('<', at), text.size());
    const std::string between = text.substr(at, next - at);
    if (!is_text(between)) return "bad text: " + between;
    if (open.empty() && between.find_first_not_of("\n") != std::string::npos) return "text outside";
    if (next == text.size()) break;
    const std::size_t end = text.find('>', next);
    if (end == std::string::npos) return "a tag without end";
    const Tag tag = read_tag(text.substr(next + 1, end - next - 1));
    if (!tag.good) return "bad tag at byte " + std::to_string(next);
    if (tag.closes) {
      if (open.empty() || open.back() != tag.name) return "closes nothing: " + tag.name;
      open.pop_back();
    } else {
      if (open.empty() && ++roots > 1) return "a second root: " + tag.name;
      if (!tag.is_empty) open.push_back(tag.name);
    }
    at = end + 1;
  }
  return open.empty() && roots == 1 ? "" : "not closed";
}

}  // namespace flitwise::test
