#include "judge/endless_loop.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "remedy/code.h"

namespace warpgrade {
namespace {

/// Its first line, or 0.
int innermost_loop(const remedy::Code& code, const std::set<int>& lines) {
  const remedy::Function* f = code.function_at(*lines.begin());
  int innermost = 0;
  for (std::size_t i = 0; f != nullptr && i < f->statements.size(); ++i) {
    const remedy::Statement& s = code.statements()[f->statements[i]];
    const int first = code.line(s.begin), last = code.line(s.end - 1);
    if (s.kind == remedy::Statement::Kind::loop && first <= *lines.begin() &&
        *lines.rbegin() <= last)
      innermost = std::max(innermost, first);
  }
  return innermost;
}

}  // namespace

void name_endless_loops(std::vector<Finding>& findings, const std::filesystem::path& submission) {
  std::vector<Finding> loops;
  for (Finding& f : findings) {
    if (f.kind != endless_loop) continue;
    // Interrupted in a library or in the engine: what of the submission led there.
    if (f.line == 0) f.file = f.other_file, f.line = f.other_line;
    if (f.cause.id == "loop.endless-on-host") f.kernel.clear();  // whichever it met
    if (f.line != 0) loops.push_back(f);
  }
  std::erase_if(findings, [](const Finding& f) { return f.kind == endless_loop; });
  while (!loops.empty()) {
    Finding first = loops.front();
    std::set<int> lines;
    std::erase_if(loops, [&](const Finding& f) {
      const bool same =
          f.file == first.file && f.kernel == first.kernel && f.hidden == first.hidden;
      if (same) lines.insert(f.line);
      return same;
    });
    std::ostringstream text;
    text << std::ifstream(submission / first.file).rdbuf();
    const int loop = innermost_loop(remedy::Code(text.str()), lines);
    first.line = loop > 0 ? loop : *lines.begin();
    first.count = 1;
    first.other_file.clear();
    first.other_line = 0;
    findings.insert(findings.begin(), std::move(first));
  }
}

}  // namespace warpgrade
