#include "sim/run/family/wave_layout.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise {
namespace {

constexpr Node kMostOpenGroups = 16;

}  // namespace

WaveLayout::WaveLayout(Node pes, WaveWindow window)
    : open_groups_((window.nodes.empty() ? pes : static_cast<Node>(window.nodes.size())) <=
                   kMostOpenGroups),
      window_(std::move(window)) {}

void WaveLayout::decimal(const std::string& alias, const std::string& name) {
  signal(WaveFormat::kDecimal, alias, name);
}
void WaveLayout::binary(const std::string& alias, const std::string& name) {
  signal(WaveFormat::kBinary, alias, name);
}
void WaveLayout::names(const std::string& alias, const std::string& name) {
  signal(WaveFormat::kNames, alias, name);
}

void WaveLayout::node(const std::string& alias, const std::string& name) {
  signal(WaveFormat::kNode, alias, name);
}

void WaveLayout::signal(WaveFormat format, const std::string& alias, const std::string& name) {
  if (!is_shown(name)) return;
  write_pending_groups();
  std::string where = name;
  for (const auto& [module, scope] : inside_)
    if (const std::size_t at = where.find(module); at != std::string::npos)
      where.replace(at, module.size(), scope);
  items_.push_back({WaveItem::Kind::kSignal, alias, where, format});
}

void WaveLayout::put_inside(const std::string& module, const std::string& scope) {
  inside_.emplace_back('.' + module + '.', '.' + scope + '.');
}

void WaveLayout::lane(const std::string& title, const std::string& scope, FlitFormat format) {
  const std::string kind = scope + ".kind[3:0]";
  if (is_shown(kind)) {
    write_pending_groups();
    items_.push_back({WaveItem::Kind::kTitle, title});
  }
  names(title, kind);
  node("   of message", fmt::format("{}.message[{}:0]", scope, format.tag - 1));
  decimal("   flit, s or c", fmt::format("{}.value[{}:0]", scope, format.control() - 1));
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
    items_.push_back({WaveItem::Kind::kBegin, name, {}, {}, is_open_.back()});
    ++groups_;
  }
  pending_.clear();
}

void WaveLayout::end_group(const std::string& name) {
  if (!pending_.empty()) return pending_.pop_back();
  items_.push_back({WaveItem::Kind::kEnd, name, {}, {}, is_open_.back()});
  is_open_.pop_back();
}

}  // namespace flitwise
