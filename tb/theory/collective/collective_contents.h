// collective_contents.h: what words must be when a collective operation is over.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_CONTENTS_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_CONTENTS_H_

#include <cstdint>

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/collective_words.h"

namespace flitwise::theory {

/// An operand, or the operands of all PEs for a word, combined: any order gives the same.
/// Shape: `pes` is the number of PEs.
Word due_word(const WordName& name, Node pes, const WordArithmetic& arithmetic);

/// Two words as one.
std::uint32_t combined_words(const WordArithmetic& arithmetic, std::uint32_t a, std::uint32_t b);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_CONTENTS_H_
