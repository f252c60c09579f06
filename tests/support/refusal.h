// refusal.h: what a call throws, in words.
#ifndef FLITWISE_TESTS_SUPPORT_REFUSAL_H_
#define FLITWISE_TESTS_SUPPORT_REFUSAL_H_

#include <stdexcept>
#include <string>

namespace flitwise::test {

/// The message of the Error that `call` throws, "accepted" if it throws nothing.
template <typename Error = std::invalid_argument, typename Call>
std::string refusal_of(const Call& call) {
  try {
    call();
  } catch (const Error& refusal) {
    return refusal.what();
  }
  return "accepted";
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_REFUSAL_H_
