// Collects hand-ins from a graded batch or a course site's export.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "import/import.h"
#include "similar/hand_in.h"

namespace warpgrade::similar {

/// By lab: all attempts in `graded`, the --out of a batch, at the `labs` whose file they contain.
/// Does not change the gradebook. UsageError: not such a folder. GraderError: files in the
/// gradebook are missing.
std::map<std::string, std::vector<HandIn>> read_batch_hand_ins(
    const std::filesystem::path& graded, const std::vector<std::string>& labs);

/// The same for an export, whose files stay in request.work. Adds unmatched parts to `unmatched`.
std::map<std::string, std::vector<HandIn>> import_hand_ins(const ImportRequest& request,
                                                           std::vector<Unmatched>& unmatched);

/// Keeps only each person's last attempt.
void keep_last_attempts(std::vector<HandIn>& hand_ins);

}  // namespace warpgrade::similar
