// What an access does to the cell of a word, and which mistakes the cell shows.
#pragma once

#include "check/state.h"

namespace simt::check {

/// The state of a word, or of a byte of a split one, after the access. Tells what is wrong: that
/// nothing orders it after what the cell says of others.
Cell touch_cell(const Touch& t, Cell old, Origin& origin);

}  // namespace simt::check
