// The instructor's page of a class: one self-contained HTML file next to reports/.
#pragma once

#include <string>

#include "class_pages/class_summary.h"

namespace warpgrade {

/// Links are relative to the folder that contains reports/.
std::string class_page(const ClassSummary& summary);

}  // namespace warpgrade
