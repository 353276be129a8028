#include "remedy/declarations.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

std::vector<Declarations::Declared> Declarations::declared(const Function& f) const {
  std::vector<Declared> all;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || !code_.is(s.end - 1, ";")) continue;
    std::size_t equals = s.begin;
    while (equals < s.end && !code_.is(equals, "=")) ++equals;
    if (equals < s.begin + 2 || equals + 2 > s.end - 1 ||
        code_.tokens()[equals - 1].kind != Kind::identifier ||
        code_.tokens()[equals - 2].kind != Kind::identifier)
      continue;
    const bool several = [&] {
      for (std::size_t i = equals; i < s.end; ++i) {
        if (code_.is(i, "(") || code_.is(i, "[") || code_.is(i, "{")) i = code_.partner(i);
        if (code_.is(i, ",")) return true;
      }
      return false;
    }();
    if (!several) all.push_back({equals - 1, {equals + 1, s.end - 1}});
  }
  return all;
}

void Declarations::same_as_before() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const auto all = declared(f);
    // Try to change the later declaration first: usually it should equal the earlier one.
    for (const bool later : {true, false}) {
      for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < all.size(); ++b) {
          if (later ? b >= a : b <= a) continue;
          if (code_.tokens()[all[a].name].text != code_.tokens()[all[b].name].text) continue;
          const std::string other = code_.spelled(all[b].value.begin, all[b].value.end);
          if (code_.spelled(all[a].value.begin, all[a].value.end) == other) continue;
          instead(all[a].value, other,
                  because("code.computed-otherwise",
                          {{"name", std::string(code_.tokens()[all[a].name].text)},
                           {"line", code_.line(all[b].name)}}));
        }
      }
    }
  }
}

void Declarations::sums_in_the_number_type() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const Declared& d : declared(f))
      if (is_variable_of_zero(d) && !is_used_as_whole_number(f, d)) propose_number_type(f, d);
  }
}

/// `int name = 0;` or `auto name = 0;`
bool Declarations::is_variable_of_zero(const Declared& d) const {
  if (d.value.end != d.value.begin + 1 || !code_.is(d.value.begin, "0")) return false;
  if (!code_.is(d.name - 1, "auto") && !code_.is(d.name - 1, "int")) return false;
  return d.name <= 1 || !code_.is(d.name - 2, "const");
}

/// Whether it is used as an integer: then another type would not compile.
bool Declarations::is_used_as_whole_number(const Function& f, const Declared& d) const {
  const std::string_view name = code_.tokens()[d.name].text;
  for (std::size_t i = d.name + 1; i < f.close; ++i) {
    if (!code_.is(i, name)) continue;
    for (const char* op : {"%", "++", "--", "&", "|", "<<", ">>", "^", "&="})
      if (code_.is(i - 1, op) || code_.is(i + 1, op)) return true;
    if (code_.is(i - 1, "[") || code_.is(i + 1, "]") || code_.is(i - 1, ",")) return true;
  }
  return false;
}

/// Proposes the number type for a variable to which elements are added.
void Declarations::propose_number_type(const Function& f, const Declared& d) {
  const std::string name(code_.tokens()[d.name].text);
  std::vector<Insertion> insertions;
  bool adds = false;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || s.begin < d.name || !code_.is(s.begin, name)) continue;
    if (!code_.is(s.begin + 1, "+=") && !code_.is(s.begin + 1, "=")) continue;
    const bool reads = holds(s.begin + 2, s.end, "[") || holds(s.begin + 2, s.end, "(");
    adds |= code_.is(s.begin + 1, "+=") && reads;
    // While the proposal is off, truncates the value as the student's type does.
    insertions.push_back({before(s.begin), "{ "});
    insertions.push_back(
        {after(s.end - 1), " if (!" + asks() + ") " + name + " = (int)" + name + "; }"});
  }
  if (!adds) return;
  if (code_.is(d.name - 1, "auto"))
    insertions.push_back({before(d.value.begin), "real() + ", after(d.value.end - 1)});
  else
    insertions.push_back({before(d.name), "was_" + name + " = 0; real "});
  const std::string type = code_.spelled(d.name - 1, d.name);
  propose("expression.instead", code_.line(d.name), "real " + name + " = 0", std::move(insertions),
          type + " " + name + " = 0", because("code.sum-is-an-integer", {{"name", name}}));
}

void Declarations::initialize_variable(const std::string& name, int line, int read) {
  const Function* f = code_.function_at(line);
  if (f == nullptr) return;
  for (const std::size_t index : f->statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || !s.listed) continue;
    for (std::size_t i = s.begin + 1; i < s.end; ++i) {
      if (!code_.is(i, name) || code_.line(i) != line) continue;
      std::size_t end = i + 1;
      std::string loops, element = name;
      for (; code_.is(end, "["); end = code_.partner(end) + 1) {
        const std::string each = "each" + std::to_string(end - i);
        loops += "for (auto& " + each + " : " + element + ") ";
        element = each;
      }
      if (!code_.is(end, ";") && !code_.is(end, ",")) continue;
      const bool plain = loops.empty() && end == s.end - 1;
      // Products start at 1.
      bool product = false;
      for (std::size_t j = s.end; j + 1 < f->close; ++j)
        product |= code_.is(j, name) && code_.is(j + 1, "*=");
      const std::string value = loops.empty() ? (product ? "1" : "0") : "{}";
      const std::string old = plain ? code_.spelled(s.begin, end) : code_.spelled(i, end);
      propose("expression.instead", line, old + " = " + value,
              {{after(s.end - 1), " if (" + asks() + ") { " + loops + element + " = " +
                                      (product ? "1" : "{}") + "; } else simt_no_value(\"" + name +
                                      "\", " + std::to_string(line) + ", __FILE__, " +
                                      std::to_string(read) + ");"}},
              old);
      return;
    }
  }
}

/// `k < N` for `k < N - 1`; empty if no comparison ends like this.
std::string Declarations::without_last(Range condition) const {
  std::string wide;
  std::size_t from = condition.begin;
  for (std::size_t i = from + 1; i + 1 < condition.end; ++i) {
    const bool last = i + 2 == condition.end || code_.is(i + 2, "&&") || code_.is(i + 2, ")");
    if (!code_.is(i, "-") || !code_.is(i + 1, "1") || !last) continue;
    wide += code_.spelled(from, i) + (code_.is(i + 2, "&&") ? " " : "");
    from = i + 2;
  }
  return wide.empty() ? "" : wide + code_.spelled(from, condition.end);
}

void Declarations::wider_loads() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const std::vector<Declared> all = declared(f);
    for (const Declared& d : all) {
      if (!code_.is(d.name - 1, "bool")) continue;
      const std::string name(code_.tokens()[d.name].text);
      // Matches `bool load = inside;`.
      for (const Declared& other : all)
        if (d.value.end == d.value.begin + 1 && other.name < d.name &&
            code_.is(d.value.begin, code_.tokens()[other.name].text))
          if (const std::string wide = without_last(other.value); !wide.empty())
            instead(d.value, wide, because("code.load-left-out", {{"name", name}}));
      const std::string wide = without_last(d.value);
      if (wide.empty()) continue;
      std::vector<Insertion> insertions;
      int line = 0;
      for (std::size_t i = d.value.end; i + 1 < f.close; ++i) {
        if (!code_.is(i, name) || !code_.is(i + 1, "?")) continue;
        for (Insertion& each : around({i, i + 1}, "(" + asks() + " ? (" + wide + ") : ", ")"))
          insertions.push_back(std::move(each));
        if (line == 0) line = code_.line(i);
      }
      if (insertions.empty()) continue;
      propose("expression.instead", line, wide, std::move(insertions), name,
              because("code.load-left-out", {{"name", name}}));
    }
  }
}

/// A constant cannot be switched itself, so its uses in functions are, except in array sizes.
void Declarations::round_up_constants() {
  const auto& tokens = code_.tokens();
  for (std::size_t i = 1; i + 4 < tokens.size(); ++i) {
    const bool name = tokens[i].kind == Token::Kind::identifier && code_.is(i + 1, "=");
    const bool quotient = tokens[i + 2].kind == Token::Kind::identifier && code_.is(i + 3, "/") &&
                          code_.is(i + 5, ";");
    if (!name || !quotient || code_.function_at(code_.line(i)) != nullptr) continue;
    const std::string n = code_.spelled(i + 2, i + 3), t = code_.spelled(i + 4, i + 5),
                      up = "(" + n + " + " + one_less(t) + ") / " + t;
    std::vector<Insertion> insertions;
    for (const Function& f : code_.functions())
      for (std::size_t use = f.open + 1; use < f.close; ++use)
        if (code_.is(use, tokens[i].text) && !code_.is(use - 1, "["))
          for (Insertion& each : around({use, use + 1}, "(" + asks() + " ? " + up + " : ", ")"))
            insertions.push_back(std::move(each));
    if (!insertions.empty())
      propose("expression.instead", code_.line(i), up, std::move(insertions),
              code_.spelled(i + 2, i + 5), because("code.loop-rounded-down"));
  }
}

}  // namespace warpgrade::remedy
