// Computations behind claims, on instances that are small enough to count by hand.
#include "sim/studies/claims/checks/claim_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitwise::claim_checks_test {
namespace {

using testing::HasSubstr;
using List = std::vector<std::int64_t>;

Names names(const Figure::Members& values) {
  return [values](const std::string& name) -> std::optional<Figure> {
    for (const auto& [key, value] : values)
      if (key == name) return value;
    return std::nullopt;
  };
}

std::int64_t figure(const std::string& check, const Figure::Members& values,
                    const std::string& name) {
  for (const auto& [key, value] : claim_check(check)(names(values)))
    if (key == name) return value.number().value();
  throw std::out_of_range(name);
}

std::string refusal(const std::string& check, const Figure::Members& values) {
  try {
    claim_check(check)(names(values));
  } catch (const ExpressionError& error) {
    return error.what();
  }
  return "none";
}

TEST(ClaimChecks, AFlitOfThePeBesideTheRootNeedsTwoStepsUnlessItTapsFirst) {
  EXPECT_EQ(figure("earliest gather", {{"L", Figure(List{1, 0})}}, "free"), 2);
  EXPECT_EQ(figure("earliest gather", {{"L", Figure(List{1, 0})}}, "tapping_first"), 3);
  EXPECT_EQ(figure("earliest gather", {{"L", Figure(List{2})}}, "free"), 3);
  EXPECT_EQ(figure("earliest gather", {{"L", Figure(List{1, 1, 1})}}, "tapping_first"), 6);
  EXPECT_EQ(figure("earliest gather", {{"L", Figure(List{0, 0})}}, "free"), 0);
}

TEST(ClaimChecks, FreeSchedulesAreNeverWorse) {
  for (std::int64_t a = 0; a <= 2; ++a)
    for (std::int64_t b = 0; b <= 2; ++b) {
      const Figure::Members lengths{{"L", Figure(List{a, b})}};
      EXPECT_LE(figure("earliest gather", lengths, "free"),
                figure("earliest gather", lengths, "tapping_first"));
      EXPECT_GE(figure("earliest gather", lengths, "free"), a + b);
    }
}

TEST(ClaimChecks, TheBestOfAllOrdersOfAScatter) {
  const Figure::Members path{{"P", Figure(List{0, 1, 2})}, {"L", Figure(List{2, 0, 1})}};
  EXPECT_EQ(figure("scatter orders", path, "one_port"), 3);     // 3 first: it arrives in step 3
  EXPECT_EQ(figure("scatter orders", path, "port_a_link"), 3);  // there is one link
  const Figure::Members fork{{"P", Figure(List{0, 0, 1, 2})}, {"L", Figure(List{1, 2, 3, 1})}};
  EXPECT_EQ(figure("scatter orders", fork, "one_port"), 7);
  EXPECT_EQ(figure("scatter orders", fork, "port_a_link"), 4);
  const Figure::Members nothing{{"P", Figure(List{0})}, {"L", Figure(List{0})}};
  EXPECT_EQ(figure("scatter orders", nothing, "one_port"), 0);
  EXPECT_EQ(refusal("scatter orders", {{"P", Figure(List{0, 2})}, {"L", Figure(List{1, 1})}}),
            "needs a list P in which parents have smaller numbers");
  EXPECT_EQ(refusal("scatter orders", {{"P", Figure(List{0})}, {"L", Figure(List{1, 1})}}),
            "needs lists P and L of the same size, 1 to 7");
}

TEST(ClaimChecks, CoversCountTheirLinks) {
  const Figure::Members mesh{{"torus", Figure(0)}, {"a", Figure(4)}, {"b", Figure(4)}};
  EXPECT_EQ(figure("tree cover", mesh, "links"), 24);
  EXPECT_EQ(figure("tree cover", mesh, "unused"), 0);
  EXPECT_EQ(figure("tree cover", mesh, "shared"), 0);
  EXPECT_EQ(figure("tree cover", mesh, "missed"), 3);

  const Figure::Members torus{{"torus", Figure(1)}, {"a", Figure(4)}, {"b", Figure(4)}};
  EXPECT_EQ(figure("tree cover", torus, "links"), 32);
  EXPECT_EQ(figure("tree cover", torus, "unused"), 2);
  EXPECT_EQ(figure("tree cover", torus, "missed"), 0);
}

TEST(ClaimChecks, BoundsOfAnExchangeOnEightLeaves) {
  EXPECT_EQ(figure("exchange bounds", {{"n", Figure(8)}}, "in_flight"), 11);
  EXPECT_EQ(figure("exchange bounds", {{"n", Figure(8)}}, "link"), 9);
  EXPECT_EQ(figure("exchange bounds", {{"n", Figure(8)}, {"c", Figure(List{1, 1, 4})}}, "link"),
            15);
  EXPECT_EQ(figure("exchange bounds", {{"n", Figure(8)}}, "serial"), 16);
  EXPECT_EQ(figure("exchange bounds", {{"n", Figure(8)}, {"c", Figure(List{1, 1, 4})}}, "serial"),
            22);
}

TEST(ClaimChecks, PrintedLoopsForgetSwitches) {
  EXPECT_EQ(figure("exchange loops", {{"n", Figure(2)}}, "pairs"), 2);
  EXPECT_EQ(figure("exchange loops", {{"n", Figure(8)}}, "mended_pairs"), 56);
  EXPECT_EQ(figure("exchange loops", {{"n", Figure(8)}}, "pairs"), 4 * 7 + 4 * 4);  // by receiver
}

TEST(ClaimChecks, PacketsOfNeighboursMeetInTheirSwitch) {
  Figure::Members values{{"n", Figure(8)},
                         {"c", Figure(List{1, 1, 2})},
                         {"from", Figure(List{0, 1})},
                         {"to", Figure(List{4, 6})}};
  EXPECT_EQ(figure("fat tree meeting", values, "conflicts"), 1);

  values[2].second = Figure(List{0, 2});
  EXPECT_EQ(figure("fat tree meeting", values, "conflicts"), 0);
}

TEST(ClaimChecks, StepsOnTori) {
  const Figure::Members sides{{"sides", Figure(List{8, 8})}};
  EXPECT_EQ(figure("torus steps", sides, "published"), 5);
  EXPECT_EQ(figure("torus steps", sides, "peel"), 4);
  EXPECT_EQ(figure("torus steps", sides, "fewest"), 3);
  EXPECT_EQ(figure("torus steps", {{"sides", Figure(List{5, 5})}}, "fewest_dor"), 3);
}

TEST(ClaimChecks, MeshesMeetInOneOrderOfTheChain) {
  const Figure::Members small{{"side", Figure(5)}};
  EXPECT_EQ(figure("mesh chains", small, "runs"), 24 * 3 * 6);
  EXPECT_GT(figure("mesh chains", small, "meet_free"), 0);
  EXPECT_EQ(figure("mesh chains", small, "meet_columns"), 0);
}

TEST(ClaimChecks, OneLaneWaitsInACircleAndTwoDoNot) {
  Figure::Members values{{"sides", Figure(List{3, 3})}, {"lanes", Figure(1)}};
  EXPECT_GT(figure("torus lanes", values, "circle"), 0);

  values[1].second = Figure(2);
  EXPECT_EQ(figure("torus lanes", values, "circle"), 0);
}

TEST(ClaimChecks, SpansOfTheDiagonalAreWhatAlignmentMakes) {
  const Figure::Members values{{"k", Figure(2)}, {"n", Figure(10)}};
  EXPECT_EQ(figure("torus spans", values, "senders"), 10);
  EXPECT_EQ(figure("torus spans", values, "spanned"), 10);
  EXPECT_EQ(figure("torus spans", values, "vectors"), 4);
  for (const char* fault : {"outside", "missing", "dependent"})
    EXPECT_EQ(figure("torus spans", values, fault), 0) << fault;
}

TEST(ClaimChecks, StepsThroughDominatingNodesAreThereWhereTheSchemeIs) {
  const Figure::Members values{{"sides", Figure(List{8, 8})}};
  EXPECT_EQ(figure("torus steps", values, "edn"), 3);
  const Figure::Members six{{"sides", Figure(List{3, 3, 3, 3, 3, 3})}};
  EXPECT_EQ(figure("torus steps", six, "published"), 11);
}

TEST(ClaimChecks, TreesOfTheSmallestStarGraphRunRoundItsCircle) {
  const Figure::Members values{{"n", Figure(3)}, {"q", Figure(1)}};
  EXPECT_EQ(figure("star trees", values, "height"), 5);
  EXPECT_EQ(figure("star trees", values, "depth_sum"), 1 + 2 + 3 + 4 + 5);
  EXPECT_EQ(figure("star trees", values, "flow_sum"), 15);
  EXPECT_EQ(figure("star trees", values, "excess"), 4);
  for (const char* fault : {"clashes", "meetings", "crooked"})
    EXPECT_EQ(figure("star trees", values, fault), 0) << fault;
}

TEST(ClaimChecks, StarGraphsBesideHypercubes) {
  const Figure::Members values{{"n", Figure(5)}, {"k", Figure(7)}, {"x", Figure(1)}};
  EXPECT_EQ(figure("star and cube", values, "star_multinode"), 30);
  EXPECT_EQ(figure("star and cube", values, "cube_multinode"), 19);
  EXPECT_EQ(figure("star and cube", values, "star_exchange"), 111);
  EXPECT_EQ(figure("star and cube", values, "cube_exchange"), 64);
}

TEST(ClaimChecks, StarGraphsBesideHypercubesHaveDistances) {
  // From 12..n of S_3 two nodes are 1, two 2 and one 3 links away; from 0 of Q_2 two are 1, one 2.
  const Figure::Members values{{"n", Figure(3)}, {"k", Figure(2)}, {"x", Figure(1)}};
  EXPECT_EQ(figure("star and cube", values, "star_distance_sum"), 9);
  EXPECT_EQ(figure("star and cube", values, "cube_distance_sum"), 4);
  EXPECT_EQ(figure("star and cube", values, "star_degree"), 2);
  EXPECT_EQ(figure("star and cube", values, "cube_degree"), 2);
}

TEST(ClaimChecks, TreesOfBothRulesStandSideBySide) {
  const Figure::Members p{{"n", Figure(4)}, {"q", Figure(0)}};
  const Figure::Members q{{"n", Figure(4)}, {"q", Figure(1)}};
  EXPECT_EQ(figure("star trees", p, "height"), 7);
  EXPECT_EQ(figure("star trees", p, "other_height"), 6);
  EXPECT_EQ(figure("star trees", q, "other_depth_sum"), figure("star trees", p, "depth_sum"));
  EXPECT_EQ(figure("star trees", q, "distance_sum"), 62);
}

TEST(ClaimChecks, LemmasOnStarGraphsHoldInTheSmallest) {
  const Figure::Members three{{"n", Figure(3)}};
  for (const char* name : {"bent", "stretched", "shared"})
    EXPECT_EQ(figure("star translation", three, name), 0) << name;
  for (const char* name : {"bent", "moved", "indivisible", "short", "uneven", "unfolded_short"})
    EXPECT_EQ(figure("star rotation", three, name), 0) << name;
  // 213 and 321; 231 and 312; 132 alone.
  EXPECT_EQ(figure("star rotation", three, "necklaces"), 3);
  EXPECT_EQ(figure("star rotation", three, "counted"), 3);
  for (const char* name : {"longer", "strays", "unbalanced", "meetings", "detours"})
    EXPECT_EQ(figure("star shortest paths", three, name), 0) << name;
}

struct Bad {
  const char* check;
  Figure::Members values;
  const char* message;
};

TEST(ClaimChecks, SayWhatTheyNeed) {
  for (const Bad& bad : std::vector<Bad>{
           {"earliest gather", {}, "needs a value for L"},
           {"earliest gather", {{"L", Figure(3)}}, "needs a list L, not 3"},
           {"earliest gather", {{"L", Figure(List{4})}}, "needs items of L from 0 to 3, not 4"},
           {"earliest gather", {{"L", Figure(List{1, 1, 1, 1})}}, "needs a list L of 1 to 3"},
           {"tree cover", {{"a", Figure(0)}, {"b", Figure(1)}}, "needs a from 1 to 64, not 0"},
           {"tree cover",
            {{"torus", Figure(1)}, {"a", Figure(2)}, {"b", Figure(4)}},
            "needs sides a and b of at least 3"},
           {"exchange bounds", {{"n", Figure(6)}}, "needs n that is a power of 2"},
           {"fat tree meeting", {{"n", Figure(8)}, {"c", Figure(List{1, 1})}}, "capacit"},
           {"fat tree meeting",
            {{"n", Figure(2)},
             {"c", Figure(List{1})},
             {"from", Figure(List{0, 1})},
             {"to", Figure(List{1})}},
            "needs lists from and to of one size"},
           {"fat tree meeting",
            {{"n", Figure(2)},
             {"c", Figure(List{1})},
             {"from", Figure(List{0})},
             {"to", Figure(List{0})}},
            "needs leaves that send to others"},
           {"star trees", {{"n", Figure(8)}}, "needs n from 3 to 7, not 8"},
           {"star translation", {{"n", Figure(7)}}, "needs n from 3 to 6, not 7"},
           {"star rotation", {}, "needs a value for n"},
           {"star shortest paths", {{"n", Figure(2)}}, "needs n from 3 to 7, not 2"},
           {"star and cube",
            {{"n", Figure(4)}, {"k", Figure(5)}, {"x", Figure(4)}},
            "needs x from 1 to 3, not 4"},
           {"mesh chains", {{"side", Figure(9)}}, "needs side from 2 to 8, not 9"},
           {"torus steps", {{"sides", Figure(List{})}}, "needs a list of 1 to 6 sides"},
           {"torus spans", {{"k", Figure(4)}, {"n", Figure(9)}}, "of 4096 nodes at most"},
           {"torus lanes", {{"sides", Figure(List{2, 2, 2, 2, 2})}}, "a list of 1 to 4 sides"},
       })
    EXPECT_THAT(refusal(bad.check, bad.values), HasSubstr(bad.message)) << bad.check;
}

TEST(ClaimChecks, EveryNameHasOne) {
  for (const std::string& name : claim_check_names()) EXPECT_NE(claim_check(name), nullptr) << name;
  EXPECT_THROW(claim_check("nothing"), std::out_of_range);
}

TEST(ClaimChecks, TreesOfGraphsUnderTheNameOfTheirKind) {
  const Figure::Members ring{{"ring", Figure(std::int64_t{5})}};
  EXPECT_EQ(figure("graph packing", ring, "tau"), 1);
  EXPECT_EQ(figure("graph packing", ring, "allowed"), 1);
  EXPECT_EQ(figure("graph packing", ring, "sigma_above"), 5);
  EXPECT_EQ(figure("graph packing", ring, "sigma_below"), 4);
  EXPECT_EQ(figure("graph packing", ring, "lambda"), 2);
  EXPECT_EQ(figure("graph packing", ring, "crossing"), 2);
  EXPECT_EQ(figure("graph packing", ring, "wrong"), 0);
  const Figure::Members torus{{"torus", Figure(List{3, 3})}, {"flits", Figure(std::int64_t{10})}};
  EXPECT_EQ(figure("graph study", torus, "arc_least"), 3);
  EXPECT_EQ(figure("graph study", torus, "allreduce"), 9);  // 6 flits over a height of 2, 4 over 3
  EXPECT_EQ(figure("product trees", torus, "tau"), 2);
  EXPECT_EQ(figure("product trees", torus, "first"), 1);
  EXPECT_EQ(figure("product trees", torus, "rest_spare"), 1);
  EXPECT_EQ(figure("allgather rates", torus, "above"), 2);
  EXPECT_EQ(figure("allgather rates", torus, "below"), 1);
  EXPECT_EQ(refusal("graph packing", {}), "needs a graph, under the name of its kind");
  EXPECT_EQ(refusal("graph packing", {{"polarfly", Figure(std::int64_t{6})}}),
            "polarfly:6: Q must be a prime, got 6");
  EXPECT_EQ(refusal("product trees", ring), "needs a torus, mesh or hyperx of two sides or more");
}

TEST(ClaimChecks, OfGivenTreesAndCycles) {
  const auto trees = [](const List& parents) {
    return Figure::Members{{"ring", Figure(std::int64_t{4})}, {"parents", Figure(parents)}};
  };
  EXPECT_EQ(figure("given trees", trees({-1, 0, 1, 0}), "height"), 2);
  EXPECT_EQ(figure("given trees", trees({-1, 0, 1, 0}), "allreduce"), 1024 - 1 + 4);
  EXPECT_EQ(figure("given trees", trees({-1, 0, 1, 0, -1, 0, 1, 0}), "wrong"), 3);
  EXPECT_EQ(refusal("given trees", trees({-1, 0, 1})), "needs parents of whole trees");
  const auto cycles = [](const List& order) {
    return Figure::Members{{"ring", Figure(std::int64_t{4})}, {"order", Figure(order)}};
  };
  EXPECT_EQ(figure("hamiltonian cycles", cycles({2, 3, 0, 1}), "wrong"), 0);
  EXPECT_EQ(figure("hamiltonian cycles", cycles({0, 2, 1, 3}), "wrong"), 2);
  EXPECT_EQ(figure("hamiltonian cycles", cycles({0, 1, 2, 2}), "wrong"), 1 + 1 + 1);
  EXPECT_EQ(refusal("hamiltonian cycles", cycles({0, 1})), "needs whole cycles");
  EXPECT_EQ(figure("singer paths", {{"q", Figure(std::int64_t{7})}}, "paths"), 4);
  EXPECT_EQ(figure("singer paths", {{"q", Figure(std::int64_t{7})}}, "wrong"), 0);
  EXPECT_EQ(figure("twisted cubes", {{"n", Figure(std::int64_t{4})}}, "links"), 32);
  EXPECT_EQ(figure("trees by rule", {{"star", Figure(std::int64_t{4})}}, "trees"), 3);
  EXPECT_EQ(figure("trees by rule", {{"star", Figure(std::int64_t{4})}}, "meeting"), 0);
  const Figure square(List{std::int64_t{3}, std::int64_t{3}});
  EXPECT_EQ(figure("trees by rule", {{"torus", square}}, "meeting"), 8);
  EXPECT_EQ(refusal("trees by rule", {{"ring", Figure(std::int64_t{4})}}),
            "knows no rule for ring:4");
}

TEST(ClaimChecks, CutLinksOfTrees) {
  const auto left = [](std::int64_t sort, std::int64_t dead) {
    return figure(
        "dead links",
        {{"hypercube", Figure(std::int64_t{3})}, {"arcs", Figure(sort)}, {"dead", Figure(dead)}},
        "left");
  };
  EXPECT_EQ(left(0, 0), 1);
  EXPECT_EQ(left(0, 1), 0);
  EXPECT_EQ(left(1, 1), 1);  // of three: a link both ways
  EXPECT_EQ(left(2, 1), 2);
  EXPECT_EQ(left(2, 2), 1);
  EXPECT_EQ(refusal("dead links", {{"ring", Figure(std::int64_t{4})},
                                   {"arcs", Figure(std::int64_t{2})},
                                   {"dead", Figure(std::int64_t{1})}}),
            "knows no rule for ring:4");
  const Figure::Members drawn{{"size", Figure(std::int64_t{5})},
                              {"draws", Figure(std::int64_t{20})},
                              {"seed", Figure(std::int64_t{3})}};
  for (const char* off : {"tau_off", "lambda_off", "roots_off", "rate_off"})
    EXPECT_EQ(figure("drawn graphs", drawn, off), 0) << off;
}

}  // namespace
}  // namespace flitwise::claim_checks_test
