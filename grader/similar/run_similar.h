// Compares a class's submissions: the work of `warpgrade similar`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "import/import.h"
#include "similar/lab_found.h"

namespace warpgrade::similar {

struct SimilarRequest {
  std::filesystem::path root;  // the project's folder
  std::filesystem::path from;  // --out of a batch; if empty:
  ImportRequest import;        // an export; run_similar() sets `work`; empty labs: all
  std::vector<std::filesystem::path>
      against;  // submissions of other years: exports, or a batch's --out
  std::vector<std::filesystem::path> base;  // other handed-out code: folders or files
  std::filesystem::path out;
  bool all_attempts = false;  // of each student; otherwise the last one per lab
  Rules rules;
};

struct SimilarOutcome {
  std::vector<LabFound> labs;  // labs with hand-ins
  std::vector<Unmatched> unmatched;
};

/// Writes similar.csv, similar.json and similar.html into `out`.
SimilarOutcome run_similar(const SimilarRequest& request);

}  // namespace warpgrade::similar
