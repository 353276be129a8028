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

/// The relative names of the folder's plain files and links, sorted.
std::vector<std::string> content_names(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const auto status = entry.symlink_status();
    if (fs::is_regular_file(status) || fs::is_symlink(status))
      names.push_back(
          entry.path().lexically_relative(folder).generic_string());  // without following links
  }
  std::sort(names.begin(), names.end());
  return names;
}

[[noreturn]] void cannot_read(const fs::path& path) {
  throw GraderError(path.string() + " cannot be read.",
                    "Make it readable, then continue with --resume.");
}

}  // namespace

std::string hash_files(const fs::path& folder) {
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
      // Lengths come before contents, so that different files cannot give the same byte stream.
      hash.add(
          fmt::format("{} {} {} {}\n", link ? "link" : "file", name.size(), name, bytes.size()));
      hash.add(bytes);
    }
  } catch (const fs::filesystem_error& error) {
    cannot_read(error.path1());
  }
  return hash.hex();
}

fs::path content_folder(const fs::path& store, const std::string& hash) {
  return store / hash.substr(0, 16);
}

fs::path store_content(const fs::path& folder, const fs::path& store, std::string& hash) {
  const fs::path part = store / ".part";
  try {
    fs::remove_all(part);
    fs::create_directories(part);
    for (const std::string& name : content_names(folder)) {
      fs::create_directories((part / name).parent_path());
      fs::copy(folder / name, part / name, fs::copy_options::copy_symlinks);
    }
    hash = hash_files(part);
    fs::path kept = content_folder(store, hash);
    if (fs::exists(kept) && hash_files(kept) != hash) fs::remove_all(kept);  // somebody changed it
    if (fs::exists(kept)) {
      fs::remove_all(part);
    } else {
      fs::rename(part, kept);
    }
    return kept;
  } catch (const fs::filesystem_error& error) {
    throw GraderError(std::string("cannot copy a submission: ") + error.what(),
                      "Check that folder and its disk, then continue with --resume.");
  }
}

}  // namespace warpgrade
