#include "remedy/kernel/tails.h"

#include <algorithm>

namespace warpgrade::remedy {

namespace {

using Kind = Token::Kind;

constexpr const char* rest = "rest";  // the index in the loop that is added

}  // namespace

void Tails::after_vectors() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      Walk walk;
      Division division;
      if (!loop.listed || !read_head(loop, walk) || !find_division(f, loop, walk.groups, division))
        continue;
      const std::string sum = find_sum(f, loop, walk);
      if (sum.empty()) continue;
      const std::string groups =
          walk.groups.find(' ') == walk.groups.npos ? walk.groups : "(" + walk.groups + ")";
      const std::string code = "for (" + walk.type + " " + rest + " = " + groups + " * " +
                               division.by + " + " + walk.start + "; " + rest + " < " +
                               division.size + "; " + rest + " += " + walk.step + ") " + sum;
      put_after("statement.after", index, code,
                because("code.tail-left-out",
                        {{"groups", division.text}, {"size", division.size}, {"by", division.by}}));
    }
  }
}

/// The parts of `for (T q = start; q < groups; q += step)`.
bool Tails::read_head(const Statement& loop, Walk& walk) const {
  if (!code_.is(loop.begin, "for") || !code_.is(loop.begin + 1, "(")) return false;
  const std::size_t close = code_.partner(loop.begin + 1);
  std::size_t equals = loop.begin + 2;
  while (equals < close && !code_.is(equals, "=")) ++equals;
  std::size_t first = equals;
  while (first < close && !code_.is(first, ";")) ++first;
  std::size_t second = first + 1;
  while (second < close && !code_.is(second, ";")) ++second;
  const bool declared = equals > loop.begin + 3 && second + 3 < close;
  if (!declared) return false;
  walk.index = code_.tokens()[equals - 1].text;
  if (!code_.is(first + 1, walk.index) || !code_.is(first + 2, "<") ||
      !code_.is(second + 1, walk.index) || !code_.is(second + 2, "+="))
    return false;
  walk.type = code_.spelled(loop.begin + 2, equals - 1);
  walk.start = code_.spelled(equals + 1, first);
  walk.groups = code_.spelled(first + 3, second);
  walk.step = code_.spelled(second + 3, close);
  return true;
}

/// `n / 4`, in the loop's head or as the value of a variable before it.
bool Tails::find_division(const Function& f, const Statement& loop, const std::string& groups,
                          Division& division) const {
  const auto is_division = [&](std::size_t i) {
    return code_.tokens()[i].kind == Kind::identifier && code_.is(i + 1, "/") &&
           (code_.is(i + 2, "2") || code_.is(i + 2, "4") || code_.is(i + 2, "8") ||
            is_constant(i + 2));
  };
  for (std::size_t i = f.open + 1; i < code_.partner(loop.begin + 1); ++i) {
    const bool in_head = i > loop.begin && code_.spelled(i, i + 3) == groups;
    const bool before_it =
        i < loop.begin && code_.is(i, groups) && code_.is(i + 1, "=") && code_.is(i + 5, ";");
    const std::size_t at = before_it ? i + 2 : i;
    if ((!in_head && !before_it) || !is_division(at)) continue;
    division = {code_.spelled(at, at + 1), code_.spelled(at + 2, at + 3), code_.spelled(i, at + 3)};
    return true;
  }
  return false;
}

/// `sum += A[rest] * B[rest];` for `sum += a.x * b.x + …`; empty for other loops.
std::string Tails::find_sum(const Function& f, const Statement& loop, const Walk& walk) const {
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    const bool inside = s.begin > loop.begin && s.end <= loop.end;
    if (!inside || s.kind != Statement::Kind::other || !code_.is(s.begin + 1, "+=")) continue;
    std::string sum = code_.spelled(s.begin, s.begin + 1) + " += ";
    for (std::size_t i = s.begin + 2; i < s.end && !code_.is(i, ";") && !code_.is(i, "+"); ++i) {
      if (code_.is(i, "(")) continue;
      if (code_.is(i, "*")) {
        sum += " * ";
        continue;
      }
      const std::string its_element = element(f, loop, walk, i);
      if (its_element.empty()) return "";
      sum += its_element;
    }
    return sum + ";";
  }
  return "";
}

/// `A[rest]` for `a.x`, `a.v[0]` or `qa[q].x` at `token`, which moves to its last token.
std::string Tails::element(const Function& f, const Statement& loop, const Walk& walk,
                           std::size_t& token) const {
  std::string pointer(code_.tokens()[token].text);
  if (code_.tokens()[token].kind != Kind::identifier) return "";
  const auto is_indexed = [&](std::size_t i) {
    return code_.is(i, "[") && code_.is(i + 1, walk.index) && code_.is(i + 2, "]");
  };
  if (is_indexed(token + 1)) {
    token += 3;
  } else {  // Quad a = qa[q], b = qb[q];
    std::size_t i = loop.begin;
    while (i < token && !(code_.is(i, pointer) && code_.is(i + 1, "=") && is_indexed(i + 3))) ++i;
    if (i == token) return "";
    pointer = code_.tokens()[i + 2].text;
  }
  if (!code_.is(token + 1, ".")) return "";
  token += 2;
  if (code_.is(token + 1, "[")) token = code_.partner(token + 1);
  const std::string array = find_array(f, pointer);
  return array.empty() ? "" : array + "[" + rest + "]";
}

/// `A` for `const float4* pointer = (const float4*)A;`.
std::string Tails::find_array(const Function& f, std::string_view pointer) const {
  for (std::size_t i = f.open + 1; i + 4 < f.close; ++i) {
    if (!code_.is(i, pointer) || !code_.is(i + 1, "=")) continue;
    std::size_t end = i;
    while (end < f.close && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
    std::size_t name = end - 1;
    while (name > i && code_.is(name, ")")) --name;
    const bool parameter = std::any_of(f.parameters.begin(), f.parameters.end(),
                                       [&](const Variable& v) { return code_.is(name, v.name); });
    if (parameter) return std::string(code_.tokens()[name].text);
  }
  return "";
}

void Tails::rest_behind_groups() {
  for (const Function& f : code_.functions()) {
    for (std::size_t equals = f.open + 2; equals < f.close; ++equals) {
      if (!code_.is(equals, "=") || code_.tokens()[equals - 1].kind != Kind::identifier) continue;
      const std::string index(code_.tokens()[equals - 1].text);
      for (std::size_t i = equals + 1; i < f.close && !code_.is(i, ";") && !code_.is(i, ","); ++i) {
        const Division division = division_at(f, i);
        if (division.by.empty() || code_.is(i - 1, "*") || code_.is(i - 1, "/") ||
            !goes_up_to(f, i, index, division.size))
          continue;
        const bool named = !code_.is(i + 1, "/");
        const Range groups = {i, named ? i + 1 : i + 3};
        if (!code_.is(groups.end, "*") && !code_.is(groups.end, "/"))
          instead(groups, code_.spelled(groups.begin, groups.end) + " * " + division.by,
                  because("code.rest-starts-early"));
      }
    }
  }
}

/// `n / 4` at the token, or the value of the variable there; nothing for other tokens.
Tails::Division Tails::division_at(const Function& f, std::size_t token) const {
  const auto is_operand = [&](std::size_t i) {
    return code_.tokens()[i].kind == Kind::identifier || code_.tokens()[i].kind == Kind::number;
  };
  const auto divides = [&](std::size_t i) {
    return is_operand(i) && code_.is(i + 1, "/") && is_operand(i + 2);
  };
  const auto read = [&](std::size_t i) {
    return Division{code_.spelled(i, i + 1), code_.spelled(i + 2, i + 3), code_.spelled(i, i + 3)};
  };
  if (divides(token)) return read(token);
  for (std::size_t i = f.open + 1; i + 5 < token; ++i)
    if (code_.is(i, code_.tokens()[token].text) && code_.is(i + 1, "=") && divides(i + 2) &&
        (code_.is(i + 5, ";") || code_.is(i + 5, ",")))
      return read(i + 2);
  return {};
}

/// Whether `index < size` stands behind the token.
bool Tails::goes_up_to(const Function& f, std::size_t from, const std::string& index,
                       const std::string& size) const {
  for (std::size_t i = from; i + 2 < f.close; ++i)
    if (code_.is(i, index) && code_.is(i + 1, "<") && code_.is(i + 2, size)) return true;
  return false;
}

void Tails::last_part() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& part = code_.statements()[index];
      if (part.kind != Statement::Kind::other) continue;
      // const int half = (m + 1) / 2;
      std::size_t equals = part.begin;
      while (equals < part.end && !code_.is(equals, "=")) ++equals;
      if (equals + 3 >= part.end || equals == part.begin || !code_.is(equals + 1, "(") ||
          !code_.is(equals + 3, "+") || !code_.is(code_.partner(equals + 1) + 1, "/"))
        continue;
      const std::string whole(code_.tokens()[equals + 2].text),
          size(code_.tokens()[equals - 1].text);
      for (const std::size_t inner : f.statements) {
        const Statement& loop = code_.statements()[inner];
        if (loop.kind != Statement::Kind::loop || !code_.is(loop.begin, "for") ||
            loop.begin < part.end)
          continue;
        std::size_t first = loop.begin;
        while (first < loop.end && !code_.is(first, "=")) ++first;
        const std::string counter(code_.tokens()[first - 1].text);
        for (std::size_t i = code_.partner(loop.begin + 1); i + 2 < loop.end; ++i) {
          if (!code_.is(i, "=") || !code_.is(i + 1, size) || !code_.is(i + 2, ";")) continue;
          const std::string rest = whole + " - " + counter + " * " + size;
          instead({i + 1, i + 2}, "min(" + size + ", " + rest + ")",
                  because("code.last-part", {{"size", size}, {"whole", whole}, {"rest", rest}}));
        }
      }
    }
  }
}

void Tails::first_elements() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      const Token& part = code_.tokens()[i + 1];
      const bool subtracts = code_.is(i, "-") && code_.tokens()[i - 1].kind == Kind::identifier;
      if (!subtracts || part.kind != Kind::identifier || code_.is(i + 2, "*") ||
          code_.is(i + 2, "[") || code_.is(i + 2, "."))
        continue;
      std::string product;
      for (std::size_t at = f.open + 2; at + 1 < f.close && product.empty(); ++at)
        if (code_.is(at, "*") && code_.is(at - 1, part.text) &&
            code_.tokens()[at + 1].kind != Kind::punctuation)
          product = code_.spelled(at - 1, at + 2);
      if (!product.empty())
        instead({i + 1, i + 2}, product,
                because("code.part-for-its-first", {{"name", std::string(part.text)}}));
    }
  }
}

}  // namespace warpgrade::remedy
