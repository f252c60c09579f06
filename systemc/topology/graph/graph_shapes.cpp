// graph_shapes.cpp: kinds of graphs by name, and the ranges of their arguments.
#include "systemc/topology/graph/graph_shapes.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "systemc/topology/graph/shape_links.h"

namespace flitwise {
namespace {

using shapes::Numbers;

constexpr std::int64_t kMostNodes = Graph::kMostNodes;
constexpr std::size_t kAnyCount = 16;

// What is wrong with arguments, "rule, got value"; empty: nothing.
using Rule = std::string (*)(const Numbers& arguments);

struct Row {
  GraphShape shape;
  std::size_t least_count;
  std::size_t most_count;
  Rule rule;
  shapes::Links (*links)(const Numbers& arguments);
};

std::string got(const std::string& rule, std::int64_t value) {
  return rule + ", got " + std::to_string(value);
}

// An argument that is out of its range; empty: it is not.
std::string out_of_range(const char* name, std::int64_t value, std::int64_t least,
                         std::int64_t most) {
  if (value >= least && value <= most) return {};
  return got(
      std::string(name) + " must be " + std::to_string(least) + " to " + std::to_string(most),
      value);
}

template <std::int64_t least, std::int64_t most>
std::string one_number(const Numbers& arguments) {
  return out_of_range("N", arguments[0], least, most);
}

template <std::int64_t most>
std::string dimension(const Numbers& arguments) {
  return out_of_range("K", arguments[0], 1, most);
}

std::string too_many_nodes(std::int64_t nodes) {
  if (nodes >= 2 && nodes <= kMostNodes) return {};
  return got("must make 2 to " + std::to_string(kMostNodes) + " nodes", nodes);
}

// More would not fit into memory beside the rest.
std::string too_many_links(std::int64_t links) {
  constexpr std::int64_t kMostLinks = std::int64_t{1} << 24;
  if (links <= kMostLinks) return {};
  return got("must make at most " + std::to_string(kMostLinks) + " links", links);
}

// Of so many nodes, each of so many links.
std::string too_large(std::int64_t nodes, std::int64_t links_a_node) {
  const std::string wrong = too_many_nodes(nodes);
  return wrong.empty() ? too_many_links(nodes * links_a_node / 2) : wrong;
}

// The product, but no more than what is too much anyway.
std::int64_t limited_product(const Numbers& factors) {
  std::int64_t product = 1;
  for (const std::int64_t factor : factors) product = std::min(product * factor, 2 * kMostNodes);
  return product;
}

std::string of_sides(const Numbers& sides) {
  for (const std::int64_t side : sides)
    if (const std::string wrong = out_of_range("every side", side, 1, kMostNodes); !wrong.empty())
      return wrong;
  const std::int64_t nodes = limited_product(sides);
  if (nodes > kMostNodes)
    return "must make at most " + std::to_string(kMostNodes) + " nodes, and makes more";
  return too_many_nodes(nodes);
}

std::string of_hyperx(const Numbers& sides) {
  std::int64_t links_a_node = 0;
  for (const std::int64_t side : sides) links_a_node += side - 1;
  const std::string wrong = of_sides(sides);
  return wrong.empty() ? too_large(limited_product(sides), links_a_node) : wrong;
}

std::string of_complete(const Numbers& n) {
  if (const std::string wrong = out_of_range("N", n[0], 2, kMostNodes); !wrong.empty())
    return wrong;
  return too_large(n[0], n[0] - 1);
}

std::string of_bipartite(const Numbers& parts) {
  for (const std::int64_t part : parts)
    if (const std::string wrong = out_of_range("A and B", part, 1, kMostNodes); !wrong.empty())
      return wrong;
  const std::string wrong = too_many_nodes(parts[0] + parts[1]);
  return wrong.empty() ? too_many_links(parts[0] * parts[1]) : wrong;
}

// Of b^d nodes, or (b+1) b^(d-1).
template <std::int64_t more>
std::string of_words(const Numbers& b_and_d) {
  if (const std::string wrong = out_of_range("B", b_and_d[0], 2, kMostNodes); !wrong.empty())
    return wrong;
  if (const std::string wrong = out_of_range("D", b_and_d[1], 1, 20); !wrong.empty()) return wrong;
  Numbers factors(static_cast<std::size_t>(b_and_d[1]), b_and_d[0]);
  factors[0] += more;
  const std::string wrong = of_sides(factors);
  return wrong.empty() ? too_many_links(limited_product(factors) * b_and_d[0]) : wrong;
}

std::string of_slimfly(const Numbers& q) {
  if (q[0] > kMostNodes || !shapes::is_prime(q[0]) || q[0] % 4 != 1)
    return got("Q must be a prime that is 1 modulo 4, as 5, 13 and 17", q[0]);
  const std::string wrong = of_sides({2 * q[0], q[0]});
  return wrong.empty() ? too_large(2 * q[0] * q[0], (3 * q[0] - 1) / 2) : wrong;
}

std::string of_polarfly(const Numbers& q) {
  if (q[0] > kMostNodes || !shapes::is_prime(q[0])) return got("Q must be a prime", q[0]);
  return too_large(q[0] * q[0] + q[0] + 1, q[0] + 1);
}

std::string of_dragonfly(const Numbers& a_and_h) {
  for (const std::int64_t argument : a_and_h)
    if (const std::string wrong = out_of_range("A and H", argument, 1, kMostNodes); !wrong.empty())
      return wrong;
  const std::int64_t groups = limited_product(a_and_h) + 1;
  if (limited_product({a_and_h[0], groups}) > kMostNodes)
    return "must make at most " + std::to_string(kMostNodes) + " nodes, and makes more";
  return too_large(a_and_h[0] * groups, a_and_h[0] - 1 + a_and_h[1]);
}

std::string of_circulant(const Numbers& n_and_offsets) {
  const std::int64_t n = n_and_offsets[0];
  if (const std::string wrong = out_of_range("N", n, 3, kMostNodes); !wrong.empty()) return wrong;
  std::int64_t divisor = n;
  for (std::size_t k = 1; k < n_and_offsets.size(); ++k) {
    const std::int64_t offset = n_and_offsets[k];
    if (const std::string wrong = out_of_range("every offset", offset, 1, n / 2); !wrong.empty())
      return wrong;
    divisor = std::gcd(divisor, offset);
  }
  if (divisor == 1) return too_large(n, 2 * static_cast<std::int64_t>(n_and_offsets.size() - 1));
  return got("N and the offsets must have no common divisor, or the graph is not connected",
             divisor);
}

std::string of_regular(const Numbers& n_d_seed) {
  const std::int64_t n = n_d_seed[0];
  const std::int64_t d = n_d_seed[1];
  if (const std::string wrong = out_of_range("N", n, 3, kMostNodes); !wrong.empty()) return wrong;
  if (const std::string wrong = out_of_range("D", d, 2, n - 1); !wrong.empty()) return wrong;
  if (n % 2 == 1 && d % 2 == 1) return got("D must be even where N is odd", d);
  return too_large(n, d);
}

std::string always_right(const Numbers&) { return {}; }

const std::vector<Row>& rows() {
  static const std::vector<Row> all{
      {"path", "N", "path:8", "i ~ i+1", 1, 1, one_number<2, kMostNodes>, shapes::path},
      {"ring", "N", "ring:16", "i ~ i+1 modulo N", 1, 1, one_number<3, kMostNodes>, shapes::ring},
      {"mesh", "SIDE,..", "mesh:8,8", "coordinates, the last one fastest; one differs by 1", 1,
       kAnyCount, of_sides, shapes::mesh},
      {"torus", "SIDE,..", "torus:4,6", "the same, and rows wrap; of a side of 2 there is one link",
       1, kAnyCount, of_sides, shapes::torus},
      {"hypercube", "K", "hypercube:6", "one bit of K differs", 1, 1, dimension<20>,
       shapes::hypercube},
      {"complete", "N", "complete:8", "every two nodes", 1, 1, of_complete, shapes::complete},
      {"bipartite", "A,B", "bipartite:3,4", "every one of the first A nodes to each of B others", 2,
       2, of_bipartite, shapes::bipartite},
      {"debruijn", "B,D", "debruijn:2,5", "x ~ B x + c modulo B^D, 0 <= c < B", 2, 2, of_words<0>,
       shapes::debruijn},
      {"kautz", "B,D", "kautz:2,4", "x ~ -(B x + c) modulo N = (B+1) B^(D-1), 1 <= c <= B", 2, 2,
       of_words<1>, shapes::kautz},
      {"hyperx", "SIDE,..", "hyperx:4,4", "coordinates, the last one fastest; one differs", 1,
       kAnyCount, of_hyperx, shapes::hyperx},
      {"slimfly", "Q", "slimfly:5", "the graph of McKay, Miller and Siran, 2 Q^2 nodes", 1, 1,
       of_slimfly, shapes::slimfly},
      {"polarfly", "Q", "polarfly:7", "points of PG(2, Q) that are orthogonal, Q^2+Q+1 nodes", 1, 1,
       of_polarfly, shapes::polarfly},
      {"star", "N", "star:5", "permutations; the first symbol and another change places", 1, 1,
       one_number<2, 6>, shapes::star},
      {"bubblesort", "N", "bubblesort:4", "permutations; neighbouring symbols change places", 1, 1,
       one_number<2, 6>, shapes::bubblesort},
      {"pancake", "N", "pancake:4", "permutations; a prefix is reversed", 1, 1, one_number<2, 6>,
       shapes::pancake},
      {"dragonfly", "A,H", "dragonfly:4,2",
       "A H + 1 groups of A routers, H links of each to other groups", 2, 2, of_dragonfly,
       shapes::dragonfly},
      {"circulant", "N,OFFSET,..", "circulant:13,1,5", "i ~ i + OFFSET modulo N", 2, kAnyCount,
       of_circulant, shapes::circulant},
      {"petersen", "", "petersen", "10 nodes, 15 links", 0, 0, always_right, shapes::petersen},
      {"regular", "N,D,SEED", "regular:24,4,1", "N nodes of D links each, drawn", 3, 3, of_regular,
       shapes::regular}};
  return all;
}

std::string word_of(const std::string& text) { return text.substr(0, text.find(':')); }

const Row* row_of(const std::string& word) {
  const auto found = std::find_if(rows().begin(), rows().end(),
                                  [&](const Row& row) { return row.shape.word == word; });
  return found == rows().end() ? nullptr : &*found;
}

std::optional<std::int64_t> number_of(const std::string& text) {
  constexpr std::size_t kMostDigits = 18;
  const bool is_number =
      !text.empty() && text.size() <= kMostDigits &&
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!is_number) return std::nullopt;
  return std::stoll(text);
}

// What stands between the commas behind the colon.
std::vector<std::string> argument_texts(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {};
  std::vector<std::string> texts(1);
  for (const char c : text.substr(colon + 1)) {
    if (c == ',')
      texts.emplace_back();
    else
      texts.back() += c;
  }
  return texts;
}

std::pair<const Row*, Numbers> read(const std::string& text) {
  const auto fail = [&](const std::string& rule) { throw TopologyError(text + ": " + rule); };
  const Row* row = row_of(word_of(text));
  if (row == nullptr) {
    std::string words;
    for (const Row& one : rows()) words += (words.empty() ? "" : ", ") + one.shape.word;
    fail("is no kind of graph; kinds are " + words);
    return {};
  }
  Numbers arguments;
  for (const std::string& argument : argument_texts(text)) {
    const std::optional<std::int64_t> number = number_of(argument);
    if (!number) fail("arguments must be whole numbers joined by commas, got '" + argument + "'");
    arguments.push_back(number.value_or(0));
  }
  if (arguments.size() < row->least_count || arguments.size() > row->most_count)
    fail(row->shape.arguments.empty()
             ? "takes no arguments, got " + std::to_string(arguments.size())
             : "takes " + row->shape.arguments + ", as " + row->shape.example + ", got " +
                   std::to_string(arguments.size()) +
                   (arguments.size() == 1 ? " argument" : " arguments"));
  if (const std::string wrong = row->rule(arguments); !wrong.empty()) fail(wrong);
  return {row, arguments};
}

}  // namespace

const std::vector<GraphShape>& graph_shapes() {
  static const std::vector<GraphShape> all = [] {
    std::vector<GraphShape> shapes;
    for (const Row& row : rows()) shapes.push_back(row.shape);
    return shapes;
  }();
  return all;
}

bool is_graph_shape(const std::string& text) { return row_of(word_of(text)) != nullptr; }

Graph make_graph(const std::string& text) {
  const auto [row, arguments] = read(text);
  const shapes::Links links = row->links(arguments);
  return {links.nodes, links.edges};
}

std::vector<std::int64_t> graph_arguments(const std::string& text) { return read(text).second; }

}  // namespace flitwise
