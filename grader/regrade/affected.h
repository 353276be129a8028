// Which functions a change of the source can have an effect on.
#pragma once

#include <string>
#include <vector>

#include "model/result.h"
#include "regrade/work_files.h"

namespace warpgrade::regrade {

/// Theory of operation: a file is cut at its top level into functions, by their names, and all
/// else (directives, types, variables, templates of classes). A task's function has changed if its
/// own text, that of a function that it may call by any chain of names, anything else of the file
/// (with the functions that this names: a macro may call them), or any other file is not what it
/// was; comments do not count. Names are not resolved: functions of one name are one, so that
/// rather too much is taken for changed than too little.
struct Basis {
  std::string hash;        // of all that its result may depend on; else equal: it has not changed
  std::vector<int> lines;  // where its functions stand; else equal: nothing has moved

  bool operator==(const Basis&) const = default;
};

/// For each of `tasks` (functions of `main_file`), in their order.
std::vector<Basis> bases_of(const Texts& texts, const std::string& main_file,
                            const std::vector<std::string>& tasks);

/// Of all code in them, whatever uses it: a function that no task calls can still not compile.
std::string code_hash(const Texts& texts, const std::string& main_file);

/// Takes the lines that `task` names along to where its functions stand now.
void move_lines(TaskResult& task, const std::string& before, const std::string& after,
                const std::string& main_file);

}  // namespace warpgrade::regrade
