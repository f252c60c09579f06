// torus_step_formulas.h: how many steps each scheme takes.
#ifndef FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_STEP_FORMULAS_H_
#define FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_STEP_FORMULAS_H_

#include <vector>

namespace flitwise::protocols::test {

/// Sides in the order of routing, those of 1 included.
using Sides = std::vector<int>;

int log_up(int base, int n);  ///< ceil(log_base n)
int peel_steps(const Sides& sides);
int paper_steps(const Sides& sides);
int best_steps(const Sides& sides);
int fsh_steps(const Sides& sides);
int edn_steps(const Sides& sides);
int doubling_steps(const Sides& sides);
int flood_steps(const Sides& sides);
int radix3_steps(const Sides& sides);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_STEP_FORMULAS_H_
