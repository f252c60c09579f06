#include "sim/run/family/wave_layout.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise {
namespace {

// GTKWave's trace flags, right-justified: decimal, binary, and an enum's names over binary.
constexpr const char* kDecimal = "@24";
constexpr const char* kBinary = "@28";
constexpr const char* kEnum = "@100000028";
constexpr const char* kTranslated = "@2024";  // decimal, looked up in a file
constexpr const char* kOpenGroup = "@800200";
constexpr const char* kClosedGroup = "@c00200";
constexpr const char* kEndOfOpenGroup = "@1000200";
constexpr const char* kEndOfClosedGroup = "@1401200";

constexpr Node kMostOpenGroups = 16;

}  // namespace

WaveLayout::WaveLayout(Node pes, WaveWindow window, std::string node_file)
    : open_groups_((window.nodes.empty() ? pes : static_cast<Node>(window.nodes.size())) <=
                   kMostOpenGroups),
      window_(std::move(window)),
      node_file_(std::move(node_file)) {}

void WaveLayout::decimal(const std::string& alias, const std::string& name) {
  signal(kDecimal, alias, name);
}
void WaveLayout::binary(const std::string& alias, const std::string& name) {
  signal(kBinary, alias, name);
}
void WaveLayout::names(const std::string& alias, const std::string& name) {
  signal(kEnum, alias, name);
}

void WaveLayout::node(const std::string& alias, const std::string& name) {
  signal(node_file_.empty() ? kDecimal : kTranslated, alias, name);
}

void WaveLayout::signal(const char* format, const std::string& alias, const std::string& name) {
  if (!is_shown(name)) return;
  write_pending_groups();
  if (format != format_) {
    line(format);
    if (format == kTranslated) line("^1 " + node_file_);
  }
  format_ = format;
  line(fmt::format("+{{{}}} {}", alias, name));
}

void WaveLayout::lane(const std::string& title, const std::string& scope) {
  names(title, scope + ".kind[3:0]");
  node("   of message", scope + ".message[12:0]");
  decimal("   flit, s or c", scope + ".value[30:0]");
}

// In waves, the scope of PE 5's router begins with "pe5." or "leaf.5.".
bool WaveLayout::is_shown(const std::string& signal) const {
  std::string router = signal.substr(0, signal.find('.'));
  if (router == "leaf") router = "leaf " + signal.substr(5);
  return window_.shows_router(router);
}

void WaveLayout::begin_group(const std::string& name) { pending_.push_back(name); }

void WaveLayout::write_pending_groups() {
  for (const std::string& name : pending_) {
    const bool is_first = groups_ == is_open_.size();  // all groups so far are around it
    is_open_.push_back(open_groups_ || is_first);
    group(is_open_.back() ? kOpenGroup : kClosedGroup, name);
    ++groups_;
  }
  pending_.clear();
}

void WaveLayout::end_group(const std::string& name) {
  if (!pending_.empty()) return pending_.pop_back();
  group(is_open_.back() ? kEndOfOpenGroup : kEndOfClosedGroup, name);
  is_open_.pop_back();
}

void WaveLayout::group(const char* flags, const std::string& name) {
  line(flags);
  line("-" + name);
  format_ = flags;
}

}  // namespace flitwise
