// model_prints.h: what verilated models print, gathered by whoever lets them run.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_PRINTS_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_PRINTS_H_

#include <string>

namespace flitwise {

/// From now on, what models print in this thread is appended to `text`; nullptr: it goes to
/// standard output, as in every thread that has not said otherwise.
/// What a model writes to a file, be it standard output by its number, is not gathered.
void gather_model_prints(std::string* text);

/// Whether it is; else models print to standard output at once, as with a Verilator that knows no
/// VL_PRINTF.
bool can_gather_model_prints();

/// What Verilator's runtime calls for printf, of which it is this program's version (VL_PRINTF).
int print_of_model(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_PRINTS_H_
