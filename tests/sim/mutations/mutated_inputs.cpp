#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <regex>

#include "sim/import/formats/schedule_file.h"
#include "systemc/formats/graph_file.h"
#include "systemc/formats/torus_schedule_file.h"
#include "tests/sim/mutations/culprit.h"
#include "tests/sim/mutations/mutated_scenarios.h"
#include "tests/sim/mutations/mutator.h"
#include "tests/sim/mutations/normal_form.h"
#include "tests/sim/support.h"

namespace flitwise::test {
namespace {

/// A file of this repository and how it is read.
struct Input {
  const char* file;  ///< in tests/data
  std::function<std::string(const std::string& path)> meaning;
  const char*
      comment;  ///< what means nothing, as a regular expression; null: words are not counted
};

std::function<std::string(const std::string&)> schedule(ScheduleFormat format) {
  return [=](const std::string& path) { return normal_form(read_schedule(path, format, {})); };
}

std::vector<Input> inputs() {
  const auto torus = [](const std::string& path) { return normal_form(read_schedules(path)); };
  const auto graph = [](const std::string& path) { return normal_form(read_graph(path)); };
  const char* const goal = "//[^\n]*|/\\*(?:[^*]|\\*(?!/))*\\*/|;";
  // Files say more than schedules need: of the transport, of the other end's buffers.
  const char* const msccl =
      "<!--[^>]*-->|(proto|hasdep|outofplace|minBytes|maxBytes|redop)=\"[a-zA-Z0-9]*\"|"
      "(nchannels|nchunksperloop|srcoff|dstoff|cnt)=\"-?[0-9]+\"|(srcbuf|dstbuf)=\"[ios]\"";
  const char* const teccl =
      "#[^\n]*|\"[0-9]-Epoch[^\n]*|met by epoch [0-9]+|[0-9]+->[0-9]+ in epoch [0-9]+";
  std::vector<Input> all;
  for (const char* file : {"import/allgather_ring.goal", "import/alltoall.goal",
                           "import/collide.goal", "import/gather.goal", "import/scatter.goal"})
    all.push_back({file, schedule(ScheduleFormat::kGoal), goal});
  for (const char* file : {"import/allgather_ring.xml", "import/allreduce_ring.xml",
                           "import/alltoall.xml", "import/gather.xml", "import/scatter.xml"})
    all.push_back({file, schedule(ScheduleFormat::kMsccl), msccl});
  for (const char* file : {"import/allgather_ring.json", "import/alltoall.json",
                           "import/gather.json", "import/scatter.json"})
    all.push_back({file, schedule(ScheduleFormat::kTeccl), teccl});
  for (const char* file : {"import/forestcoll/ring.xml", "import/forestcoll/boxes.xml"})
    all.push_back({file, schedule(ScheduleFormat::kForestColl), "path=\"[^\"]*\""});
  for (const char* file : {"schedules/ring_4_path_and_pause.json", "schedules/ring_5_starts.json",
                           "schedules/ring_5x1_starts.json", "schedules/ring_3.json"})
    all.push_back({file, torus, "^$"});
  for (const char* file : {"graphs/names.txt", "graphs/square.txt", "graphs/path.txt"})
    all.push_back({file, graph, nullptr});
  for (const char* file : {"graphs/names.dot", "graphs/square.dot", "graphs/strict_twice.dot"})
    all.push_back({file, graph, nullptr});
  all.push_back({"graphs/names.json", graph, nullptr});
  return all;
}

// Sorted: most formats let their parts stand in any order. Zeros before a number do not count.
std::vector<std::string> meaningful_tokens(const std::string& text, const Input& input) {
  const std::string said = std::regex_replace(text, std::regex(input.comment), " ");
  std::vector<std::string> tokens =
      tokens_of(std::regex_replace(said, std::regex("\\b0+(?=[0-9])"), ""));
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

void expect_is_noticed(const Input& input, const std::string& before, const std::string& text,
                       const std::string& path, MutantCounts& counts) {
  const Culprit culprit(text);
  write_text(path, text);
  const std::string original = input.meaning(std::string(FLITWISE_TEST_DATA "/") + input.file);
  std::string meaning;
  try {
    meaning = input.meaning(path);
  } catch (const std::exception& error) {
    ++counts.refused;
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    EXPECT_TRUE(dynamic_cast<const ConfigError*>(&error) != nullptr ||
                dynamic_cast<const TopologyError*>(&error) != nullptr)
        << error.what();
    return;
  }
  ++(meaning == original ? counts.same : counts.changed);
  if (meaning == original && input.comment != nullptr) {
    EXPECT_EQ(meaningful_tokens(text, input), meaningful_tokens(before, input))
        << "means the same as before";
  }
}

}  // namespace

MutantCounts expect_mutated_inputs_are_noticed(std::uint64_t seed, std::size_t count) {
  const std::vector<Input> all = inputs();
  std::vector<std::string> texts;
  for (const Input& input : all)
    texts.push_back(read_text(std::string(FLITWISE_TEST_DATA "/") + input.file));
  Mutator mutator(seed, texts);
  const TemporaryDirectory directory;
  MutantCounts counts;
  for (std::size_t i = 0; i < count; ++i) {
    const Input& input = all[i % all.size()];
    const std::string& text = texts[i % all.size()];
    const Mutant mutant = mutator.mutate(text);
    SCOPED_TRACE("seed " + std::to_string(seed) + ", mutant " + std::to_string(i) + " of " +
                 input.file + ": " + mutant.what + "\n" + mutant.text);
    const std::string extension = std::filesystem::path(input.file).extension();
    expect_is_noticed(input, text, mutant.text, directory.path("mutant" + extension), counts);
  }
  return counts;
}

}  // namespace flitwise::test
