#include "systemc/formats/dot_words.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "systemc/formats/graph_text.h"

namespace flitwise {
namespace {

// Reads words off a DOT text. It checks nothing: that is Boost's part.
class DotScanner {
 public:
  explicit DotScanner(const std::string& text) : text_(text) {}

  std::vector<DotWord> words() {
    std::vector<DotWord> words;
    while (at_ < text_.size()) {
      if (skip_comment() || skip_operator() || skip_value()) continue;
      const std::size_t start = at_;
      count_depth(text_[at_]);
      if (text_[at_] == '"')
        words.push_back({start, quoted(), after_operator_});
      else if (is_word(text_[at_]) || text_[at_] == '-')
        words.push_back({start, plain(), after_operator_});
      else
        ++at_;
      if (words.empty() || words.back().start != start) continue;
      after_operator_ = false;
    }
    return words;
  }

 private:
  static bool is_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || c == '.' || byte >= 0x80;
  }
  bool starts_with(std::string_view what) const {
    return text_.compare(at_, what.size(), what) == 0;
  }
  void skip_past(std::string_view what) {
    const std::size_t found = text_.find(what, at_);
    at_ = found == std::string::npos ? text_.size() : found + what.size();
  }

  // Boost reads a subgraph by calling itself: without a limit a hostile file ends the program.
  void count_depth(char c) {
    depth_ += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth_ > kDeepest)
      refuse("subgraphs lie in each other more than " + std::to_string(kDeepest) + " deep");
  }

  bool skip_comment() {
    const bool preprocessor = text_[at_] == '#' && (at_ == 0 || text_[at_ - 1] == '\n');
    if (preprocessor || starts_with("//")) {
      skip_past("\n");
    } else if (starts_with("/*")) {
      at_ += 2;
      skip_past("*/");
    } else {
      return false;
    }
    return true;
  }

  bool skip_operator() {
    if (!starts_with("--") && !starts_with("->")) return false;
    at_ += 2;
    after_operator_ = true;
    return true;
  }

  // Attributes in brackets, values of a graph's attributes, ports: no nodes are named there.
  bool skip_value() {
    const char first = text_[at_];
    if (first == '[') {
      skip_brackets();
    } else if (first == '<') {
      refuse_markup();
    } else if (first == '=' || first == ':') {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_ + 1), text_.size());
      if (starts_with("\""))
        quoted();
      else
        plain();
    } else {
      return false;
    }
    return true;
  }

  void skip_brackets() {
    for (++at_; at_ < text_.size() && text_[at_] != ']';) {
      if (skip_comment()) continue;
      if (text_[at_] == '"')
        quoted();
      else if (text_[at_] == '<')
        refuse_markup();
      else
        ++at_;
    }
    ++at_;
  }

  [[noreturn]] void refuse(const std::string& rule) const {
    throw GraphTextError{line_of(text_, at_), rule};
  }

  // Boost takes every HTML string for one that does not end.
  [[noreturn]] void refuse_markup() const {
    refuse("'<' outside of quotes: HTML strings are not read; write the text in quotes");
  }

  std::string plain() {
    const std::size_t start = at_;
    if (starts_with("-")) ++at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  std::string quoted() {
    std::string word;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (starts_with("\\\"")) {
        ++at_;
      } else if (starts_with("\\\\")) {  // does not escape the quote that may follow
        word += text_[at_++];
      }
      word += text_[at_];
    }
    ++at_;
    return word;
  }

  static constexpr int kDeepest = 64;

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool after_operator_ = false;
};

}  // namespace

std::vector<DotWord> dot_words(const std::string& text) { return DotScanner(text).words(); }

}  // namespace flitwise
