#include "remedy/kernel/arithmetic.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "base/text.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Arithmetic::in_the_number_type() {
  constexpr std::array<std::string_view, 8> in_float = {"sqrtf", "fabsf", "expf",   "logf",
                                                        "fmaxf", "fminf", "rsqrtf", "powf"};
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      const auto whole = [&](std::size_t t) {
        return code_.tokens()[t].kind == Kind::number &&
               code_.tokens()[t].text.find_first_of(".eEfF") == std::string_view::npos;
      };
      if (code_.is(i, "/") && whole(i - 1) && whole(i + 1)) divide_as_real(i);
      for (const std::string_view name : in_float) {
        if (!code_.is(i, name) || !code_.is(i + 1, "(")) continue;
        const std::size_t end = code_.partner(i + 1) + 1;
        instead({i, end}, std::string(name.substr(0, name.size() - 1)) + code_.spelled(i + 1, end),
                because("code.float-function", {{"name", std::string(name)}}));
      }
    }
  }
}

void Arithmetic::divide_as_real(std::size_t slash) {
  const std::string a = code_.spelled(slash - 1, slash), b = code_.spelled(slash + 1, slash + 2);
  const long divisor = std::strtol(b.c_str(), nullptr, 0);
  if (divisor == 0) return;
  const long value = std::strtol(a.c_str(), nullptr, 0) / divisor;
  instead({slash - 1, slash + 2}, "real(" + a + ") / " + b,
          because("code.integer-division", {{"value", value}}));
}

void Arithmetic::number_of_the_warp() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open; i + 13 < f.close; ++i) {
      const std::string sum = code_.spelled(i, i + 11);
      if (sum != "blockIdx.x * blockDim.x + threadIdx.x" || !code_.is(i + 11, "/")) continue;
      const std::string by = code_.spelled(i + 12, i + 13);
      instead({i, i + 13}, "(" + sum + ") / " + by,
              because("code.only-thread-divided", {{"by", by}}));
    }
  }
}

void Arithmetic::counts_of_a_block() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::string name;
    for (std::size_t i = f.open + 1; i + 5 < f.close; ++i) {
      if (code_.spelled(i, i + 3) != "blockDim.x") continue;
      if (code_.is(i - 1, "=") && code_.is(i + 3, "/") && code_.is(i + 5, ";"))
        name = code_.tokens()[i - 2].text;
      else if (!name.empty() && code_.is(i - 1, "*"))
        instead({i, i + 3}, name, because("code.stride-in-threads"));
    }
  }
}

void Arithmetic::constant_counts() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i) {
      const std::string text(code_.tokens()[i].text);
      if (code_.tokens()[i].kind != Kind::number || !is_digits(text)) continue;
      // Matches int warps = 8; t < 8; i += 256
      const bool counts = code_.is(i - 1, "=") || code_.is(i - 1, "<") || code_.is(i - 1, "+=");
      const bool ends = code_.is(i + 1, ";") || code_.is(i + 1, ")") || code_.is(i + 1, "?");
      const int value = std::atoi(text.c_str());
      if (!counts || !ends || value < 2 || value > 1024) continue;
      if (value <= 32) instead({i, i + 1}, "blockDim.x / 32", because("code.constant-count"));
      if (value >= 32) instead({i, i + 1}, "blockDim.x", because("code.constant-count"));
    }
  }
}

void Arithmetic::divisions_before_ceil() {
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!(code_.is(i, "ceil") || code_.is(i, "ceilf")) || !code_.is(i + 1, "(")) continue;
      const std::size_t close = code_.partner(i + 1);
      std::size_t op = i + 2;
      while (op < close && !code_.is(op, "/"))
        op = code_.is(op, "(") ? code_.partner(op) + 1 : op + 1;
      const bool whole = std::none_of(
          code_.tokens().begin() + static_cast<std::ptrdiff_t>(i) + 2,
          code_.tokens().begin() + static_cast<std::ptrdiff_t>(close), [](const Token& t) {
            return is_one_of(t.text, {"double", "float", "real"}) ||
                   (t.kind == Token::Kind::number && t.text.find('.') != t.text.npos);
          });
      if (op >= close || !whole) continue;
      const Range divisor = right_operand(op);
      // Switched off, it must stay a division of whole numbers: both are calls of ceil().
      instead(
          {i, close + 1},
          code_.spelled(i, divisor.begin) +
              (code_.line(op) == code_.line(divisor.begin) ? " " : "") + "(double)" +
              code_.spelled(divisor.begin, close + 1),
          because("code.division-before-ceil", {{"quotient", code_.spelled(i + 2, close)},
                                                {"call", std::string(code_.tokens()[i].text)}}));
    }
  }
}

void Arithmetic::the_other_half() {
  for (const Function& f : code_.functions()) {
    std::map<std::string, std::string> halves;  // variable by its value
    for (std::size_t i = f.open + 1; i + 3 < f.close; ++i) {
      if (!code_.is(i, "=") || code_.tokens()[i - 1].kind != Token::Kind::identifier) continue;
      std::size_t end = i + 1;
      while (end < f.close && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
      if (!code_.is(end - 1, "2") || !code_.is(end - 2, "/") || end < i + 4) continue;
      const std::string value = code_.spelled(i + 1, end), name(code_.tokens()[i - 1].text);
      const auto [first, is_new] = halves.try_emplace(value, name);
      if (is_new || first->second == name) continue;
      const bool brackets = code_.is(i + 1, "(") && code_.partner(i + 1) == end - 3;
      const std::string whole = code_.spelled(i + (brackets ? 2 : 1), end - (brackets ? 3 : 2));
      instead({i + 1, end}, whole + " - " + first->second,
              because("code.half-for-the-rest", {{"first", first->second}, {"second", name}}));
    }
  }
}

void Arithmetic::remainders() {
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 2; i + 2 < f.close; ++i) {
      const auto name = [&](std::size_t t) { return code_.tokens()[t].kind == Kind::identifier; };
      if (!code_.is(i, "%") || !name(i - 1) || !name(i + 1) || code_.is(i - 2, ".") ||
          code_.is(i + 2, ".") || code_.is(i + 2, "==") || code_.is(i + 2, "!="))
        continue;  // the comparison with 0 would never hold
      const std::string n = code_.spelled(i - 1, i), t = code_.spelled(i + 1, i + 2);
      instead({i - 1, i + 2}, "(" + n + " - 1) % " + t + " + 1",
              because("code.rest-of-a-multiple", {{"n", n}, {"t", t}}));
    }
  }
}

void Arithmetic::divided_as_well() {
  for (std::size_t i = 1; i + 1 < code_.tokens().size(); ++i) {
    if (!code_.is(i, "/") || !code_.is(i - 1, ")")) continue;
    const std::size_t open = code_.partner(i - 1);
    std::size_t last = none;  // the sign before the last term
    for (std::size_t at = open + 2; at + 1 < i; ++at) {
      if (code_.is(at, "(") || code_.is(at, "[")) at = code_.partner(at);
      if (code_.is(at, "+") || code_.is(at, "-")) last = at;
    }
    // (n + 31) / 32 rounds up.
    if (last == none || code_.tokens()[last + 1].kind == Kind::number) continue;
    const Range by = right_operand(i);
    const std::string term = code_.spelled(last + 1, i - 1);
    instead({open, by.end},
            "(" + code_.spelled(open + 1, last) + ") / " + code_.spelled(by.begin, by.end) + " " +
                std::string(code_.tokens()[last].text) + " " + term,
            because("code.divided-as-well", {{"term", term}}));
  }
}

/// The operator of `v = …;`, `C[i] += …;`; the statement's end if it is none.
std::size_t Arithmetic::assignment_in(const Statement& s) const {
  if (s.kind != Statement::Kind::other || !code_.is(s.end - 1, ";")) return s.end;
  std::size_t op = s.begin + 1;
  while (op < s.end && (code_.is(op, "[") || code_.is(op, ".")))
    op = code_.is(op, "[") ? code_.partner(op) + 1 : op + 2;
  return op;
}

void Arithmetic::assign(const Statement& s, const char* other, const char* cause) {
  const std::size_t op = assignment_in(s);
  const std::string code = code_.spelled(s.begin, op) + " " + other + spelled_behind(op, s.end);
  propose("statement.instead", code_.line(s.begin), code,
          {{before(s.begin), "if (" + asks() + ") { " + code + " } else "}},
          code_.spelled(s.begin, s.end), because(cause));
}

void Arithmetic::assignments() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const std::size_t op = assignment_in(s);
      if (op >= s.end) continue;
      const bool element = code_.is(op - 1, "]");
      if (code_.is(op, "=") && is_in_loop(s) && !element) assign(s, "+=", "code.assigned");
      if (code_.is(op, "+=") && element) assign(s, "=", "code.added");
      if (code_.is(op, "+=")) assign(s, "-=", "code.sign");
      if (code_.is(op, "-=")) assign(s, "+=", "code.sign");
      if (code_.is(op, "*=") && element) assign(s, "/=", "code.inverse");
      if (code_.is(op, "/=") && element) assign(s, "*=", "code.inverse");
    }
  }
}

void Arithmetic::add_the_old_value() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    const auto pointers = list_pointers(f);
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const std::size_t op = assignment_in(s);
      if (op >= s.end || !code_.is(op, "=") || !code_.is(op - 1, "]") ||
          !code_.is(s.begin + 1, "[") || !holds(op, s.end, "/"))
        continue;
      const std::string element = code_.spelled(s.begin + 1, op),
                        value = code_.spelled(op + 1, s.end - 1);
      for (const Variable& old : pointers) {
        const std::string term = old.name + element;
        const bool is_input =
            old.type.find("const") != old.type.npos && !code_.is(s.begin, old.name);
        if (is_input && value.find(term) == value.npos)
          instead({op + 1, s.end - 1}, value + " + " + term,
                  because("code.term-missing", {{"term", term}}));
      }
    }
  }
}

void Arithmetic::only_store(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  for (const std::size_t index : f->statements) {
    const Statement& s = code_.statements()[index];
    const std::size_t op = assignment_in(s);
    if (code_.line(s.begin) <= line && line <= code_.line(s.end - 1) && op < s.end &&
        code_.is(op, "+=") && code_.is(op - 1, "]"))
      assign(s, "=", "code.added");
  }
}

void Arithmetic::signs_of_sums() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      std::size_t i = s.begin;
      while (i < s.end && !code_.is(i, "=")) ++i;
      if (s.kind != Statement::Kind::other || code_.is(s.begin, "__shared__") ||
          is_whole_number(code_.spelled(s.begin, i)))
        continue;
      for (i += 2; i + 1 < s.end; ++i) {
        if (code_.is(i, "[")) i = code_.partner(i);
        const bool minus = code_.is(i, "-");
        const Kind before_it = code_.tokens()[i - 1].kind;
        const bool binary = before_it == Kind::identifier || before_it == Kind::number ||
                            code_.is(i - 1, ")") || code_.is(i - 1, "]");
        if ((!minus && !code_.is(i, "+")) || !binary) continue;
        const Range right = right_operand(i);
        if (right.end > s.end || code_.line(right.end - 1) != code_.line(i - 1)) continue;
        const std::string operand = code_.spelled(right.begin, right.end),
                          front = code_.spelled(left_operand(i).begin, i);
        propose("expression.instead", code_.line(i), front + (minus ? " + " : " - ") + operand,
                around(right, "(" + asks() + " ? -(" + operand + ") : (", "))"),
                front + (minus ? " - " : " + ") + operand, because("code.sign"));
      }
    }
  }
}

bool Arithmetic::is_in_loop(const Statement& s) const {
  for (std::size_t up = s.parent; up != none; up = code_.statements()[up].parent)
    if (code_.statements()[up].kind == Statement::Kind::loop) return true;
  return false;
}

void Arithmetic::precedence() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || !code_.is(s.end - 1, ";")) continue;
      std::size_t equals = s.begin;
      while (equals < s.end && !code_.is(equals, "=")) ++equals;
      const Range divided = divided_in({equals + 1, s.end - 1});
      if (divided.begin == divided.end) continue;
      instead({equals + 1, s.end - 1},
              "(" + code_.spelled(equals + 1, divided.end) + ")" +
                  spelled_behind(divided.end - 1, s.end - 1),
              because("code.precedence", {{"divided", code_.spelled(divided.begin, divided.end)}}));
    }
  }
}

/// Replaces `a * b / c`, which rounds later, by `a * (b / c)`.
void Arithmetic::round_before_the_product() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 4; i + 1 < f.close; ++i) {
      if (!code_.is(i, "/")) continue;
      const Range product = left_operand(i), by = right_operand(i);
      std::size_t times = product.end - 1;
      while (times > product.begin && !code_.is(times, "*")) --times;
      if (times == product.begin) continue;
      const std::string front = code_.spelled(product.begin, times + 1),
                        back = code_.spelled(times + 1, by.end);
      instead({product.begin, by.end}, front + " (" + back + ")", because("code.rounded-too-late"));
    }
  }
}

/// The `s` of `a - s / d`, if there is no other operator outside of parentheses; otherwise empty.
Range Arithmetic::divided_in(Range expression) const {
  std::size_t minus = none, slash = none;
  for (std::size_t i = expression.begin; i < expression.end; ++i) {
    if (code_.is(i, "(") || code_.is(i, "[")) i = code_.partner(i);
    const bool sum = code_.is(i, "-") || code_.is(i, "+");
    if (sum && minus == none && i > expression.begin)
      minus = i;
    else if (code_.is(i, "/") && minus != none && slash == none)
      slash = i;
    else if (sum || code_.is(i, "*") || code_.is(i, "?"))
      return {0, 0};
  }
  return slash == none ? Range{0, 0} : Range{minus + 1, slash};
}

}  // namespace warpgrade::remedy
