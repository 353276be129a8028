#include "batch/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>

namespace warpgrade {

std::string last_words(const std::filesystem::path& log) {
  std::ifstream in(log);
  std::ostringstream text;
  text << in.rdbuf();
  std::string all = text.str();
  const std::string mark = "not the submission's: ";
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
  return line.substr(0, 1000);
}

std::string fault_of(int status, const std::filesystem::path& log) {
  if (status == 0 || status == 1) return "";
  if (status > 128)
    return fmt::format("the grader was ended by signal {} ({})", status - 128,
                       ::strsignal(status - 128));
  const std::string said = last_words(log);
  return said.empty() ? fmt::format("the grader ended with status {}", status) : said;
}

std::vector<std::string> grade_environment(const std::filesystem::path& root) {
  return {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "WARPGRADE_ROOT=" + root.string()};
}

}  // namespace warpgrade
