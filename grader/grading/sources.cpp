#include "grading/sources.h"

#include <cstdint>
#include <fstream>
#include <system_error>

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t most_bytes = 1 << 20;

bool lies_in(const fs::path& file, const fs::path& folder) {
  const fs::path inside = file.lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

}  // namespace

std::map<std::string, std::string> read_sources(const fs::path& submission,
                                                const std::set<std::string>& files) {
  std::map<std::string, std::string> sources;
  std::error_code error;
  const fs::path folder = fs::canonical(submission, error);
  if (error) return sources;
  std::uintmax_t left = most_bytes;
  for (const std::string& name : files) {
    const fs::path file = fs::canonical(folder / name, error);
    if (name.empty() || error || !lies_in(file, folder) || !fs::is_regular_file(file, error))
      continue;
    const std::uintmax_t size = fs::file_size(file, error);
    if (error || size > left) continue;
    std::ifstream in(file, std::ios::binary);
    std::string text(size, '\0');
    in.read(text.data(), static_cast<std::streamsize>(size));
    text.resize(static_cast<std::size_t>(in.gcount()));
    left -= text.size();
    sources[name] = std::move(text);
  }
  return sources;
}

}  // namespace warpgrade
