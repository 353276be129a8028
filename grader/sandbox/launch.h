// Starts a sandbox: bubblewrap, the helper inside it, and the command under the helper.
#pragma once

#include <sys/types.h>

#include <linux/filter.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sandbox/bubblewrap.h"
#include "sandbox/descriptor.h"
#include "sandbox/init/control.h"
#include "sandbox/memory_group.h"
#include "sandbox/sandbox.h"

namespace warpgrade {

/// Everything needed to start a sandbox, except the command.
struct Launcher {
  std::filesystem::path root;    // the project, never visible inside
  std::filesystem::path helper;  // sandbox_init
  Bubblewrap bubblewrap;
  bool isolate = true;
  GpuView gpus;
  MemoryGroups memory;
};

/// A sandbox whose command is running.
struct Launched {
  pid_t child = 0;           // child process: bubblewrap, or the helper without isolation
  pid_t helper = 0;          // its pid on the host
  pid_t command = 0;         // its pid on the host
  Descriptor child_handle;   // pidfd
  Descriptor helper_handle;  // pidfd
  Descriptor control;        // socket to the helper (close-on-exec); closing it ends the sandbox
  bool isolated = true;
  Descriptor output;                    // its output, non-blocking
  std::unique_ptr<MemoryGroup> memory;  // null if not available
};

/// Returns after the command was executed. Throws GraderError with bubblewrap's message if it was
/// not. `kept`: others may follow.
Launched launch(const Launcher& launcher, const Command& command,
                std::span<const sock_filter> filter, bool kept = false);

/// Executes another command in a sandbox that was launched as `kept`, after the end of the one
/// before. Throws as above, and then the sandbox has ended.
void launch_next(Launched& launched, const Launcher& launcher, const Command& command,
                 std::span<const sock_filter> filter);

/// How long a killed process may take to end: a device driver may hold it for seconds, a busy
/// machine for longer.
constexpr int longest_end_ms = 60000;

/// Kills every process and returns when the kernel has removed the last. Closes `control`; does
/// nothing if that is closed.
void end_sandbox(Launched& launched);

/// The helper's next report; nothing at the end of its socket or after `timeout_ms`. Sets `sender`,
/// if not null, to the sender's pid on the host.
std::optional<control::Report> receive_report(int socket, int timeout_ms, pid_t* sender = nullptr);

}  // namespace warpgrade
