// Finds out where a program is that does not end, by interrupting it with a signal.
#pragma once

#include "simt/check_report.h"

namespace simt::check {

/// Samples the program a few times from then on. Replaces an earlier request.
void watch_for_slow_call(const SlowCallLimits& late);

/// On SIGINT and SIGTERM, reports where the program is and its findings before it ends.
void report_when_stopped();

/// A grid begins. Time counts as the kernel's only if it runs for long.
void note_grid_begins();

}  // namespace simt::check
