#include "sim/cover/cover_texts.h"

namespace flitwise {
namespace {

const std::string kSource =
    "the algorithm of Bhatt, Pucci, Ranade and Rosenberg (IEEE Transactions on Computers 42(8), "
    "1993) on each tree; covers and the allocation of messages are this project's";

}  // namespace

std::vector<Explanation> cover_explanations() {
  const std::string system = "meshes and tori covered by two trees at once";
  return {
      {system, "scatter", "fdf",
       "Each message is allocated to one of two trees that share the root and no link; in each "
       "tree "
       "the root sends farthest destinations first, in all its subtrees at once.",
       "the later of the two trees', each as fdf with a port per link, with a setup cost, too",
       "meshes, and tori with sides of at least 3, from any root; any lengths", kSource},
      {system, "gather", "certification",
       "Transmission-Certification with a port per link in two trees at once that share the root "
       "and no link; each message goes by the tree that it is allocated to.",
       "the later of the two trees', each as certification with a port per link: T_sync + K(d_0) + "
       "max over the root's children of (c_j + n_j); with a setup cost as on one tree",
       "meshes, and tori with sides of at least 3, to any root; any lengths of at most 262,143 "
       "flits in all",
       kSource},
  };
}

}  // namespace flitwise
