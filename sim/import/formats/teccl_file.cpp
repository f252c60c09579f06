#include "sim/import/formats/teccl_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <regex>
#include <set>
#include <utility>

namespace flitwise {
namespace {

constexpr std::int64_t kMostNumber = 1'000'000'000;

// Keys are numbered so that they sort; what follows the number counts.
std::string bare(const std::string& key) {
  const std::size_t dash = key.find('-');
  const bool is_numbered = dash != std::string::npos && dash > 0 &&
                           std::all_of(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(dash),
                                       [](char c) { return c >= '0' && c <= '9'; });
  return is_numbered ? key.substr(dash + 1) : key;
}

constexpr std::size_t kLongestText = 1000;

// std::regex recurses with every character, so that long texts would overflow the stack.
bool matches(const std::string& text, std::smatch& parts, const std::regex& form) {
  return text.size() <= kLongestText && std::regex_match(text, parts, form);
}

class TecclParser {
 public:
  TecclFile parse(const YamlNode& root) {
    expect_map({root, ""}, "{7-Flows: [...]}");
    for (const YamlEntry& entry : root.entries) read_entry(entry);
    if (file_.flows.empty())
      throw ConfigError({root.place.text, 0, 0}, "", "",
                        "holds no flows: a list 6-Flows or 7-Flows must have one at least");
    return std::move(file_);
  }

 private:
  void read_entry(const YamlEntry& entry) {
    // What the solver says of its own run is no part of the schedule.
    static const std::set<std::string> kFigures{"Epoch_Duration",  "Expected_Epoch_Duration",
                                                "Epochs_Required", "Collective_Finish_Time",
                                                "Algo_Bandwidth",  "Demand_Met",
                                                "Solver_Time"};
    const std::string key = bare(entry.key);
    if (key == "Flows")
      read_flows({entry.value, entry.key});
    else if (key == "Chunk paths")
      read_demands({entry.value, entry.key});
    else if (key == "Collective")
      read_collective({entry.value, entry.key});
    else if (kFigures.count(key) == 0)
      throw ConfigError(entry.place, entry.key, "",
                        "unknown key; read are N-Flows, N-Chunk paths, N-Collective and the "
                        "solver's figures");
  }

  void read_collective(const Value& value) {
    if (file_.collective) throw bad_value(value, "stands in the file twice");
    file_.collective = {to_teccl_collective(value), to_text(value), value.key, value.node.place};
  }

  static std::int64_t number(const std::ssub_match& digits, const Value& value) {
    const std::string text = digits.str();
    std::int64_t parsed = 0;
    std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (text.size() > 10 || parsed > kMostNumber)
      throw bad_value(value, fmt::format("names a number above {}", kMostNumber));
    return parsed;
  }

  void read_flows(const Value& list) {
    static const std::regex kFlow(
        R"(Chunk (\d+) from (\d+) traveled over (\d+)->(\d+)(?: with volume ([0-9.eE+-]+))?)"
        R"( in epoch (\d+)( via switches \d+((, ?| ?-> ?)\d+)*)?)");
    expect_list(list, "[\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"]");
    for (std::size_t i = 0; i < list.node.items.size(); ++i) {
      const Value item = item_of(list, i);
      const std::string text = to_text(item);
      std::smatch parts;
      if (!matches(text, parts, kFlow))
        throw bad_value(item,
                        "is no flow: 'Chunk C from S traveled over A->B in epoch K', with 'with "
                        "volume 1.0' before and 'via switches X' behind the epoch if need be");
      if (parts[5].matched && std::strtod(parts[5].str().c_str(), nullptr) != 1.0)
        throw bad_value(item, "must have volume 1: only whole chunks can be sent");
      file_.names_switches = file_.names_switches || parts[7].matched;
      file_.flows.push_back({number(parts[1], item), number(parts[2], item), number(parts[3], item),
                             number(parts[4], item), number(parts[6], item), item.node.place});
    }
  }

  void read_demands(const Value& map) {
    static const std::regex kDemand(
        R"(Demand at (\d+) for chunk (\d+) from (\d+) met by epoch \d+)");
    expect_map(map, "{\"Demand at 1 for chunk 0 from 0 met by epoch 0\": []}");
    for (const YamlEntry& entry : map.node.entries) {
      const Value value{entry.value, map.key};
      std::smatch parts;
      if (!matches(entry.key, parts, kDemand))
        throw ConfigError(entry.place, map.key, entry.key,
                          "is no demand: 'Demand at D for chunk C from S met by epoch K'");
      file_.demands.insert(
          {number(parts[1], value), number(parts[3], value), number(parts[2], value)});
      check_way({entry.value, fmt::format("{}.{}", map.key, entry.key)});
    }
  }

  // How the chunk got there: flows say it too, so only the form counts.
  static void check_way(const Value& list) {
    static const std::regex kHop(R"(\d+->\d+ in epoch \d+( via switches \d+((, ?| ?-> ?)\d+)*)?)");
    expect_list(list, "[\"0->1 in epoch 0\"]");
    for (std::size_t i = 0; i < list.node.items.size(); ++i) {
      const Value item = item_of(list, i);
      std::smatch parts;
      const std::string text = to_text(item);
      if (!matches(text, parts, kHop))
        throw bad_value(item,
                        "is no hop of a way: 'A->B in epoch K', with 'via switches X' behind "
                        "it if need be");
    }
  }

  TecclFile file_;
};

}  // namespace

TecclFile parse_teccl(const YamlNode& root) { return TecclParser().parse(root); }

}  // namespace flitwise
