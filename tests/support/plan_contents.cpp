// plan_contents.cpp: operands move from memory to memory, event by event.
#include "tests/support/plan_contents.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <queue>
#include <random>
#include <tuple>
#include <utility>

namespace flitwise::test {
namespace {

constexpr std::size_t kMostSentences = 10;
constexpr std::size_t kMostNames = 4;  // of operands in one sentence

// Word and PE of an operand in one number, which sorts by word.
using Operand = std::int64_t;
constexpr int kPeBits = 31;
Operand operand(Node of, std::int32_t word) { return (Operand{word} << kPeBits) + of; }

// What a cell holds, sorted; shared by all cells that hold the same. Null: nothing.
using Content = std::shared_ptr<const std::vector<Operand>>;

Content combined(const Content& a, const Content& b) {
  if (!a) return b;
  if (!b) return a;
  auto sum = std::make_shared<std::vector<Operand>>();
  sum->reserve(a->size() + b->size());
  std::merge(a->begin(), a->end(), b->begin(), b->end(), std::back_inserter(*sum));
  return sum;
}

class Sentences {
 public:
  void add(const std::string& sentence) {
    if (list_.size() < kMostSentences) list_.push_back(sentence);
    ++count_;
  }
  bool empty() const { return count_ == 0; }
  std::vector<std::string> all() const {
    std::vector<std::string> list = list_;
    if (count_ > list.size())
      list.push_back("and " + std::to_string(count_ - list.size()) + " more");
    return list;
  }

 private:
  std::vector<std::string> list_;
  std::size_t count_ = 0;
};

std::string name_of_op(const RankEvent& event) {
  return "PE " + std::to_string(event.rank) + " operation " + std::to_string(event.op);
}

// "word 3 of PE 2, word 3 of PE 5", the first few of the list.
std::string names(const std::vector<Operand>& operands) {
  std::string text;
  for (std::size_t i = 0; i < std::min(operands.size(), kMostNames); ++i)
    text += (i > 0 ? ", " : "") + std::string("word ") + std::to_string(operands[i] >> kPeBits) +
            " of PE " + std::to_string(operands[i] & ((Operand{1} << kPeBits) - 1));
  if (operands.size() > kMostNames)
    text += " and " + std::to_string(operands.size() - kMostNames) + " more";
  return text;
}

class Memories {
 public:
  explicit Memories(const CollectivePlan& plan)
      : plan_(plan),
        ends_(plan.schedule.transfers.size()),
        payloads_(plan.schedule.transfers.size()) {
    for (const Cell cells : plan.cells) memory_.emplace_back(index_of(cells));
  }

  // Lays out what is held at first, unless the plan's parts do not fit each other.
  bool check_and_fill() {
    if (plan_.cells.size() != plan_.schedule.programs.size())
      sentences_.add("there are " + std::to_string(plan_.cells.size()) + " memories for " +
                     std::to_string(plan_.schedule.programs.size()) + " PEs");
    if (sentences_.empty())
      for (Node rank = 0; rank < plan_.schedule.ranks(); ++rank) check_program(rank);
    for (std::size_t t = 0; t < ends_.size(); ++t)
      if (ends_[t] != std::pair(1, 1))
        sentences_.add("transfer " + std::to_string(t) + " has " + std::to_string(ends_[t].first) +
                       " sends and " + std::to_string(ends_[t].second) + " receives");
    for (const WordPlace& place : plan_.held) {
      if (!check_place(place, "held")) continue;
      Content& content = memory_[index_of(place.rank)][index_of(place.cell)];
      content = combined(content, std::make_shared<std::vector<Operand>>(
                                      1, operand(place.word.of, place.word.word)));
    }
    return sentences_.empty();
  }

  void pass(const RankEvent& event) {
    const RankOp& op = plan_.schedule.programs[index_of(event.rank)][event.op];
    std::vector<Content>& memory = memory_[index_of(event.rank)];
    if (op.kind == RankOpKind::kSend && !event.is_end)
      payloads_[op.transfer] = read(memory, op.reads);
    if (op.kind == RankOpKind::kReceive && event.is_end)
      write(memory, op, std::exchange(payloads_[op.transfer], {}));
    if (op.kind == RankOpKind::kCompute && event.is_end) write(memory, op, read(memory, op.reads));
  }

  void check_due() {
    std::vector<std::pair<Node, Cell>> places;
    for (const WordPlace& place : plan_.due) {
      places.emplace_back(place.rank, place.cell);
      if (check_place(place, "due")) check_cell(place);
    }
    std::sort(places.begin(), places.end());
    for (auto twice = std::adjacent_find(places.begin(), places.end()); twice != places.end();
         twice = std::adjacent_find(twice + 1, places.end()))
      sentences_.add("cell " + std::to_string(twice->second) + " of PE " +
                     std::to_string(twice->first) + " is due twice");
  }

  void add_circle(const std::vector<RankEvent>& circle) {
    std::string text;
    for (const RankEvent& event : circle)
      text += (text.empty() ? "" : ", ") + name_of_op(event) + (event.is_end ? " end" : " start");
    sentences_.add("these wait for each other: " + text);
  }

  std::vector<std::string> sentences() const { return sentences_.all(); }

 private:
  static std::vector<Content> read(const std::vector<Content>& memory,
                                   const std::vector<Cell>& cells) {
    std::vector<Content> contents;
    contents.reserve(cells.size());
    for (const Cell cell : cells) contents.push_back(memory[index_of(cell)]);
    return contents;
  }
  static void write(std::vector<Content>& memory, const RankOp& op, std::vector<Content> contents) {
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      contents[i] = combined(contents[i], memory[index_of(op.operands[i])]);
    for (std::size_t i = 0; i < op.writes.size(); ++i)
      memory[index_of(op.writes[i])] = std::move(contents[i]);
  }

  void check_program(Node rank) {
    const std::vector<RankOp>& program = plan_.schedule.programs[index_of(rank)];
    for (std::size_t number = 0; number < program.size(); ++number) {
      const RankOp& op = program[number];
      const std::string name = name_of_op({rank, number, false});
      const bool fits = check_ends(rank, op, name);
      for (const std::vector<Cell>* cells : {&op.reads, &op.writes, &op.operands})
        for (const Cell cell : *cells)
          if (cell < 0 || cell >= plan_.cells[index_of(rank)])
            sentences_.add(name + " names cell " + std::to_string(cell));
      for (const RankDependency& dependency : op.after)
        if (dependency.op >= program.size()) sentences_.add(name + " waits for what is not there");
      if (fits && !op.operands.empty() && op.operands.size() != op.writes.size())
        sentences_.add(name + " combines with fewer or more cells than it writes");
    }
  }
  bool check_ends(Node rank, const RankOp& op, const std::string& name) {
    if (op.kind == RankOpKind::kCompute) {
      if (op.reads.size() != op.writes.size())
        sentences_.add(name + " reads more or less than it writes");
      return op.reads.size() == op.writes.size();
    }
    if (op.transfer >= ends_.size()) {
      sentences_.add(name + " is of no transfer");
      return false;
    }
    const bool sends = op.kind == RankOpKind::kSend;
    const CollectiveTransfer& transfer = plan_.schedule.transfers[op.transfer];
    ++(sends ? ends_[op.transfer].first : ends_[op.transfer].second);
    if ((sends ? transfer.from : transfer.to) != rank)
      sentences_.add(name + " is of a transfer of another PE");
    if (transfer.from == transfer.to) sentences_.add(name + " is of a transfer to itself");
    const std::size_t words = (sends ? op.reads : op.writes).size();
    if (transfer.flits < 1 || words != static_cast<std::size_t>(transfer.flits))
      sentences_.add(name + " has a message of " + std::to_string(transfer.flits) +
                     " flits and names " + std::to_string(words) + " of its words");
    return true;
  }
  bool check_place(const WordPlace& place, const std::string& what) {
    const bool exists = place.rank >= 0 && index_of(place.rank) < memory_.size() &&
                        place.cell >= 0 &&
                        index_of(place.cell) < memory_[index_of(place.rank)].size();
    if (!exists)
      sentences_.add("cell " + std::to_string(place.cell) + " of PE " + std::to_string(place.rank) +
                     ", " + what + ", is not there");
    return exists;
  }

  void check_cell(const WordPlace& place) {
    std::vector<Operand> due;
    const bool all = place.word.of == kAllOperands;
    for (Node v = all ? 0 : place.word.of; v < (all ? plan_.schedule.ranks() : place.word.of + 1);
         ++v)
      due.push_back(operand(v, place.word.word));
    const Content& content = memory_[index_of(place.rank)][index_of(place.cell)];
    const std::vector<Operand> held = content ? *content : std::vector<Operand>();
    if (held == due) return;
    std::vector<Operand> missing, more, doubled, foreign;
    std::set_difference(due.begin(), due.end(), held.begin(), held.end(),
                        std::back_inserter(missing));
    std::set_difference(held.begin(), held.end(), due.begin(), due.end(), std::back_inserter(more));
    for (const Operand one : more)
      (std::binary_search(due.begin(), due.end(), one) ? doubled : foreign).push_back(one);
    std::string text =
        "cell " + std::to_string(place.cell) + " of PE " + std::to_string(place.rank);
    if (!missing.empty()) text += " lacks " + names(missing) + ";";
    if (!doubled.empty()) text += " has once too often " + names(doubled) + ";";
    if (!foreign.empty()) text += " has " + names(foreign) + ", which it should not;";
    text.pop_back();
    sentences_.add(text);
  }

  const CollectivePlan& plan_;
  std::vector<std::vector<Content>> memory_;
  std::vector<std::pair<int, int>> ends_;  // sends and receives of each transfer
  std::vector<std::vector<Content>> payloads_;
  Sentences sentences_;
};

// The same events in a random order that keeps every event behind those it waits for.
std::vector<RankEvent> shuffled(const CollectiveOrder& order, std::uint64_t seed) {
  const std::vector<RankEvent>& events = order.events();
  std::vector<std::vector<std::vector<std::size_t>>> number;  // by rank, operation, start or end
  for (std::size_t i = 0; i < events.size(); ++i) {
    const RankEvent& event = events[i];
    if (number.size() <= index_of(event.rank)) number.resize(index_of(event.rank) + 1);
    auto& ops = number[index_of(event.rank)];
    if (ops.size() <= event.op) ops.resize(event.op + 1, {0, 0});
    ops[event.op][event.is_end ? 1 : 0] = i;
  }
  std::vector<std::size_t> waits(events.size());
  std::vector<std::vector<std::size_t>> behind(events.size());
  for (std::size_t i = 0; i < events.size(); ++i)
    for (const RankEvent& earlier : order.before(events[i])) {
      ++waits[i];
      behind[number[index_of(earlier.rank)][earlier.op][earlier.is_end ? 1 : 0]].push_back(i);
    }
  std::mt19937_64 random(seed);
  std::priority_queue<std::pair<std::uint64_t, std::size_t>> ready;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (waits[i] == 0) ready.emplace(random(), i);
  std::vector<RankEvent> list;
  while (!ready.empty()) {
    const std::size_t next = ready.top().second;
    ready.pop();
    list.push_back(events[next]);
    for (const std::size_t later : behind[next])
      if (--waits[later] == 0) ready.emplace(random(), later);
  }
  return list;
}

}  // namespace

std::vector<std::string> content_complaints(const CollectivePlan& plan, std::uint64_t order) {
  Memories memories(plan);
  if (!memories.check_and_fill()) return memories.sentences();
  const CollectiveOrder by_number(plan.schedule);
  const std::vector<RankEvent> circle = by_number.circle();
  if (!circle.empty()) {
    memories.add_circle(circle);
    return memories.sentences();
  }
  for (const RankEvent& event : order == 0 ? by_number.events() : shuffled(by_number, order))
    memories.pass(event);
  memories.check_due();
  return memories.sentences();
}

std::vector<std::string> content_complaints_in_any_order(const CollectivePlan& plan,
                                                         std::uint64_t orders) {
  std::vector<std::string> complaints;
  for (std::uint64_t order = 0; order <= orders && complaints.empty(); ++order)
    complaints = content_complaints(plan, order);
  return complaints;
}

}  // namespace flitwise::test
