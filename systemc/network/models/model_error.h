// model_error.h: a model could not be made.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_ERROR_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_ERROR_H_

#include <stdexcept>
#include <string>
#include <utility>

namespace flitwise {

/// Says which model, what was tried and what it answered; may have several lines.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A tool that has failed.
class ToolError : public ModelError {
 public:
  ToolError(const std::string& text, std::string output)
      : ModelError(text), output_(std::move(output)) {}

  /// All that it has printed.
  const std::string& output() const { return output_; }

 private:
  std::string output_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_ERROR_H_
