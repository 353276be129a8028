#include "remedy/kernel/limits.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Limits::exchange(int line) {
  for (const Function& f : code_.functions()) {
    if (!f.on_device || (line > 0 && code_.function_at(line) != &f)) continue;
    const std::vector<Comparison> all = list_comparisons(f);
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      const Comparison &a = all[i], &b = all[i + 1];
      // `c < parts<N, 8>` seems to have two, one within the other.
      if (b.condition - a.condition > 1 || b.left.begin < a.right.end ||
          code_.tokens()[a.left.end].text != code_.tokens()[b.left.end].text ||
          code_.spelled(a.left.begin, a.left.end) == code_.spelled(b.left.begin, b.left.end) ||
          code_.spelled(a.right.begin, a.right.end) == code_.spelled(b.right.begin, b.right.end))
        continue;
      exchange(a, b);
    }
  }
}

/// Comparisons of an index with a size of the function: `row < m`, `col >= n - 1`.
std::vector<Limits::Comparison> Limits::list_comparisons(const Function& f) const {
  std::vector<std::string> sizes = constants_in(f);
  for (const Variable& v : f.parameters)
    if (is_whole_number(v.type)) sizes.push_back(v.name);
  std::vector<Comparison> all;
  std::size_t number = 0;
  for (const Range& condition : conditions(f)) {
    ++number;
    for (std::size_t i = condition.begin + 1; i + 1 < condition.end; ++i) {
      bool compares = false, sized = false;
      for (const char* op : {"<", "<=", ">", ">="}) compares |= code_.is(i, op);
      for (const std::string& size : sizes) sized |= code_.is(i + 1, size);
      if (!compares || !sized) continue;
      const Range term = term_around(i, condition);
      all.push_back({number, {term.begin, i}, {i + 1, term.end}});
    }
  }
  return all;
}

void Limits::exchange(const Comparison& a, const Comparison& b) {
  const std::string of_a = code_.spelled(a.right.begin, a.right.end),
                    of_b = code_.spelled(b.right.begin, b.right.end);
  const auto up_to = [&](std::size_t begin, std::size_t token) {  // with the blank before it
    const std::string text = code_.spelled(begin, token + 1);
    return text.substr(0, text.size() - code_.tokens()[token].length);
  };
  const std::string first = up_to(a.left.begin, a.right.begin),
                    second = up_to(b.left.begin, b.right.begin);
  std::vector<Insertion> insertions = around(a.right, "(" + asks() + " ? " + of_b + " : ", ")");
  for (Insertion& each : around(b.right, "(" + asks() + " ? " + of_a + " : ", ")"))
    insertions.push_back(std::move(each));
  const Cause cause =
      because("code.limits-exchanged", {{"one", code_.spelled(a.left.begin, a.left.end)},
                                        {"two", code_.spelled(b.left.begin, b.left.end)}});
  const int line = code_.line(a.left.begin), other_line = code_.line(b.left.begin);
  if (a.condition == b.condition && line == other_line) {
    const std::string joint =
        up_to(a.right.end - 1, b.left.begin).substr(code_.tokens()[a.right.end - 1].length);
    propose("expression.instead", line, first + of_b + joint + second + of_a, std::move(insertions),
            code_.spelled(a.left.begin, b.right.end), cause);
    return;
  }
  propose_together({{"expression.instead", "", line, first + of_b, first + of_a, cause},
                    {"expression.instead", "", other_line, second + of_a, second + of_b, {}}},
                   std::move(insertions));
}

}  // namespace warpgrade::remedy
