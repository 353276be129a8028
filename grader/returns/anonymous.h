// A class for graders who should not know whose work they grade: pages and a table to fill, with
// pseudonyms.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "export/counted_attempt.h"

namespace warpgrade {

struct AnonymousRequest {
  std::filesystem::path from, out;        // from: --out of a batch
  std::vector<std::string> labs;          // empty: all
  std::set<std::string> items;            // of the rubric
  std::vector<std::string> secret_paths;  // folders that no page may name
  CountingRules counting;
};

struct AnonymousFile {
  std::string path;  // in the folder
  std::string contents;
};

struct AnonymousClass {
  std::vector<AnonymousFile> files;  // index.html, sheet.csv, and a page per hand-in
  std::size_t pages = 0;
  std::size_t left = 0;                     // hand-ins without a page
  std::vector<std::string> redacted_badly;  // pseudonyms whose page still contained a name
};

/// Nothing is written. UsageError: there are no grades.
AnonymousClass anonymous_class(const AnonymousRequest& request);

}  // namespace warpgrade
