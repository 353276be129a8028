// What a report tells about places in the source, for programs that go there: editors and sites
// that show code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade {

struct SourcePlace {
  std::filesystem::path file;  // as it is reached from where the command runs
  int line = 1;                // from 1
  int column = 1;              // likewise, in code points
};

/// Lines that are put in place of `removed` lines from `place` on.
struct Replacement {
  SourcePlace place;
  int removed = 0;
  std::string text;  // whole lines
};

struct PlacedNote {
  enum class Level { error, warning, note };
  Level level = Level::error;
  std::string cause;  // "race.block", "code.error", "case.wrong"
  SourcePlace place;
  std::string text;  // one line
  std::vector<SourcePlace> others;
  std::vector<std::string> tasks;     // that have it; empty: the whole file
  std::vector<Replacement> fix = {};  // that helped; or none
};

/// Errors and warnings of the compiler, findings, failing cases at the function that they call,
/// remedies that helped, and what is not written yet: by file and line. `grade` as its reader may
/// see it; `here` is the folder that the command runs in.
std::vector<PlacedNote> placed_notes(const GradeResult& grade, const std::filesystem::path& here);

/// As gcc writes them: "FILE:LINE:COLUMN: error: TEXT [CAUSE, TASK]", one a line. What editors with
/// a rule for gcc read.
std::string gcc_lines(const GradeResult& grade, const std::filesystem::path& here);

/// The same as SARIF 2.1.0 (OASIS), for GitHub's code scanning and other viewers.
std::string sarif_json(const GradeResult& grade, const std::filesystem::path& here);

}  // namespace warpgrade
