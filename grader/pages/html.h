// The grade as one HTML page: source code with findings and costs next to its lines.
#pragma once

#include <string>

#include "model/result.h"

namespace warpgrade {

/// Additions to a page that is served while a student works and that reloads itself.
struct LivePage {
  std::string script;    // trusted
  std::string status;    // text
  bool goes_on = false;  // more results will follow
};

/// The student of a page that someone else made.
struct PageOwner {
  std::string name;
  int attempt = 0;                // 0: unknown
  std::string handed_in, graded;  // times; may be empty
};

/// Inserts this student into a page made by html_page(), in place of an earlier one.
std::string personalize_page(std::string page, const PageOwner& owner);

/// A self-contained page. The same grade gives the same bytes. All untrusted text is data in it,
/// and its Content-Security-Policy allows only its own style sheet and script (html/style.css,
/// html/script.js). It works without the script.
std::string html_page(const GradeResult& grade, const LivePage* live = nullptr);

}  // namespace warpgrade
