// Ctrl-C and its kin: nothing half-written, no process and no work folder left behind.
#pragma once

#include <filesystem>

namespace warpgrade {

/// From now on SIGINT, SIGTERM and SIGHUP end this process in order: the progress line is erased,
/// work folders are removed, sandboxes die with their parent, and the exit status is 128 + signal.
/// Call it before the first thread is started.
void handle_interrupts();

/// Before such an end `action` is called, too, on a thread of its own.
void also_when_interrupted(void (*action)());

/// From now on the first of them only makes stop_was_asked() true, and the second does the above.
void stop_when_asked();
bool stop_was_asked();

}  // namespace warpgrade
