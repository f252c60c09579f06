// word_runs.h: every row of word_methods() on networks of its sort, small ones and drawn ones.
#ifndef FLITWISE_TESTS_SYSTEM_COLLECTIVE_WORD_RUNS_H_
#define FLITWISE_TESTS_SYSTEM_COLLECTIVE_WORD_RUNS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/collective/methods/word_methods.h"

namespace flitwise::word_runs {

/// As scenarios say it: "kind: torus, sides: [4]", and options of its routers.
struct WordNetwork {
  std::string network;
  std::string options;
  Node pes = 0;
};

/// Whether operands become results, and not only change places.
bool combines(CollectiveOperation operation);

/// Trees of 1 to 5 PEs with single ports and with one a link, fat trees of up to 9 leaves, tori and
/// meshes with sides 1 to 5, S_3 and S_4.
std::vector<WordNetwork> small_networks(ShapeIndex network);

/// What is asked of a network.
struct WordCase {
  WordNetwork network;
  const WordMethod* method = nullptr;
  CollectiveOperation operation = CollectiveOperation::kReduce;
  Flits words = 1;  ///< of the vector or block
  Step add = 0;
  Step overhead = 0;  ///< of sending and of receiving
  Node root = 0;
  std::string more;          ///< further lines
  std::string more_options;  ///< "op: min, packet: 2"
};

std::string text_of(const WordCase& one);

/// All operations of the row on all small networks, with 1, 2 and 7 words, 0 and 2 steps to
/// combine, with and without overheads, by timetable and at own pace, with queues of one operand,
/// too, of all roots the first and the last.
std::vector<WordCase> small_cases(const WordMethod& method);

/// Whether models of the row's routers or stages are compiled on first use.
bool needs_compiling(const WordMethod& method);

/// One case for two seeds: any row on a network of up to 64 PEs, or 120. Cases of one `shape` are
/// of one row, and where that needs compiling all run on the same models, or two.
WordCase drawn_case(std::uint64_t shape, std::uint64_t seed);

/// What was seen of many cases.
struct WordCounts {
  int runs = 0;
  int refused = 0;  ///< networks and options that the row is not for
  int done = 0;     ///< of the runs, those of which theory says when they are done
  int events = 0;   ///< and those of which it says every event
};

/// Runs a case that the reader accepts, which must pass, have all contents and be done when theory
/// says so. What it refuses must be blamed on the algorithm or an option.
void expect_as_predicted(const WordCase& one, WordCounts& counts);

/// Runs a case that the reader accepts with its finish as the limit, with which it must pass, and
/// with a step less: then it has not ended and was never done, and PEs have no other results than
/// those that came.
void expect_to_end_in_its_finish(const WordCase& one, WordCounts& counts);

/// Runs a case, one that combines, in which PE `pe` counts its first operand twice: the run must
/// fail and name the PE, and where PEs or switches add, one word at least must be wrong.
void expect_to_notice_double(WordCase one, Node pe, WordCounts& counts);

/// Runs a case in which all that PE `pe` sends is `by` steps late: the run must not pass. Where PEs
/// combine, their results must be right, and be there when the timing model says that the broken
/// program is done, if it says that.
void expect_to_notice_late(WordCase one, Node pe, Step by, WordCounts& counts);

}  // namespace flitwise::word_runs

#endif  // FLITWISE_TESTS_SYSTEM_COLLECTIVE_WORD_RUNS_H_
