// The split of a flit's bits by the size of a torus and by the addresses of trees, at every size.
#include "systemc/topology/flit_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "systemc/topology/torus/torus.h"

namespace flitwise::test {
namespace {

constexpr FlitFormat kAsItStands;

// Calls visit(sides) for all non-increasing sides of up to four dimensions that Torus has range
// for. Of long ones only those beside a power of two: between these no width changes.
template <class Visit>
void for_all_sides(std::vector<int>& sides, std::int64_t nodes, const Visit& visit) {
  if (!sides.empty()) visit(sides);
  if (sides.size() == static_cast<std::size_t>(Torus::kMostDimensions)) return;
  const int longest = sides.empty() ? Torus::kLargestSide : sides.back();
  for (int side = 1; side <= longest && side * nodes <= Torus::kMostNodes; ++side) {
    const bool is_beside =
        (side & (side - 1)) == 0 || (side & (side + 1)) == 0 || ((side - 1) & (side - 2)) == 0;
    if (side > 8 && !is_beside) continue;
    sides.push_back(side);
    for_all_sides(sides, side * nodes, visit);
    sides.pop_back();
  }
}

std::int64_t nodes_of(const std::vector<int>& sides) {
  std::int64_t nodes = 1;
  for (const int side : sides) nodes *= side;
  return nodes;
}

TEST(FlitFormat, StaysAsItStandsUpTo4096NodesAndSidesOf64) {
  std::vector<int> sides;
  int small = 0;
  for_all_sides(sides, 1, [&](const std::vector<int>& all) {
    if (all.front() > 64 || nodes_of(all) > 4096) return;
    ASSERT_EQ(flit_format_of(all), kAsItStands) << text_of(all);
    ++small;
  });
  EXPECT_GT(small, 1000);
}

TEST(FlitFormat, NamesEveryNodeAndEveryWayAndNoNarrowerOneDoes) {
  std::vector<int> sides;
  int refused = 0;
  int others = 0;
  for_all_sides(sides, 1, [&](const std::vector<int>& all) {
    const FlitFormat format = flit_format_of(all);
    const auto dimensions = static_cast<int>(all.size());
    const int longest = all.front();
    const std::int64_t nodes = nodes_of(all);
    ASSERT_LE(nodes, std::int64_t{1} << format.tag) << text_of(all);
    ASSERT_LE(longest, 1 << (format.hops - 1)) << text_of(all);
    ASSERT_LE(format.hops, FlitFormat::kMostHops) << text_of(all);
    ASSERT_GE(format.hops, FlitFormat::kLeastHops) << text_of(all);
    const bool is_tag_needed = format.tag == kAsItStands.tag || nodes > std::int64_t{1}
                                                                            << (format.tag - 1);
    const bool are_hops_needed =
        format.hops <= kAsItStands.hops || longest > 1 << (format.hops - 2);
    ASSERT_TRUE(is_tag_needed && are_hops_needed) << text_of(all);
    if (format != kAsItStands) ++others;
    if (format.has_room_for(dimensions)) {
      ASSERT_LE(format.way(dimensions) + format.tag, FlitFormat::kContent);
      ASSERT_EQ(Torus(all).format(), format);
      return;
    }
    ++refused;
    ASSERT_THROW(Torus{all}, TopologyError) << text_of(all);
    // Fields as narrow as the sides allow would find no room either.
    int needed = 1;
    while (1 << (needed - 1) < longest) ++needed;
    ASSERT_GT(format.tag + dimensions * needed, FlitFormat::kContent) << text_of(all);
  });
  EXPECT_GT(others, 100);
  EXPECT_GT(refused, 10);
}

TEST(FlitFormat, ChangesAtTheBoundaries) {
  struct Case {
    std::vector<int> sides;
    int tag;
    int hops;
  };
  const Case cases[] = {
      {{64, 64}, 13, 7},
      {{64, 64, 2}, 13, 7},
      {{91, 90}, 13, 8},
      {{64, 64, 3}, 14, 7},
      {{65}, 13, 8},
      {{128, 64}, 13, 8},
      {{256, 256}, 16, 9},
      {{257, 256}, 17, 10},
      {{1024, 1024}, 20, 11},
      {{16, 16, 16, 16}, 16, 7},
      {{17, 16, 16, 16}, 17, 6},
      {{32, 32, 32, 32}, 20, 6},
      {{128, 128, 64}, 20, 8},
      {{64, 64, 64}, 18, 7},
      {{1024}, 13, 11},
      {{1024, 1, 1}, 13, 11 /* 33 bits: too many */},
  };
  for (const Case& c : cases) EXPECT_EQ(flit_format_of(c.sides), (FlitFormat{c.tag, c.hops}));
  EXPECT_FALSE(flit_format_of({1024, 1, 1}).has_room_for(3));
  EXPECT_FALSE(flit_format_of({33, 33, 33, 29}).has_room_for(4));
}

TEST(FlitFormat, HoldsEveryNumberOfHopsInEveryField) {
  for (int hops = FlitFormat::kLeastHops; hops <= FlitFormat::kMostHops; ++hops) {
    const FlitFormat format{13, hops};
    const int most = (1 << (hops - 1)) - 1;
    for (int d = 0; d < 4 && (d + 1) * hops <= 32; ++d)
      for (int n = -most; n <= most; ++n) {
        const std::uint32_t others = ~field_of_hops(-1, d, format);
        ASSERT_EQ(hops_in(field_of_hops(n, d, format), d, format), n);
        ASSERT_EQ(hops_in(field_of_hops(n, d, format) | others, d, format), n);
      }
  }
}

// Every number of addresses beside which a width could change.
std::vector<std::int64_t> boundaries() {
  std::vector<std::int64_t> all{1, 2};
  for (int bits = 1; bits <= FlitFormat::kMostAddress; ++bits)
    for (const std::int64_t beside : {-1, 0, 1}) all.push_back((std::int64_t{1} << bits) + beside);
  all.pop_back();  // one more than all
  return all;
}

TEST(FlitFormatOfAddresses, IsAsItStandsUpTo8192AndThenAsWideAsTheLastAddress) {
  for (const std::int64_t addresses : boundaries()) {
    const FlitFormat format = format_of_addresses(addresses);
    ASSERT_EQ(format == kAsItStands, addresses <= 8192) << addresses;
    ASSERT_LE(addresses - 1, std::int64_t{format.largest_address()}) << addresses;
    ASSERT_EQ(format.tag, format.address) << addresses;
    ASSERT_EQ(format.hops, kAsItStands.hops) << addresses;
    if (addresses > 8192) {
      ASSERT_GE(addresses, std::int64_t{1} << (format.address - 1)) << addresses;
      ASSERT_GT(addresses, std::int64_t{format.largest_address() >> 1U} + 1) << addresses;
    }
  }
  EXPECT_EQ(format_of_addresses(8193).address, 14);
  EXPECT_EQ(format_of_addresses(1 << 20).address, FlitFormat::kMostAddress);
}

TEST(FlitFormatOfAddresses, HasFieldsThatFill57BitsAndTheLargestValuesOfTheirWidths) {
  for (int width = FlitFormat::kLeastAddress; width <= FlitFormat::kMostAddress; ++width) {
    const FlitFormat format = format_of_addresses(std::int64_t{1} << width);
    const bool is_wide = width > 13;
    ASSERT_EQ(format.address, width);
    EXPECT_EQ(format.address + format.tag + format.payload(), 57) << width;
    EXPECT_EQ(format.address + format.control() + (is_wide ? 0 : format.tag), 57) << width;
    EXPECT_EQ(format.lag() + format.stream(), format.control()) << width;
    EXPECT_EQ(format.controls_have_no_tag(), is_wide) << width;
    EXPECT_EQ(format.largest_address(), (1U << width) - 1) << width;
    EXPECT_EQ(format.largest_tag(), (1U << width) - 1) << width;
    EXPECT_EQ(format.largest_payload(), (std::uint64_t{1} << (57 - 2 * width)) - 1) << width;
    EXPECT_EQ(format.largest_lag(), is_wide ? 131071 : 8191) << width;
    EXPECT_EQ(format.largest_stream(),
              is_wide ? (std::int64_t{1} << (40 - width)) - 1 : std::int64_t{262143})
        << width;
    EXPECT_EQ(format.largest_control(), (std::int64_t{1} << (is_wide ? 57 - width : 31)) - 1)
        << width;
  }
  // At the very top.
  const FlitFormat widest = format_of_addresses(1 << 20);
  EXPECT_EQ(widest.payload(), 17);
  EXPECT_EQ(widest.largest_stream(), 1048575);
}

}  // namespace
}  // namespace flitwise::test
