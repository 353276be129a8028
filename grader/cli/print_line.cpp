#include "cli/print_line.h"

#include <unistd.h>

#include <cstdio>

#include "report/style.h"
#include "report/text.h"

namespace warpgrade {

void print_line(const std::string& line) {
  static const bool unicode = detect_style(STDOUT_FILENO).unicode;
  std::printf("%s\n", printable(line, unicode).c_str());
}

}  // namespace warpgrade
