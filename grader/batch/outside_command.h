// Programs of the system.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

struct CommandResult {
  int status = 0;     // exit status; 128 + signal; 127: there is no such program
  bool late = false;  // it was ended because it took too long
  std::string out, error;
};

/// Runs `words`[0], found on PATH, to its end, or for `limit`. Its messages are in English. A
/// terminal's Ctrl-C does not reach it: it finishes. Variables whose names begin with one of
/// `without` are not passed on.
CommandResult run_command(const std::vector<std::string>& words, std::chrono::seconds limit,
                          const std::vector<std::string>& without = {});

}  // namespace warpgrade
