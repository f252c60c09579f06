// prediction.h: the prediction of one run on a tree, before anything has run.
#ifndef FLITWISE_TB_THEORY_PREDICTION_H_
#define FLITWISE_TB_THEORY_PREDICTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::theory {

/// The theorem, formula or recurrence that a number comes from, with its range of validity.
struct Source {
  std::string quantity;  ///< "finish", "quiesce", "t_sync", "dispatch", "lag", ...
  std::string text;      ///< for example "Bhatt et al., Theorem 1: max over d of (d + ...)"
};

/// What has figures with sources.
struct Sourced {
  std::vector<Source> sources;

  /// Text of the source of `quantity`.
  /// Errors: throws std::out_of_range for a quantity that this prediction does not have.
  const std::string& source_of(const std::string& quantity) const;
};

/// Predicted figures of one run. Sources: finish, quiesce, dispatch and lower_bound always; bound
/// where there is one; t_sync, lag, stream and order_value for certification.
///
/// Shape: the vectors have one entry per PE; an entry is empty where the PE sends nothing.
/// Units: steps; `stream` in flits.
struct Prediction : Sourced {
  Step finish = 0;             ///< last step in which a PE receives a flit of its messages
  Step quiesce = 0;            ///< last step in which any link carries a flit
  std::optional<Step> t_sync;  ///< certification: step of the root's last certificate
  std::vector<std::optional<Step>> dispatch;             ///< first step of message i
  std::vector<std::optional<std::int64_t>> lag;          ///< certification: c_i
  std::vector<std::optional<Flits>> stream;              ///< certification: n_i
  std::vector<std::optional<std::int64_t>> order_value;  ///< certification: s_i of PEs ordered
  Step lower_bound = 0;       ///< no schedule of this operation can finish earlier
  std::optional<Step> bound;  ///< this algorithm never finishes later
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_PREDICTION_H_
