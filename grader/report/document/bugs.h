// What is wrong with a task as its reader meets it: each mistake with its place, the change that
// puts it right, and what follows from it. Made once, for every form of the report.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/result.h"
#include "report/document/fix.h"

namespace warpgrade {

/// An access in a line of source, with what it does.
struct Mark {
  std::size_t begin, end;  // bytes of the line
  std::string label;
};

struct QuotedLine {
  int line;
  std::string text;
  std::vector<Mark> marks;  // by place
};

struct Bug {
  std::string title;  // "race on As[0][0]"
  std::string file;   // "" where the place is not known
  int line = 0;       // 0: not known
  std::vector<QuotedLine> quote;
  std::string text;   // what the quote does not say; or ""
  std::string hint;   // what to do, where no change was tried that does; or ""
  std::string cause;  // its id, or ""
  const Finding* finding = nullptr;

  /// "dot.cu:47", or "".
  std::string place() const;
};

/// What was tried and helped.
struct Fix {
  bool whole = false;           // all is right with it
  std::string why;              // what is wrong if this mends it; or ""
  std::string what;             // in words
  std::string result;           // "tried: all 14 checked cases pass, no findings"
  std::vector<FileDiff> diffs;  // empty where words have to do
  std::string file;             // of its first change
  int line = 0;
};

Fix make_fix(const TriedRemedy& tried, const Sources& sources);

/// A finding with the lines that it speaks of.
Bug make_bug(const Finding& finding, const Sources& sources);

/// Line `number` (from 1) of `text` without its end; nothing where there is no such line.
std::string_view source_line(std::string_view text, int number);

/// The same of that file; nothing where there is no such file.
std::string_view find_source_line(const Sources& sources, const std::string& file, int line);

/// Where in `line` that array stands with its subscripts: first and last column (from 0); the same
/// twice where it is not found.
std::pair<std::size_t, std::size_t> subject_in(std::string_view line, std::string_view array);

}  // namespace warpgrade
