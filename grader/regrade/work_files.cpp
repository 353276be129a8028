#include "regrade/work_files.h"

#include <cstdint>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/text.h"

namespace warpgrade::regrade {
namespace fs = std::filesystem;

bool may_affect_grade(const std::string& name) {
  const auto ends_with = [&](std::string_view end) {
    return name.size() >= end.size() &&
           name.compare(name.size() - end.size(), end.size(), end) == 0;
  };
  if (name.empty() || name[0] == '.' || name[0] == '#' || name == "compile_commands.json")
    return false;
  if (ends_with("~") || ends_with(".swp") || ends_with(".part") || ends_with(".o")) return false;
  // Vim creates a file with a numeric name to test whether it can write.
  return !is_digits(name);
}

Texts texts_in(const fs::path& folder) {
  constexpr std::uintmax_t largest = 1 << 20, most = 16 << 20;
  constexpr int deepest = 4;
  Texts texts;
  std::uintmax_t sum = 0;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const fs::directory_entry& entry = *at;
    const std::string name = entry.path().filename().string();
    std::error_code ignored;
    if (entry.is_directory(ignored) && (!may_affect_grade(name) || at.depth() >= deepest))
      at.disable_recursion_pending();
    if (!may_affect_grade(name) || !entry.is_regular_file(ignored)) continue;
    const std::uintmax_t size = entry.file_size(ignored);
    if (ignored || size > largest || sum + size > most) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    sum += text.size();
    texts[entry.path().lexically_relative(folder).generic_string()] = std::move(text);
  }
  return texts;
}

}  // namespace warpgrade::regrade
