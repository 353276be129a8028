// A change that helped, as the edit of the student's file that it is: a diff to read, and the text
// with it.
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
  int line = 0;  // an added line: in the changed file; else in the file as it is
  std::string text;
};

/// Changed lines of one file in their order, with the lines around them. Between two that are not
/// neighbors lines are left out.
struct FileDiff {
  std::string file;
  std::vector<DiffLine> lines;
};

/// The files with all changes applied, by name: those that change. Nothing where a change does not
/// say exactly which characters it replaces.
std::optional<Sources> changed_files(const TriedRemedy& tried, const Sources& sources);

/// The same as diffs with `context` lines around each change. Empty where changed_files() is.
std::vector<FileDiff> make_diffs(const TriedRemedy& tried, const Sources& sources, int context);

/// What stands in front of the line: "  46 ", "+ 48 ".
std::string format_margin(const DiffLine& line, int digits);

}  // namespace warpgrade
