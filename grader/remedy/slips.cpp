#include "remedy/slips.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "remedy/reached.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

bool is_arithmetic(const std::string& with_const) {
  const std::string type = without_const(with_const);
  return is_whole_number(type) || type == "real" || type == "float" || type == "double";
}

/// Whether a value of type `other` can be read in place of one of `type`.
bool fits(const std::string& type, const std::string& other) {
  const auto points_to_const = [](const std::string& t) {
    return t.find('*') != t.npos && t.find("const") != t.npos;
  };
  if (points_to_const(other) && !points_to_const(type)) return false;
  const std::string a = without_const(type), b = without_const(other);
  return a == b || (is_whole_number(a) && is_whole_number(b));
}

/// Whether the names differ in one letter: `row_i` and `row_k`, `a` and `b`, `M` and `N`.
bool are_alike(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  int other = 0;
  for (std::size_t i = 0; i < a.size(); ++i) other += a[i] != b[i];
  return other == 1;
}

}  // namespace

Slips::Slips(ProposalList& list, const std::string& entry, std::set<int> lines)
    : Proposer(list), lines_(std::move(lines)) {
  const std::set<std::string> reached = functions_reached(code_, entry);
  for (const Function& f : code_.functions())
    if (reached.count(f.name) != 0) functions_.push_back(&f);
  std::stable_partition(functions_.begin(), functions_.end(),
                        [&](const Function* f) { return f->name == entry; });
}

/// Parameters and variables declared by `T a = …, b;` anywhere in the function.
std::vector<Slips::Declared> Slips::list_variables(const Function& f) const {
  std::vector<Declared> all;
  for (const Variable& v : f.parameters) all.push_back({v.type, v.name, none});
  for (const std::string& constant : constants_in(f)) all.push_back({"int", constant, none});
  for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
    const bool declares = code_.tokens()[i].kind == Kind::identifier &&
                          (code_.is(i + 1, "=") || code_.is(i + 1, ";"));
    if (!declares) continue;
    std::size_t begin = i;
    while (begin > f.open + 1 && (code_.tokens()[begin - 1].kind == Kind::identifier ||
                                  code_.is(begin - 1, "*") || code_.is(begin - 1, "::")))
      --begin;
    const bool starts = code_.is(begin - 1, ";") || code_.is(begin - 1, "{") ||
                        code_.is(begin - 1, "}") || code_.is(begin - 1, "(");
    if (begin == i || !starts || code_.is(begin, "return") || code_.is(begin, "auto")) continue;
    std::string type = code_.spelled(begin, i);
    while (!type.empty() && type.back() == ' ') type.pop_back();
    const bool pointer = type.find('*') != type.npos;
    if (pointer || is_arithmetic(type))
      all.push_back({type, std::string(code_.tokens()[i].text), i});
  }
  return all;
}

/// The members used as `object.member` anywhere in the file.
std::vector<std::string> Slips::find_members(const std::string& object) const {
  std::set<std::string> members;
  for (std::size_t i = 0; i + 3 < code_.tokens().size(); ++i)
    if (code_.is(i, object) && (code_.is(i + 1, ".") || code_.is(i + 1, "->")) &&
        code_.tokens()[i + 2].kind == Kind::identifier && !code_.is(i + 3, "("))
      members.insert(std::string(code_.tokens()[i + 2].text));
  return {members.begin(), members.end()};
}

bool Slips::is_written(std::size_t token) const {
  return is_assignment(code_.tokens()[token + 1].text) || code_.is(token + 1, "++") ||
         code_.is(token + 1, "--") || code_.is(token - 1, "++") || code_.is(token - 1, "--") ||
         code_.is(token - 1, "&");
}

/// Whether the variable declared at `declared` is visible at `token`, in a later statement.
bool Slips::sees(const Function& f, std::size_t token, std::size_t declared) const {
  if (token < declared || !holds(declared, token, ";")) return false;
  std::size_t open = declared;  // bracket around the declaration
  while (open > f.open &&
         !((code_.is(open, "{") || code_.is(open, "(")) && code_.partner(open) > declared))
    --open;
  if (code_.is(open, "{")) return token < code_.partner(open);
  for (const std::size_t s : f.statements)  // `for (int i = 0; …`
    if (code_.statements()[s].begin + 1 == open) return token < code_.statements()[s].end;
  return false;
}

/// Whether the token is the counter in the head of a `for`: replacing it would make the loop
/// endless.
bool Slips::counts(const Function& f, std::size_t token) const {
  for (const std::size_t s : f.statements) {
    const Statement& loop = code_.statements()[s];
    if (loop.kind != Statement::Kind::loop || !code_.is(loop.begin, "for")) continue;
    const std::size_t open = loop.begin + 1, close = code_.partner(open);
    if (token <= open || token >= close) continue;
    for (std::size_t i = open + 1; i + 1 < token; ++i)
      if (code_.is(i, code_.tokens()[token].text) && code_.is(i + 1, "=")) return true;
  }
  return false;
}

/// Whether `name` at `token` would give `a < a`, `a = a` or the like.
bool Slips::pairs_with_itself(std::size_t token, const std::string& name) const {
  const auto joins = [&](std::size_t op) {
    for (const char* each : {"=", "<", ">", "<=", ">=", "==", "!=", "-", "/", "%", "+=", "-="})
      if (code_.is(op, each)) return true;
    return false;
  };
  return (joins(token - 1) && code_.is(token - 2, name)) ||
         (joins(token + 1) && code_.is(token + 2, name));
}

/// Whether the token is in `<<< >>>`, or in the declaration of a variable used there: the number of
/// threads is rarely wrong by a slip of one token.
bool Slips::is_of_launch(const Function& f, std::size_t token) const {
  std::size_t declared = token;  // the name before the `=` of the token's statement
  while (declared > f.open && !code_.is(declared, ";") && !code_.is(declared, "{") &&
         !code_.is(declared + 1, "="))
    --declared;
  for (const Launch& launch : launches(f))
    for (const Range& size : launch.sizes)
      if ((size.begin <= token && token < size.end) ||
          holds(size.begin, size.end, code_.tokens()[declared].text))
        return true;
  return false;
}

/// Whether the token is a declared array's size or a template argument.
bool Slips::must_be_constant(std::size_t token) const {
  const Function* f = code_.function_at(code_.line(token));
  if (f == nullptr) return true;
  const std::size_t s = code_.statement_at(*f, code_.line(token));
  if (s == none) return true;
  const Statement& statement = code_.statements()[s];
  for (const char* word : {"__shared__", "constexpr", "case", "static_assert", "static"})
    if (code_.is(statement.begin, word)) return true;
  if (code_.is(token - 1, "<") || code_.is(token + 1, ">")) {
    for (std::size_t i = token; i > statement.begin; --i)
      if (code_.is(i, "<") && code_.tokens()[i - 1].kind == Kind::identifier &&
          code_.is(token + 1, ">") && code_.is(token + 2, "("))
        return true;
  }
  // Matches `real part[8];`
  for (std::size_t i = token; i > statement.begin + 1; --i)
    if (code_.is(i, "[") && code_.partner(i) > token &&
        code_.tokens()[i - 1].kind == Kind::identifier &&
        (code_.tokens()[i - 2].kind == Kind::identifier || code_.is(i - 2, "*")))
      return true;
  return false;
}

Range Slips::shown_around(const Function& f, Range changed) const {
  const int line = code_.line(changed.begin);
  Range of_line = changed;
  while (of_line.begin > f.open + 1 && code_.line(of_line.begin - 1) == line) --of_line.begin;
  while (of_line.end < f.close && code_.line(of_line.end) == line) ++of_line.end;
  const auto is_alone = [&](Range r) {
    const std::string all = without_blanks(code_.spelled(of_line.begin, of_line.end)),
                      part = without_blanks(code_.spelled(r.begin, r.end));
    return all.find(part) == all.rfind(part);
  };
  Range shown = term_around(changed.begin, of_line);
  shown = {std::min(shown.begin, changed.begin), std::max(shown.end, changed.end)};
  while (!is_alone(shown) && (shown.begin > of_line.begin || shown.end < of_line.end)) {
    if (shown.end < of_line.end) ++shown.end;
    if (shown.begin > of_line.begin) --shown.begin;
  }
  return shown;
}

/// Puts `by` in place of `replaced` in the program, and `code` in place of `changed` in what is
/// shown.
void Slips::put(const Function& f, Range changed, const std::string& code, Range replaced,
                const std::string& by, const char* cause) {
  if (!lines_.empty() && lines_.count(code_.line(changed.begin)) == 0) return;
  if (is_of_launch(f, changed.begin)) return;
  const Range shown = shown_around(f, changed);
  std::string front = code_.spelled(shown.begin, changed.end);
  front.resize(front.size() - code_.spelled(changed.begin, changed.end).size());
  if (code.empty() && front.ends_with(' ')) front.pop_back();
  std::string text = front + code;
  if (shown.end > changed.end) text += spelled_behind(changed.end - 1, shown.end);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  propose("expression.instead", code_.line(changed.begin), text,
          around(replaced, "(" + asks() + " ? " + by + " : ", ")"),
          code_.spelled(shown.begin, shown.end), because(cause));
}

void Slips::other_members() {
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i + 3 < f->close; ++i) {
      const bool member = code_.tokens()[i].kind == Kind::identifier &&
                          (code_.is(i + 1, ".") || code_.is(i + 1, "->")) &&
                          code_.tokens()[i + 2].kind == Kind::identifier && !code_.is(i + 3, "(");
      if (!member) continue;
      const std::string object(code_.tokens()[i].text), now(code_.tokens()[i + 2].text);
      const std::string head = object + std::string(code_.tokens()[i + 1].text);
      for (const std::string& other : find_members(object))
        if (other != now)
          put(*f, {i, i + 3}, head + other, {i, i + 3}, head + other, "code.other-variable");
    }
  }
}

void Slips::other_variables(Which which, std::size_t most) {
  for (const Function* f : functions_) {
    const auto variables = list_variables(*f);
    for (std::size_t i = f->open + 1; i + 1 < f->close; ++i) {
      const bool typed =
          code_.tokens()[i - 1].kind == Kind::identifier && !code_.is(i - 1, "return");
      const bool used = code_.tokens()[i].kind == Kind::identifier && !typed &&
                        !code_.is(i - 1, "::") && !code_.is(i - 1, ".") && !code_.is(i - 1, "->") &&
                        !code_.is(i + 1, "(") && !code_.is(i + 1, ".") && !code_.is(i + 1, "->") &&
                        !(code_.is(i - 1, ")") && code_.is(i - 2, "void"));
      if (!used) continue;
      const auto now = std::find_if(variables.begin(), variables.end(),
                                    [&](const Declared& v) { return code_.is(i, v.name); });
      const bool declared = std::any_of(variables.begin(), variables.end(),
                                        [&](const Declared& v) { return v.token == i; });
      if (now == variables.end() || declared || is_written(i) || counts(*f, i) ||
          must_be_constant(i))
        continue;
      std::vector<std::string> others;
      for (const Declared& other : variables) {
        const bool visible = other.token == none || sees(*f, i, other.token);
        const Which is = are_alike(now->name, other.name)            ? Which::alike
                         : is_whole_number(without_const(now->type)) ? Which::whole_numbers
                                                                     : Which::others;
        if (is == which && other.name != now->name && visible && fits(now->type, other.type) &&
            !pairs_with_itself(i, other.name) &&
            std::find(others.begin(), others.end(), other.name) == others.end())
          others.push_back(other.name);
      }
      for (std::size_t o = others.size() - std::min(most, others.size()); o < others.size(); ++o)
        put(*f, {i, i + 1}, others[o], {i, i + 1}, others[o], "code.other-variable");
    }
  }
}

void Slips::other_numbers() {
  constexpr int most = 9;  // larger numbers are sizes of blocks and tiles
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i + 1 < f->close; ++i) {
      const std::string_view text = code_.tokens()[i].text;
      int value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || value > most ||
          must_be_constant(i))
        continue;
      const bool added = code_.is(i - 1, "+") || code_.is(i - 1, "-");
      for (const int other : {value - 1, value + 1}) {
        if (other < 0) continue;
        const std::string by = std::to_string(other);
        // Tries `i` for `i + 1`.
        if (other == 0 && added && i > f->open + 2)
          put(*f, {i - 1, i + 1}, "", {i, i + 1}, by, "code.other-number");
        else
          put(*f, {i, i + 1}, by, {i, i + 1}, by, "code.other-number");
      }
    }
  }
}

void Slips::constants_for_numbers() {
  constexpr int least = 4, most_places = 4;
  for (const Function* f : functions_) {
    std::map<std::string, std::vector<std::size_t>> places;
    for (std::size_t i = f->open + 1; i < f->close; ++i) {
      const std::string_view text = code_.tokens()[i].text;
      int value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error == std::errc() && end == text.data() + text.size() && value >= least &&
          !must_be_constant(i) && !is_of_launch(*f, i))
        places[std::string(text)].push_back(i);
    }
    for (const auto& [number, at] : places) {
      if (at.size() < 2 || at.size() > most_places) continue;
      for (const std::string& constant : constants_in(*f)) {
        std::vector<Remedy> remedies;
        std::vector<Insertion> insertions;
        for (const std::size_t i : at) {
          for (Insertion& each : around({i, i + 1}, "(" + asks() + " ? " + constant + " : ", ")"))
            insertions.push_back(std::move(each));
          remedies.push_back({"expression.instead", "", code_.line(i), constant, number,
                              remedies.empty() ? because("code.number-for-constant") : Cause{}});
        }
        propose_together(std::move(remedies), std::move(insertions));
      }
    }
  }
}

void Slips::variables_for_threads() {
  for (const Function* f : functions_) {
    for (const Range& condition : conditions(*f)) {
      for (std::size_t i = condition.begin; i + 3 <= condition.end; ++i) {
        if (!code_.is(i, "threadIdx") || !code_.is(i + 1, ".")) continue;
        for (const Declared& v : list_variables(*f)) {
          const bool visible = v.token != none && sees(*f, i, v.token);
          if (visible && is_whole_number(without_const(v.type)) && !pairs_with_itself(i, v.name) &&
              !code_.is(i - 2, v.name))
            put(*f, {i, i + 3}, v.name, {i, i + 3}, v.name, "code.other-variable");
        }
      }
    }
  }
}

void Slips::other_signs() {
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 2; i + 2 < f->close; ++i) {
      const bool plus = code_.is(i, "+"), minus = code_.is(i, "-");
      const Kind before_it = code_.tokens()[i - 1].kind;
      const bool binary = before_it == Kind::identifier || before_it == Kind::number ||
                          code_.is(i - 1, ")") || code_.is(i - 1, "]");
      if ((!plus && !minus) || !binary || code_.is(i - 1, "return")) continue;
      const Range right = right_operand(i);
      const bool cast =
          right.end > right.begin && code_.tokens()[right.begin].text.ends_with("_cast");
      if (right.end <= right.begin || cast || code_.line(right.end - 1) != code_.line(i) ||
          must_be_constant(i))
        continue;
      const std::string operand = code_.spelled(right.begin, right.end);
      put(*f, {i, i + 1}, plus ? "-" : "+", right, "-(" + operand + ")", "code.sign");
    }
  }
}

}  // namespace warpgrade::remedy
