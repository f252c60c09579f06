#include "sim/import/formats/schedule_file.h"

#include <cctype>
#include <charconv>

namespace flitwise {
namespace {

const YamlFileKind kSchedule{"schedule file", "a schedule needs at least a rank"};
const YamlFileKind kMap{"file of PEs", "it needs a number for each rank"};

}  // namespace

Collective read_schedule(const std::string& file, ScheduleFormat format,
                         const ScheduleUnits& units) {
  if (format == ScheduleFormat::kGoal) return read_goal(read_text_file(file, kSchedule), units);
  if (format == ScheduleFormat::kMsccl) return read_msccl(read_text_file(file, kSchedule), units);
  if (format == ScheduleFormat::kForestColl)
    return read_forestcoll(read_text_file(file, kSchedule), units);
  // JSON is YAML, whose values know where they stand.
  ErrorList errors;
  const std::optional<YamlNode> root = parse_yaml_file(file, errors, kSchedule);
  if (!errors.empty()) throw errors.sorted().front();
  return read_teccl(*root, units);
}

std::vector<Node> read_rank_map(const std::string& file) {
  const TextFile read = read_text_file(file, kMap);
  std::vector<Node> pes;
  for (std::size_t i = 0; i < read.text->lines.size(); ++i) {
    const std::string line = read.text->lines[i].substr(0, read.text->lines[i].find('#'));
    for (std::size_t at = 0; at < line.size();) {
      if (std::isspace(static_cast<unsigned char>(line[at])) != 0) {
        ++at;
        continue;
      }
      const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
      Node pe = 0;
      const auto [rest, error] = std::from_chars(line.data() + at, line.data() + end, pe);
      if (error != std::errc() || rest != line.data() + end || pe < 0)
        throw ConfigError({read.text, static_cast<int>(i) + 1, static_cast<int>(at) + 1}, "",
                          line.substr(at, end - at), "must be the number of a PE");
      pes.push_back(pe);
      at = end;
    }
  }
  return pes;
}

}  // namespace flitwise
