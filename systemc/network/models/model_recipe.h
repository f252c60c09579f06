// model_recipe.h: how one model is compiled, and what that depends on.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_RECIPE_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_RECIPE_H_

#include <string>
#include <vector>

#include "systemc/network/models/model_library.h"

namespace flitwise {

/// "-O0" and the like, where the environment's FLITWISE_MODEL_OPTIMIZATION asks for it: all models
/// that can be compiled then are, those of the build's too. Empty: as the build has it.
/// Errors: throws ModelError for anything else.
std::string wanted_optimization();

/// The steps from sources to a shared object. Commands run in order; they write below `scratch`.
struct ModelRecipe {
  std::string title;   ///< "fat_tree_switch (2 children, depth 64)"
  std::string prefix;  ///< name of the verilated class, with the hash
  std::string folder;  ///< "fat_tree_switch-0123456789abcdef"
  std::string key;     ///< all that the result depends on, readable

  /// Shape: the last command writes `scratch`/model.so.
  std::vector<std::vector<std::string>> commands(const std::string& scratch) const;

  ModelRequest request;  ///< with its sources
  ModelLibrary::Config tools;
};

/// Errors: throws ModelError when a source cannot be read.
ModelRecipe make_recipe(const ModelRequest& request, const ModelLibrary::Config& tools,
                        const std::string& versions);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_RECIPE_H_
