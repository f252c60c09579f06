// figure_json.h: figures as JSON and back.
#ifndef FLITWISE_SIM_RUN_FIGURES_FIGURE_JSON_H_
#define FLITWISE_SIM_RUN_FIGURES_FIGURE_JSON_H_

#include <nlohmann/json.hpp>

#include "sim/run/figures/figure.h"

namespace flitwise {

/// null, a number, an array or an object, whose keys stay in their order.
nlohmann::ordered_json figure_to_json(const Figure& figure);
/// Errors: throws nlohmann::json::exception for what no figure can be.
Figure figure_from_json(const nlohmann::ordered_json& json);

/// One object: `finish`, `quiesce` and the others in their order.
nlohmann::ordered_json figures_to_json(const Figures& figures);
nlohmann::ordered_json figures_to_json(const PredictedFigures& figures);

/// Errors: throw nlohmann::json::exception for what no figure can be, or when `finish` or
///         `quiesce` is missing.
Figures figures_from_json(const nlohmann::ordered_json& json);
PredictedFigures predicted_from_json(const nlohmann::ordered_json& json);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_FIGURE_JSON_H_
