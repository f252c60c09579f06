#include "sim/families/cover/cover_network.h"

#include <fmt/format.h>

#include <utility>

#include "sim/families/cover/cover_words.h"
#include "sim/language/scenario_words.h"
#include "systemc/network/flit.h"
#include "systemc/network/tree/cover_sites.h"

namespace flitwise {
namespace {

constexpr const char* kExample = "{kind: mesh, sides: [4, 6]}";
constexpr Node kLeastTorusSide = 3;  // a ring of two would have double links
constexpr std::int64_t kMostAddresses = std::int64_t{1} << kAddressBits;

using Pair = std::pair<Node, Node>;

// A list of two numbers, each from `least` to the end (excluded) of its dimension.
Pair read_pair(const Value& list, const char* example, Node least, Pair ends) {
  expect_list(list, example);
  if (list.node.items.size() != 2)
    throw bad_value(list, fmt::format("must have two entries, rows and columns, not {}",
                                      list.node.items.size()));
  const auto read = [&](std::size_t i, Node end) {
    const Value item{list.node.items[i], fmt::format("{}[{}]", list.key, i)};
    return static_cast<Node>(to_integer(item, least, end - 1));
  };
  return {read(0, ends.first), read(1, ends.second)};
}

void read_sides(const Value& section, bool is_mesh, CoverScenario& cover) {
  const Value sides = required(section, "sides", "rows and columns, for example [4, 6]");
  const Pair size =
      read_pair(sides, "[4, 6]", is_mesh ? 1 : kLeastTorusSide, {kMostPes + 1, kMostPes + 1});
  const std::int64_t pes = std::int64_t{size.first} * size.second;
  if (pes < 2 || pes > kMostPes)
    throw bad_value(sides, fmt::format("makes {} PE{} in all; 2 to {} are possible", pes,
                                       pes == 1 ? "" : "s", kMostPes));
  cover.rows = size.first;
  cover.columns = size.second;
}

// Every tree gives each of its PEs an address.
void check_addresses(const Value& section, const CoverScenario& cover) {
  const std::int64_t wanted = address_count(make_cover(cover));
  if (wanted > kMostAddresses)
    throw bad_value(required(section, "sides", ""),
                    fmt::format("makes trees of {} PEs together with this root; cover shared can "
                                "address {}",
                                wanted, kMostAddresses));
}

}  // namespace

bool read_cover_network(const Value& section, const std::string& kind, CoverScenario& cover,
                        ErrorList& errors) {
  if (!errors.attempt([&] { expect_map(section, kExample); })) return false;
  const bool is_mesh = kind == kMeshKind || (kind.empty() && section.node.find("cover") == nullptr);
  check_keys(section, {"kind", "sides", "cover", "root"}, errors);
  cover.shape = is_mesh ? CoverShape::kMesh : CoverShape::kTorusJoint;
  const std::size_t before = errors.size();
  if_given(section, "cover", errors, [&](const Value& value) {
    cover.shape = to_choice(value, is_mesh ? mesh_cover_words() : torus_cover_words());
  });
  const bool has_sides = errors.attempt([&] { read_sides(section, is_mesh, cover); });
  if_given(section, "root", errors, [&](const Value& value) {
    const Pair ends = has_sides ? Pair{cover.rows, cover.columns} : Pair{kMostPes, kMostPes};
    std::tie(cover.root_row, cover.root_column) = read_pair(value, "[0, 0]", 0, ends);
  });
  if (errors.size() == before && shares_links(cover.shape))
    errors.attempt([&] { check_addresses(section, cover); });
  return errors.size() == before;
}

}  // namespace flitwise
