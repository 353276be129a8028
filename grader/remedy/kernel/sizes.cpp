#include "remedy/kernel/sizes.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Sizes::other_sizes() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const std::vector<std::string> sizes = list_sizes(f);
    if (sizes.size() < 2) continue;
    for (std::size_t i = f.open + 1; i < f.close; ++i) {
      if (!code_.is(i, "[")) continue;
      const Range subscript = {i + 1, code_.partner(i)};
      for (std::size_t at = subscript.begin; at < subscript.end; ++at)
        if (is_one_of(at, sizes))
          all_others(at, sizes, {i - 1, subscript.end + 1},
                     code_.is(at - 1, "*") || code_.is(at + 1, "*"));
    }
    for (const Range& condition : conditions(f))
      for (std::size_t at = condition.begin; at < condition.end; ++at)
        if (is_one_of(at, sizes)) all_others(at, sizes, term_around(at, condition), false);
  }
}

void Sizes::other_sizes_near(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const std::vector<std::string> sizes = list_sizes(*f);
  std::vector<std::size_t> names;  // in the subscripts
  for (std::size_t i = f->open + 1; i < f->close; ++i) {
    const bool macro = code_.is(i, "(") && is_constant(i - 1);
    if (code_.line(i) != line || (!code_.is(i, "[") && !macro)) continue;
    const Range subscript = {i + 1, code_.partner(i)};
    for (std::size_t at = subscript.begin; at < subscript.end; ++at) {
      if (code_.tokens()[at].kind != Kind::identifier) continue;
      names.push_back(at);
      if (is_one_of(at, sizes))
        all_others(at, sizes, {i - 1, subscript.end + 1},
                   code_.is(at - 1, "*") || code_.is(at + 1, "*"));
    }
    i = subscript.end;
  }
  for (const std::size_t name : names) in_value(*f, name, sizes);
}

void Sizes::of_quotients(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const std::vector<std::string> sizes = list_sizes(*f);
  for (std::size_t q = f->open + 2; q < f->close; ++q) {
    if (!code_.is(q, "/") || !is_one_of(q + 1, sizes) || !code_.is(q + 2, ";")) continue;
    const std::string size(code_.tokens()[q + 1].text);
    // The quotient as a whole, as the report names it.
    const Range quotient = {left_operand(q).begin, q + 2};
    const std::string head = code_.spelled(quotient.begin, q + 1);
    std::vector<std::size_t> uses;
    for (std::size_t i = q + 3; i < f->close; ++i)
      if (code_.is(i, size) &&
          (code_.is(i - 1, "%") || (code_.is(i - 1, "*") && code_.is(i - 3, "-"))))
        uses.push_back(i);
    if (uses.empty()) continue;
    for (const std::string& other : sizes) {
      if (other == size) continue;
      std::vector<Piece> pieces = {{quotient, head + " " + other}};
      for (const std::size_t use : uses) pieces.push_back({{use, use + 1}, other});
      replace_all(std::move(pieces), because("code.other-size", {{"was", size}, {"is", other}}));
    }
  }
}

/// Tries other sizes in `int r = id / n;`, where `name` is a use of r.
void Sizes::in_value(const Function& f, std::size_t name, const std::vector<std::string>& sizes) {
  for (std::size_t i = f.open + 2; i < name; ++i) {
    const bool declared = code_.tokens()[i - 1].kind == Kind::identifier || code_.is(i - 1, ",");
    if (!declared || !code_.is(i, code_.tokens()[name].text) || !code_.is(i + 1, "=")) continue;
    std::size_t end = i + 2;
    while (end < name && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
    for (std::size_t at = i + 2; at < end; ++at)
      if (is_one_of(at, sizes)) all_others(at, sizes, {i, end}, false);
  }
}

/// The function's integer parameters.
std::vector<std::string> Sizes::list_sizes(const Function& f) const {
  std::vector<std::string> sizes;
  for (const Variable& v : f.parameters)
    if (is_whole_number(v.type)) sizes.push_back(v.name);
  return sizes;
}

/// Whether the token is one of the names, and not a member of an object.
bool Sizes::is_one_of(std::size_t token, const std::vector<std::string>& names) const {
  return code_.tokens()[token].kind == Kind::identifier && !code_.is(token - 1, ".") &&
         std::find(names.begin(), names.end(), code_.tokens()[token].text) != names.end();
}

void Sizes::all_others(std::size_t token, const std::vector<std::string>& names, Range expression,
                       bool row) {
  for (const std::string& other : names)
    if (!code_.is(token, other)) propose_replacement(token, other, expression, row);
}

void Sizes::propose_replacement(std::size_t token, const std::string& other, Range expression,
                                bool row) {
  const std::string was(code_.tokens()[token].text);
  const std::string head = code_.spelled(expression.begin, token + 1);
  const std::string code =
      head.substr(0, head.size() - was.size()) + other + spelled_behind(token, expression.end);
  propose("expression.instead", code_.line(token), code,
          around({token, token + 1}, "(" + asks() + " ? " + other + " : ", ")"),
          code_.spelled(expression.begin, expression.end),
          because(row ? "code.row-length" : "code.other-size", {{"was", was}, {"is", other}}));
}

/// The offset of `real* b = a + …;`: the first token after the `+`.
std::size_t Sizes::offset_in(const Statement& s) const {
  std::size_t equals = s.begin;
  while (equals < s.end && !code_.is(equals, "=")) ++equals;
  const bool pointer = equals >= s.begin + 3 && code_.is(equals - 2, "*");
  return pointer && equals + 3 < s.end && code_.is(equals + 2, "+") ? equals + 3 : none;
}

void Sizes::other_steps() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const std::vector<std::string> constants = constants_in(f);
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other) continue;
      const bool step = code_.is(s.begin + 1, "+=");
      const std::size_t offset = offset_in(s);
      if (!step && offset == none) continue;
      for (std::size_t i = step ? s.begin + 3 : offset; i + 1 < s.end; ++i) {
        const bool factor = code_.is(i - 1, "*") || (!step && code_.is(i + 1, "*"));
        if (factor && is_constant(i)) all_others(i, constants, {s.begin, s.end - 1}, step);
      }
    }
  }
}

void Sizes::walks() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const std::size_t offset = s.kind == Statement::Kind::other ? offset_in(s) : none;
      if (offset == none || offset + 4 != s.end || !code_.is(offset + 1, "*")) continue;
      std::size_t equals = s.begin;
      while (!code_.is(equals, "=")) ++equals;
      const std::string pointer(code_.tokens()[equals - 1].text);
      for (std::size_t i = s.end; i + 1 < f.close; ++i) {
        const bool behind = code_.is(i, pointer) && code_.is(i + 1, "++");
        if (!behind && !(code_.is(i, "++") && code_.is(i + 1, pointer))) continue;
        const std::string step = code_.spelled(i, i + 2);
        for (const std::size_t kept : {offset, offset + 2}) {
          const std::string start = code_.spelled(kept, kept + 1);
          for (const Variable& v : f.parameters) {
            if (!is_whole_number(v.type)) continue;
            const std::string walks = pointer + " += " + v.name;
            std::vector<Insertion> insertions =
                around({offset, offset + 3}, "(" + asks() + " ? " + start + " : ", ")");
            for (Insertion& each : around({i, i + 2}, "(" + asks() + " ? " + walks + " : ", ")"))
              insertions.push_back(std::move(each));
            propose_together({{"expression.instead", "", code_.line(offset), start,
                               code_.spelled(offset, offset + 3),
                               because("code.walks-along-a-row", {{"pointer", pointer}})},
                              {"expression.instead", "", code_.line(i), walks, step, {}}},
                             std::move(insertions));
          }
        }
      }
    }
  }
}

bool Sizes::uses_y(const Function& f) const {
  for (std::size_t i = f.open; i + 2 < f.close; ++i)
    if ((code_.is(i, "threadIdx") || code_.is(i, "blockIdx")) && code_.is(i + 2, "y")) return true;
  return false;
}

void Sizes::other_axes() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device || !uses_y(f)) continue;
    for (std::size_t i = f.open; i + 2 < f.close; ++i) {
      const bool index = code_.is(i, "threadIdx") || code_.is(i, "blockIdx") ||
                         code_.is(i, "blockDim") || code_.is(i, "gridDim");
      if (!index || !code_.is(i + 1, ".")) continue;
      const std::string name = code_.spelled(i, i + 2);
      if (code_.is(i + 2, "x")) instead({i, i + 3}, name + "y", because("code.other-axis"));
      if (code_.is(i + 2, "y")) instead({i, i + 3}, name + "x", because("code.other-axis"));
    }
  }
}

}  // namespace warpgrade::remedy
