#include "report/html_assets.h"

namespace warpgrade::html {

// The first and the last line of these files make them raw string literals: so they are compiled
// in, and make sees when they change.

std::string_view style_sheet() {
  return
#include "report/html/style.css"
      ;
}

std::string_view script() {
  return
#include "report/html/script.js"
      ;
}

std::string_view class_style_sheet() {
  return
#include "report/html/class.css"
      ;
}

std::string_view class_script() {
  return
#include "report/html/class.js"
      ;
}

}  // namespace warpgrade::html
