// What was found, for spreadsheets and scripts.
#pragma once

#include <string>
#include <vector>

#include "similar/lab_found.h"

namespace warpgrade::similar {

/// A line for each pair (RFC 4180), under a line of names. Of identical files each student stands
/// with the first one.
std::string similar_csv(const std::vector<LabFound>& labs);

/// Everything, with the lines of each matched region.
std::string similar_json(const std::vector<LabFound>& labs, const ReadSources& sources);

}  // namespace warpgrade::similar
