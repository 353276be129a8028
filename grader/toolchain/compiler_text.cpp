#include "toolchain/compiler_text.h"

#include <charconv>
#include <sstream>
#include <system_error>

#include "objects/sandbox_paths.h"
#include "simt/include/simt/copy_functions.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

std::uint64_t hexadecimal(std::string_view digits) {
  std::uint64_t number = 0;
  const auto end = digits.data() + digits.size();
  return std::from_chars(digits.data(), end, number, 16).ec == std::errc() ? number : 0;
}

}  // namespace

int line_number(std::string_view digits) {
  int number = 0;
  const auto end = digits.data() + digits.size();
  const bool read = std::from_chars(digits.data(), end, number).ec == std::errc();
  return read && number > 0 ? number : 0;
}

std::string path_in_submission(const std::string& path, const fs::path& submission) {
  for (const std::string& folder :
       {std::string(submission_inside) + "/", submission.string() + "/"}) {
    if (path.rfind(folder, 0) != 0) continue;
    const std::string name = fs::path(path.substr(folder.size())).lexically_normal().string();
    // A #line directive may contain anything.
    const bool inside =
        !name.empty() && name != "." && name.front() != '/' && name.rfind("..", 0) != 0;
    return inside ? name : std::string{};
  }
  return {};
}

std::string as_student_knows(std::string text) {
  for (const std::string prefix :
       {"/submission/", "/contract/", "/engine/include/", "simt/include/"}) {
    for (auto at = text.find(prefix); at != text.npos; at = text.find(prefix, at))
      text.erase(at, prefix.size());
  }
  return text;
}

std::string in_usual_style(const std::string& output) {
  std::istringstream lines(output);
  std::string usual;
  for (std::string line; std::getline(lines, line);) {
    const auto open = line.find('(');
    const auto close = line.find("): ");
    if (open != line.npos && close != line.npos && open < close && open > 0 &&
        line.find_first_not_of("0123456789", open + 1) == close) {
      line = line.substr(0, open) + ":" + line.substr(open + 1, close - open - 1) +
             line.substr(close + 1);
    }
    usual += line + '\n';
  }
  return usual;
}

std::vector<Finding> unsupported_findings(const std::string& output) {
  std::vector<Finding> findings;
  // simtcc's "file:line: unsupported: what it is".
  const std::string word = ": unsupported: ";
  std::istringstream lines(output);
  for (std::string text; std::getline(lines, text);) {
    const auto at = text.find(word);
    const auto colon = at == text.npos ? at : text.rfind(':', at - 1);
    if (colon == text.npos) continue;
    findings.push_back({"unsupported", "error", text.substr(0, colon),
                        line_number(std::string_view(text).substr(colon + 1)),
                        because("engine.unsupported", {{"what", text.substr(at + word.size())}}),
                        1});
  }
  return findings;
}

void read_places(const std::string& output, const fs::path& submission,
                 std::map<std::uint64_t, SourceLine>& places) {
  std::istringstream lines(output);
  SourceLine* place = nullptr;
  bool final = false;
  // Each address on its own line, then its places with two lines each, from the innermost inlined
  // function outwards: the first place in the student's code counts; one that copies a class only
  // if there is no other.
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("0x", 0) == 0) {
      const auto at = places.find(hexadecimal(std::string_view(line).substr(2)) + 1);
      place = at == places.end() ? nullptr : &at->second;
      final = false;
      continue;
    }
    const bool copies = simt::copies_its_class(line);
    if (!std::getline(lines, line)) break;
    if (place == nullptr || final || (copies && place->known())) continue;
    if (const auto extra = line.find(" ("); extra != line.npos) line.erase(extra);
    const auto colon = line.rfind(':');
    if (colon == line.npos) continue;
    const SourceLine here{path_in_submission(line.substr(0, colon), submission),
                          line_number(std::string_view(line).substr(colon + 1))};
    if (here.file.empty() || !here.known()) continue;
    *place = here;
    final = !copies;
  }
}

}  // namespace warpgrade
