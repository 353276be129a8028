// The options of the commands for a class.
#pragma once

#include "cli/options.h"

namespace warpgrade {

/// import, batch, similar.
void add_class_commands(CLI::App& app, Chosen& chosen);

/// export, compare, comment, board, course, baselines.
void add_grades_commands(CLI::App& app, Chosen& chosen);

/// return, numbers.
void add_return_commands(CLI::App& app, Chosen& chosen);

}  // namespace warpgrade
