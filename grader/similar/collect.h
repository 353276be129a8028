// Where hand-ins come from: a finished batch, or what a course's site exports.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "import/import.h"
#include "similar/hand_in.h"

namespace warpgrade::similar {

/// By lab: all attempts in `graded`, which is --out of a batch, for those of `labs` whose file they
/// hold. The gradebook stays as it is. UsageError: it is no such folder; GraderError: files that
/// the gradebook names are not there.
std::map<std::string, std::vector<HandIn>> hand_ins_of_batch(const std::filesystem::path& graded,
                                                             const std::vector<std::string>& labs);

/// The same of an import, whose files stay in request.work. What was not matched is added to
/// `unmatched`.
std::map<std::string, std::vector<HandIn>> hand_ins_of_export(const ImportRequest& request,
                                                              std::vector<Unmatched>& unmatched);

/// Leaves of each person the last attempt alone.
void keep_last_attempts(std::vector<HandIn>& hand_ins);

}  // namespace warpgrade::similar
