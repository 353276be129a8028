#include "pages/html_assets.h"

namespace warpgrade::html {

// The first and last lines of these files make them raw string literals, so they are compiled in,
// and make notices when they change.

std::string_view style_sheet() {
  return
#include "pages/assets/style.css"
      ;
}

std::string_view script() {
  return
#include "pages/assets/script.js"
      ;
}

std::string_view class_style_sheet() {
  return
#include "pages/assets/class.css"
      ;
}

std::string_view class_script() {
  return
#include "pages/assets/class.js"
      ;
}

}  // namespace warpgrade::html
