#include "remedy/kernel/starts.h"

#include <algorithm>
#include <set>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Starts::of_threads(int line) {
  for (const Function& f : code_.functions()) {
    if (!f.on_device || (line > 0 && code_.function_at(line) != &f)) continue;
    std::vector<Start> later, earlier;
    for (const Range& start : list_starts(f)) {
      if (const std::string code = one_later(start); !code.empty()) later.push_back({start, code});
      if (const std::string code = one_earlier(start); !code.empty())
        earlier.push_back({start, code});
    }
    for (const auto& [starts, cause] :
         {std::pair(&later, "code.begins-early"), std::pair(&earlier, "code.begins-late")}) {
      put_all(*starts, cause);
      for (const Start& each : *starts) instead(each.expression, each.code, because(cause));
    }
  }
}

/// What loops and indices computed from threadIdx begin with, unless it is a single name.
std::vector<Range> Starts::list_starts(const Function& f) const {
  std::vector<Range> all;
  std::set<std::string> of_threads;  // names computed from threadIdx
  for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
    if (!code_.is(i, "=") || code_.tokens()[i - 1].kind != Kind::identifier) continue;
    std::size_t end = i + 1;
    while (end < f.close && !code_.is(end, ";") && !code_.is(end, ","))
      end = code_.is(end, "(") || code_.is(end, "[") ? code_.partner(end) + 1 : end + 1;
    const Range expression = {i + 1, end};
    const bool plain = !holds(i, end, "?") && !holds(i, end, "[") && !holds(i, end, "{") &&
                       !holds(i, end, "<") && !holds(i, end, "/") && !holds(i, end, "%") &&
                       !holds(i, end, "&") && !holds(i, end, ">>");
    const bool direct = holds(i, end, "threadIdx") || holds(i, end, "blockIdx");
    bool from_threads = direct;
    for (std::size_t at = i + 1; at < end; ++at)
      from_threads |= of_threads.count(std::string(code_.tokens()[at].text)) != 0;
    if (!from_threads) continue;
    of_threads.insert(std::string(code_.tokens()[i - 1].text));
    const bool declared = code_.tokens()[i - 2].kind == Kind::identifier || code_.is(i - 2, ",") ||
                          code_.is(i - 2, "(") || code_.is(i - 2, ";");
    const bool real = code_.is(i - 2, "real");
    if (plain && declared && !real && (direct || is_in_head(i)) && holds(i, end, "+") &&
        code_.line(i) == code_.line(end - 1))
      all.push_back(expression);
  }
  return all;
}

/// Whether the `=` is in `for (int i = `.
bool Starts::is_in_head(std::size_t equals) const {
  return holds(equals - std::min<std::size_t>(equals, 5), equals, "for");
}

/// `k + 1 + t` for `k + t`; empty if 1 is added already.
std::string Starts::one_later(Range expression) const {
  if (holds(expression.begin, expression.end, "1")) return "";
  const bool name_first = code_.is(expression.begin + 1, "+");
  if (!name_first) return code_.spelled(expression.begin, expression.end) + " + 1";
  return code_.spelled(expression.begin, expression.begin + 1) + " + 1" +
         spelled_behind(expression.begin, expression.end);
}

/// `k + t` for `k + 1 + t`; empty if no 1 is added.
std::string Starts::one_earlier(Range expression) const {
  for (std::size_t i = expression.begin; i < expression.end; ++i) {
    if (code_.is(i, "(")) i = code_.partner(i);
    if (!code_.is(i, "1")) continue;
    if (i == expression.begin && code_.is(i + 1, "+")) return code_.spelled(i + 2, expression.end);
    const bool ends = i + 1 == expression.end || code_.is(i + 1, "+") || code_.is(i + 1, "-");
    if (i > expression.begin + 1 && code_.is(i - 1, "+") && ends)
      return code_.spelled(expression.begin, i - 1) + spelled_behind(i, expression.end);
  }
  return "";
}

/// All that are no loops at once: who forgets the walls forgets them in each direction.
void Starts::put_all(const std::vector<Start>& starts, const char* cause) {
  std::vector<Remedy> remedies;
  std::vector<Insertion> insertions;
  for (const Start& each : starts) {
    if (is_in_head(each.expression.begin - 1)) continue;
    const std::string old = code_.spelled(each.expression.begin, each.expression.end);
    for (Insertion& piece :
         around(each.expression, "(" + asks() + " ? (" + each.code + ") : (", "))"))
      insertions.push_back(std::move(piece));
    remedies.push_back({"expression.instead", "", code_.line(each.expression.begin), each.code, old,
                        remedies.empty() ? because(cause) : Cause{}});
  }
  if (remedies.size() > 1) propose_together(std::move(remedies), std::move(insertions));
}

void Starts::of_results_in_blocks() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      // Matches *info = step + 1;
      if (s.kind != Statement::Kind::other || s.end < s.begin + 5 || !code_.is(s.begin, "*") ||
          !code_.is(s.begin + 2, "=") || !code_.is(s.end - 1, ";"))
        continue;
      const Range value{s.begin + 3, s.end - 1};
      const std::string counted = code_.spelled(value.begin, value.end);
      if (holds(value.begin, value.end, "(") || holds(value.begin, value.end, "?")) continue;
      for (const Variable& v : f.parameters)
        if (is_whole_number(v.type) && !holds(value.begin, value.end, v.name))
          instead(value, v.name + " + " + counted,
                  because("code.counts-in-the-block", {{"start", v.name}}));
    }
  }
}

void Starts::of_results() {
  const auto put = [&](const Function& f, std::size_t value) {
    const std::string name = code_.spelled(value, value + 1);
    if (code_.tokens()[value].kind == Kind::identifier && is_counted(f, value))
      instead({value, value + 1}, name + " + 1", because("code.result-too-small"));
  };
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i)
      for (const char* atomic : {"atomicCAS", "atomicMin", "atomicExch"})
        if (code_.is(i, atomic) && code_.is(i + 1, "("))
          if (const std::size_t close = code_.partner(i + 1); code_.is(close - 2, ","))
            put(f, close - 1);
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || s.end < s.begin + 3 || !code_.is(s.end - 1, ";"))
        continue;
      const std::size_t value = s.end - 2;
      const bool to_pointer = code_.is(s.begin, "*") && code_.is(s.begin + 2, "=");
      const bool to_first =
          code_.is(s.begin + 1, "[") && code_.is(s.begin + 2, "0") && code_.is(s.begin + 4, "=");
      const bool returns = code_.is(s.begin, "return") && value == s.begin + 1 && !f.on_device;
      const std::size_t stored = to_pointer ? s.begin + 3 : s.begin + 5;
      if (!returns && ((!to_pointer && !to_first) || stored != value)) continue;
      put(f, value);
      // bad = k; before *info = bad;
      const std::string kept = code_.spelled(value, value + 1);
      for (std::size_t i = f.open + 1; i + 3 < value; ++i)
        if (code_.is(i, kept) && code_.is(i + 1, "=") && code_.is(i + 3, ";") &&
            code_.tokens()[i - 1].kind != Kind::identifier)
          put(f, i + 2);
    }
  }
}

/// Whether it is an integer parameter or variable.
bool Starts::is_counted(const Function& f, std::size_t token) const {
  const std::string_view name = code_.tokens()[token].text;
  for (const Variable& v : f.parameters)
    if (v.name == name) return is_whole_number(v.type);
  for (std::size_t i = f.open + 2; i + 1 < token; ++i)
    if (code_.is(i, name) && code_.is(i + 1, "=") && is_whole_number(code_.spelled(i - 1, i)))
      return true;
  return false;
}

}  // namespace warpgrade::remedy
