// prediction.h: what theory says of a run before anything has run. Component theory.
//
// Units:  steps and flits, as the types say. A step is a clock cycle of the routers.
// Source: every figure that is predicted names its theorem, formula or recurrence and its range.
// Errors: std::invalid_argument, or TopologyError, for what a formula does not cover.
#ifndef FLITWISE_PREDICTION_H_
#define FLITWISE_PREDICTION_H_

#include <flitwise/topology.h>

// theory::Source, theory::Sourced, theory::Prediction
#include "tb/theory/prediction.h"
// theory::check_lengths, theory::total_flits, theory::subtree_flits
#include "tb/theory/lengths.h"
// theory::Ports, theory::Pace
#include "tb/theory/pace.h"
// theory::Rule, theory::Sync, theory::SortCost, theory::CertificationVariant,
// theory::predict_certification, theory::certification_events
#include "tb/theory/tree/certification_theory.h"
// theory::predict_tree_broadcast, theory::tree_broadcast_events, theory::BroadcastVariant
#include "tb/theory/tree/tree_broadcast.h"
// theory::CoverPrediction, theory::predict_cover_certification, theory::predict_cover_timetable
#include "tb/theory/cover/cover_theory.h"
// theory::FatTreePrediction, theory::FatTreeDispatch
#include "tb/theory/fat_tree/fat_tree_prediction.h"
// theory::predict_fat_tree_broadcast, theory::predict_fat_tree_scatter,
// theory::predict_fat_tree_gather
#include "tb/theory/fat_tree/fat_tree_theory.h"
// theory::BroadcastScheme, theory::broadcast_steps, theory::fewest_steps
#include "tb/theory/torus/torus_theory.h"
// theory::StarPrediction, theory::predict_star
#include "tb/theory/star/star_theory.h"

#endif  // FLITWISE_PREDICTION_H_
