// `--take ID=FILE`: an instructor says which file counts for a student.
#pragma once

#include <string>
#include <vector>

#include "import/import.h"
#include "import/import_formats.h"
#include "import/roster.h"

namespace warpgrade {

/// "ada=dot (1).cu". UsageError: not of this form.
Take take_of(const std::string& text);

/// Notes the files in the hand-ins that they belong to, whose archives are opened. A student of the
/// roster without a hand-in gets one. UsageError: no such student or file, or no telling which lab
/// the file is for.
void apply_takes(const ImportRequest& request, const Roster& roster, std::vector<HandIn>& hand_ins);

}  // namespace warpgrade
