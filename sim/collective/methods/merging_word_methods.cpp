// merging_word_methods.cpp: rows of operations in which switches add what meets.
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/methods/word_rows.h"
#include "tb/theory/combining/network_combining.h"

namespace flitwise {

std::vector<WordMethod> merging_word_methods() {
  WordMethod row{};
  row.network = shape_index<FatTree>();
  row.word = "in-switch-reversed";
  row.operations = {CollectiveOperation::kReduceScatter, CollectiveOperation::kAllReduce};
  row.sentence = "switches add what meets on its way to its leaf: a word a leaf at most, optimal";
  row.what =
      "Every leaf sends each other one its operand for it, as plain messages to leaves. Flits for "
      "one leaf that want one link in one step become one, by a stage before each switch that "
      "stores nothing. The timetable is the queue-free multinode broadcast backwards, so that "
      "operands meet where copies part; leaves add the sums that come, at most (b - 1) L. An "
      "all-reduce has that broadcast behind it.";
  row.finish = "reduce-scatter: n + 1 for b = 2 and n >= 4, else n; all-reduce: twice that";
  row.range = "leaves with one link, any capacities, m <= n, a = 0";
  row.source = kThisProject;
  row.figures = [](const CollectiveRequest& request, const NetworkShape& shape) {
    return theory::fat_tree_in_switch_reversed(request, std::get<FatTree>(shape));
  };
  row.merge = [](const CollectiveRequest& request, const NetworkShape& shape) {
    return protocols::merge_in_switches(request, std::get<FatTree>(shape));
  };
  row.hangs_from_root = false;
  return {row};
}

}  // namespace flitwise
