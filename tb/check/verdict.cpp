#include "tb/check/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace flitwise::check {
namespace {

std::string text(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : std::string("none");
}

std::optional<std::int64_t> at(const PerPe& values, std::size_t pe) {
  return pe < values.size() ? values[pe] : std::nullopt;
}

std::string name_of(Node node, const std::vector<std::string>& names) {
  const auto index = static_cast<std::size_t>(node);
  return index < names.size() ? names[index] : fmt::format("PE {}", node);
}

constexpr char kNoFlit[] = "no flit there";

auto place_of(const LinkEvent& event) { return std::make_tuple(event.step, event.from, event.to); }

}  // namespace

std::string describe(const LinkEvent& e, const std::vector<std::string>& node_names) {
  const std::string where = fmt::format("step {}: {} -> {}, ", e.step, name_of(e.from, node_names),
                                        name_of(e.to, node_names));
  switch (e.kind) {
    case FlitKind::kData:
    case FlitKind::kEnd:
      return where + fmt::format("{}flit {} of message {}", e.kind == FlitKind::kEnd ? "END " : "",
                                 e.index, e.message);
    case FlitKind::kFlood:
    case FlitKind::kCopies:
      return where + fmt::format("{} flit {} of message {}", name_of(e.kind), e.index, e.message);
    case FlitKind::kCertificate:
      return where + fmt::format("certificate ({}, {}) of PE {}", e.value, e.stream, e.message);
    case FlitKind::kTap:
    case FlitKind::kOrder:
      return where + fmt::format("{} ({}) to PE {}", name_of(e.kind), e.value, e.message);
    case FlitKind::kCombine:
    case FlitKind::kResult:
      return where + fmt::format("{} of word {} in tree {}: {}", name_of(e.kind), e.index,
                                 e.message, e.value);
    case FlitKind::kMerge:
      return where + fmt::format("merge of word {} for PE {}: {}", e.index, e.message, e.value);
    case FlitKind::kIdle:
    case FlitKind::kToken:
      break;
  }
  return where + fmt::format("{} of PE {}", name_of(e.kind), e.message);
}

Check compare(const std::string& name, std::int64_t measured, std::int64_t predicted,
              const std::string& source) {
  return {name, std::to_string(measured), std::to_string(predicted), measured == predicted, source};
}

Check at_least(const std::string& name, std::int64_t measured, std::int64_t bound,
               const std::string& source) {
  return {name, text(measured), fmt::format("at least {}", bound), measured >= bound, source};
}

Check at_most(const std::string& name, std::int64_t measured, std::int64_t bound,
              const std::string& source) {
  return {name, text(measured), fmt::format("at most {}", bound), measured <= bound, source};
}

Check compare(const std::string& name, std::optional<std::int64_t> measured,
              std::optional<std::int64_t> predicted, const std::string& source) {
  return {name, text(measured), text(predicted), measured == predicted, source};
}

Check compare(const std::string& name, const PerPe& measured, const PerPe& predicted,
              const std::string& source) {
  const std::size_t pes = std::max(measured.size(), predicted.size());
  std::size_t agreeing = 0;
  std::optional<std::size_t> first;
  for (std::size_t pe = 0; pe < pes; ++pe) {
    if (at(measured, pe) == at(predicted, pe)) {
      ++agreeing;
    } else if (!first) {
      first = pe;
    }
  }
  if (!first) {
    const std::string all = fmt::format("{} of {} PEs", agreeing, pes);
    return {name, all, all, true, source};
  }
  return {name,
          fmt::format("PE {}: {} ({} of {} PEs agree)", *first, text(at(measured, *first)),
                      agreeing, pes),
          fmt::format("PE {}: {}", *first, text(at(predicted, *first))), false, source};
}

Check compare(const std::string& name, const std::vector<LinkEvent>& measured,
              const std::vector<LinkEvent>& predicted, const std::string& source,
              const std::vector<std::string>& node_names) {
  const auto [m, p] =
      std::mismatch(measured.begin(), measured.end(), predicted.begin(), predicted.end());
  if (m == measured.end() && p == predicted.end())
    return {name, fmt::format("{} transfers", measured.size()),
            fmt::format("{} transfers", predicted.size()), true, source};
  if (m == measured.end()) return {name, "nothing more", describe(*p, node_names), false, source};
  if (p == predicted.end()) return {name, describe(*m, node_names), "nothing more", false, source};
  // Where one list has a flit and the other has none, the other's next flit has no part in it.
  const bool is_extra = place_of(*m) < place_of(*p);
  const bool is_missing = place_of(*p) < place_of(*m);
  std::string came = is_missing ? kNoFlit : describe(*m, node_names);
  std::string due = is_extra ? kNoFlit : describe(*p, node_names);
  // Of data flits the sentences leave out what two that differ in nothing else are told by.
  if (came == due) {
    came += fmt::format(", value {}, stream {}", m->value, m->stream);
    due += fmt::format(", value {}, stream {}", p->value, p->stream);
  }
  return {name, came, due, false, source};
}

}  // namespace flitwise::check
