#include "tb/check/star/star_dues.h"

#include <utility>

#include "tb/theory/star/star_arithmetic.h"
#include "tb/theory/star/star_selection.h"

namespace flitwise::check {

StarDues::StarDues(std::shared_ptr<const StarTrees> trees, const theory::StarTraffic& traffic,
                   StarCarriage carriage, Node source)
    : trees_(std::move(trees)), carriage_(carriage), source_(source), packets_(traffic.packets) {
  if (carriage == StarCarriage::kRouted) {
    sets_.resize(static_cast<std::size_t>(graph().size()));
    for (const Node u : theory::select_addresses(*trees_, traffic.copies).addresses)
      for (int turn = 0; turn < graph().degree(); ++turn)
        sets_[static_cast<std::size_t>(graph().rotate(u, turn))] |= 1U << turn;
    return;
  }
  sets_.resize(static_cast<std::size_t>(graph().degree()));
  for (int q = 0; q < graph().degree(); ++q)
    for (int i = 0; i < traffic.copies; ++i)
      sets_[static_cast<std::size_t>(q)] |=
          1U << (theory::copy_of(graph().degree(), traffic, q, i).tree - 2);
}

bool StarDues::is_source(Node v) const {
  return source_ == kNoNode ? v >= 0 && v < graph().size() : v == source_;
}

unsigned StarDues::trees_of(Node node, Node source, std::int64_t number) const {
  if (node == source) return 0;
  const std::int64_t entry = carriage_ == StarCarriage::kRouted
                                 ? std::int64_t{graph().relative(node, source)}
                                 : number % graph().degree();
  return sets_[static_cast<std::size_t>(entry)];
}

}  // namespace flitwise::check
