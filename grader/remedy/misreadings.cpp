#include "remedy/misreadings.h"

#include <algorithm>
#include <charconv>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Misreadings::all() {
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i) {
      chained_comparison(i);
      bit_for_remainder(i);
    }
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || !f.on_device) continue;
      atomic_stored_back(s);
      lock_not_waited_for(s);
    }
  }
}

void Misreadings::chained_comparison(std::size_t op) {
  const auto is_any = [&](std::size_t i, std::initializer_list<const char*> texts) {
    return std::any_of(texts.begin(), texts.end(), [&](const char* t) { return code_.is(i, t); });
  };
  const auto compares = [&](std::size_t i) {
    return is_any(i, {"<", "<="}) && !code_.is(i - 1, "<") && !code_.is(i + 1, "<");
  };
  const auto ends = [&](std::size_t i) {
    return is_any(i, {"&&", "||", "(", ")",  "[",  "]", "{",  "}",      ";", ",",
                      "?",  ":",  "=", "==", "!=", ">", ">=", "return", "<", "<="});
  };
  const auto behind = [&](std::size_t i) {  // the operand that begins there
    while (!ends(i) || is_any(i, {"(", "["}))
      i = is_any(i, {"(", "["}) ? code_.partner(i) + 1 : i + 1;
    return i;
  };
  if (!compares(op)) return;
  std::size_t begin = op;
  while (!ends(begin - 1) || is_any(begin - 1, {")", "]"}))
    begin = is_any(begin - 1, {")", "]"}) ? code_.partner(begin - 1) : begin - 1;
  const std::size_t second = behind(op + 1);
  if (begin == op || !compares(second) || is_any(begin - 1, {"<", "<="})) return;
  const std::size_t end = behind(second + 1);
  if (end == second + 1 || is_any(end, {">", ">=", "<", "<="})) return;  // of a template
  const std::string middle = code_.spelled(op + 1, second);
  instead({begin, end},
          code_.spelled(begin, op + 1) + " " + middle + " && " + middle + " " +
              code_.spelled(second, end),
          because("code.chained-comparison"));
}

void Misreadings::bit_for_remainder(std::size_t op) {
  if (!code_.is(op, "&")) return;
  const Range left = left_operand(op);
  const Token& by = code_.tokens()[op + 1];
  int number = 0;
  std::from_chars(by.text.data(), by.text.data() + by.text.size(), number);
  const bool power = by.kind == Kind::number && number > 1 && (number & (number - 1)) == 0;
  const bool constant = by.kind == Kind::identifier && code_.declares_constant(by.text);
  const bool whole = left.begin != left.end && !code_.is(left.begin - 1, "+") &&
                     !code_.is(left.begin - 1, "-") && !code_.is(left.begin - 1, "*") &&
                     !code_.is(left.begin - 1, "/") && !code_.is(op + 2, "-") &&
                     !code_.is(op + 2, "*");
  if ((power || constant) && whole)
    instead({left.begin, op + 2},
            code_.spelled(left.begin, left.end) + " % " + std::string(by.text),
            because("code.bit-for-remainder", {{"by", std::string(by.text)}}));
}

void Misreadings::atomic_stored_back(const Statement& s) {
  std::size_t equals = s.begin;
  while (equals < s.end && !code_.is(equals, "=")) ++equals;
  const std::size_t call = equals + 1;
  if (call + 1 >= s.end || !code_.tokens()[call].text.starts_with("atomic") ||
      !code_.is(call + 1, "(") || code_.partner(call + 1) + 2 != s.end)
    return;
  const auto given = arguments(call + 1);
  const std::string to = without_blanks(code_.spelled(s.begin, equals)),
                    at = without_blanks(code_.spelled(given[0].begin, given[0].end));
  if (at == "&" + to || "*" + at == to)
    instead({s.begin, s.end - 1}, code_.spelled(call, s.end - 1),
            because("code.atomic-stored-back", {{"call", std::string(code_.tokens()[call].text)}}));
}

void Misreadings::lock_not_waited_for(const Statement& s) {
  if (!code_.is(s.begin, "atomicCAS") || !code_.is(s.begin + 1, "(") ||
      code_.partner(s.begin + 1) + 2 != s.end)
    return;
  const auto given = arguments(s.begin + 1);
  if (given.size() != 3 || !code_.is(given[1].begin, "0")) return;
  const std::string old = code_.spelled(s.begin, s.end),
                    code = "while (" + old.substr(0, old.size() - 1) + " != 0) {}";
  propose("expression.instead", code_.line(s.begin), code,
          {{before(s.begin), "if (" + asks() + ") { " + code + " } else "}}, old,
          because("code.lock-not-waited-for"));
}

}  // namespace warpgrade::remedy
