// Finds the functions that a change of the source may affect.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"
#include "watch/work_files.h"

namespace warpgrade::watch {

/// Theory of operation: a file is split at its top level into functions, by name, and everything
/// else (directives, types, variables, class templates). A task's function is changed if its own
/// text changed, or that of a function it may call by any chain of names, or anything else in the
/// file (with the functions named there, because a macro may call them), or any other file.
/// Comments are ignored. Names are not resolved: functions with the same name are one, so too much
/// rather than too little counts as changed.
struct Basis {
  std::string hash;        // of everything its result may depend on
  std::vector<int> lines;  // lines of its functions; if equal, nothing has moved

  bool operator==(const Basis&) const = default;
};

/// For each of `tasks` (functions of `main_file`), in order.
std::vector<Basis> find_bases(const Texts& texts, const std::string& main_file,
                              const std::vector<std::string>& tasks);

/// A hash of all code: a function that no task calls may still fail to compile.
std::string hash_code(const Texts& texts, const std::string& main_file);

/// Updates the lines in `task` to the current lines of its functions.
void move_lines(TaskResult& task, const std::string& before, const std::string& after,
                const std::string& main_file);

}  // namespace warpgrade::watch
