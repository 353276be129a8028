#include "diagnosis/endless_loop.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "remedy/code.h"
#include "remedy/ignored.h"

namespace warpgrade {
namespace {

/// The innermost loop around all lines, or null.
const remedy::Statement* innermost_loop(const remedy::Code& code, const std::set<int>& lines) {
  const remedy::Function* f = code.function_at(*lines.begin());
  const remedy::Statement* innermost = nullptr;
  for (std::size_t i = 0; f != nullptr && i < f->statements.size(); ++i) {
    const remedy::Statement& s = code.statements()[f->statements[i]];
    if (s.kind == remedy::Statement::Kind::loop && code.line(s.begin) <= *lines.begin() &&
        *lines.rbegin() <= code.line(s.end - 1))
      innermost = &s;  // outer loops come first
  }
  return innermost;
}

/// "`while (left != 0)`", or "this loop" if that would be long.
std::string spelled(const remedy::Code& code, const remedy::Statement& loop) {
  constexpr std::size_t longest = 80;
  if (!code.is(loop.begin + 1, "(")) return "this loop";
  const std::string head = code.spelled(loop.begin, code.partner(loop.begin + 1) + 1);
  return head.size() > longest ? "this loop" : "`" + head + "`";
}

/// The variables that its condition tests; empty for more complex conditions.
std::vector<std::string> tested_by(const remedy::Code& code, const remedy::Statement& loop) {
  std::vector<std::string> names;
  std::size_t begin = loop.begin + 2, end = code.partner(loop.begin + 1);
  if (code.is(loop.begin, "for")) {
    while (begin < end && !code.is(begin, ";")) ++begin;
    std::size_t second = ++begin;
    while (second < end && !code.is(second, ";")) ++second;
    end = second;
  }
  for (std::size_t i = begin; i < end; ++i) {
    if (code.is(i, "(") || code.is(i, "[") || code.is(i, "->")) return {};
    if (code.tokens()[i].kind == remedy::Token::Kind::identifier && !code.is(i + 1, ".") &&
        !code.is(i - 1, ".") && !code.is(i, "true"))
      names.push_back(std::string(code.tokens()[i].text));
    if (code.is(i, "*") &&
        (i == begin || code.tokens()[i - 1].kind == remedy::Token::Kind::punctuation))
      return {};
  }
  return names;
}

bool changes(const remedy::Code& code, const remedy::Statement& loop, const std::string& name) {
  for (std::size_t i = loop.begin; i + 1 < loop.end; ++i) {
    if (!code.is(i, name)) continue;
    const std::string_view next = code.tokens()[i + 1].text;
    const bool assigned =
        next.back() == '=' && next != "==" && next != "!=" && next != "<=" && next != ">=";
    if (assigned || next == "++" || next == "--" || code.is(i - 1, "++") || code.is(i - 1, "--") ||
        code.is(i - 1, "&") || code.is(i - 1, ">>"))
      return true;
  }
  return false;
}

/// Whether no other thread can change the variable: a parameter by value or a local variable.
bool is_local(const remedy::Code& code, const remedy::Statement& loop, const std::string& name) {
  const remedy::Function* const f = code.function_at(code.line(loop.begin));
  if (f == nullptr) return false;
  for (const remedy::Variable& v : f->parameters)
    if (v.name == name) return v.type.find_first_of("*&") == v.type.npos;
  for (std::size_t i = f->open + 2; i < loop.begin; ++i)
    if (code.is(i, name) && (code.is(i + 1, "=") || code.is(i + 1, ";")) &&
        code.tokens()[i - 1].kind == remedy::Token::Kind::identifier)
      return true;
  return false;
}

/// Why the loop cannot end, according to its source: ": nothing in it changes `left`". Empty if
/// unknown.
std::string why_endless(const remedy::Code& code, const remedy::Statement& loop) {
  if (!code.is(loop.begin + 1, "(") || code.is(loop.begin, "do")) return "";
  for (std::size_t i = loop.begin; i < loop.end; ++i)
    for (const char* leaves : {"break", "return", "goto", "throw"})
      if (code.is(i, leaves)) return "";
  const std::string head = code.spelled(loop.begin, code.partner(loop.begin + 1) + 1);
  if (head == "while (true)" || head == "while (1)" || head == "for (;;)")
    return ", which has no exit";
  const std::vector<std::string> names = tested_by(code, loop);
  std::string unchanged;
  for (const std::string& name : names) {
    if (!is_local(code, loop, name) || changes(code, loop, name)) return "";
    if (unchanged.find("`" + name + "`") == unchanged.npos)
      unchanged += (unchanged.empty() ? "" : " or ") + ("`" + name + "`");
  }
  return unchanged.empty() ? "" : ": nothing in it changes " + unchanged;
}

/// ", which does not test `max_iterations`" for a loop of host code, if the function uses that
/// parameter in no loop. Empty otherwise.
std::string ignored_limit(const remedy::Code& code, const remedy::Statement& loop) {
  const remedy::Function* const f = code.function_at(code.line(loop.begin));
  if (f == nullptr || f->on_device) return "";
  const std::vector<std::string> names = remedy::unused_limits(code, *f, loop);
  return names.size() == 1 ? ", which does not test `" + names.front() + "`" : "";
}

/// If several lanes of a warp wait for a lock in the loop, the lock is why it ends late or never.
/// Moves the explanation from the lock's finding to the loop, which ends on `last_line`.
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
    // If a library or the engine was interrupted, use the place in the submission that called it.
    if (f.line == 0) f.file = f.other_file, f.line = f.other_line;
    if (f.cause.id == "loop.endless-on-host") f.kernel.clear();  // it is accidental
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
    if (loop != nullptr) {
      const std::string why = why_endless(code, *loop);
      first.cause.facts["why"] = why.empty() ? ignored_limit(code, *loop) : why;
    }
    if (loop != nullptr) blame_lock(findings, first, code.line(loop->end - 1));
    first.count = 1;
    first.other_file.clear();
    first.other_line = 0;
    findings.insert(findings.begin(), std::move(first));
  }
}

}  // namespace warpgrade
