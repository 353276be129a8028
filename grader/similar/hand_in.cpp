#include "similar/hand_in.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "base/fault.h"

namespace warpgrade::similar {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = 1 << 20, largest_submission = 4 << 20;

bool is_source(const fs::path& path) {
  constexpr std::array<const char*, 10> endings = {".cu", ".cuh", ".h",   ".hpp", ".hh",
                                                   ".c",  ".cc",  ".cpp", ".cxx", ".inl"};
  const std::string ending = path.extension().string();
  return std::any_of(endings.begin(), endings.end(),
                     [&](const char* one) { return ending == one; });
}

/// Plain files by name, without following links.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (fs::is_regular_file(entry.symlink_status()) && is_source(entry.path()))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string read_text_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw GraderError(file.string() + " cannot be read.", "Make it readable.");
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::vector<SourceFile> read_sources(const fs::path& folder, const std::string& lab,
                                     const std::vector<std::string>& labs,
                                     std::vector<std::string>& left_out) {
  std::vector<SourceFile> sources;
  std::size_t bytes = 0;
  const std::string main_file = lab + ".cu";
  const auto add_file = [&](const fs::path& file) {
    const std::string name = file.lexically_relative(folder).generic_string();
    const std::size_t size = fs::file_size(file);
    if (size > largest_file || bytes + size > largest_submission) {
      left_out.push_back(name);
      return;
    }
    bytes += size;
    sources.push_back({name, read_text_file(file)});
  };
  const std::vector<fs::path> files = files_below(folder);
  for (const fs::path& file : files)
    if (file.lexically_relative(folder) == main_file) add_file(file);
  for (const fs::path& file : files) {
    const std::string name = file.lexically_relative(folder).generic_string();
    const bool of_a_lab = std::any_of(labs.begin(), labs.end(),
                                      [&](const std::string& one) { return name == one + ".cu"; });
    if (!of_a_lab && name != main_file) add_file(file);
  }
  return sources;
}

std::vector<SourceFile> sources_below(const fs::path& path) {
  std::vector<SourceFile> sources;
  if (fs::is_regular_file(path)) {
    sources.push_back({path.filename().string(), read_text_file(path)});
  } else if (fs::is_directory(path)) {
    for (const fs::path& file : files_below(path))
      sources.push_back({file.lexically_relative(path).generic_string(), read_text_file(file)});
  } else {
    throw UsageError("There is no " + path.string() + ".");
  }
  return sources;
}

std::string student_key(const HandIn& hand_in) {
  return hand_in.student.id + (hand_in.origin.empty() ? "" : ", of " + hand_in.origin);
}

bool work_together(const HandIn& a, const HandIn& b) {
  if (a.origin != b.origin) return false;
  std::set<std::string> group(a.student.others.begin(), a.student.others.end());
  group.insert(a.student.id);
  const auto is_in_it = [&](const std::string& id) { return group.count(id) > 0; };
  return is_in_it(b.student.id) ||
         std::any_of(b.student.others.begin(), b.student.others.end(), is_in_it);
}

}  // namespace warpgrade::similar
