#include "sim/text/report_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitwise {
namespace {

TEST(DisplayWidth, CountsColumnsAndNotBytes) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("caf\u00e9"), 4U);
  EXPECT_EQ(display_width("\u7f51\u7edc"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("\U0001F600"), 2U);
}

TEST(CutToWidth, LeavesShortTextAlone) { EXPECT_EQ(cut_to_width("abc", 3), "abc"); }

TEST(CutToWidth, EndsLongTextInAnEllipsis) { EXPECT_EQ(cut_to_width("abcdef", 4), "abc\u2026"); }

TEST(CutToWidth, NeverSplitsAWideCharacter) {
  EXPECT_EQ(cut_to_width("\u7f51\u7edc\u7f51", 4), "\u7f51\u2026");
}

TEST(PadToWidth, FillsOnTheSideAwayFromTheText) {
  EXPECT_EQ(pad_to_width("\u7f51", 4, Align::kLeft), "\u7f51  ");
  EXPECT_EQ(pad_to_width("7", 3, Align::kRight), "  7");
  EXPECT_EQ(pad_to_width("long", 2, Align::kLeft), "long");
}

TEST(FirstBadByte, AcceptsText) {
  EXPECT_EQ(first_bad_byte("a\tb\r\n caf\u00e9 \u7f51 \U0001F600"), std::string::npos);
}

TEST(FirstBadByte, FindsWhatIsNotUtf8Text) {
  EXPECT_EQ(first_bad_byte("ab\xE9"), 2U);                // Latin-1
  EXPECT_EQ(first_bad_byte(std::string("a\0b", 3)), 1U);  // control character
  EXPECT_EQ(first_bad_byte("\xC0\xAF"), 0U);              // overlong
  EXPECT_EQ(first_bad_byte("x\xED\xA0\x80"), 1U);         // surrogate
  EXPECT_EQ(first_bad_byte("\xF4\x90\x80\x80"), 0U);      // beyond Unicode
  EXPECT_EQ(first_bad_byte("abc\xE2\x82"), 3U);           // cut off
}

TEST(SlugOf, KeepsLettersAndDigitsAndJoinsThemByHyphens) {
  EXPECT_EQ(slug_of("Figure 4 (tight)"), "figure-4-tight");
  EXPECT_EQ(slug_of("../../etc/passwd"), "etc-passwd");
  EXPECT_EQ(slug_of("\u7f51"), "scenario");
  EXPECT_EQ(slug_of(""), "scenario");
  EXPECT_LE(slug_of(std::string(500, 'x')).size(), 80U);
}

TEST(DistinctSlugs, NumberEqualNames) {
  EXPECT_THAT(distinct_slugs({"a b", "A-B", "a-b-2", "c"}),
              testing::ElementsAre("a-b", "a-b-2", "a-b-2-2", "c"));
}

TEST(Replaced, HasWhatTheTableHasInPlaceOfEachCharacter) {
  EXPECT_EQ(replaced("a%b%%", {{'%', "%25"}, {'b', ""}, {'2', "x"}}), "a%25%25%25");
  EXPECT_EQ(replaced("a", {}), "a");
}

TEST(ShellWord, IsInQuotesWhereItNeedsThem) {
  EXPECT_EQ(shell_word("a/b-c_d.yaml"), "a/b-c_d.yaml");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

TEST(ControlCharacters, AreEscapedAndNothingElseIs) {
  EXPECT_EQ(escaped("a\033\n\t\u0085\u202E\u7f51\xFF"), "a\\x1b\\n\\t\\x85\\u202e\u7f51\xFF");
}

TEST(ControlCharacters, AreFoundBehindTabsAndLineEnds) {
  EXPECT_EQ(first_control("\t\r\n\u7f51\u2067"), 6U);
  EXPECT_EQ(first_control("\t\r\n\u7f51"), std::string::npos);
}

}  // namespace
}  // namespace flitwise
