#include "tb/theory/prediction.h"

#include <algorithm>
#include <stdexcept>

namespace flitwise::theory {

const std::string& Sourced::source_of(const std::string& quantity) const {
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const Source& s) { return s.quantity == quantity; });
  if (found == sources.end())
    throw std::out_of_range("this prediction says nothing of \"" + quantity + "\"");
  return found->text;
}

}  // namespace flitwise::theory
