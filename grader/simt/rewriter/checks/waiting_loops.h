// Loops that wait for a volatile variable. By themselves they would not let other threads run,
// which share the worker with the waiting one.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// In a program that uses `volatile`, makes waiting loops of device code yield. Loops without a
/// body, `while (*flag == 0);`, and `do { x = *flag; } while (x == 0);` with one statement yield
/// soon. Longer loops may also compute, so they yield only after very many iterations. Counting
/// loops, `for` with all three parts, are not changed.
void instrument_waiting_loops(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite
