#include "systemc/network/models/model_prints.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace flitwise {
namespace {

// Verilator's runtime has one way out for all models of a program, and tells it nothing about who
// prints: only the thread says whose text it is.
thread_local std::string* gathered = nullptr;

void append(std::string& text, const char* format, std::va_list arguments) {
  std::va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (size <= 0) return;
  const std::size_t before = text.size();
  text.resize(before + static_cast<std::size_t>(size) + 1);  // vsnprintf ends it with a zero
  std::vsnprintf(&text[before], static_cast<std::size_t>(size) + 1, format, arguments);
  text.pop_back();
}

}  // namespace

void gather_model_prints(std::string* text) { gathered = text; }

bool can_gather_model_prints() {
#ifdef VL_PRINTF
  return true;
#else
  return false;
#endif
}

// Not what Verilator adds to an assertion that ends nothing: 5.006 after each, 5.032 after the
// first of a process, so that several processes would print more of it than one.
int print_of_model(const char* format, ...) {
  constexpr char kAside[] = "-Info: ";
  if (std::strncmp(format, kAside, sizeof kAside - 1) == 0) return 0;
  std::va_list arguments;
  va_start(arguments, format);
  if (gathered == nullptr)
    std::vprintf(format, arguments);
  else
    append(*gathered, format, arguments);
  va_end(arguments);
  return 0;
}

}  // namespace flitwise
