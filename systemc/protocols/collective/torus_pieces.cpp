#include "systemc/protocols/collective/torus_pieces.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "systemc/protocols/collective/torus_draft.h"

namespace flitwise::protocols::torus_plans {
namespace {

// Number of a PE's block of `level`: coordinates of the levels up to it, the first one highest.
std::size_t block_number(const Torus& torus, const std::vector<int>& order, int level, Node v) {
  std::size_t number = 0;
  for (int j = 0; j <= level; ++j) {
    const int d = order[index_of(j)];
    number = number * index_of(torus.side(d)) + index_of(torus.coordinate(v, d));
  }
  return number;
}

std::vector<Flits> block_sizes(const Torus& torus, const std::vector<int>& order, Flits total) {
  std::vector<Flits> sizes;
  for (const int d : order) sizes.push_back(total = divided_up(total, torus.side(d)));
  return sizes;
}

// Deals what is left of the PEs' blocks to pieces: a largest flow of one unit a word, from the PE
// through its block of the last level of a piece up to the piece, where each block takes its share
// at most. Whole units exist that do, as blocks of a piece are nested: a totally unimodular system
// that equal shares solve.
class Dealing {
 public:
  Dealing(const Torus& torus, const std::vector<std::vector<int>>& orders, Flits left)
      : edges_of_(index_of(torus.size())), pieces_(orders.size()) {
    sink_ = add_node();
    for (const std::vector<int>& order : orders) add_piece(torus, order, left);
    for (std::size_t v = 0; v < index_of(torus.size()); ++v)
      for (Flits unit = 0; unit < left; ++unit) push_unit(v);
  }

  // Whether PE v gives a word to the piece.
  bool gives(Node v, std::size_t piece) const {
    return edges_[edges_of_[index_of(v)][piece]].room == 0;
  }

 private:
  struct Edge {
    std::size_t to;
    Flits room;
  };

  std::size_t add_node() {
    edges_of_.emplace_back();
    return edges_of_.size() - 1;
  }
  // The edge back is the one behind it.
  void add_edge(std::size_t from, std::size_t to, Flits room) {
    edges_of_[from].push_back(edges_.size());
    edges_.push_back({to, room});
    edges_of_[to].push_back(edges_.size());
    edges_.push_back({from, 0});
  }

  void add_piece(const Torus& torus, const std::vector<int>& order, Flits left) {
    std::vector<std::size_t> above = {sink_};
    std::size_t blocks = 1;
    for (const int d : order) {
      const std::size_t side = index_of(torus.side(d));
      blocks *= side;
      std::vector<std::size_t> nodes;
      for (std::size_t block = 0; block < blocks; ++block) {
        nodes.push_back(add_node());
        add_edge(nodes.back(), above[block / side],
                 divided_up(torus.size() * left, static_cast<Flits>(pieces_ * blocks)));
      }
      above = std::move(nodes);
    }
    const int last = static_cast<int>(order.size()) - 1;
    for (Node v = 0; v < torus.size(); ++v)
      add_edge(index_of(v), above[block_number(torus, order, last, v)], 1);
  }

  void push_unit(std::size_t source) {
    std::vector<std::size_t> by(edges_of_.size(), edges_.size());
    std::queue<std::size_t> reached;
    reached.push(source);
    while (!reached.empty() && by[sink_] == edges_.size()) {
      const std::size_t at = reached.front();
      reached.pop();
      for (const std::size_t edge : edges_of_[at]) {
        const std::size_t to = edges_[edge].to;
        if (edges_[edge].room == 0 || to == source || by[to] != edges_.size()) continue;
        by[to] = edge;
        reached.push(to);
      }
    }
    for (std::size_t at = sink_; at != source;) {
      Edge& edge = edges_[by[at]];
      Edge& back = edges_[by[at] ^ 1U];
      --edge.room;
      ++back.room;
      at = back.to;
    }
  }

  std::vector<Edge> edges_;
  std::vector<std::vector<std::size_t>>
      edges_of_;  // PEs first, by node; edges_of_[v][p] to piece p
  std::size_t pieces_;
  std::size_t sink_ = 0;
};

// Words of a piece that belong to each PE.
using WordsOf = std::vector<std::vector<Cell>>;

// A run of words, cut in runs.
WordsOf in_runs(const Torus& torus, const std::vector<int>& order, Flits total, Cell first,
                Cell words) {
  const std::vector<Flits> sizes = block_sizes(torus, order, total);
  WordsOf words_of(index_of(torus.size()));
  for (Cell word = 0; word < words; ++word) {
    Coordinates x(torus.sides().size(), 0);
    Flits rest = word;
    for (std::size_t level = 0; level < order.size(); ++level) {
      x[index_of(order[level])] = static_cast<int>(rest / sizes[level]);
      rest %= sizes[level];
    }
    words_of[index_of(torus.node(x))].push_back(first + word);
  }
  return words_of;
}

// Every PE's block of `block` words, those from `words` on being padding, shared out to pieces.
std::vector<WordsOf> shared_out(const Torus& torus, const std::vector<std::vector<int>>& orders,
                                Flits block, Flits words) {
  const auto pieces = static_cast<Flits>(orders.size());
  const Dealing dealing(torus, orders, block % pieces);
  std::vector<WordsOf> words_of(orders.size(), WordsOf(index_of(torus.size())));
  for (Node v = 0; v < torus.size(); ++v) {
    Flits word = v * block;
    for (std::size_t piece = 0; piece < orders.size(); ++piece) {
      const Flits end = word + block / pieces + (dealing.gives(v, piece) ? 1 : 0);
      for (; word < end; ++word)
        words_of[piece][index_of(v)].push_back(static_cast<Cell>(std::min(word, words)));
    }
  }
  return words_of;
}

Flits block_of(const CollectiveRequest& request, const Torus& torus) {
  if (request.operation == CollectiveOperation::kAllGather) return request.block;
  return divided_up(request.length, torus.size());
}

Flits words_of(const CollectiveRequest& request, const Torus& torus) {
  if (request.operation == CollectiveOperation::kAllGather) return torus.size() * request.block;
  return request.length;
}

}  // namespace

TorusPiece::TorusPiece(const Torus& torus, std::vector<int> order,
                       const std::vector<std::vector<Cell>>& words_of, Flits total, Cell padding)
    : torus_(torus),
      order_(std::move(order)),
      sizes_(block_sizes(torus, order_, total)),
      padding_(padding) {
  std::vector<Node> at(words_of.size());
  for (Node v = 0; v < torus.size(); ++v) at[block_number(torus, order_, levels() - 1, v)] = v;
  for (const Node v : at) {
    first_.push_back(words_.size());
    const std::vector<Cell>& own = words_of[index_of(v)];
    words_.insert(words_.end(), own.begin(), own.end());
  }
  first_.push_back(words_.size());
}

std::vector<Cell> TorusPiece::block(Node v, int level, int c) const {
  std::size_t number = level == 0 ? 0 : block_number(torus_, order_, level - 1, v);
  number = number * index_of(torus_.side(dimension(level))) + index_of(c);
  std::size_t pes = 1;
  for (int j = level + 1; j < levels(); ++j) pes *= index_of(torus_.side(dimension(j)));
  const auto begin = words_.begin() + static_cast<std::ptrdiff_t>(first_[number * pes]);
  const auto end = words_.begin() + static_cast<std::ptrdiff_t>(first_[(number + 1) * pes]);
  std::vector<Cell> cells(begin, end);
  cells.resize(static_cast<std::size_t>(size(level)), padding_);
  return cells;
}

TorusPieces cut_in_pieces(const CollectiveRequest& request, const Torus& torus,
                          const std::vector<std::vector<int>>& orders) {
  const auto pieces = static_cast<Flits>(orders.size());
  const Flits words = words_of(request, torus);
  const auto padding = static_cast<Cell>(words);
  TorusPieces cut;
  if (request.operation == CollectiveOperation::kAllReduce) {
    const Flits total = divided_up(words, pieces);
    Flits first = 0;
    for (const std::vector<int>& order : orders) {
      const Flits own = std::min(total, words - first);
      cut.emplace_back(
          torus, order,
          in_runs(torus, order, total, static_cast<Cell>(first), static_cast<Cell>(own)), total,
          padding);
      first += own;
    }
    return cut;
  }
  const Flits block = block_of(request, torus);
  const Flits total = divided_up(torus.size() * block, pieces);
  const std::vector<WordsOf> shares = shared_out(torus, orders, block, words);
  for (std::size_t piece = 0; piece < orders.size(); ++piece)
    cut.emplace_back(torus, orders[piece], shares[piece], total, padding);
  return cut;
}

std::vector<std::vector<std::vector<Cell>>> blocks_in_pieces(const CollectiveRequest& request,
                                                             const Torus& torus,
                                                             std::size_t pieces) {
  const Flits words = words_of(request, torus);
  const Flits block = block_of(request, torus);
  const bool is_all_reduce = request.operation == CollectiveOperation::kAllReduce;
  const Flits share = divided_up(words, static_cast<Flits>(pieces) * torus.size());
  std::vector<WordsOf> blocks(pieces, WordsOf(index_of(torus.size())));
  for (std::size_t piece = 0; piece < pieces; ++piece)
    for (Node v = 0; v < torus.size(); ++v) {
      const auto number = static_cast<Flits>(piece);
      const Flits begin =
          is_all_reduce ? (number * torus.size() + v) * share : v * block + number * share;
      const Flits end = is_all_reduce ? words : std::min(words, (v + 1) * block);
      for (Flits word = begin; word < begin + share; ++word)
        blocks[piece][index_of(v)].push_back(static_cast<Cell>(word < end ? word : words));
    }
  return blocks;
}

Cell cells_with_padding(const CollectiveRequest& request, const Torus& torus) {
  return static_cast<Cell>(words_of(request, torus)) + 1;
}

}  // namespace flitwise::protocols::torus_plans
