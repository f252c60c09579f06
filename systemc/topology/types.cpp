#include "systemc/topology/types.h"

namespace flitwise {

const char* name_of(FlitKind kind) {
  switch (kind) {
    case FlitKind::kIdle:
      return "idle";
    case FlitKind::kData:
      return "data";
    case FlitKind::kEnd:
      return "end";
    case FlitKind::kTap:
      return "tap";
    case FlitKind::kToken:
      return "token";
    case FlitKind::kCertificate:
      return "certificate";
    case FlitKind::kOrder:
      return "order";
    case FlitKind::kFlood:
      return "flood";
    case FlitKind::kCopies:
      return "copies";
    case FlitKind::kCombine:
      return "combine";
    case FlitKind::kResult:
      return "result";
    case FlitKind::kMerge:
      return "merge";
  }
  return "unknown";
}

}  // namespace flitwise
