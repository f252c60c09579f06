// reference_combine_stage.cpp: one edge, phase by phase: arrivals, halves of a root edge, operands,
// results, queues.
#include "tests/rtl/collective/reference_combine_stage.h"

#include <algorithm>
#include <utility>

namespace flitwise::rtl_test {
namespace {

std::int64_t signed_value(int width, std::uint32_t word) {
  const auto value = static_cast<std::int64_t>(word);
  return (word >> (width - 1) & 1U) != 0 ? value - (std::int64_t{1} << width) : value;
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const CombineOutputs& outputs) {
  stream << static_cast<const RouterOutputs&>(outputs) << ", credits to";
  for (const std::size_t lane : outputs.credits) stream << ' ' << lane;
  return stream;
}

std::uint32_t combined(CombineOp op, int width, std::uint32_t a, std::uint32_t b) {
  switch (op) {
    case CombineOp::kSum:
      return static_cast<std::uint32_t>((std::uint64_t{a} + b) % (std::uint64_t{1} << width));
    case CombineOp::kMin:
      return signed_value(width, a) < signed_value(width, b) ? a : b;
    case CombineOp::kMax:
      return signed_value(width, a) < signed_value(width, b) ? b : a;
    case CombineOp::kAnd:
      return a & b;
    case CombineOp::kOr:
      return a | b;
    case CombineOp::kXor:
      return a ^ b;
  }
  return 0;
}

ReferenceCombineStage::ReferenceCombineStage(CombineShape shape, std::vector<CombineSeat> seats)
    : shape_(shape),
      seats_(std::move(seats)),
      queues_(shape.trees + shape.links),
      places_(shape.links, shape.depth),
      kept_(shape.trees),
      halves_(shape.trees),
      adder_(shape.trees, std::vector<std::optional<CombineFlit>>(shape.adder)) {
  for (CombineSeat& seat : seats_) seat.is_edge = seat.is_edge && shape_.has_edges;
}

std::vector<std::size_t> ReferenceCombineStage::source_lanes(std::size_t tree) const {
  std::vector<std::size_t> lanes;
  if (seats_[tree].operand) lanes.push_back(tree);
  for (const std::size_t link : seats_[tree].children) lanes.push_back(shape_.trees + link);
  return lanes;
}

// Whether the table has a place for a flit on a lane.
bool ReferenceCombineStage::belongs(std::size_t lane, const CombineFlit& flit) const {
  if (flit.tree >= shape_.trees) return false;
  const CombineSeat& seat = seats_[flit.tree];
  const bool is_own = lane < shape_.trees;
  if (is_own && lane != flit.tree) return false;
  const std::size_t link = lane - shape_.trees;
  const bool is_from_parent = !is_own && seat.parent == link;
  if (flit.kind == FlitKind::kResult)
    return is_own ? !seat.parent && seat.sources() == 0 : is_from_parent && !seat.is_edge;
  return is_own ? seat.operand : seat.children.count(link) != 0 || (is_from_parent && seat.is_edge);
}

bool ReferenceCombineStage::fits(const CombineFlit& a, const CombineFlit& b) const {
  return a.op == b.op && a.number == b.number;
}

const CombineFlit* ReferenceCombineStage::front(std::size_t lane, std::size_t tree) const {
  const auto& flit = fronts_[lane];
  return flit && flit->tree == tree ? &*flit : nullptr;
}

void ReferenceCombineStage::take(std::size_t lane) {
  queues_[lane].pop_front();
  if (shape_.depth > 0 || lane < shape_.trees) out_.credits.insert(lane);
}

void ReferenceCombineStage::drop(const std::vector<std::size_t>& lanes) {
  out_.violation |= kMismatchBit;
  out_.involved_in.insert(lanes.begin(), lanes.end());
}

void ReferenceCombineStage::admit(const std::map<std::size_t, RawFlit>& inputs) {
  for (const auto& [lane, raw] : inputs) {
    const CombineFlit flit = combine_flit(raw);
    if (!belongs(lane, flit)) {
      out_.violation |= kNoRouteBit;
      out_.involved_in.insert(lane);
    } else if (flit.kind == FlitKind::kCombine) {
      queues_[lane].push_back(flit);
    } else {
      results_[flit.tree] = flit;
      if (lane < shape_.trees) out_.credits.insert(lane);
    }
  }
}

// What the two ends of a root edge have exchanged.
void ReferenceCombineStage::meet(std::size_t tree) {
  for (Half& half : halves_[tree]) --half.steps;
  if (!halves_[tree].empty() && halves_[tree].front().steps == 0) {
    results_[tree] = halves_[tree].front().flit;
    halves_[tree].pop_front();
  }
  const CombineSeat& seat = seats_[tree];
  if (!seat.is_edge) return;
  const std::size_t lane = shape_.trees + *seat.parent;
  const CombineFlit* other = front(lane, tree);
  auto& kept = kept_[tree];
  if (other != nullptr && !kept.empty() && fits(*other, kept.front())) {
    CombineFlit flit = kept.front();
    flit.word = combined(flit.op, shape_.width, flit.word, other->word);
    if (shape_.adder == 0)
      results_[tree] = flit;
    else
      halves_[tree].push_back({flit, static_cast<int>(shape_.adder)});
  } else if ((other != nullptr && !kept.empty()) ||
             (shape_.depth == 0 && (other != nullptr || !kept.empty()))) {
    drop({lane});
  } else {
    return;
  }
  if (other != nullptr) take(lane);
  if (!kept.empty()) kept.pop_front();
}

// Empty unless all are of one word and an operation that is built.
std::optional<CombineFlit> ReferenceCombineStage::sum_of(const std::vector<std::size_t>& lanes,
                                                         std::size_t tree) const {
  CombineFlit sum = *front(lanes.front(), tree);
  if (static_cast<int>(sum.op) >= kCombineOps || (shape_.ops >> static_cast<int>(sum.op) & 1U) == 0)
    return std::nullopt;
  for (auto lane = lanes.begin() + 1; lane != lanes.end(); ++lane) {
    const CombineFlit* operand = front(*lane, tree);
    if (!fits(*operand, sum)) return std::nullopt;
    sum.word = combined(sum.op, shape_.width, sum.word, operand->word);
  }
  return sum;
}

void ReferenceCombineStage::combine(std::size_t tree) {
  const CombineSeat& seat = seats_[tree];
  const bool can_rise = !seat.parent || shape_.depth == 0 ||
                        (places_[*seat.parent] > 0 && kept_[tree].size() < shape_.depth);
  auto& adder = adder_[tree];
  const bool passes = adder.empty() || seat.sources() <= 1;
  if (!adder.empty()) {
    if (adder.back() && can_rise) {
      rising_[tree] = adder.back();
      adder.back().reset();
    }
    for (std::size_t k = adder.size() - 1; k > 0; --k) {
      if (!adder[k]) std::swap(adder[k], adder[k - 1]);
    }
  }
  const std::vector<std::size_t> lanes = source_lanes(tree);
  std::vector<std::size_t> present;
  for (const std::size_t lane : lanes) {
    if (front(lane, tree) != nullptr) present.push_back(lane);
  }
  const bool is_complete = !lanes.empty() && present.size() == lanes.size();
  if (present.empty() || (!is_complete && shape_.depth > 0)) return;
  const std::optional<CombineFlit> sum =
      is_complete ? sum_of(lanes, tree) : std::optional<CombineFlit>();
  if (!sum)
    drop(present);
  else if (passes && can_rise)
    rising_[tree] = sum;
  else if (!passes && !adder.front())
    adder.front() = sum;
  else
    return;
  for (const std::size_t lane : present) take(lane);
}

void ReferenceCombineStage::show(std::size_t lane, const CombineFlit& flit, FlitKind kind) {
  if (out_.lanes[lane] != 0) {
    out_.violation |= kCollisionBit;
    out_.involved_out.insert(lane);
    return;
  }
  CombineFlit shown = flit;
  shown.kind = kind;
  out_.lanes[lane] = to_raw(shown);
}

void ReferenceCombineStage::rise(std::size_t tree, const CombineFlit& flit) {
  const CombineSeat& seat = seats_[tree];
  show(shape_.trees + *seat.parent, flit, FlitKind::kCombine);
  if (shape_.depth > 0) --places_[*seat.parent];
  if (seat.is_edge) kept_[tree].push_back(flit);
}

void ReferenceCombineStage::settle_queues() {
  for (std::size_t lane = 0; lane < queues_.size(); ++lane) {
    auto& queue = queues_[lane];
    if (shape_.depth > 0 && queue.size() > shape_.depth) {
      queue.pop_back();
      out_.violation |= kOverflowBit;
      out_.involved_in.insert(lane);
    }
    if (shape_.depth == 0) queue.clear();
  }
}

bool ReferenceCombineStage::has_any() const {
  const auto is_filled = [](const auto& queue) { return !queue.empty(); };
  return std::any_of(queues_.begin(), queues_.end(), is_filled) ||
         std::any_of(kept_.begin(), kept_.end(), is_filled) ||
         std::any_of(halves_.begin(), halves_.end(), is_filled) ||
         std::any_of(adder_.begin(), adder_.end(), [](const auto& stages) {
           return std::any_of(stages.begin(), stages.end(),
                              [](const auto& stage) { return stage.has_value(); });
         });
}

CombineOutputs ReferenceCombineStage::clock(const std::map<std::size_t, RawFlit>& inputs,
                                            const std::set<std::size_t>& credits) {
  out_ = CombineOutputs(queues_.size());
  results_.assign(shape_.trees, std::nullopt);
  rising_.assign(shape_.trees, std::nullopt);
  admit(inputs);
  fronts_.assign(queues_.size(), std::nullopt);
  for (std::size_t lane = 0; lane < queues_.size(); ++lane) {
    if (!queues_[lane].empty()) fronts_[lane] = queues_[lane].front();
  }
  if (shape_.depth > 0) {
    for (const std::size_t link : credits) ++places_[link];
  }
  for (std::size_t tree = 0; tree < shape_.trees; ++tree) meet(tree);
  for (std::size_t tree = 0; tree < shape_.trees; ++tree) combine(tree);
  bool has_moved = false;
  for (std::size_t tree = 0; tree < shape_.trees; ++tree) {
    has_moved = has_moved || rising_[tree] || results_[tree];
    if (rising_[tree] && is_root(tree)) results_[tree] = rising_[tree];
    if (rising_[tree] && !is_root(tree)) rise(tree, *rising_[tree]);
    if (!results_[tree]) continue;
    if (seats_[tree].own_result) show(tree, *results_[tree], FlitKind::kResult);
    for (const std::size_t link : seats_[tree].results)
      show(shape_.trees + link, *results_[tree], FlitKind::kResult);
  }
  settle_queues();
  out_.busy = has_moved || out_.violation != 0 || !out_.credits.empty() || has_any();
  return out_;
}

}  // namespace flitwise::rtl_test
