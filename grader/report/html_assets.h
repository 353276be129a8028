// The page's style sheet and script: report/html/style.css and script.js.
#pragma once

#include <string_view>

namespace warpgrade::html {

std::string_view style_sheet();
std::string_view script();

}  // namespace warpgrade::html
