#include "systemc/protocols/combining/combine_pe.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise::protocols {

namespace {

// What a part takes: results of operands, or the words of the root.
const char* kind_of(const CombinePart& part) {
  return part.kind == FlitKind::kResult && part.results_of == kNoTree ? "word" : "result";
}

}  // namespace

CombinePe::CombinePe(Node self, std::vector<CombinePart> parts, std::vector<std::uint32_t> operands)
    : operands_(std::move(operands)), results_(operands_.size()), book_(self) {
  for (const CombinePart& part : parts) {
    if (part.takes) {
      taker_.resize(std::max(taker_.size(), index_of(part.tree) + 1), kNobody);
      if (taker_[index_of(part.tree)] == kNobody) taker_[index_of(part.tree)] = parts_.size();
    }
    hands_on_ = hands_on_ || (part.sends && part.results_of != kNoTree);
    parts_.push_back({part, 0});
    has_part_ = has_part_ || part.sends || part.takes;
    if (part.sends) last_flit_ = std::max(last_flit_, part.after + (part.words - 1) * part.every);
  }
}

void CombinePe::start(Outbox& outbox) {
  for (const auto& [part, results] : parts_)
    if (part.sends && part.words > 0 && part.results_of == kNoTree)
      hand_over(part, 0, part.words, 0, outbox);
}

// Words of a part from its word `first` on.
void CombinePe::hand_over(const CombinePart& part, Flits first, Flits count, Step now,
                          Outbox& outbox) const {
  auto words = std::make_shared<std::vector<std::uint32_t>>();
  for (Flits k = first; k < first + count; ++k) {
    const auto q = static_cast<std::size_t>(part.first_word + k);
    words->push_back(part.results_of == kNoTree ? operands_[q] : results_[q].value_or(0));
  }
  Transmission message;
  message.kind = part.kind;
  message.tree = part.tree;
  message.port = static_cast<std::uint32_t>(part.tree);
  message.after = std::max<Step>(1, part.after + first * part.every - now);
  message.every = part.every;
  message.first = part.first_word + first + 1;
  message.length = count;
  message.words = std::move(words);
  outbox.send(message);
}

inline void CombinePe::take(const Arrival& arrival, Outbox& outbox) {
  last_call_ = arrival.step;
  // kNoTree is beyond all of them.
  const bool is_known = arrival.kind == FlitKind::kResult && index_of(arrival.tree) < taker_.size();
  const std::size_t taker = is_known ? taker_[index_of(arrival.tree)] : kNobody;
  if (taker == kNobody || parts_[taker].results == parts_[taker].part.words)
    return say_unexpected(arrival, taker);
  Taken& found = parts_[taker];
  const Flits word = found.part.first_word + found.results++;
  constexpr std::uint64_t kNumbers = 1 << 13;  // that flits can say
  if (static_cast<std::uint64_t>(arrival.index) != static_cast<std::uint64_t>(word) % kNumbers + 1)
    say_misplaced(arrival, word);
  results_[static_cast<std::size_t>(word)] = arrival.word;
  if (hands_on_) hand_on(found, arrival, outbox);
}

// The result that has just come, by the parts that wait for it.
void CombinePe::hand_on(const Taken& found, const Arrival& arrival, Outbox& outbox) const {
  for (const Taken& taken : parts_)
    if (taken.part.sends && taken.part.results_of == arrival.tree)
      hand_over(taken.part, found.results - 1, 1, arrival.step, outbox);
}

void CombinePe::receive(const Arrival& arrival, Outbox& outbox) { take(arrival, outbox); }

void CombinePe::receive_all(const std::vector<Arrival>& arrivals, Outbox& outbox) {
  for (const Arrival& arrival : arrivals) take(arrival, outbox);
}

void CombinePe::say_unexpected(const Arrival& arrival, std::size_t taker) {
  if (taker == kNobody) return book_.about(arrival, "this PE takes nothing from that tree");
  const CombinePart& part = parts_[taker].part;
  book_.about(arrival, "all " + counted(part.words, kind_of(part)) + " of the tree have come");
}

void CombinePe::say_misplaced(const Arrival& arrival, Flits next) {
  book_.about(arrival, "word " + std::to_string(next) + " is next");
}

Flits CombinePe::operands_due() const {
  Flits words = 0;
  for (const auto& [part, results] : parts_)
    if (part.sends && part.results_of == kNoTree) words += part.words;
  return words;
}

PeState CombinePe::state_at(Step now) const {
  if (!has_part_) return PeState::kDormant;
  if (now < last_flit_) return PeState::kDispatching;
  return waiting_for().empty() ? PeState::kDone : PeState::kCollecting;
}

std::vector<std::string> CombinePe::waiting_for() const {
  std::vector<std::string> owed;
  for (const auto& [part, results] : parts_)
    if (part.takes && results < part.words)
      owed.push_back(counted(part.words - results, kind_of(part)) + " of tree " +
                     std::to_string(part.tree));
  return owed;
}

std::vector<std::vector<CombinePart>> combine_parts(const CombinePlan& plan,
                                                    const CollectiveRequest& request, Node pes) {
  std::vector<std::vector<CombinePart>> all(index_of(pes));
  for (std::size_t t = 0; t < plan.trees.size(); ++t) {
    const CombineTree& tree = plan.trees[t];
    const std::vector<Step> depths = depths_of(tree);
    const Step height = height_of(tree);
    const auto children = children_of(tree);
    const bool is_text = std::none_of(tree.has_operand.begin(), tree.has_operand.end(),
                                      [](bool has) { return has; });
    const bool is_for_anyone = std::find(tree.takes_result.begin(), tree.takes_result.end(),
                                         true) != tree.takes_result.end();
    for (Node v = 0; v < pes; ++v) {
      CombinePart part;
      part.tree = static_cast<TreeIndex>(t);
      part.first_word = tree.first_word;
      part.words = tree.words;
      part.takes = tree.takes_result[index_of(v)];
      part.sends = is_text ? v == tree.root && is_for_anyone : tree.has_operand[index_of(v)];
      if (is_text) part.kind = FlitKind::kResult;
      part.after = 1 + tree.offset + request.send_overhead;
      part.every = tree.period;
      if (!is_text && !plan.is_own_pace && !plan.floods()) {
        const Step above = height - depths[index_of(v)];
        const Step add = children[index_of(v)].empty() ? 0 : request.add;
        part.after += above * (1 + request.add) - add;
      }
      if (!request.start.empty()) part.after += request.start[index_of(v)];
      all[index_of(v)].push_back(part);
    }
  }
  return all;
}

namespace {

// Words `first` on of what a part sends, and nothing of what it takes.
CombinePart sending(CombinePart part, Flits first, Flits words) {
  part.takes = false;
  part.after += first;
  part.first_word += first;
  part.words = words;
  return part;
}

}  // namespace

std::vector<CombinePart> with_swapped_operands(const std::vector<CombinePart>& parts) {
  std::vector<std::pair<std::size_t, Flits>> places;  // part, word of it
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].sends && parts[i].words > 0) places.emplace_back(i, 0);
  if (places.size() == 1 && parts[places.front().first].words > 1)
    places.emplace_back(places.front().first, 1);
  if (places.size() < 2) throw std::invalid_argument("there are no two operands to swap");
  places.resize(2);
  std::vector<CombinePart> swapped;
  for (const auto& [part, word] : places) swapped.push_back(sending(parts[part], word, 1));
  std::swap(swapped[0].first_word, swapped[1].first_word);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Flits taken = (places[0].first == i ? 1 : 0) + (places[1].first == i ? 1 : 0);
    if (taken == 0) {
      swapped.push_back(parts[i]);
      continue;
    }
    swapped.push_back(sending(parts[i], taken, parts[i].words - taken));
    swapped.push_back(parts[i]);
    swapped.back().sends = false;
  }
  return swapped;
}

std::vector<CombinePart> with_double_operand(const std::vector<CombinePart>& parts) {
  const auto first = std::find_if(parts.begin(), parts.end(), [](const CombinePart& part) {
    return part.sends && part.words > 0;
  });
  if (first == parts.end()) throw std::invalid_argument("there is no operand to hand over twice");
  std::vector<CombinePart> doubled(parts.begin(), first);
  doubled.push_back(sending(*first, 0, 1));
  doubled.push_back(*first);
  doubled.back().after += first->every;
  doubled.insert(doubled.end(), first + 1, parts.end());
  return doubled;
}

}  // namespace flitwise::protocols
