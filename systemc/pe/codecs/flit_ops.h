// flit_ops.h: how flits say by which operation words are combined.
#ifndef FLITWISE_SYSTEMC_PE_CODECS_FLIT_OPS_H_
#define FLITWISE_SYSTEMC_PE_CODECS_FLIT_OPS_H_

#include "systemc/network/collective/combine_flit.h"
#include "systemc/topology/collective_words.h"

namespace flitwise {

inline CombineOp flit_op(WordOp op) {
  switch (op) {
    case WordOp::kSum:
      return CombineOp::kSum;
    case WordOp::kMin:
      return CombineOp::kMin;
    case WordOp::kMax:
      return CombineOp::kMax;
    case WordOp::kAnd:
      return CombineOp::kAnd;
    case WordOp::kOr:
      return CombineOp::kOr;
    case WordOp::kXor:
      return CombineOp::kXor;
  }
  return CombineOp::kSum;
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_PE_CODECS_FLIT_OPS_H_
