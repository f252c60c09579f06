// fat_tree_runs.h: trees, packets and random runs for the tests of fat trees' networks.
#ifndef FLITWISE_TESTS_NETWORK_FAT_TREE_FAT_TREE_RUNS_H_
#define FLITWISE_TESTS_NETWORK_FAT_TREE_FAT_TREE_RUNS_H_

#include <string>
#include <vector>

#include "systemc/network/fat_tree/fat_tree_routers.h"

namespace flitwise::test {

FatTree constant(Node leaves, int arity = 2);
FatTree exponential(Node leaves, int arity = 2);

/// A packet of one flit.
RawFlit packet(FlitKind kind, Node from, std::uint32_t destination, std::uint32_t index = 1);

/// The same depth for all levels.
FatTreeNetworkConfig config_of(const FatTree& tree, std::uint32_t depth);

using Happened = std::vector<std::string>;

/// Random packets of all kinds for `steps` steps, then silence: what each step showed, in words.
Happened random_run(const FatTree& tree, Network& network, unsigned seed, Step steps);

/// Such runs through the tree as one model of the whole network and assembled from its nodes, each
/// seed with options of its own, which both show the same of, `least` words and more. With
/// latencies there is no back pressure.
void expect_equal_builds(const FatTree& tree, unsigned seeds, Checkers checkers, std::size_t least,
                         const FatTreeLatency& latency = {});

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_NETWORK_FAT_TREE_FAT_TREE_RUNS_H_
