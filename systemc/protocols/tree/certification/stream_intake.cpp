#include "systemc/protocols/tree/certification/stream_intake.h"

#include <optional>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

std::vector<std::string> StreamIntake::take(const Arrival& arrival) {
  if (missing() == 0) return {"expected " + counted(flits_, "flit") + " in all"};
  std::vector<std::string> faults;
  if (next_due_ && arrival.step != *next_due_)
    faults.push_back("the stream's next flit was due in step " + std::to_string(*next_due_));
  next_due_ = arrival.step + every_;
  const std::optional<std::string> fault = intake_.take(arrival);
  if (fault) faults.push_back(*fault);
  return faults;
}

}  // namespace flitwise::protocols
