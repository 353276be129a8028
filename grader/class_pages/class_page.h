// The instructor's page of a class: one HTML file that needs nothing else, beside reports/.
#pragma once

#include <string>

#include "class_pages/class_summary.h"

namespace warpgrade {

/// Links are relative to the folder that holds reports/.
std::string class_page(const ClassSummary& summary);

}  // namespace warpgrade
