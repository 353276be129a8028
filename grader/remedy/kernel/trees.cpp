#include "remedy/kernel/trees.h"

#include "base/text.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Trees::odd_halves() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 4 < f.close; ++i) {
      // Matches half = active / 2; or half = active >> 1;
      const bool halves = code_.is(i + 1, "=") && code_.tokens()[i].kind == Kind::identifier &&
                          code_.tokens()[i + 2].kind == Kind::identifier &&
                          ((code_.is(i + 3, "/") && code_.is(i + 4, "2")) ||
                           (code_.is(i + 3, ">>") && code_.is(i + 4, "1"))) &&
                          code_.is(i + 5, ";");
      if (!halves) continue;
      const std::string half(code_.tokens()[i].text), active(code_.tokens()[i + 2].text);
      bool hands_on = false;
      for (std::size_t at = i + 6; at + 2 < f.close; ++at)
        hands_on |= code_.is(at, active) && code_.is(at + 1, "=") && code_.is(at + 2, half);
      if (!hands_on || half == active) continue;
      for (const Range& condition : conditions(f)) {
        if (condition.begin < i) continue;
        for (std::size_t op = condition.begin + 1; op + 1 < condition.end; ++op) {
          if (!code_.is(op, "<") || !code_.is(op + 1, half)) continue;
          const std::string rounded = "(" + active + " + 1) / 2", rest = active + " - " + half;
          std::vector<Insertion> insertions =
              around({i + 2, i + 5}, "(" + asks() + " ? " + rounded + " : ", ")");
          for (Insertion& each : around({op + 1, op + 2}, "(" + asks() + " ? " + rest + " : ", ")"))
            insertions.push_back(std::move(each));
          const std::string front = code_.spelled(condition.begin, op + 1) + " ";
          propose_together(
              {{"expression.instead", "", code_.line(i + 2), rounded, code_.spelled(i + 2, i + 5),
                because("code.odd-half", {{"active", active}})},
               {"expression.instead",
                "",
                code_.line(op),
                front + rest,
                code_.spelled(condition.begin, op + 2),
                {}}},
              std::move(insertions));
        }
      }
    }
  }
}

void Trees::any_block_size() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (loop.kind != Statement::Kind::loop || !code_.is(loop.begin, "for")) continue;
      // Matches for (int s = blockDim.x / 2; …
      const std::size_t close = code_.partner(loop.begin + 1);
      std::size_t equals = loop.begin + 2;
      while (equals < close && !code_.is(equals, "=")) ++equals;
      std::size_t end = equals + 1;
      while (end < close && !code_.is(end, ";")) ++end;
      if (end >= close) continue;
      const std::string step(code_.tokens()[equals - 1].text),
          start = code_.spelled(equals + 1, end);
      const std::size_t divides = end - 2;
      const bool half = (code_.is(divides, "/") && code_.is(end - 1, "2")) ||
                        (code_.is(divides, ">>") && code_.is(end - 1, "1"));
      if (!half) continue;
      const std::string whole = code_.spelled(equals + 1, divides);
      for (const Range& condition : conditions(f)) {
        if (condition.begin < close || condition.begin >= loop.end) continue;
        const std::size_t op = condition.end - 2;
        if (!code_.is(op, "<") || !code_.is(op + 1, step)) continue;
        const std::string test = code_.spelled(condition.begin, condition.end),
                          thread = code_.spelled(condition.begin, op);
        const std::string name(trimmed(thread)), size(trimmed(whole));
        const std::string more = " && " + name + " + " + step + " < " + size;
        std::vector<Insertion> insertions =
            around({equals + 1, end}, "(" + asks() + " ? 512 : ", ")");
        for (Insertion& each :
             around(condition, "(",
                    ") && (!" + asks() + " || " + name + " + " + step + " < " + size + ")"))
          insertions.push_back(std::move(each));
        propose_together({{"expression.instead", "", code_.line(equals + 1), "512", start,
                           because("code.power-of-two-alone", {{"size", size}})},
                          {"expression.instead", "", code_.line(op), test + more, test, {}}},
                         std::move(insertions));
      }
    }
  }
}

void Trees::first_steps() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (loop.kind != Statement::Kind::loop || !code_.is(loop.begin, "for")) continue;
      const std::size_t close = code_.partner(loop.begin + 1);
      std::size_t equals = loop.begin + 2;
      while (equals < close && !code_.is(equals, "=")) ++equals;
      std::size_t end = equals + 1;
      while (end < close && !code_.is(end, ";")) ++end;
      std::size_t step = close;
      while (step > end && !code_.is(step - 1, ";")) --step;
      const std::string name(code_.tokens()[equals - 1].text);
      const std::string change = without_blanks(code_.spelled(step, close));
      // With `half = n / 2`, or `n >> 1`, it begins right.
      if (end >= close || end == equals + 1 || code_.is(end - 2, "/") || code_.is(end - 2, ">") ||
          (change != name + "/=2" && change != name + ">>=1"))
        continue;
      const std::string whole = code_.spelled(equals + 1, end);
      const bool simple = end == equals + 2 || code_.is(end - 2, ".");
      instead({equals + 1, end}, (simple ? whole : "(" + whole + ")") + " / 2",
              because("code.first-step"));
    }
  }
}

}  // namespace warpgrade::remedy
