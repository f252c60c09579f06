// mistakes.h: schedules with one mistake, and what is said of it.
#ifndef FLITWISE_TESTS_SIM_IMPORT_MISTAKES_H_
#define FLITWISE_TESTS_SIM_IMPORT_MISTAKES_H_

#include <ostream>
#include <string>

#include "sim/import/formats/schedule_file.h"

namespace flitwise::test {

struct Mistake {
  const char* name;
  std::string text;
  std::string message;  ///< behind the file's name
};
inline void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.name; }

/// What is said of a schedule of this text, behind the file's name; empty if it is read.
std::string message_of(const std::string& text, ScheduleFormat format);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_IMPORT_MISTAKES_H_
