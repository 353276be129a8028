#include "remedy/kernel/arrays.h"

#include <cctype>
#include <string>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Arrays::other_arrays() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const auto pointers = list_pointers(f);
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!code_.is(i + 1, "[") || code_.is(i - 1, "&")) continue;
      const std::size_t end = code_.partner(i + 1) + 1;
      if (is_assignment(code_.tokens()[end].text)) continue;
      for (const Variable& now : pointers) {
        if (!code_.is(i, now.name)) continue;
        for (const Variable& other : pointers) {
          if (other.name == now.name || without_const(other.type) != without_const(now.type))
            continue;
          propose("expression.instead", code_.line(i), other.name + spelled_behind(i, end),
                  around({i, i + 1}, "(" + asks() + " ? " + other.name + " : ", ")"),
                  code_.spelled(i, end), because("code.other-array"));
        }
      }
    }
  }
}

void Arrays::other_neighbors() {
  std::vector<Step> steps;
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i) {
      const Token& before_it = code_.tokens()[i - 1];
      const bool macro =
          code_.is(i, "(") && before_it.kind == Kind::identifier && is_macro(before_it.text);
      if (!code_.is(i, "[") && !macro) continue;
      const std::size_t close = code_.partner(i);
      for (std::size_t at = i + 2; at + 1 < close; ++at) {
        const Token& operand = code_.tokens()[at + 1];
        const bool step = operand.text == "1" || operand.kind == Kind::identifier;
        if ((code_.is(at, "+") || code_.is(at, "-")) && step && !code_.is(at + 2, ".") &&
            !code_.is(at + 2, "("))
          steps.push_back({at, {i - 1, close + 1}});
      }
      i = close;
    }
  }
  // If a line was duplicated, the later copy should probably have been changed.
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    if (is_twice(*step)) flip(*step);
  for (const Step& step : steps)
    if (!is_twice(step)) flip(step);
}

void Arrays::after_the_pieces() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const auto is_parameter = [&](std::size_t token) {
      return std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& v) {
        return code_.is(token, v.name) && v.type.find('*') != v.type.npos;
      });
    };
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (loop.kind != Statement::Kind::loop || !holds(loop.begin, loop.end, "__syncthreads"))
        continue;
      for (std::size_t i = loop.begin; i + 4 < loop.end; ++i) {
        // piece[t] = x[start + t];
        if (!code_.is(i + 1, "[") || code_.tokens()[i].kind != Kind::identifier) continue;
        const std::size_t set = code_.partner(i + 1) + 1;
        if (!code_.is(set, "=") || !is_parameter(set + 1) || !code_.is(set + 2, "[")) continue;
        const std::string piece(code_.tokens()[i].text), from(code_.tokens()[set + 1].text);
        for (std::size_t at = loop.end; at + 2 < f.close; ++at) {
          if (!code_.is(at, piece) || !code_.is(at + 1, "[")) continue;
          const Range use = {at, code_.partner(at + 1) + 1};
          if (is_assignment(code_.tokens()[use.end].text)) continue;
          for (std::size_t to = loop.end; to + 4 < f.close; ++to) {  // y[row] = …
            if (!is_parameter(to) || !code_.is(to + 1, "[") || !code_.is(to + 3, "]") ||
                !code_.is(to + 4, "="))
              continue;
            instead(use, from + "[" + std::string(code_.tokens()[to + 2].text) + "]",
                    because("code.last-piece", {{"piece", piece}, {"from", from}}));
          }
        }
      }
    }
  }
}

void Arrays::unit_beyond() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      // tile[y][x] = inside ? A[…] : 0;
      if (s.kind != Statement::Kind::other || !code_.is(s.begin + 1, "[") ||
          !code_.is(s.begin + 3, "]") || !code_.is(s.begin + 4, "[") ||
          !code_.is(s.begin + 6, "]") || !code_.is(s.begin + 7, "="))
        continue;
      std::size_t value = s.end - 1;
      while (value > s.begin + 7 && !code_.is(value - 1, ":")) --value;
      const std::string zero = code_.spelled(value, s.end - 1);
      if (zero != "0" && zero != "real(0)") continue;
      const std::string equal = code_.spelled(s.begin + 2, s.begin + 3) +
                                " == " + code_.spelled(s.begin + 5, s.begin + 6);
      instead({value, s.end - 1}, "real(" + equal + ")",
              because("code.zeros-beyond", {{"tile", code_.spelled(s.begin, s.begin + 1)}}));
    }
  }
}

/// How often the function contains `text`, ignoring blanks.
std::size_t Arrays::count(const Function& f, const std::string& text) const {
  const std::string body = without_blanks(code_.spelled(f.open, f.close)),
                    part = without_blanks(text);
  std::size_t times = 0;
  for (auto at = body.find(part); at != body.npos; at = body.find(part, at + 1)) ++times;
  return times;
}

std::string Arrays::flipped(const Step& step) const {
  const std::string head = code_.spelled(step.expression.begin, step.sign + 1);
  return head.substr(0, head.size() - 1) + (code_.is(step.sign, "+") ? "-" : "+") +
         code_.spelled(step.sign, step.expression.end).substr(1);
}

bool Arrays::is_twice(const Step& step) const {
  const Function* f = code_.function_at(code_.line(step.sign));
  const std::string old = code_.spelled(step.expression.begin, step.expression.end);
  return f != nullptr && count(*f, old) > 1 && count(*f, flipped(step)) == 0;
}

void Arrays::flip(const Step& step) {
  const std::size_t operand = step.sign + 1;
  const bool twice = is_twice(step);
  // Around all of what is read: it may stand twice in its line.
  const bool whole = twice && !is_assignment(code_.tokens()[step.expression.end].text);
  propose("expression.instead", code_.line(step.sign), flipped(step),
          whole ? around(step.expression, "(" + asks() + " ? " + flipped(step) + " : ", ")")
                : around({operand, operand + 1},
                         "(" + asks() + " ? -" + std::string(code_.tokens()[operand].text) + " : ",
                         ")"),
          code_.spelled(step.expression.begin, step.expression.end),
          because(twice ? "code.read-twice" : "code.other-neighbor"));
}

}  // namespace warpgrade::remedy
