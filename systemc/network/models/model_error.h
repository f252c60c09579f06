// model_error.h: a model could not be made.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_ERROR_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_ERROR_H_

#include <stdexcept>

namespace flitwise {

/// Says which model, what was tried and what it answered; may have several lines.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_ERROR_H_
