// Updates a word's cell on an access and reports the mistakes that the cell reveals.
#pragma once

#include "check/state.h"

namespace simt::check {

/// Returns the cell of a word, or of a byte of a split one, after the access. Reports earlier
/// accesses in the cell that nothing orders before this one.
Cell touch_cell(const Touch& t, Cell old, Origin& origin);

}  // namespace simt::check
