// check.h: monitors of a network, and the ledger in which measured stands beside predicted.
// Component check; no SystemC: monitors observe any Network, step by step.
//
// Units:  flits; steps where the type says so; counts of events otherwise.
// Source: a ledger takes no predicted figure without one.
#ifndef FLITWISE_CHECK_H_
#define FLITWISE_CHECK_H_

#include <flitwise/prediction.h>

// check::Check, check::PerPe, check::compare, check::describe, check::is_broken
#include "tb/check/verdict.h"
// check::FaultLog
#include "tb/check/fault_log.h"
// check::Recorder
#include "tb/check/recorder.h"
// check::MessageMeter
#include "tb/check/message_meter.h"
// check::ExpectedMessage, check::PortRule, check::MessageScoreboard
#include "tb/check/message_scoreboard.h"
// check::ExpectedTransfer, check::TransferFlit, check::TransferScoreboard
#include "tb/check/collective/transfer_scoreboard.h"
// Figure, Figures
#include "sim/run/figures/figure.h"
// Ledger
#include "sim/run/figures/ledger.h"
// Evidence, take_counts, take_faults
#include "sim/run/figures/evidence.h"
// Outcome, Result
#include "sim/run/figures/result.h"
// judge
#include "sim/run/figures/judgement.h"

#endif  // FLITWISE_CHECK_H_
