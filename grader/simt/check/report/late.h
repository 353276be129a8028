// Where a program is that does not come to an end: a signal interrupts it, and looks.
#pragma once

#include "simt/check_report.h"

namespace simt::check {

/// Some looks from then on, until it is called again.
void watch_for_late_call(const Late& late);

/// SIGINT and SIGTERM tell where the program is, and what was found, before they end it.
void report_when_stopped();

/// A grid begins: what it does now counts as the kernel's only if it goes on for long.
void note_grid_begins();

}  // namespace simt::check
