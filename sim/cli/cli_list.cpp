#include "sim/cli/cli.h"
#include "sim/run/family/families.h"

namespace flitwise {
namespace {

constexpr const char* kLengths =
    "lengths (the root, PE 0 unless chosen, has no message):\n"
    "  [0, 2, 3, 0]                               flits of each PE's message\n"
    "  {each: N}                                  N flits everywhere\n"
    "  {uniform: [LO, HI], seed: S}               LO to HI flits, equally likely\n"
    "  {sparse: P, length: N or [LO, HI], seed: S}  a message with probability P (length 1)\n"
    "  {one: PE, length: N}                       only that PE has a message\n";

}  // namespace

std::string list_text(const Families& families) {
  std::string text;
  for (const Family* family : families.all()) text += family->list_text() + "\n";
  return text + kLengths;
}

}  // namespace flitwise
