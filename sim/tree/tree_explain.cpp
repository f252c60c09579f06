#include "sim/tree/tree_texts.h"

namespace flitwise {
namespace {

const std::string kPaper =
    "S. Bhatt, G. Pucci, A. Ranade, A. Rosenberg, \"Scattering and Gathering Messages in Networks "
    "of Processors\", IEEE Transactions on Computers 42(8), 1993";

}  // namespace

std::vector<Explanation> tree_explanations() {
  const std::string system = "trees of bufferless routers";
  return {
      {system, "scatter", "fdf",
       "The root sends the messages of the farthest PEs first (farthest destination first), flit "
       "after flit without a gap; routers pass on what is not for their PE. With options.ports: "
       "multi it does so in every subtree of the root at the same time.",
       "max over the depths d of PEs with a message of (d - 1 + flits for depth d or more); with a "
       "port per link, the greatest of that over the root's subtrees. No schedule is faster.",
       "any tree, any lengths", kPaper + ", Theorem 1; closed form worked out here"},
      {system, "scatter", "order",
       "The root sends the messages in the order of the key `order`, flit after flit without a "
       "gap.",
       "max over the messages i of (dispatch_i + L_i + depth_i - 2), dispatch_i the step in which "
       "their first flit leaves",
       "any tree, any lengths, single ports", kPaper + ", equations (1) to (3)"},
      {system, "gather", "shoulder-tap",
       "Each PE sends its message and taps the next PE on the shoulder in time for that one's "
       "message to follow without a gap; the root taps PE 1. With options.end_mark, the last PE "
       "marks the end of the round.",
       "max over the PEs j with a message of (e_j - 1 + sum over k >= j of L_k); e_j = 2j + 1, but "
       "2m for the last PE m; e_j = 2j with a port per link; the END mark counts as a flit",
       "the path 0-1-...-m, any lengths", kPaper + ", Theorem 2; closed form worked out here"},
      {system, "gather", "certification",
       "Transmission-Certification: tokens go down and poll every PE; certificates (n, c) come up "
       "and tell how many flits a subtree has and how soon its stream can run without a gap; "
       "orders "
       "go down and say when to send; then the data stream into the root. options.rule chooses how "
       "c is computed, options.sync how tokens and certificates travel, options.sort_cost what a "
       "PE "
       "pays to sort.",
       "T_sync + K(d_0) + c_0 + M - 2: the step of the root's last certificate, the steps to sort, "
       "the root's lag and all flits; with a port per link, T_sync + K(d_0) + max over the root's "
       "children of (c_j + n_j)",
       "any tree, any lengths of at most 262,143 flits in all",
       kPaper + ", section 3.2, with its lags corrected (rule tight) and bettered (skip, posidx, "
                "pos); sync seq is the published tour, mirror and slot are this project's"},
  };
}

}  // namespace flitwise
