#include "sim/cli/cli.h"
#include "sim/language/scenario_lengths.h"
#include "sim/run/family/family.h"

namespace flitwise {

std::string list_text(const Families& families) {
  std::string text;
  for (const Family* family : families.all()) text += family->list_text(families) + "\n";
  return text + lengths_text();
}

}  // namespace flitwise
