// Compares a class's submissions: the work of `warpgrade similar`.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "import/import.h"
#include "import/scratch.h"
#include "similar/hand_in.h"
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

/// What students were given for the lab: skeleton, header, and the request's `base`.
std::vector<SourceFile> handed_out(const SimilarRequest& request, const std::string& lab);

/// By lab, without earlier attempts unless the request wants them. Files of exports are in
/// `scratch`. UsageError: there is no such lab.
std::map<std::string, std::vector<HandIn>> collect_hand_ins(const SimilarRequest& request,
                                                            const Scratch& scratch,
                                                            std::vector<Unmatched>& unmatched);

/// UsageError: the folder cannot be made.
void make_output_folder(const std::filesystem::path& out);

/// Writes similar.csv, similar.json and similar.html into `out`.
SimilarOutcome run_similar(const SimilarRequest& request);

}  // namespace warpgrade::similar
