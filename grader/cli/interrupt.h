// Clean shutdown on Ctrl-C and similar signals: no partial files, processes or work folders remain.
#pragma once

#include <filesystem>

namespace warpgrade {

/// From now on SIGINT, SIGTERM and SIGHUP end this process cleanly: the progress line is erased,
/// work folders are removed, sandboxes die with their parent, and the exit status is 128 + signal.
/// Call this before the first thread starts.
void handle_interrupts();

/// Calls `action` on the signal thread before the process exits.
void call_when_interrupted(void (*action)());

/// From now on the first signal only makes stop_requested() true. The second one exits as above.
void defer_first_interrupt();
bool stop_requested();

}  // namespace warpgrade
