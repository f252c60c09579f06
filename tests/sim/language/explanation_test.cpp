// `flitwise explain` and completion: every algorithm is explained, every command completed.
#include "sim/run/family/explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/families/registry.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise::explanation_test {
namespace {

using test::CommandLine;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;
using Words = std::set<std::string>;

// By operation, the algorithms that scenarios of the family may name, on some network; the schema
// has those of the readers.
std::set<std::pair<std::string, std::string>> algorithms_of(const Family& family) {
  const Json schema = Json::parse(family.schema(families()));
  std::set<std::pair<std::string, std::string>> all;
  const Json& properties = schema.at("properties");
  for (const auto& operation : properties.at("operation").at("enum")) {
    Json words = properties.at("algorithm").at("enum");
    if (schema.contains("allOf"))
      for (const Json& rule : schema["allOf"])
        if (rule.value("/if/properties/operation/const"_json_pointer, "") == operation)
          words = rule.value("/then/properties/algorithm/enum"_json_pointer, words);
    for (const auto& word : words)
      all.emplace(operation.get<std::string>(), word.get<std::string>());
  }
  return all;
}

class ExplanationsOf : public testing::TestWithParam<const Family*> {};

TEST_P(ExplanationsOf, EveryAlgorithmOfEveryOperationAreThereOnce) {
  std::set<std::pair<std::string, std::string>> explained;
  std::set<std::array<std::string, 3>> once;
  for (const Explanation& one : GetParam()->explanations()) {
    explained.emplace(one.operation, one.algorithm);
    EXPECT_TRUE(once.insert({one.system, one.operation, one.algorithm}).second) << one.algorithm;
  }
  EXPECT_EQ(explained, algorithms_of(*GetParam()));
}

TEST_P(ExplanationsOf, EveryAlgorithmSayWhatHowFastWhereAndFromWhom) {
  for (const Explanation& one : GetParam()->explanations())
    for (const std::string& text : {one.system, one.what, one.finish, one.range, one.source})
      EXPECT_GE(text.size(), 2U) << one.algorithm;
}

// Schedules from files have formats in place of algorithms.
std::vector<const Family*> families_with_algorithms() {
  std::vector<const Family*> all = families().by_kind();
  all.insert(all.end(), families().by_claim().begin(), families().by_claim().end());
  all.push_back(families().of_operation("allreduce"));
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, ExplanationsOf, testing::ValuesIn(families_with_algorithms()),
                         [](const auto& instance) {
                           const Family& family = *instance.param;
                           std::string name = !family.kinds().empty() ? family.kinds().front()
                                              : !family.operations().empty()
                                                  ? family.operations().front()
                                                  : "graphs";
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

TEST(Explanation, IsWrappedAtWords) {
  const Explanation one{"trees", "gather", "x", std::string(40, 'a') + " " + std::string(60, 'b'),
                        "1",     "any",    "me"};
  EXPECT_EQ(render_explanation(one), "x: gather on trees\n  does    " + std::string(40, 'a') +
                                         "\n          " + std::string(60, 'b') +
                                         "\n  finish  1\n  range   any\n  source  me\n");
}

TEST_F(CommandLine, ExplainsAnAlgorithmOfEverySystemThatHasIt) {
  EXPECT_EQ(run({"explain", "certification"}), 0);
  EXPECT_THAT(out(), HasSubstr("certification: gather on trees of bufferless routers\n"));
  EXPECT_THAT(out(), HasSubstr("\n\ncertification: gather on meshes and tori"));
  EXPECT_THAT(out(), HasSubstr("\n  finish  T_sync + K(d_0) + c_0 + M - 2"));
}

TEST_F(CommandLine, NamesAllAlgorithms) {
  EXPECT_EQ(run({"explain"}), 0);
  for (const std::string& word : algorithm_words(families()))
    EXPECT_THAT(out(), HasSubstr(" " + word + "\n"));
}

TEST_F(CommandLine, GuessesWhichAlgorithmWasMeant) {
  EXPECT_EQ(run({"explain", "certfication"}), 2);
  EXPECT_EQ(error(),
            "flitwise explain: error: there is no algorithm 'certfication' (did you mean "
            "'certification'?)\n");
  EXPECT_EQ(run({"explain", "teleport"}), 2);
  EXPECT_THAT(error(), HasSubstr("'teleport'; `flitwise explain` names them all\n"));
}

TEST_F(CommandLine, PrintsTheSchema) {
  EXPECT_EQ(run({"schema"}), 0);
  EXPECT_EQ(Json::parse(out()).at("title"), "Flitwise scenario");
}

// What bash offers behind these words, the last of which is being written.
class BashCompletion : public CommandLine {
 protected:
  Words offered(const std::string& words, std::size_t index) {
    run({"completion", "bash"});
    test::write_text(directory_.path("complete"), out());
    test::write_text(directory_.path("ask"),
                     "source " + directory_.path("complete") + "\ncd " + directory_.path() +
                         "\nCOMP_WORDS=(" + words + ")\nCOMP_CWORD=" + std::to_string(index) +
                         "\n_flitwise\nprintf '%s\\n' \"${COMPREPLY[@]}\" > .offered\n");
    EXPECT_EQ(std::system(("bash " + directory_.path("ask")).c_str()), 0);
    std::istringstream lines(test::read_text(directory_.path(".offered")));
    Words all;
    for (std::string line; std::getline(lines, line);) all.insert(line);
    return all;
  }
};

TEST_F(BashCompletion, OffersCommandsAndTheirOptions) {
  EXPECT_EQ(offered("flitwise c", 1), (Words{"check", "claims", "compare", "completion"}));
  EXPECT_EQ(offered("flitwise check --b", 2), (Words{"--baseline"}));
  EXPECT_EQ(offered("flitwise schedule e", 2), (Words{"export"}));
  EXPECT_EQ(offered("flitwise schedule check --f", 3), (Words{"--flits"}));
}

TEST_F(BashCompletion, OffersAlgorithmsAndFilesWhereTheyAreWanted) {
  scenario("one");
  test::write_text(directory_.path("one.txt"), "");
  EXPECT_EQ(offered("flitwise explain cert", 2), (Words{"certification"}));
  EXPECT_EQ(offered("flitwise run o", 2), (Words{"one.yaml"}));
  EXPECT_EQ(offered("flitwise run x --json o", 4), (Words{"one.txt", "one.yaml"}));
  EXPECT_EQ(offered("flitwise run x -o o", 4), (Words{""}));
}

TEST_F(BashCompletion, OffersKeysAndWordsOfScenariosBehindSet) {
  EXPECT_EQ(offered("flitwise run one.yaml --set options.faults.f", 4),
            (Words{"options.faults.from_step="}));
  EXPECT_EQ(offered("flitwise run --set schedule.fo", 3), (Words{"schedule.format="}));
  EXPECT_EQ(offered("flitwise run --set options.rule = pos", 5), (Words{"pos", "posidx"}));
  EXPECT_EQ(offered("flitwise sweep --set options.ports =", 4), (Words{"multi", "single"}));
  EXPECT_EQ(offered("flitwise run --set options.depth = 1", 5), (Words{""}));
  EXPECT_EQ(offered("flitwise run --set no.key = m", 5), (Words{""}));
}

TEST_F(BashCompletion, OffersTheWordsOfAnOption) {
  EXPECT_EQ(offered("flitwise import --format ''", 3),
            (Words{"forestcoll", "goal", "msccl", "teccl"}));
  EXPECT_EQ(offered("flitwise claims --paper tr", 3), (Words{"trees"}));
  EXPECT_EQ(offered("flitwise claims --id trees.theorem-3", 3).count("trees.theorem-3"), 1U);
}

TEST_F(CommandLine, CompletesBashAlone) {
  EXPECT_EQ(run({"completion", "fish"}), 2);
  EXPECT_THAT(error(), HasSubstr("SHELL"));
  EXPECT_EQ(run({"completion"}), 2);
}

}  // namespace
}  // namespace flitwise::explanation_test
