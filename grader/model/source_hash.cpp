#include "model/source_hash.h"

#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// FNV-1a. It need not resist attacks, and it can be continued from file to file.
void hash_into(std::uint64_t& hash, const std::string& bytes) {
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3;
  }
}

std::vector<std::string> quoted_includes(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const auto hash = line.find_first_not_of(" \t");
    if (hash == line.npos || line[hash] != '#' || line.find("include", hash) == line.npos) continue;
    const auto open = line.find('"', hash);
    const auto close = open == line.npos ? open : line.find('"', open + 1);
    if (close != line.npos) names.push_back(line.substr(open + 1, close - open - 1));
  }
  return names;
}

}  // namespace

std::string source_hash(const fs::path& file, const fs::path& more) {
  std::uint64_t hash = 0xcbf29ce484222325;
  std::set<fs::path> seen;
  std::vector<fs::path> left = {file};
  bool any = false;
  while (!left.empty()) {
    std::error_code none;
    const fs::path next = fs::weakly_canonical(left.back(), none);
    left.pop_back();
    if (!seen.insert(next).second) continue;
    std::ifstream in(next);
    if (!in) continue;
    any = true;
    std::ostringstream text;
    text << in.rdbuf();
    hash_into(hash, text.str());
    for (const std::string& name : quoted_includes(text.str())) {
      for (const fs::path& folder : {next.parent_path(), more})
        if (fs::is_regular_file(folder / name, none)) left.push_back(folder / name);
    }
  }
  return any ? fmt::format("{:016x}", hash) : "";
}

}  // namespace warpgrade
