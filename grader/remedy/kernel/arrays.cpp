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
          // The cast is needed in templates: g++ refuses nested conditionals of restrict pointers.
          const std::string type = "const " + without_const(now.type);
          propose(
              "expression.instead", code_.line(i), other.name + spelled_behind(i, end),
              around({i, i + 1}, "((" + type + ")(" + asks() + " ? " + other.name + " : ", "))"),
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
  propose("expression.instead", code_.line(step.sign), flipped(step),
          around({operand, operand + 1},
                 "(" + asks() + " ? -" + std::string(code_.tokens()[operand].text) + " : ", ")"),
          code_.spelled(step.expression.begin, step.expression.end),
          because(is_twice(step) ? "code.read-twice" : "code.other-neighbor"));
}

}  // namespace warpgrade::remedy
