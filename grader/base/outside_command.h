// Runs programs of the system.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace warpgrade {

struct CommandResult {
  int status = 0;     // exit status; 128 + signal; 127: program not found
  bool late = false;  // it was killed after the time limit
  std::string out, error;
};

/// Runs `words`[0] from PATH for at most `limit`. Its messages are in English. Ctrl-C in the
/// terminal does not interrupt it. Variables whose names begin with one of `without` are not passed
/// on.
CommandResult run_command(const std::vector<std::string>& words, std::chrono::seconds limit,
                          const std::vector<std::string>& without = {});

}  // namespace warpgrade
