// From addresses in an executable of ours to lines of the student's.
#include <charconv>
#include <sstream>
#include <system_error>

#include "lab/utf8.h"
#include "toolchain/build.h"

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

std::string own_file(const std::string& path, const fs::path& submission) {
  for (const std::string& folder :
       {std::string(submission_inside) + "/", submission.string() + "/"}) {
    if (path.rfind(folder, 0) != 0) continue;
    const std::string name = fs::path(path.substr(folder.size())).lexically_normal().string();
    // A #line directive may say anything.
    const bool inside =
        !name.empty() && name != "." && name.front() != '/' && name.rfind("..", 0) != 0;
    return inside ? name : std::string{};
  }
  return {};
}

std::map<std::uint64_t, SourceLine> Toolchain::lines_of(
    const Build& build, const std::set<std::uint64_t>& addresses) const {
  std::map<std::uint64_t, SourceLine> found;
  Command command;
  command.mounts = {{build.executable, "/child", false},
                    {build.submission, submission_inside, false}};
  command.environment = {{"PATH", "/usr/bin:/bin"}};
  command.may_fork = true;
  command.limits.output_bytes = 16 << 20;
  command.limits.wall_seconds = limits_.wall_seconds;
  command.argv = {"/usr/bin/addr2line", "-a", "-i", "-e", "/child"};
  for (const std::uint64_t address : addresses) {
    if (address == 0) continue;
    found[address];
    std::ostringstream hex;
    hex << "0x" << std::hex << address - 1;  // a return address is behind its call
    command.argv.push_back(hex.str());
  }
  if (found.empty()) return found;
  const Ended ended = sandbox_.run(command);
  std::istringstream lines(plain_lines(ended.output, command.limits.output_bytes));
  SourceLine* place = nullptr;
  // Each address on a line of its own, then its places from the innermost inlined function
  // outwards: the first that is the student's own counts.
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("0x", 0) == 0) {
      const auto at = found.find(hexadecimal(std::string_view(line).substr(2)) + 1);
      place = at == found.end() ? nullptr : &at->second;
      continue;
    }
    if (place == nullptr || place->known()) continue;
    if (const auto extra = line.find(" ("); extra != line.npos) line.erase(extra);
    const auto colon = line.rfind(':');
    if (colon == line.npos) continue;
    *place = {own_file(line.substr(0, colon), build.submission),
              line_number(std::string_view(line).substr(colon + 1))};
    if (place->file.empty() || place->line <= 0) *place = {};
  }
  return found;
}

std::string Toolchain::line_of(const Build& build, std::uint64_t address) const {
  if (address == 0) return {};
  const SourceLine place = lines_of(build, {address}).at(address);
  return place.known() ? place.file + ":" + std::to_string(place.line) : std::string{};
}

}  // namespace warpgrade
