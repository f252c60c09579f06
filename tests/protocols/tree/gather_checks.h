// gather_checks.h: what every run of certification has to show, whatever the variant.
#ifndef FLITWISE_TESTS_PROTOCOLS_TREE_GATHER_CHECKS_H_
#define FLITWISE_TESTS_PROTOCOLS_TREE_GATHER_CHECKS_H_

#include <map>

#include "systemc/protocols/tree/certification_variant.h"
#include "systemc/topology/tree/tree.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/ideal_network.h"

namespace flitwise::protocols::test {

/// `variant` of certification on the ideal network of the same ports and latencies.
Record run_variant(const Case& c, const CertificationVariant& variant,
                   const TreeLatency& latency = {});

/// The flits of `kind` by the PE that they are about.
std::map<Node, LinkEvent> by_message(const Record& run, FlitKind kind);

/// Step in which PE 0 gets its last certificate; 0 without one.
Step last_certificate(const Record& run, const TreeLatency& latency = {});

/// Runs the variant and fails the test unless
/// - nothing collides, no port is used twice, no PE complains or waits at the end,
/// - what each PE certified is what its link up carries from the step that it was ordered on,
///   without a gap, its own message first, and no order is below its PE's lag; its port sends
///   nothing else while the message is being set up,
/// - only PEs with nothing to send are left without an order, and only by rules that do so,
/// - phases 1 and 2 take the steps that the synchronisation promises (a bound for slots),
/// - the last flit arrives in the step that the children's certificates allow.
void expect_sound_gather(const Case& c, const CertificationVariant& variant,
                         const TreeLatency& latency = {});

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TREE_GATHER_CHECKS_H_
