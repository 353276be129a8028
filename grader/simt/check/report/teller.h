// Who tells what a program of its own has found: a process beside it. None of the program's locks
// can hold it up, and it tells as well when the program is killed.
#pragma once

#include <cstdint>

#include "simt/check_report.h"

namespace simt::check {

/// Hands it a part of the program's report; the first finding starts it. Also for signal handlers.
void send_to_reporter(Part part, std::uint32_t index);

/// The program ends: returns when all findings are told. Also for signal handlers.
void flush_report();

/// The program starts again from the beginning: nobody is to tell what it has found so far.
void dismiss_reporter();

}  // namespace simt::check
