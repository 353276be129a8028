// A class's submissions compared: what `warpgrade similar` does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "import/import.h"
#include "similar/lab_found.h"

namespace warpgrade::similar {

struct SimilarRequest {
  std::filesystem::path root;                  // the project's folder
  std::filesystem::path from;                  // --out of a batch; or else
  ImportRequest import;                        // an export; `work` is set here; no labs: all
  std::vector<std::filesystem::path> against;  // other years': exports, or a batch's --out
  std::vector<std::filesystem::path> base;     // what else was handed out: folders or files
  std::filesystem::path out;
  bool all_attempts = false;  // of each student; else the last one of each lab
  Rules rules;
};

struct SimilarOutcome {
  std::vector<LabFound> labs;  // those that somebody handed in
  std::vector<Unmatched> unmatched;
};

/// Writes similar.csv, similar.json and similar.html into `out`.
SimilarOutcome run_similar(const SimilarRequest& request);

}  // namespace warpgrade::similar
