// Renders the pages about causes in a terminal and as HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "causes/cause_page.h"
#include "model/result.h"
#include "report/page.h"
#include "report/style.h"

namespace warpgrade {

/// All ids with their titles, in groups.
std::string list_of_causes(const Style& style);

/// Their ids and titles, a line each.
void list_causes(Page& to, const std::vector<const CausePage*>& causes);

/// One page, wrapped to the terminal's width. Programs are not wrapped, so that they can be copied.
std::string cause_in_terminal(const CausePage& page, const Style& style);

/// Pages as a self-contained document.
std::string causes_in_html(const std::vector<CausePage>& pages);

namespace html {

/// The anchor of a cause's page in a report.
std::string cause_anchor(std::string_view id);

/// A link to that page in the report; empty if the report does not contain or may not show it.
std::string page_link(const GradeResult& grade, const CausePage* about);

/// The pages about all reported findings, failing cases and tasks, each folded; empty if there are
/// none.
std::string causes_section(const GradeResult& grade);

}  // namespace html
}  // namespace warpgrade
