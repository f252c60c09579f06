#include "tests/theory/tree/space_time.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace flitwise::test {
namespace {

constexpr const char* kEmpty = ".";

std::string cell_of(const LinkEvent& event) {
  switch (event.kind) {
    case FlitKind::kData:
      return "m" + std::to_string(event.message) + "," + std::to_string(event.index);
    case FlitKind::kEnd:
      return "end";
    case FlitKind::kTap:
    case FlitKind::kOrder:
      return "(" + std::to_string(event.value) + ")";
    case FlitKind::kToken:
      return "[*]";
    case FlitKind::kCertificate:
      return "<" + std::to_string(event.value) + ">";
    case FlitKind::kFlood:
    case FlitKind::kCopies:
    case FlitKind::kCombine:
    case FlitKind::kResult:
    case FlitKind::kMerge:
    case FlitKind::kIdle:
      break;
  }
  return "?";
}

/// In a scatter every message starts at PE 0, in a gather at the PE whose message it is.
bool leaves_its_originator(const LinkEvent& event) {
  const bool is_data = event.kind == FlitKind::kData || event.kind == FlitKind::kEnd;
  return is_data && (event.from == 0 || event.from == event.message);
}

void add(std::string& cell, const std::string& text) {
  cell = cell == kEmpty ? text : cell + "+" + text;
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

}  // namespace

SpaceTime read_figure(const std::string& name) {
  const std::string path = std::string(FLITWISE_TEST_DATA) + "/figures/" + name + ".txt";
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  SpaceTime figure;
  std::size_t columns = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> words = words_of(line);
    if (columns == 0) {
      columns = words.size();
      continue;
    }
    if (words.size() != columns) throw std::runtime_error(path + ": ragged row: " + line);
    const Step step = std::stoll(words[0]);
    if (figure.rows.empty()) figure.first_step = step;
    if (step != figure.first_step + static_cast<Step>(figure.rows.size()))
      throw std::runtime_error(path + ": steps are not consecutive at: " + line);
    figure.rows.emplace_back(words.begin() + 1, words.end());
  }
  if (figure.rows.empty()) throw std::runtime_error(path + ": no rows");
  return figure;
}

SpaceTime draw(const std::vector<LinkEvent>& events, Node pes, Step first_step) {
  std::map<Step, std::vector<std::string>> rows;
  const auto cell = [&](Step step, Node pe) -> std::string& {
    auto& row = rows[step];
    row.resize(static_cast<std::size_t>(pes), kEmpty);
    return row[static_cast<std::size_t>(pe)];
  };
  for (const LinkEvent& event : events) {
    add(cell(event.step, event.to), cell_of(event));
    if (leaves_its_originator(event)) add(cell(event.step - 1, event.from), cell_of(event));
  }
  SpaceTime drawn;
  drawn.first_step = rows.empty() ? first_step : std::min(first_step, rows.begin()->first);
  const Step last = rows.empty() ? first_step - 1 : rows.rbegin()->first;
  for (Step step = drawn.first_step; step <= last; ++step) {
    cell(step, 0);
    drawn.rows.push_back(rows[step]);
  }
  return drawn;
}

std::vector<std::string> differences(const SpaceTime& expected, const SpaceTime& got) {
  std::vector<std::string> found;
  const auto end = [](const SpaceTime& s) {
    return s.first_step + static_cast<Step>(s.rows.size());
  };
  const Step first = std::min(expected.first_step, got.first_step);
  for (Step step = first; step < std::max(end(expected), end(got)); ++step) {
    const std::string row = "row " + std::to_string(step);
    const auto in = [&](const SpaceTime& s) { return step >= s.first_step && step < end(s); };
    if (!in(expected)) found.push_back(row + " is not expected");
    if (!in(got)) found.push_back(row + " is missing");
    if (!in(expected) || !in(got)) continue;
    const auto& wanted = expected.rows[static_cast<std::size_t>(step - expected.first_step)];
    const auto& drawn = got.rows[static_cast<std::size_t>(step - got.first_step)];
    if (wanted.size() != drawn.size()) found.push_back(row + " has another number of columns");
    for (std::size_t pe = 0; pe < std::min(wanted.size(), drawn.size()); ++pe) {
      if (wanted[pe] != drawn[pe])
        found.push_back(row + ", P" + std::to_string(pe) + ": expected " + wanted[pe] + ", got " +
                        drawn[pe]);
    }
  }
  return found;
}

}  // namespace flitwise::test
