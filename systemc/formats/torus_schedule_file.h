// torus_schedule_file.h: broadcast schedules in files.
//
// The native format is JSON:
//
//   {
//     "format": "flitwise torus schedule 1",
//     "sides": [4, 4],            n_0, n_1, ...
//     "order": [0, 1],            dimensions in the order of routing; default ascending
//     "source": [0, 0],           coordinates of the node that has the text at first
//     "scheme": "peel",           any word; optional
//     "flits": 16,                length of the text; optional
//     "steps": [
//       [
//         {"from": [0, 0], "hops": [2, 0]},
//         {"from": [0, 0], "path": [[0, 1], [0, 2]]}
//       ]
//     ]
//   }
//
// `hops` are signed, one per dimension. `path` says the same by the nodes after `from`, and is
// turned into hops: its nodes must be neighbours and follow the order of routing without turning
// back; on a side of 2 a hop counts as +. A step may also be {"start": CYCLE, "messages": [...]}:
// then all steps are, and their starts increase, from 1 on.
//
// The reader takes a collection of schedules as well: an object with `schedules`, a list of objects
// with `dims`, `source`, `steps` of messages [source, hops], `scheme`, and the claims `n_steps`,
// `messages` and `maxhops`, which must be true of the steps; `lower_bound` and `lower_bound_dor` of
// these and the collection's `format` and `table_2d_small` are for people and are not read.
//
// The reader looks at the form. Whether a schedule is right is for a checker to say.
#ifndef FLITWISE_SYSTEMC_FORMATS_TORUS_SCHEDULE_FILE_H_
#define FLITWISE_SYSTEMC_FORMATS_TORUS_SCHEDULE_FILE_H_

#include <string>
#include <vector>

#include "systemc/topology/torus/torus_schedule.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise {

/// A schedule file that cannot be used; `what()` is "file: where: value rule".
class ScheduleFileError : public TopologyError {
 public:
  /// Shape: `where` is a place such as steps[0][2].hops, empty for the file as a whole; `value` may
  ///        be empty.
  ScheduleFileError(const std::string& file, std::string where, std::string value,
                    std::string rule);

  const std::string& where() const { return where_; }
  const std::string& value() const { return value_; }
  const std::string& rule() const { return rule_; }

 private:
  std::string where_;
  std::string value_;
  std::string rule_;
};

/// Reads all schedules of a file: one of the native format, or those of a collection in its order.
/// Errors: throws ScheduleFileError for a file that cannot be read, is larger than 16 MiB, is no
///         JSON, has unknown, missing or repeated keys, or values of the wrong kind or range.
std::vector<TorusSchedule> read_schedules(const std::string& path);

/// The same from a text; `file` is its name in errors.
std::vector<TorusSchedule> parse_schedules(const std::string& text, const std::string& file);

/// The native format, one message a line; parse_schedules() gives the same schedule back, with the
/// order of routing spelled out.
std::string write_schedule(const TorusSchedule& schedule);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_TORUS_SCHEDULE_FILE_H_
