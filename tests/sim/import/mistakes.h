// mistakes.h: schedules with one mistake, and what is said of it.
#ifndef FLITWISE_TESTS_SIM_IMPORT_MISTAKES_H_
#define FLITWISE_TESTS_SIM_IMPORT_MISTAKES_H_

#include <ostream>
#include <string>

#include "sim/import/formats/schedule_file.h"
#include "tests/sim/support.h"

namespace flitwise::test {

struct Mistake {
  const char* name;
  std::string text;
  std::string message;  ///< behind the file's name
};
inline void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.name; }

/// What is said of a schedule of this text, behind the file's name; empty if it is read.
inline std::string message_of(const std::string& text, ScheduleFormat format) {
  const TemporaryDirectory directory;
  const std::string file = directory.path("schedule");
  write_text(file, text);
  try {
    read_schedule(file, format, {});
  } catch (const ConfigError& error) {
    return std::string(error.what()).substr(file.size() + 1);
  }
  return "";
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_IMPORT_MISTAKES_H_
