// A student's file with findings and costs next to its lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "model/result.h"
#include "pages/html_notes.h"
#include "pages/html_places.h"
#include "report/html_heat.h"

namespace warpgrade::html {

/// Limits for the sources on a page: a submission may contain megabytes.
struct PageBudget {
  std::size_t bytes_in_full = 256 * 1024;  // of source with anchors and colors for each line
  int lines_in_full = 8000;
  std::size_t bytes_out = 3'500'000;  // of HTML; beyond it, only lines with findings or links
};

struct SourceFile {
  const std::string& name;
  const std::string& text;
};

/// The file's section; call it after all links are created. Its size is subtracted from `budget`.
/// A file that fits is shown in full: a row with anchor and colors for each line, with long parts
/// without remarks folded. Otherwise only lines with a remark or a link become rows; those in
/// between are plain blocks, as long as there is room. Omitted parts are mentioned.
std::string source_section(const GradeResult& grade, const SourceFile& file, const Places& places,
                           const Notes& notes, const Heat& heat, PageBudget& budget);

}  // namespace warpgrade::html
