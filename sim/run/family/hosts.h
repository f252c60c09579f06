// hosts.h: the families whose machines carry work that is no operation of theirs.
#ifndef FLITWISE_SIM_RUN_FAMILY_HOSTS_H_
#define FLITWISE_SIM_RUN_FAMILY_HOSTS_H_

#include <string>
#include <vector>

#include "sim/run/family/family.h"

namespace flitwise {

/// Those of the families, in their order.
std::vector<const Family*> hosts_of(const Families& families);

/// The kinds of their networks.
std::vector<std::string> kinds_of_hosts(const Families& families);
/// The same for messages: "tree, torus and star-graph".
std::string hosting_kinds(const Families& families);

/// The operations of such a family. Those of any network are read elsewhere, and messages of words
/// that are none name them, too.
language::Type host_operation(const language::Type& words);
/// All that it may be, for a message: "broadcast, traffic, ... or multicast".
language::Text host_operations(const language::Type& words);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_HOSTS_H_
