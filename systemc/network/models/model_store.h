// model_store.h: compiled models on disk, one folder each, shared by all processes.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_STORE_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_STORE_H_

#include <functional>
#include <string>

#include "systemc/network/models/model_table.h"

namespace flitwise {

/// Holds the lock of one folder. It ends with this object or this process, whichever comes first.
class ModelLock {
 public:
  /// Calls `on_wait` once if another process holds the lock, then waits.
  /// Errors: throws ModelError when the store cannot be written.
  ModelLock(const std::string& store, const std::string& folder,
            const std::function<void()>& on_wait);
  ~ModelLock();
  ModelLock(const ModelLock&) = delete;
  ModelLock& operator=(const ModelLock&) = delete;

 private:
  int descriptor_ = -1;
};

/// A folder in the making, beside its final place; removed unless `publish` was called. Whoever
/// makes one holds its lock; what a killed process left of the same folder is removed first.
class ModelScratch {
 public:
  /// Errors: throws ModelError when the store cannot be written.
  ModelScratch(const std::string& store, const std::string& folder);
  ~ModelScratch();
  ModelScratch(const ModelScratch&) = delete;
  ModelScratch& operator=(const ModelScratch&) = delete;

  const std::string& path() const { return path_; }
  /// Why files cannot be written here, or nothing: tools do not always notice a full disk.
  std::string obstacle() const;
  /// Writes the key beside model.so, drops all else and moves the folder to its place.
  /// Errors: throws ModelError when that cannot be done.
  void publish(const std::string& key);

 private:
  std::string path_;
  std::string final_path_;
};

/// Loads a compiled model, which stays loaded as long as the program.
/// Errors: throws ModelError with the loader's reason when it cannot be loaded or has no such
/// table.
const ModelTable& load_object(const std::string& object, const std::string& prefix);

/// The table of a complete folder with this key; null when there is none or it is damaged.
const ModelTable* load_model(const std::string& store, const std::string& folder,
                             const std::string& key, const std::string& prefix);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_STORE_H_
