// The page's style sheet and script: pages/assets/style.css and script.js.
#pragma once

#include <string_view>

namespace warpgrade::html {

std::string_view style_sheet();
std::string_view script();

/// For the class page; its style sheet follows the one above.
std::string_view class_style_sheet();
std::string_view class_script();

}  // namespace warpgrade::html
