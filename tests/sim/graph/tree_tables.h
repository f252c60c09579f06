// tree_tables.h: what `flitwise trees GRAPH --length 1024` finds, a row a graph.
#ifndef FLITWISE_TESTS_SIM_GRAPH_TREE_TABLES_H_
#define FLITWISE_TESTS_SIM_GRAPH_TREE_TABLES_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sim/graph/tree_study.h"
#include "systemc/topology/graph/graph_shapes.h"

namespace flitwise::test {

struct TreeRow {
  const char* shape;
  Node lambda, tau;
  std::vector<Node> arcs, links;  ///< heights, sorted
  Step broadcast, broadcast_bound;
  Step allreduce, two_phase, allreduce_bound;
};

inline void expect_row(const TreeRow& row) {
  SCOPED_TRACE(row.shape);
  StudyRequest request;
  request.length = 1024;
  const TreeStudy study = study_trees(make_graph(row.shape), row.shape, request);
  const auto sorted = [](std::vector<Node> heights) {
    std::sort(heights.begin(), heights.end());
    return heights;
  };
  EXPECT_EQ(study.cut.links, row.lambda);
  EXPECT_EQ(study.tau, row.tau);
  EXPECT_EQ(sorted(study.families[1].heights), row.arcs);
  EXPECT_EQ(sorted(study.families[0].heights), row.links);
  EXPECT_EQ(study.operations[0].finish, row.broadcast);
  EXPECT_EQ(study.operations[0].bound, row.broadcast_bound);
  EXPECT_EQ(study.operations[2].finish, row.allreduce);
  EXPECT_EQ(study.operations[3].finish, row.two_phase);
  EXPECT_EQ(study.operations[3].bound, row.allreduce_bound);
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_GRAPH_TREE_TABLES_H_
