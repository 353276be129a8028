// Writes the results for spreadsheets and scripts.
#pragma once

#include <string>
#include <vector>

#include "similar/lab_found.h"

namespace warpgrade::similar {

/// One row per pair (RFC 4180), with a title row. Each student with identical files is paired with
/// the first one.
std::string similar_csv(const std::vector<LabFound>& labs);

/// All results, with the lines of each matched region.
std::string similar_json(const std::vector<LabFound>& labs, const ReadSources& sources);

}  // namespace warpgrade::similar
