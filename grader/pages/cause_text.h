// The pages about causes, shown: in a terminal, and as HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "causes/cause_page.h"
#include "model/result.h"
#include "report/style.h"

namespace warpgrade {

/// All ids with their titles, in groups.
std::string list_of_causes(const Style& style);

/// One page, broken to the terminal's width; its programs as they are, to be copied.
std::string cause_in_terminal(const CausePage& page, const Style& style);

/// Pages as a document of its own that needs nothing else.
std::string causes_in_html(const std::vector<CausePage>& pages);

namespace html {

/// The anchor of a cause's page in a report.
std::string cause_anchor(std::string_view id);

/// A link to that page in the report; "" where there is none, or it is not to be shown.
std::string page_link(const GradeResult& grade, const CausePage* about);

/// The pages about all that findings, failing cases and tasks tell, each folded; "" where there are
/// none.
std::string causes_section(const GradeResult& grade);

}  // namespace html
}  // namespace warpgrade
