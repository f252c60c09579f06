#include "sim/families/tree/language/tree_texts.h"

namespace flitwise {
namespace {

const std::string kPaper =
    "S. Bhatt, G. Pucci, A. Ranade, A. Rosenberg, \"Scattering and Gathering Messages in Networks "
    "of Processors\", IEEE Transactions on Computers 42(8), 1993";

}  // namespace

std::vector<Explanation> tree_explanations() {
  const std::string system = "trees of bufferless routers";
  return {
      {system, "broadcast", "largest-first",
       "The root sends one message to all PEs. Routers copy nothing, so that every PE sends its "
       "children their copies itself, one after the other, the child first whose subtree takes "
       "longest to tell. A flit leaves in the step after the one in which it came, or later where "
       "the port is taken. options.packet: flits to a child before the next one's turn; with "
       "length: 1, finish is B.",
       "max over the PEs of (t_v + L - 1), t of child j = t_v + 1 + (j - 1) L, whole messages; for "
       "one flit B*(v) = max over j of (j + B*(child j)). With packets of q flits the first one "
       "reaches child j in step t_v + 1 + (j - 1) q, the others follow every q p steps, p the most "
       "children of a PE on the way. With options.setup (beta) and flit_time (tau), beta + tau in "
       "place of the 1 and beta + q tau in place of q",
       "any tree, any length",
       kPaper + ", section 1.2 (B, minimum broadcast tree); closed forms "
                "and packets are this project's"},
      {system, "broadcast", "index", "As largest-first, but each PE serves its children by number.",
       "as largest-first, with j the place by number", "any tree, any length",
       kPaper + ", section 1.2; closed forms are this project's"},
      {system, "broadcast", "flood",
       "Every PE sends each flit to all its children in the step after the one in which it came, "
       "over a port per link.",
       "D + L - 1, D the height of the tree. No schedule is faster. With options.setup (beta) and "
       "flit_time (tau), D (beta + tau) + (L - 1) tau, and none is faster that hands the message "
       "on "
       "from parent to child.",
       "any tree, any length", kPaper + ", section 4; closed form worked out here"},
      {system, "scatter", "fdf",
       "The root sends the messages of the farthest PEs first (farthest destination first), flit "
       "after flit without a gap; routers pass on what is not for their PE. With options.ports: "
       "multi it does so in every subtree of the root at the same time.",
       "max over the depths d of PEs with a message of (d - 1 + flits for depth d or more); with a "
       "port per link, the greatest of that over the root's subtrees. No schedule is faster. With "
       "options.setup (beta) and flit_time (tau), beta + L tau in place of the flits L of each "
       "message.",
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
       "2m for the last PE m; e_j = 2j with a port per link; the END mark counts as a flit. With "
       "options.setup (beta) and flit_time (tau), e_j + beta in place of e_j and L tau in place of "
       "L",
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
       "children of (c_j + n_j). With options.setup (beta) and flit_time (tau), c counts beta + "
       "tau "
       "for a leaf, and (M - 1) tau + 1 stands in place of M, as with n_j",
       "any tree, any lengths of at most 262,143 flits in all",
       kPaper + ", section 3.2, with its lags corrected (rule tight) and bettered (skip, posidx, "
                "pos); rule printed takes the paper's arithmetic at its word (options.printed), "
                "which PEs cannot always obey; sync seq is the published tour, mirror and slot are "
                "this project's"},
  };
}

}  // namespace flitwise
