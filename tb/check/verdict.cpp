#include "tb/check/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise::check {
namespace {

std::string text(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : std::string("none");
}

std::optional<std::int64_t> at(const PerPe& values, std::size_t pe) {
  return pe < values.size() ? values[pe] : std::nullopt;
}

}  // namespace

std::string describe(const LinkEvent& e) {
  const std::string where = fmt::format("step {}: PE {} -> PE {}, ", e.step, e.from, e.to);
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
              const std::vector<LinkEvent>& predicted, const std::string& source) {
  const auto [m, p] =
      std::mismatch(measured.begin(), measured.end(), predicted.begin(), predicted.end());
  if (m == measured.end() && p == predicted.end())
    return {name, fmt::format("{} transfers", measured.size()),
            fmt::format("{} transfers", predicted.size()), true, source};
  std::string came = m == measured.end() ? "nothing more" : describe(*m);
  std::string due = p == predicted.end() ? "nothing more" : describe(*p);
  // Of data flits the sentences leave out what two that differ in nothing else are told by.
  if (came == due) {
    came += fmt::format(", value {}, stream {}", m->value, m->stream);
    due += fmt::format(", value {}, stream {}", p->value, p->stream);
  }
  return {name, came, due, false, source};
}

}  // namespace flitwise::check
