// A task's mistakes as the report shows them: each with its place, the fix, and its consequences.
// Made once for all forms of the report.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/result.h"
#include "report/document/fix.h"

namespace warpgrade {

/// An access in a source line, and what it does.
struct Mark {
  std::size_t begin, end;  // byte range in the line
  std::string label;
};

struct QuotedLine {
  int line;
  std::string text;
  std::vector<Mark> marks;  // in order of place
};

struct Bug {
  std::string title;  // "race on As[0][0]"
  std::string file;   // empty if the place is unknown
  int line = 0;       // 0: unknown
  std::vector<QuotedLine> quote;
  std::string text;   // what the quote does not show; may be empty
  std::string hint;   // what to do, if no tried change shows it; may be empty
  std::string cause;  // id of the cause; may be empty
  const Finding* finding = nullptr;

  /// "dot.cu:47", or "".
  std::string place() const;
};

/// A tried change that helped.
struct Fix {
  bool whole = false;           // everything is right with it
  std::string why;              // the mistake, if this fixes it; may be empty
  std::string what;             // in words
  std::string result;           // "tried: all 14 checked cases pass, no findings"
  std::vector<FileDiff> diffs;  // empty if only words can describe it
  std::string file;             // of its first change
  int line = 0;
};

Fix make_fix(const TriedRemedy& tried, const Sources& sources);

/// A finding with its quoted lines.
Bug make_bug(const Finding& finding, const Sources& sources);

/// The line of that file; empty if there is no such file or line.
std::string_view find_source_line(const Sources& sources, const std::string& file, int line);

/// The columns (from 0) of that array and its subscripts in `line`: begin and end; equal if not
/// found.
std::pair<std::size_t, std::size_t> subject_in(std::string_view line, std::string_view array);

}  // namespace warpgrade
