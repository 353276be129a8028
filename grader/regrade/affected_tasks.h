// Finds the tasks that a change of the source may affect.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"
#include "regrade/work_files.h"

namespace warpgrade::regrade {

/// What a task's result depends on.
/// Theory of operation: the top level of a file is split into functions, by name, and everything
/// else (directives, types, variables, class templates). A task is affected by changes of its
/// function, of functions that it may call through any chain of names, of everything else in the
/// file and the functions named there (a macro may call them), and of any other file. Comments do
/// not count. Functions with the same name count as one: in doubt, too many tasks are affected
/// rather than too few.
struct Basis {
  std::string hash;        // of everything that the result may depend on
  std::vector<int> lines;  // lines of its functions

  bool operator==(const Basis&) const = default;
};

/// One entry per task in `tasks` (functions of `main_file`), in the same order.
std::vector<Basis> compute_bases(const Texts& texts, const std::string& main_file,
                                 const std::vector<std::string>& tasks);

/// A hash of all code, used or not: a function that no task calls may still fail to compile.
std::string code_hash(const Texts& texts, const std::string& main_file);

/// Moves the line numbers in `task` along with its functions.
void move_lines(TaskResult& task, const std::string& before, const std::string& after,
                const std::string& main_file);

}  // namespace warpgrade::regrade
