#include "toolchain/stripped_source.h"

#include <fstream>
#include <sstream>

#include "base/regex.h"

namespace warpgrade {
namespace fs = std::filesystem;

std::string without_own_text(std::string_view source) {
  static const std::regex file("\\b__FILE__\\b"), parameter("(^|[^#])#[ \\t]*[A-Za-z_]\\w*"),
      define("^[ \\t]*#[ \\t]*define\\b");
  std::istringstream lines{std::string(source)};
  std::string text, line;
  for (bool continued = false; std::getline(lines, line);) {
    std::smatch found;
    const bool directive = regex_search(line, found, define);
    if (directive || continued) {
      const std::string head = directive ? found.str() : "";
      line = head + regex_replace(line.substr(head.size()), parameter, "$1\"\"");
      continued = !line.empty() && line.back() == '\\';
    }
    text += regex_replace(line, file, "\"\"") + '\n';
  }
  return text;
}

void make_stripped_copy(const fs::path& from, const fs::path& to) {
  fs::remove_all(to);
  fs::create_directories(to);
  for (fs::recursive_directory_iterator at(from), end; at != end; ++at) {
    const fs::path target = to / at->path().lexically_relative(from);
    if (at->is_directory()) {
      if (at.depth() == 0 && at->path().filename() == "variants") at.disable_recursion_pending();
      fs::create_directories(target);
      continue;
    }
    std::ifstream in(at->path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    std::ofstream(target, std::ios::binary) << without_own_text(text.str());
  }
}

}  // namespace warpgrade
