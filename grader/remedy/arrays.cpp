#include "remedy/arrays.h"

#include <cctype>
#include <string>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

/// What comes behind an element that is stored to.
bool is_assignment(std::string_view text) {
  return text.size() <= 2 && text.back() == '=' && text != "==" && text != "!=" && text != "<=" &&
         text != ">=";
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

}  // namespace

void Arrays::other_arrays() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const auto pointers = pointers_of(f);
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!code_.is(i + 1, "[") || code_.is(i - 1, "&")) continue;
      const std::size_t end = code_.partner(i + 1) + 1;
      if (is_assignment(code_.tokens()[end].text)) continue;
      for (const Variable& now : pointers) {
        if (!code_.is(i, now.name)) continue;
        for (const Variable& other : pointers) {
          if (other.name == now.name || without_const(other.type) != without_const(now.type))
            continue;
          // With a cast: in templates g++ refuses such choices, one in the other, of restrict ones.
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

void Arrays::other_neighbours() {
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
          flip(at, {i - 1, close + 1});
      }
      i = close;
    }
  }
}

/// How often the function has `text`, blanks aside.
std::size_t Arrays::count(const Function& f, const std::string& text) const {
  const std::string body = without_blanks(code_.spelled(f.open, f.close)),
                    part = without_blanks(text);
  std::size_t times = 0;
  for (auto at = body.find(part); at != body.npos; at = body.find(part, at + 1)) ++times;
  return times;
}

void Arrays::flip(std::size_t sign, Range expression) {
  const std::size_t operand = sign + 1;
  const std::string step(code_.tokens()[operand].text);
  const std::string head = code_.spelled(expression.begin, sign + 1);
  const std::string code = head.substr(0, head.size() - 1) + (code_.is(sign, "+") ? "-" : "+") +
                           code_.spelled(sign, expression.end).substr(1);
  const std::string old = code_.spelled(expression.begin, expression.end);
  const Function* f = code_.function_at(code_.line(sign));
  const bool twice = f != nullptr && count(*f, old) > 1 && count(*f, code) == 0;
  propose("expression.instead", code_.line(sign), code,
          around({operand, operand + 1}, "(" + asks() + " ? -" + step + " : ", ")"), old,
          because(twice ? "code.read-twice" : "code.other-neighbour"));
}

}  // namespace warpgrade::remedy
