// The report's notes on places in the source, for editors and sites that show code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/result.h"

namespace warpgrade {

struct SourcePlace {
  std::filesystem::path file;  // relative to the command's working folder
  int line = 1;                // from 1
  int column = 1;              // starting at 1, in code points
};

/// Lines that replace `removed` lines starting at `place`.
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
  std::vector<std::string> tasks;     // tasks with this note; empty: the whole file
  std::vector<Replacement> fix = {};  // that helped; may be empty
};

/// Compiler errors and warnings, findings, failing cases at the function that they call, fixes that
/// helped, and unwritten functions, by file and line. `grade`: as its reader may see it; `here`:
/// the command's working folder.
std::vector<PlacedNote> placed_notes(const GradeResult& grade, const std::filesystem::path& here);

/// One line per note in gcc's format, "FILE:LINE:COLUMN: error: TEXT [CAUSE, TASK]", which many
/// editors parse.
std::string gcc_lines(const GradeResult& grade, const std::filesystem::path& here);

/// The same as SARIF 2.1.0 (OASIS), for GitHub's code scanning and other viewers.
std::string sarif_json(const GradeResult& grade, const std::filesystem::path& here);

}  // namespace warpgrade
