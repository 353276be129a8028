// A fix as an edit of the student's file: a diff, and the resulting text.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "causes/remedy.h"

namespace warpgrade {

/// Texts of the student's files by name.
using Sources = std::map<std::string, std::string>;

struct DiffLine {
  enum class Kind { kept, removed, added };
  Kind kind = Kind::kept;
  int line = 0;  // for an added line: in the new file; otherwise in the old one
  std::string text;
};

/// Changed lines of one file in order, with context lines. Between lines that are not adjacent,
/// others are left out.
struct FileDiff {
  std::string file;
  std::vector<DiffLine> lines;
};

/// The changed files after all changes, by name. Empty if a change does not say exactly which
/// characters it replaces.
std::optional<Sources> changed_files(const TriedRemedy& tried, const Sources& sources);

/// The same as diffs with `context` lines around each change. Empty whenever changed_files() is.
std::vector<FileDiff> make_diffs(const TriedRemedy& tried, const Sources& sources, int context);

/// The margin before a line: "  46 ", "+ 48 ".
std::string format_margin(const DiffLine& line, int digits);

}  // namespace warpgrade
