// scenario_yaml_tree.h: a tree of values built from the events of the YAML parser.
#ifndef FLITWISE_SIM_LANGUAGE_SCENARIO_YAML_TREE_H_
#define FLITWISE_SIM_LANGUAGE_SCENARIO_YAML_TREE_H_

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/language/scenario_yaml.h"

namespace flitwise {

/// Turns byte columns of a text into character columns, in time proportional to the text when the
/// questions come in the order of the text.
class ColumnCounter {
 public:
  explicit ColumnCounter(std::shared_ptr<const InputText> text) : text_(std::move(text)) {}

  /// The place of a byte. Shape: `line` and `byte` count from 0, and may lie behind the end.
  Place place_of(int line, int byte);

 private:
  std::shared_ptr<const InputText> text_;
  std::size_t line_ = 0;   // of the last question
  std::size_t byte_ = 0;   // of the last question
  std::size_t inner_ = 0;  // bytes before it in the line that begin no character
};

/// Builds the tree of one document. Unlike YAML::Node, events show duplicate keys.
///
/// Errors: adds one for each key that a map has twice and for each tag; throws ConfigError for text
///         with control characters, for merge keys (`<<`), for values that are too many or nested
///         too deeply, and for circular aliases.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::shared_ptr<const InputText> text, ErrorList& errors)
      : columns_(std::move(text)), errors_(errors) {}

  const YamlNode& root() const { return root_; }

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor;
    std::optional<YamlNode> key;                 // of a map whose next value belongs to it
    std::unordered_map<std::string, int> lines;  // of a map: where its keys stand
  };

  Place place_of(const YAML::Mark& mark) { return columns_.place_of(mark.line, mark.column); }
  YamlNode make(YamlKind kind, const YAML::Mark& mark);
  void refuse_tag(const std::string& tag, const YAML::Mark& mark);
  void count(const YamlNode& node);
  void open(YamlKind kind, const YAML::Mark& mark, YAML::anchor_t anchor);
  void close();
  void add(YamlNode node, YAML::anchor_t anchor);
  void add_entry(Open& map, YamlNode value);

  ColumnCounter columns_;
  ErrorList& errors_;
  YamlNode root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode> anchors_;
  std::size_t values_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_LANGUAGE_SCENARIO_YAML_TREE_H_
