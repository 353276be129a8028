// The grade as one HTML page: the source with findings and costs beside its lines.
#pragma once

#include <string>

#include "model/result.h"

namespace warpgrade {

/// What a page has besides that is served while somebody works, and reloads itself.
struct LivePage {
  std::string script;    // of ours
  std::string status;    // text
  bool goes_on = false;  // not all is known yet
};

/// Whose grade a page shows, where somebody else made it.
struct PageOwner {
  std::string name;
  int attempt = 0;                // 0: not known
  std::string handed_in, graded;  // times, or ""
};

/// A page that html_page() made, of this student; whosever it was before.
std::string personalize_page(std::string page, const PageOwner& owner);

/// A page that needs nothing from anywhere else. The same grade gives the same bytes. All that
/// others wrote is data in it, and its Content-Security-Policy lets nothing but its own style sheet
/// and script (html/style.css, html/script.js) count. It works without the script.
std::string html_page(const GradeResult& grade, const LivePage* live = nullptr);

}  // namespace warpgrade
