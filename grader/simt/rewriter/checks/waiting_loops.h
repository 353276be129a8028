// Loops that wait for a volatile variable. Nothing in them lets other threads run, which share the
// worker thread with the one that waits.
#pragma once

#include "simt/rewriter/edits.h"
#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

/// In a program that says `volatile`, the loops of device code with no body, `while (*flag == 0);`,
/// and `do { x = *flag; } while (x == 0);` with one statement, let other threads run. Those that do
/// more may as well compute: they let others run after very many turns. Loops that count, `for`
/// with all its three parts, are left alone.
void let_others_run(const Program& program, const Scopes& scopes, Edits& edits);

}  // namespace simt::rewrite
