// word_rows.h: makes rows of word_methods.h of functions of one sort of network.
#ifndef FLITWISE_SIM_COLLECTIVE_METHODS_WORD_ROWS_H_
#define FLITWISE_SIM_COLLECTIVE_METHODS_WORD_ROWS_H_

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/collective/methods/word_methods.h"

namespace flitwise {

/// The source of what is not from a paper.
inline constexpr const char* kThisProject = "this project";

/// A row whose plan and figures are functions of the request and a `Shape`.
template <typename Shape, auto kPlan, auto kFigures>
WordMethod word_row(const char* word, std::vector<CollectiveOperation> operations,
                    const char* sentence, std::string what, std::string finish, std::string range,
                    std::string source) {
  return {shape_index<Shape>(),
          word,
          std::move(operations),
          sentence,
          std::move(what),
          std::move(finish),
          std::move(range),
          std::move(source),
          [](const CollectiveRequest& request, const NetworkShape& shape) {
            return kPlan(request, std::get<Shape>(shape));
          },
          [](const CollectiveRequest& request, const NetworkShape& shape) {
            return kFigures(request, std::get<Shape>(shape));
          }};
}

/// The words and sentences of floods, whoever combines.
inline constexpr const char* kFlood = "flood";
inline constexpr const char* kFloodSentence =
    "PEs combine without a tree: all tell all their neighbours, D times; op min, max, and, or";
inline constexpr const char* kFloodFinish = "latest start + D (1 + a), D the diameter";

/// Of a flood: PEs combine, and operands come more than once.
template <typename Shape, auto kPlan, auto kFigures, auto kResults>
WordMethod flood_row(std::string range) {
  WordMethod row = word_row<Shape, kPlan, kFigures>(
      kFlood, {CollectiveOperation::kBarrier}, kFloodSentence,
      "In each of D rounds every PE combines what it had with what all its neighbours sent in the "
      "round before and sends that to all of them, without a tree. Operands come over several "
      "ways: op is min, max, and or or.",
      kFloodFinish, std::move(range), kThisProject);
  row.results = [](const NetworkShape& shape, const WordArithmetic& arithmetic) {
    return kResults(std::get<Shape>(shape), arithmetic);
  };
  row.has_start = row.counts_twice = true;
  return row;
}

/// The same of routers that combine.
template <typename Shape, auto kCombine, auto kFigures>
WordMethod combining_row(const char* word, std::vector<CollectiveOperation> operations,
                         const char* sentence, std::string what, std::string finish,
                         std::string range, std::string source) {
  WordMethod row{shape_index<Shape>(),
                 word,
                 std::move(operations),
                 sentence,
                 std::move(what),
                 std::move(finish),
                 std::move(range),
                 std::move(source),
                 nullptr,
                 [](const CollectiveRequest& request, const NetworkShape& shape) {
                   // Of vectors of late PEs a recurrence says more.
                   if (request.operation != CollectiveOperation::kBarrier && !request.start.empty())
                     return theory::CollectiveFigures();
                   return kFigures(request, std::get<Shape>(shape), request.operand_depth);
                 },
                 [](const CollectiveRequest& request, const NetworkShape& shape) {
                   return kCombine(request, std::get<Shape>(shape));
                 }};
  row.has_pace = row.has_start = true;
  return row;
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_COLLECTIVE_METHODS_WORD_ROWS_H_
