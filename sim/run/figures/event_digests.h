// event_digests.h: events that are held against theory's as digests, where lists would be too long.
#ifndef FLITWISE_SIM_RUN_FIGURES_EVENT_DIGESTS_H_
#define FLITWISE_SIM_RUN_FIGURES_EVENT_DIGESTS_H_

#include "sim/run/figures/evidence.h"
#include "tb/check/event_digest.h"

namespace flitwise {

/// Of all events that `visit` hands on.
/// Shape: the run takes at least one step in a network of `nodes`.
check::EventDigest digest_of(const check::DigestRecorder::Visit& visit, Node nodes, Step steps);

/// Puts what digests have found where lists of all events would be.
void take_finding(check::DigestRecorder::Finding finding, Evidence& evidence);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_EVENT_DIGESTS_H_
