// hypercube_family.h: hypercubes, for a program that is told of them in its main.
#ifndef HYPERCUBE_FAMILY_H_
#define HYPERCUBE_FAMILY_H_

#include <flitwise/family.h>

namespace hypercube_flitwise {

/// The one object of the family.
const flitwise::Family& cube_family();

}  // namespace hypercube_flitwise

#endif  // HYPERCUBE_FAMILY_H_
