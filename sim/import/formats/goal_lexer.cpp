#include "sim/import/formats/goal_lexer.h"

#include <cctype>

namespace flitwise {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
constexpr const char* kEndOfLine = "end of line";

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

  void advance() {
    if (here() == '\n') {
      ++line_;
      column_ = 0;
    }
    // Columns count characters, not the bytes that follow the first of one.
    ++at_;
    if (at_ >= file_.content.size() || (static_cast<unsigned char>(here()) & 0xC0U) != 0x80U)
      ++column_;
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
      throw ConfigError(place(), "", std::string(1, here()), "has no meaning in GOAL");
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

}  // namespace

std::vector<GoalToken> goal_tokens(const TextFile& file) { return Lexer(file).run(); }

}  // namespace flitwise
