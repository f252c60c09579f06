#include "sim/families/cover/cover_texts.h"

namespace flitwise {
namespace {

const std::string kSource =
    "the algorithm of Bhatt, Pucci, Ranade and Rosenberg (IEEE Transactions on Computers 42(8), "
    "1993) on each tree; covers and the allocation of messages are this project's";

}  // namespace

std::vector<Explanation> cover_explanations() {
  const std::string system = "meshes and tori covered by several trees at once";
  return {
      {system, "scatter", "fdf",
       "Each message is allocated to one of several trees with the root in common. Where the trees "
       "share no link, the root sends farthest destinations first in each of them, in all its "
       "subtrees at once. Where they do (cover: shared, a tree for every link of the root), it "
       "takes "
       "them farthest first and starts each in the first step from which all links of its way are "
       "free for it, so that no two flits meet.",
       "trees that share no link: the latest of the trees', each as fdf with a port per link, with "
       "a setup "
       "cost, too. "
       "Shared: "
       "max over i of (start_i + L_i + depth_i - 2) with start_i the least step outside every "
       "(start_b + k_b - k_i - L_i, start_b + k_b - k_i + L_b), for the messages b before i and "
       "the "
       "links that are k_i and k_b links after the root on the two ways",
       "meshes, and tori with sides of at least 3, from any root; any lengths; shared: trees of at "
       "most 8,192 PEs together, no setup cost",
       kSource},
      {system, "gather", "certification",
       "Transmission-Certification with a port per link in two trees at once that share the root "
       "and no link; each message goes by the tree that it is allocated to.",
       "the later of the two trees', each as certification with a port per link: T_sync + K(d_0) + "
       "max over the root's children of (c_j + n_j); with a setup cost as on one tree",
       "meshes, and tori with sides of at least 3, to any root; any lengths of at most 262,143 "
       "flits in all; no shared links",
       kSource},
      {system, "gather", "timetable",
       "The scatter over the same trees run backwards, shared or not: every PE knows all lengths "
       "and who goes by which tree, works out when its message may start, and sends it then. "
       "Nobody "
       "calls, and no two flits meet.",
       "T = max over i of (r_i + L_i + depth_i - 2), the finish of the scatter; the last flit of i "
       "is home in step T + 1 - r_i, r_i the least step outside every (r_b + k_b - k_i - L_i, r_b "
       "+ "
       "k_b - k_i + L_b), for the messages b before i, farthest first, and the links that are k_i "
       "and k_b links before the root on the two ways",
       "meshes, and tori with sides of at least 3, to any root; any lengths; shared: trees of at "
       "most 8,192 PEs together; no setup cost",
       "this project"},
  };
}

}  // namespace flitwise
