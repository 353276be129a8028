#include "remedy/edits/suspicion.h"

#include <algorithm>

#include "remedy/proposer.h"
#include "remedy/reached.h"

namespace warpgrade::remedy {

Suspicion::Suspicion(const Code& code, const std::string& entry, const std::set<int>& lines)
    : code_(code), reached_(functions_reached(code, entry)) {
  for (const int line : lines.empty() ? stores() : lines) add(line, 0);
  widen(1);
  for (const int line : stores()) add(line, 2);
  widen(2);
  widen(3);
}

int Suspicion::distance(int line) const {
  const auto found = distances_.find(line);
  return found == distances_.end() ? farthest : found->second;
}

/// Lines that store to what a kernel was given.
std::set<int> Suspicion::stores() const {
  std::set<int> lines;
  for (const Function& f : code_.functions()) {
    if (!f.on_device || reached_.count(f.name) == 0) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other) continue;
      for (const Variable& v : f.parameters)
        for (std::size_t i = s.begin; i < std::min(s.begin + 4, s.end); ++i)
          if (code_.is(i, v.name) && v.type.find('*') != v.type.npos &&
              v.type.find("const") == v.type.npos)
            lines.insert(code_.line(s.begin));
    }
  }
  return lines;
}

/// Adds what sets or tests the variables in the lines so far.
void Suspicion::widen(int distance) {
  std::set<int> now;
  for (const auto& [line, each] : distances_) now.insert(line);
  for (const Function& f : code_.functions()) {
    if (reached_.count(f.name) == 0) continue;
    std::set<std::string_view> names;
    for (std::size_t i = f.open; i < f.close; ++i)
      if (now.count(code_.line(i)) != 0 && code_.tokens()[i].kind == Token::Kind::identifier)
        names.insert(code_.tokens()[i].text);
    if (names.empty()) continue;
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i)
      if (names.count(code_.tokens()[i].text) != 0 && is_assignment(code_.tokens()[i + 1].text))
        add(code_.line(i), distance);
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const bool around = std::any_of(now.begin(), now.end(), [&](int line) {
        return code_.line(s.begin) <= line && line <= code_.line(s.end - 1);
      });
      const bool tests = s.kind == Statement::Kind::branch || s.kind == Statement::Kind::loop;
      if (around && tests) add(code_.line(s.begin), distance);
    }
  }
}

}  // namespace warpgrade::remedy
