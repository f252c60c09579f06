#include "tests/sim/import/mistakes.h"

#include "tests/sim/support.h"

namespace flitwise::test {

std::string message_of(const std::string& text, ScheduleFormat format) {
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
