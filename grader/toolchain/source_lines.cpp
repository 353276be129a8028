// Maps addresses in an executable to the student's lines.
#include <sstream>

#include "base/utf8.h"
#include "toolchain/build.h"

namespace warpgrade {

std::map<std::uint64_t, SourceLine> Toolchain::find_lines(
    const Build& build, const std::set<std::uint64_t>& addresses) const {
  const std::lock_guard lock(build.known_lines->mutex);
  std::map<std::uint64_t, SourceLine>& known = build.known_lines->lines;
  std::map<std::uint64_t, SourceLine> found, asked;
  for (const std::uint64_t address : addresses) {
    if (address == 0) continue;
    if (const auto line = known.find(address); line != known.end())
      found.insert(*line);
    else
      asked[address];
  }
  if (asked.empty()) return found;
  Command command;
  command.mounts = {{build.executable, "/worker", false},
                    {build.submission, submission_inside, false}};
  command.environment = {{"PATH", "/usr/bin:/bin"}};
  command.may_fork = true;
  command.limits.output_bytes = 16 << 20;
  command.limits.wall_seconds = limits_.wall_seconds;
  command.argv = {"/usr/bin/addr2line", "-a", "-f", "-i", "-e", "/worker"};
  for (const auto& [address, line] : asked) {
    std::ostringstream hex;
    hex << "0x" << std::hex << address - 1;  // a return address is after its call
    command.argv.push_back(hex.str());
  }
  const Ended ended = sandbox_.run(command);
  read_places(plain_lines(ended.output, command.limits.output_bytes), build.submission, asked);
  known.insert(asked.begin(), asked.end());
  found.merge(asked);
  return found;
}

std::string Toolchain::find_line(const Build& build, std::uint64_t address) const {
  if (address == 0) return {};
  const SourceLine place = find_lines(build, {address}).at(address);
  return place.known() ? place.file + ":" + std::to_string(place.line) : std::string{};
}

}  // namespace warpgrade
