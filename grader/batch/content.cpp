#include "batch/content.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <vector>

#include "base/fault.h"
#include "base/sha256.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

/// The names of its plain files and links, from it, in order.
std::vector<std::string> content_names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto status = entry.symlink_status();
    if (fs::is_regular_file(status) || fs::is_symlink(status))
      names.push_back(
          entry.path().lexically_relative(folder).generic_string());  // no link followed
  }
  std::sort(names.begin(), names.end());
  return names;
}

[[noreturn]] void cannot_read(const fs::path& path) {
  throw GraderError(path.string() + " cannot be read.",
                    "Make it readable, then go on with --resume.");
}

}  // namespace

std::string hash_of_files(const fs::path& folder) {
  Sha256 hash;
  try {
    for (const std::string& name : content_names(folder)) {
      const fs::path path = folder / name;
      std::string bytes;
      const bool link = fs::is_symlink(fs::symlink_status(path));
      if (link) {
        bytes = fs::read_symlink(path).string();
      } else {
        std::ifstream in(path, std::ios::binary);
        if (!in) cannot_read(path);
        bytes.assign(std::istreambuf_iterator<char>(in), {});
        if (in.bad()) cannot_read(path);
      }
      // Lengths before contents: else the same bytes might be split otherwise.
      hash.add(
          fmt::format("{} {} {} {}\n", link ? "link" : "file", name.size(), name, bytes.size()));
      hash.add(bytes);
    }
  } catch (const fs::filesystem_error& error) {
    cannot_read(error.path1());
  }
  return hash.hex();
}

fs::path folder_of_content(const fs::path& store, const std::string& hash) {
  return store / hash.substr(0, 16);
}

fs::path keep_content(const fs::path& folder, const fs::path& store, std::string& hash) {
  const fs::path part = store / ".part";
  try {
    fs::remove_all(part);
    fs::create_directories(part);
    for (const std::string& name : content_names(folder)) {
      fs::create_directories((part / name).parent_path());
      fs::copy(folder / name, part / name, fs::copy_options::copy_symlinks);
    }
    hash = hash_of_files(part);
    fs::path kept = folder_of_content(store, hash);
    if (fs::exists(kept) && hash_of_files(kept) != hash)
      fs::remove_all(kept);  // someone changed it
    if (fs::exists(kept)) {
      fs::remove_all(part);
    } else {
      fs::rename(part, kept);
    }
    return kept;
  } catch (const fs::filesystem_error& error) {
    throw GraderError(std::string("a submission cannot be copied: ") + error.what(),
                      "Look to that folder or disk, then go on with --resume.");
  }
}

}  // namespace warpgrade
