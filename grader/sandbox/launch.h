// Starts a sandbox: bubblewrap, the helper inside it, the command under the helper.
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

/// What a sandbox is started with, beside the command.
struct Launcher {
  std::filesystem::path root;    // the project, never visible inside
  std::filesystem::path helper;  // sandbox_init
  Bubblewrap bubblewrap;
  bool isolate = true;
  GpuView gpus;
  MemoryGroups memory;
};

/// A sandbox whose command has begun.
struct Launched {
  pid_t child = 0;           // ours: bubblewrap, or the helper where nothing is isolated
  pid_t helper = 0;          // as the host counts
  pid_t command = 0;         // likewise
  Descriptor child_handle;   // pidfd
  Descriptor helper_handle;  // pidfd
  Descriptor control;        // to the helper; close-on-exec, and closing it ends the sandbox
  Descriptor output;         // what it prints, non-blocking
  std::unique_ptr<MemoryGroup> memory;  // null where the machine has none for us
};

/// Returns once the command has been executed. Throws GraderError with what bubblewrap said when it
/// has not.
Launched launch(const Launcher& launcher, const Command& command,
                std::span<const sock_filter> filter);

/// The next report of the helper, nothing at the end of its socket or when `timeout_ms` is over.
/// `sender`, unless null: the host's number of the process that sent it.
std::optional<control::Report> receive_report(int socket, int timeout_ms, pid_t* sender = nullptr);

}  // namespace warpgrade
