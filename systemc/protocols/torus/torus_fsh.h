// torus_fsh.h: two-dimensional broadcast that needs neither alignment nor divisible sides.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_FSH_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_FSH_H_

#include "systemc/protocols/torus/torus_stage.h"

namespace flitwise::protocols {

/// Adds the steps of fsh to an empty draft. With rows = n_1 of the frame and columns = n_0:
///
/// 1. Rows are cut into units of 3, the one at the seam of 1 to 3. The text goes to one row of each
///    unit, radix 5. Messages that turn choose the column among the cut points, the centres of the
///    5 parts of a row (one each for n_0 = 4).
/// 2. One step: the centre of each unit sends it to the unit's other rows, turning to any cut
///    point, so that any 3 rows next to each other have it at 3 different ones.
/// 3. One step: each row sends it up and down to its neighbours, and to the up to 2 cut points that
///    it does not get so by its own two channels.
/// 4. From its cut points each row fills itself, radix 3.
///
/// Errors: throws TopologyError as make_broadcast says.
void send_by_units_of_three(const TorusFrame& frame, ScheduleDraft& draft);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_FSH_H_
