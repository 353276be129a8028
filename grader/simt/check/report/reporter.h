// Reports a standalone program's findings from a separate process. The program's locks cannot block
// it, and it also reports if the program is killed.
#pragma once

#include <cstdint>

#include "simt/check_report.h"

namespace simt::check {

/// Sends a part of the program's report; the first finding starts the process. Safe in signal
/// handlers.
void send_to_reporter(Part part, std::uint32_t index);

/// The program ends: returns after all findings are reported. Safe in signal handlers.
void flush_report();

/// The program restarts from the beginning: its findings so far are discarded.
void dismiss_reporter();

}  // namespace simt::check
