// `--take ID=FILE`: an instructor chooses the file that counts for a student.
#pragma once

#include <string>
#include <vector>

#include "import/import.h"
#include "import/import_formats.h"
#include "import/roster.h"

namespace warpgrade {

/// Parses "ada=dot (1).cu". UsageError: not of this form.
Take parse_take(const std::string& text);

/// Sets the chosen files in their hand-ins, whose archives are opened. A student on the roster
/// without a hand-in gets one. UsageError: no such student or file, or the lab is ambiguous.
void apply_takes(const ImportRequest& request, const Roster& roster, std::vector<HandIn>& hand_ins);

}  // namespace warpgrade
