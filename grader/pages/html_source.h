// A file of the student with its findings and costs beside the lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/result.h"
#include "pages/html_notes.h"
#include "pages/html_places.h"
#include "report/html_heat.h"

namespace warpgrade::html {

/// What the sources may take of a page: a submission can hold megabytes of anything.
struct PageBudget {
  std::size_t bytes_in_full = 256 * 1024;  // of source with anchors and colours for each line
  int lines_in_full = 8000;
  std::size_t bytes_out = 3'500'000;  // of HTML; beyond it only findings and what is linked
};

struct SourceFile {
  const std::string& name;
  const std::string& text;
};

/// The file's section, made when all links are. What it takes is taken from `budget`.
///
/// A file that fits is shown in full: a row with anchor and colours for each line, and long
/// stretches that nothing is said about folded. Of one that does not, only lines with a remark or
/// a link to them are rows; those between are plain blocks, until there is no room for those
/// either. What is left out is named.
std::string source_section(const GradeResult& grade, const SourceFile& file, const Places& places,
                           const Notes& notes, const Heat& heat, PageBudget& budget);

}  // namespace warpgrade::html
