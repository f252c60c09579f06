// culprit.h: the input that made a reader crash or hang, printed as the process ends.
#ifndef FLITWISE_TESTS_SIM_MUTATIONS_CULPRIT_H_
#define FLITWISE_TESTS_SIM_MUTATIONS_CULPRIT_H_

#include <string>

namespace flitwise::test {

/// While it lives, a crash and a reading of more than 20 seconds end the process with the text on
/// standard error. One at a time.
class Culprit {
 public:
  /// `text` outlives it.
  explicit Culprit(const std::string& text);
  Culprit(const Culprit&) = delete;
  Culprit& operator=(const Culprit&) = delete;
  ~Culprit();
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_MUTATIONS_CULPRIT_H_
