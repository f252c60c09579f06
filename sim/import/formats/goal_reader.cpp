// GOAL: what every rank sends, receives and computes, and in which order.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/import/formats/collective_builder.h"
#include "sim/import/formats/schedule_file.h"
#include "sim/language/scenario_yaml.h"

namespace flitwise {
namespace {

enum class GoalTokenKind : std::uint8_t { kWord, kNumber, kMark, kEnd };

// A word, a number without sign, one of `: { } -`, or the end of a statement ("end of line", as it
// is shown) or of the text.
struct GoalToken {
  GoalTokenKind kind = GoalTokenKind::kEnd;
  std::string text;
  Place place;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
constexpr const char* kEndOfLine = "end of line";

// The words of a GOAL text. Comments (// to the end of the line, /* to */) are left out; statements
// end with their line, with a semicolon or before a closing brace. The last token is the end of the
// text, with empty text.
class Lexer {
 public:
  explicit Lexer(const TextFile& file) : file_(file) {}

  std::vector<GoalToken> run() {
    while (at_ < file_.content.size()) step();
    tokens_.push_back({GoalTokenKind::kEnd, "", place()});
    return std::move(tokens_);
  }

 private:
  char here() const { return file_.content[at_]; }
  bool begins(const char* text) const { return file_.content.compare(at_, 2, text) == 0; }
  Place place() const { return {file_.text, line_, column_}; }

  // Whether a character begins here, or the text ends: not a later byte of one.
  bool is_at_character() const {
    return at_ >= file_.content.size() || (static_cast<unsigned char>(here()) & 0xC0U) != 0x80U;
  }

  void advance() {
    if (here() == '\n') {
      ++line_;
      column_ = 0;
    }
    ++at_;
    if (is_at_character()) ++column_;
  }

  void step() {
    if (begins("//")) {
      while (at_ < file_.content.size() && here() != '\n') advance();
    } else if (begins("/*")) {
      skip_comment();
    } else if (here() == '\n' || here() == ';') {
      tokens_.push_back({GoalTokenKind::kEnd, kEndOfLine, place()});
      advance();
    } else if (here() == ' ' || here() == '\t' || here() == '\r') {
      advance();
    } else if (is_digit(here())) {
      take(GoalTokenKind::kNumber, is_digit);
    } else if (is_letter(here())) {
      take(GoalTokenKind::kWord, [](char c) { return is_letter(c) || is_digit(c); });
    } else if (std::string(":{}-").find(here()) != std::string::npos) {
      tokens_.push_back({GoalTokenKind::kMark, std::string(1, here()), place()});
      advance();
    } else {
      const Place begin = place();
      const std::size_t first = at_;
      do advance();
      while (!is_at_character());
      throw ConfigError(begin, "", file_.content.substr(first, at_ - first),
                        "has no meaning in GOAL");
    }
  }

  void skip_comment() {
    const Place begin = place();
    advance();
    advance();
    while (at_ < file_.content.size() && !begins("*/")) advance();
    if (at_ >= file_.content.size())
      throw ConfigError(begin, "", "/*", "begins a comment that does not end");
    advance();
    advance();
  }

  template <typename Belongs>
  void take(GoalTokenKind kind, Belongs&& belongs) {
    GoalToken token{kind, "", place()};
    while (at_ < file_.content.size() && belongs(here())) {
      token.text += here();
      advance();
    }
    tokens_.push_back(std::move(token));
  }

  const TextFile& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  std::vector<GoalToken> tokens_;
};

constexpr std::int64_t kMostTag = (std::int64_t{1} << 32) - 1;
constexpr std::int64_t kMostCalc = std::int64_t{1} << 30;
constexpr std::int64_t kMostProcessor = 255;

class GoalReader {
 public:
  GoalReader(const TextFile& file, const ScheduleUnits& units)
      : tokens_(Lexer(file).run()), units_(units) {}

  Collective run() {
    skip_ends();
    expect_word("num_ranks", "a schedule begins with it");
    builder_.emplace(static_cast<Node>(number("the number of ranks", 1, kMostRanks)));
    for (skip_ends(); !is_last(); skip_ends()) read_rank();
    return builder_->finish();
  }

 private:
  struct Wish {
    GoalToken later, earlier;
    bool on_start;
  };

  const GoalToken& here() const { return tokens_[at_]; }
  bool is_end() const { return here().kind == GoalTokenKind::kEnd; }
  bool is_last() const { return is_end() && here().text.empty(); }
  bool is(const char* text) const { return !is_end() && here().text == text; }
  void skip_ends() {
    while (is_end() && !is_last()) ++at_;
  }

  [[noreturn]] void refuse(const std::string& rule) const {
    const std::string shown = is_last() ? "end of the file" : here().text;
    throw ConfigError(here().place, where(), shown, rule);
  }
  std::string where() const { return rank_ ? fmt::format("rank {}", *rank_) : ""; }

  void expect_word(const char* word, const char* why) {
    if (!is(word)) refuse(fmt::format("stands where {} must: {}", word, why));
    ++at_;
  }
  void expect_mark(const char* mark) {
    if (!is(mark)) refuse(fmt::format("stands where '{}' must", mark));
    ++at_;
  }
  std::int64_t number(const char* what, std::int64_t least, std::int64_t most) {
    std::int64_t value = 0;
    const std::string& text = here().text;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = here().kind == GoalTokenKind::kNumber && error == std::errc() &&
                           end == text.data() + text.size();
    if (!is_number || value < least || value > most)
      refuse(fmt::format("must be {}, {} to {}", what, least, most));
    ++at_;
    return value;
  }

  void read_rank() {
    expect_word("rank", "behind num_ranks stands one block for each rank");
    const GoalToken number_token = here();
    const auto rank = static_cast<Node>(number("a rank", 0, builder_->ranks() - 1));
    if (!seen_.insert(rank).second)
      throw ConfigError(number_token.place, "rank", number_token.text, "has a block already");
    rank_ = rank;
    skip_ends();
    expect_mark("{");
    labels_.clear();
    wishes_.clear();
    for (skip_ends(); !is("}"); skip_ends()) read_statement();
    expect_mark("}");
    for (const Wish& wish : wishes_)
      builder_->depend(rank, labelled(wish.later), {labelled(wish.earlier), wish.on_start});
    rank_.reset();
  }

  void read_statement() {
    if (here().kind != GoalTokenKind::kWord)
      refuse("stands where a label, send, recv or calc must");
    const GoalToken first = here();
    if (is("send") || is("recv") || is("calc")) {
      read_operation(nullptr);
    } else {
      ++at_;
      if (is(":")) {
        ++at_;
        read_operation(&first);
      } else {
        read_order(first);
      }
    }
    if (!is_end() && !is("}")) refuse("stands behind the end of the statement");
    if (is_last()) refuse("stands where '}' must");
  }

  void read_order(const GoalToken& label) {
    const bool on_start = is("irequires");
    if (!on_start && !is("requires")) refuse("stands where ':', requires or irequires must");
    ++at_;
    if (here().kind != GoalTokenKind::kWord) refuse("stands where a label must");
    wishes_.push_back({label, here(), on_start});
    ++at_;
  }

  void read_operation(const GoalToken* label) {
    const GoalToken kind = here();
    const bool is_calc = is("calc");
    if (!is_calc && !is("send") && !is("recv")) refuse("must be send, recv or calc");
    ++at_;
    RankOp op;
    op.name =
        fmt::format("{} (line {})", label == nullptr ? kind.text : label->text, kind.place.line);
    const std::size_t number = is_calc ? read_calc(kind, op) : read_message(kind, op);
    if (label != nullptr && !labels_.emplace(label->text, number).second)
      throw ConfigError(label->place, where(), label->text, "is a label already");
  }

  std::size_t read_calc(const GoalToken& kind, RankOp op) {
    op.steps = number("steps to compute", 0, kMostCalc);
    op.processor = read_processor();
    return builder_->compute(*rank_, std::move(op), kind.place);
  }

  std::size_t read_message(const GoalToken& kind, RankOp op) {
    const bool sends = kind.text == "send";
    const std::int64_t bytes = number("a number of bytes", 0, kMostBytes);
    expect_word("b", "sizes are in bytes");
    expect_word(sends ? "to" : "from", "the other rank follows");
    if (is("-")) refuse("begins a wildcard: a receive must name its rank");
    const auto peer = static_cast<Node>(number("a rank", 0, builder_->ranks() - 1));
    std::int64_t tag = 0;
    if (is("tag")) {
      ++at_;
      if (is("-")) refuse("begins a wildcard: a receive must name its tag");
      tag = number("a tag", 0, kMostTag);
    }
    op.processor = read_processor();
    if (is("nic")) {
      ++at_;
      number("network interface 0, the only one of a PE", 0, 0);
    }
    const Flits flits = std::max<Flits>(1, (bytes + units_.flit_bytes - 1) / units_.flit_bytes);
    return sends ? builder_->send(*rank_, peer, tag, flits, std::move(op), kind.place)
                 : builder_->receive(*rank_, peer, tag, flits, std::move(op), kind.place);
  }

  int read_processor() {
    if (!is("cpu")) return 0;
    ++at_;
    return static_cast<int>(number("a processor", 0, kMostProcessor));
  }

  std::size_t labelled(const GoalToken& label) const {
    const auto found = labels_.find(label.text);
    if (found == labels_.end())
      throw ConfigError(label.place, where(), label.text, "is no label of this rank");
    return found->second;
  }

  const std::vector<GoalToken> tokens_;
  const ScheduleUnits units_;
  std::size_t at_ = 0;
  std::optional<CollectiveBuilder> builder_;
  std::optional<Node> rank_;
  std::set<Node> seen_;
  std::map<std::string, std::size_t> labels_;
  std::vector<Wish> wishes_;
};

}  // namespace

Collective read_goal(const TextFile& file, const ScheduleUnits& units) {
  return GoalReader(file, units).run();
}

}  // namespace flitwise
