// forked_ranks.h: ranks as forked processes that talk over sockets: what needs no MPI.
#ifndef FLITWISE_TESTS_SUPPORT_FORKED_RANKS_H_
#define FLITWISE_TESTS_SUPPORT_FORKED_RANKS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "systemc/network/parts/cut_channel.h"

namespace flitwise::test {

/// Does the work in so many processes; what each of them returns, by rank. Of one that dies or
/// throws the end of the sentence is "died" or what it threw.
std::vector<std::string> in_ranks(std::size_t ranks,
                                  const std::function<std::string(CutChannel& channel)>& work);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_FORKED_RANKS_H_
