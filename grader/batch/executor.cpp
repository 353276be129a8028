#include "batch/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/fault.h"
#include "base/utf8.h"

namespace warpgrade {

namespace {

std::string read_log_end(const std::filesystem::path& log) {
  constexpr std::streamoff enough = 64 << 10;
  std::ifstream in(log, std::ios::binary | std::ios::ate);
  if (!in) return {};
  in.seekg(std::max<std::streamoff>(0, static_cast<std::streamoff>(in.tellg()) - enough));
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

std::string failure_message(const std::filesystem::path& log) {
  std::string all = read_log_end(log);
  const std::string mark = std::string(grader_failed) + ": ";
  const auto at = all.rfind(mark);
  all = at == all.npos ? all.substr(all.size() - std::min<std::size_t>(all.size(), 300))
                       : all.substr(at + mark.size());
  std::string line;
  for (const char c : all) {
    if (c != '\n' && c != ' ') {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return plain_lines(line, 1000);
}

std::string failure_cause(int status, const std::filesystem::path& log) {
  if (status == 0 || status == 1) return "";
  if (status > 128)
    return fmt::format("the grader was killed by signal {} ({})", status - 128,
                       ::strsignal(status - 128));
  const std::string said = failure_message(log);
  return said.empty() ? fmt::format("the grader exited with status {}", status) : said;
}

std::vector<std::string> grade_environment(const std::filesystem::path& root) {
  return {"WARPGRADE_ROOT=" + root.string()};
}

}  // namespace warpgrade
