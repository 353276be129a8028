#include "remedy/locks.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// Where its declaration begins, with `template <…>` and `__global__`.
std::size_t Locks::first_token_of(const Function& f) const {
  std::size_t begin = f.open;
  while (begin > 0 && !code_.is(begin - 1, ";") && !code_.is(begin - 1, "}") &&
         !code_.is(begin - 1, "{"))
    --begin;
  return begin;
}

std::string Locks::line_that_sets(const Function& f, const std::string& name) const {
  for (std::size_t i = f.open + 1; i + 1 < f.close; ++i)
    if (code_.is(i, name) && code_.is(i + 1, "=")) return std::to_string(code_.line(i));
  return "";
}

void Locks::for_all_blocks() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      // __shared__ int lock;
      if (!code_.is(s.begin, "__shared__") || s.end < s.begin + 4 || !code_.is(s.end - 1, ";") ||
          code_.tokens()[s.end - 2].kind != Kind::identifier || holds(s.begin, s.end, ",") ||
          holds(s.begin, s.end, "*"))
        continue;
      const std::string type = code_.spelled(s.begin + 1, s.end - 2),
                        name(code_.tokens()[s.end - 2].text);
      const std::string other = name + "_of_all_blocks";
      std::vector<Insertion> insertions;
      for (std::size_t i = s.end; i + 1 < f.close; ++i)
        if (code_.is(i, "&") && code_.is(i + 1, name) &&
            (code_.is(i - 1, "(") || code_.is(i - 1, ",")))
          for (Insertion& each : around({i, i + 2}, "(" + asks() + " ? &" + other + " : ", ")"))
            insertions.push_back(std::move(each));
      if (insertions.empty() || !is_whole_number(type)) continue;
      const std::string code = "__device__ " + type + " " + name + ";";
      insertions.push_back({before(first_token_of(f)), "__device__ " + type + " " + other + "; "});
      propose("variable.outside", code_.line(s.begin), code, std::move(insertions),
              code_.spelled(s.begin, s.end),
              because("code.lock-of-a-block", {{"name", name}, {"set", line_that_sets(f, name)}}));
    }
  }
}

}  // namespace warpgrade::remedy
