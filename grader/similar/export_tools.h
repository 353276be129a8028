// Lays a class out for other tools that find copies: MOSS, Dolos and JPlag.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "similar/run_similar.h"

namespace warpgrade::similar {

struct ToolLayout {
  std::string lab;
  std::size_t submissions = 0;
  std::string command;  // to run in the folder
};

struct ToolExport {
  std::vector<ToolLayout> labs;
  std::vector<std::string> left_out;  // files that are too large
  std::vector<Unmatched> unmatched;
};

/// Writes OUT/LAB for each lab: submissions, those of other years, and handed-out code, which the
/// tool should ignore. `tool`: moss, dolos or jplag. UsageError: OUT/LAB is not empty, or nobody
/// handed in a file.
ToolExport export_for_tool(const SimilarRequest& request, const std::string& tool);

}  // namespace warpgrade::similar
