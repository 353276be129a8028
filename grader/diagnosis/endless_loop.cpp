#include "diagnosis/endless_loop.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "remedy/code.h"

namespace warpgrade {
namespace {

/// Null where no loop holds them all.
const remedy::Statement* innermost_loop(const remedy::Code& code, const std::set<int>& lines) {
  const remedy::Function* f = code.function_at(*lines.begin());
  const remedy::Statement* innermost = nullptr;
  for (std::size_t i = 0; f != nullptr && i < f->statements.size(); ++i) {
    const remedy::Statement& s = code.statements()[f->statements[i]];
    if (s.kind == remedy::Statement::Kind::loop && code.line(s.begin) <= *lines.begin() &&
        *lines.rbegin() <= code.line(s.end - 1))
      innermost = &s;  // outer ones come first
  }
  return innermost;
}

/// "`while (left != 0)`", or "this loop" where that is long.
std::string spelled(const remedy::Code& code, const remedy::Statement& loop) {
  constexpr std::size_t longest = 80;
  if (!code.is(loop.begin + 1, "(")) return "this loop";
  const std::string head = code.spelled(loop.begin, code.partner(loop.begin + 1) + 1);
  return head.size() > longest ? "this loop" : "`" + head + "`";
}

/// A loop in which several lanes of a warp wait for a lock ends late or never for that reason: what
/// was said of the lock is said of the loop, which ends in `last_line`.
void blame_lock(std::vector<Finding>& findings, Finding& loop, int last_line) {
  std::erase_if(findings, [&](const Finding& f) {
    const bool lock = f.cause.id == "lock.several-lanes" && f.file == loop.file &&
                      loop.line <= f.line && f.line <= last_line;
    if (lock) loop.cause = f.cause;
    return lock;
  });
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
    const remedy::Code code(text.str());
    const remedy::Statement* loop = innermost_loop(code, lines);
    first.line = loop != nullptr ? code.line(loop->begin) : *lines.begin();
    if (loop != nullptr) first.cause.facts["loop"] = spelled(code, *loop);
    if (loop != nullptr) blame_lock(findings, first, code.line(loop->end - 1));
    first.count = 1;
    first.other_file.clear();
    first.other_line = 0;
    findings.insert(findings.begin(), std::move(first));
  }
}

}  // namespace warpgrade
