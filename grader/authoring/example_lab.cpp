#include "authoring/example_lab.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>

#include "authoring/skeleton.h"
#include "base/fault.h"
#include "base/nearest.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// The place of an example's file in a lab with this name.
fs::path place(const fs::path& file, const std::string& name) {
  const std::string first = file.begin()->string();
  if (first == "submissions")
    return fs::path("tests/submissions") / name / file.lexically_relative("submissions");
  if (first == "variants" || file.extension() == ".cu") return fs::path("solutions") / name / file;
  if (file.extension() == ".md") return fs::path("handouts") / file;
  return fs::path("labs") / name / file;
}

bool names_the_lab(std::string_view text, std::size_t begin, std::size_t end) {
  const char before = begin > 0 ? text[begin - 1] : ' ',
             behind = end < text.size() ? text[end] : ' ';
  const char next = end + 1 < text.size() ? text[end + 1] : ' ';
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  if (is_word(before)) return false;
  return behind == '_' || (behind == '.' && is_word(next)) ||
         (!is_word(behind) && std::string_view("\"/=(").find(before) != std::string_view::npos);
}

/// Replaces the name; inside an identifier, `-` becomes `_`.
std::string renamed(std::string_view text, const std::string& from, const std::string& to) {
  std::string identifier = to;
  std::replace(identifier.begin(), identifier.end(), '-', '_');
  std::string result;
  std::size_t copied = 0;
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + 1)) {
    const std::size_t end = at + from.size();
    if (!names_the_lab(text, at, end)) continue;
    result += text.substr(copied, at - copied);
    // Matches `TODO(scan.1)` and `scan_sums`, but not `scan.cu`.
    const bool number = end + 1 < text.size() && text[end] == '.' &&
                        std::isdigit(static_cast<unsigned char>(text[end + 1])) != 0;
    result += (end < text.size() && text[end] == '_') || number ? identifier : to;
    copied = end;
  }
  return result + std::string(text.substr(copied));
}

}  // namespace

std::vector<std::string> example_labs(const fs::path& root) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / "docs/examples", error))
    if (fs::exists(entry.path() / "lab.json")) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::map<fs::path, std::string> files_like(const fs::path& root, const std::string& example,
                                           const std::string& name) {
  const auto known = example_labs(root);
  if (std::find(known.begin(), known.end(), example) == known.end())
    throw UsageError("there is no example lab '" + example + "'",
                     choose_from("The examples are", example, known));
  const fs::path folder = root / "docs/examples" / example;
  std::map<fs::path, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) throw GraderError(entry.path().string() + " cannot be read");
    fs::path file = entry.path().lexically_relative(folder);
    if (file.stem() == example) file.replace_filename(name + file.extension().string());
    files[place(file, name)] = renamed(text, example, name);
  }
  const fs::path source = name + "/" + name + ".cu", solution = "solutions" / source;
  files["skeletons" / source] = make_skeleton(files.at(solution), solution.string());
  return files;
}

bool is_as_in_an_example(const fs::path& root, const std::string& name, const fs::path& file) {
  std::ifstream in(root / file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto examples = example_labs(root);
  return std::any_of(examples.begin(), examples.end(), [&](const std::string& example) {
    const auto files = files_like(root, example, name);
    const auto same = files.find(file);
    return same != files.end() && same->second == text;
  });
}

}  // namespace warpgrade
