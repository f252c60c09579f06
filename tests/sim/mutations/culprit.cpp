#include "tests/sim/mutations/culprit.h"

#include <unistd.h>

#include <csignal>
#include <cstring>

namespace flitwise::test {
namespace {

constexpr unsigned kSeconds = 20;

// A signal handler reaches nothing else.
const std::string* suspect = nullptr;

void write_all(const char* text, std::size_t size) {
  while (size > 0) {
    const ssize_t written = write(STDERR_FILENO, text, size);
    if (written <= 0) return;
    text += written;
    size -= static_cast<std::size_t>(written);
  }
}

void tell(int number) {
  const char* what = number == SIGALRM ? "\nhangs on:\n" : "\ncrashes on:\n";
  write_all(what, std::strlen(what));
  if (suspect != nullptr) write_all(suspect->data(), suspect->size());
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

Culprit::Culprit(const std::string& text) {
  suspect = &text;
  for (const int number : {SIGALRM, SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) std::signal(number, tell);
  alarm(kSeconds);
}

Culprit::~Culprit() {
  alarm(0);
  suspect = nullptr;
}

}  // namespace flitwise::test
