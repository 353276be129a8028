#include "remedy/edits/edits.h"

#include <algorithm>
#include <map>

#include "remedy/reached.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

bool is_arithmetic(const std::string& with_const) {
  const std::string type = without_const(with_const);
  return is_whole_number(type) || type == "real" || type == "float" || type == "double";
}

bool is_type(std::string_view word) {
  return is_one_of(word, {"real", "float", "double", "int", "char", "void", "auto", "long", "short",
                          "unsigned", "size_t", "bool", "const"});
}

}  // namespace

Edits::Edits(ProposalList& list, const std::string& entry, std::set<int> lines)
    : Proposer(list), lines_(std::move(lines)) {
  const std::set<std::string> reached = functions_reached(code_, entry);
  for (const Function& f : code_.functions())
    if (reached.empty() || reached.count(f.name) != 0) functions_.push_back(&f);
  std::stable_partition(functions_.begin(), functions_.end(),
                        [&](const Function* f) { return f->name == entry; });
}

std::vector<Edits::Declared> Edits::list_variables(const Function& f) const {
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

bool Edits::is_written(std::size_t token) const {
  return is_assignment(code_.tokens()[token + 1].text) || code_.is(token + 1, "++") ||
         code_.is(token + 1, "--") || code_.is(token - 1, "++") || code_.is(token - 1, "--") ||
         code_.is(token - 1, "&");
}

bool Edits::sees(const Function& f, std::size_t token, std::size_t declared) const {
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

bool Edits::counts(const Function& f, std::size_t token) const {
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

bool Edits::pairs_with_itself(std::size_t token, const std::string& name) const {
  const auto joins = [&](std::size_t op) {
    for (const char* each : {"=", "<", ">", "<=", ">=", "==", "!=", "-", "/", "%", "+=", "-="})
      if (code_.is(op, each)) return true;
    return false;
  };
  return (joins(token - 1) && code_.is(token - 2, name)) ||
         (joins(token + 1) && code_.is(token + 2, name));
}

bool Edits::is_of_launch(const Function& f, std::size_t token) const {
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

bool Edits::must_be_constant(std::size_t token) const {
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

Range Edits::shown_around(const Function& f, Range changed) const {
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

std::vector<Edits::Declared> Edits::declarations(const Function& f) const {
  std::vector<Declared> all;
  for (const Variable& v : f.parameters) all.push_back({v.type, v.name, none});
  for (const std::size_t s : f.statements) add_declared(code_.statements()[s], all);
  return all;
}

/// Those of `T a = …, *b, c[8];`, also in the head of a `for`.
void Edits::add_declared(const Statement& s, std::vector<Declared>& all) const {
  const bool loop = s.kind == Statement::Kind::loop && code_.is(s.begin, "for");
  if (s.kind != Statement::Kind::other && !loop) return;
  const std::size_t begin = loop ? s.begin + 2 : s.begin;
  std::size_t name = begin;
  const auto joins = [&](std::size_t i) {
    return code_.is(i, "::") || code_.is(i, "*") || code_.is(i, "&");
  };
  for (; name + 1 < s.end; ++name) {
    if (code_.is(name, "<")) {
      while (name < s.end && !code_.is(name, ">")) ++name;
      continue;
    }
    const bool word = code_.tokens()[name].kind == Kind::identifier;
    if ((!word && !joins(name)) ||
        is_one_of(code_.tokens()[name].text,
                  {"return", "delete", "throw", "goto", "using", "else"}))
      return;
    const bool ends = is_one_of(code_.tokens()[name + 1].text, {"=", ";", "[", "(", "{", ",", ":"});
    if (word && ends) break;
  }
  if (name <= begin || name + 1 >= s.end || code_.is(name - 1, "::")) return;
  std::size_t type_end = name;
  while (type_end > begin + 1 && joins(type_end - 1) && !code_.is(type_end - 1, "::")) --type_end;
  const std::string type = code_.spelled(begin, type_end);
  while (name < s.end) {
    std::string stars, sizes;
    for (std::size_t i = type_end; i < name; ++i) stars += code_.tokens()[i].text;
    std::size_t at = name + 1;
    for (; code_.is(at, "["); at = code_.partner(at) + 1)
      sizes += code_.spelled(at, code_.partner(at) + 1);
    all.push_back({type + stars + sizes, std::string(code_.tokens()[name].text), name});
    for (; at < s.end && !code_.is(at, ",") && !code_.is(at, ";"); ++at)
      if (code_.is(at, "(") || code_.is(at, "[") || code_.is(at, "{")) at = code_.partner(at);
    if (!code_.is(at, ",")) return;
    type_end = name = at + 1;
    while (joins(name)) ++name;
    if (code_.tokens()[name].kind != Kind::identifier) return;
  }
}

bool Edits::sees_all(const Function& f, std::size_t token, Range used) const {
  const auto all = declarations(f);
  // The variable that a name means there.
  const auto meant = [&](std::string_view name, std::size_t at) {
    const Declared* found = nullptr;
    for (const Declared& v : all)
      if (v.name == name && (v.token == none || sees(f, at, v.token))) found = &v;
    return found;
  };
  for (std::size_t i = used.begin; i < used.end; ++i) {
    const std::string_view name = code_.tokens()[i].text;
    const bool declared =
        code_.tokens()[i].kind == Kind::identifier && !code_.is(i - 1, ".") &&
        std::any_of(all.begin(), all.end(), [&](const Declared& v) { return v.name == name; });
    const Declared *here = meant(name, token), *there = meant(name, i);
    if (declared && (here == nullptr || there == nullptr || here->type != there->type))
      return false;
  }
  return true;
}

bool Edits::is_whole(const Function& f, Range expression) const {
  const auto all = declarations(f);
  for (std::size_t i = expression.begin; i < expression.end; ++i) {
    const std::string name(code_.tokens()[i].text);
    if (code_.tokens()[i].kind == Kind::number) {
      const bool hex = name.starts_with("0x");
      if (!hex && name.find_first_of(".eEfF") != name.npos) return false;
    }
    if (code_.tokens()[i].kind != Kind::identifier) continue;
    if (is_one_of(name, {"threadIdx", "blockIdx", "blockDim", "gridDim"})) {
      i += 2;
      continue;
    }
    if (name == "sizeof" && code_.is(i + 1, "(")) {
      i = code_.partner(i + 1);
      continue;
    }
    // The last one before it, of several with the name.
    const auto v = std::find_if(all.rbegin(), all.rend(), [&](const Declared& each) {
      return each.name == name && (each.token == none || each.token <= i);
    });
    if (v == all.rend()) {
      const bool known = is_cast(name) || is_one_of(name, {"int", "long", "unsigned", "size_t",
                                                           "std", "min", "max"});
      if (!known && (!is_constant(i) || code_.is(i + 1, "("))) return false;
      continue;
    }
    const bool element = code_.is(i + 1, "[");
    if (code_.is(i + 1, ".") || code_.is(i + 1, "->")) return false;
    const std::string type = v->type.substr(0, v->type.find_first_of("*[&"));
    if (!is_whole_number(type) || element != (v->type.find_first_of("*[") != v->type.npos))
      return false;
    if (element) i = code_.partner(i + 1);
  }
  return expression.begin < expression.end;
}

bool Edits::is_pointer(const Function& f, Range expression) const {
  const auto all = declarations(f);
  return expression.end == expression.begin + 1 &&
         std::any_of(all.begin(), all.end(), [&](const Declared& v) {
           return code_.is(expression.begin, v.name) && v.type.find('*') != v.type.npos;
         });
}

bool Edits::is_template_bracket(std::size_t token) const {
  constexpr std::size_t longest = 8;
  const auto is_argument = [&](std::size_t i) {
    const Token& t = code_.tokens()[i];
    return t.kind == Kind::identifier || t.kind == Kind::number ||
           is_one_of(t.text, {",", "::", "*"});
  };
  std::size_t open = token;
  if (code_.is(token, ">"))
    while (open > 0 && token - open < longest && is_argument(open - 1)) --open;
  if (open != token && open > 0) --open;
  if (!code_.is(open, "<") || open == 0 || code_.tokens()[open - 1].kind != Kind::identifier)
    return false;
  std::size_t close = open + 1;
  while (close + 1 < code_.tokens().size() && close - open < longest && is_argument(close)) ++close;
  return code_.is(close, ">") && close > open + 1 &&
         (code_.tokens()[close + 1].kind == Kind::identifier ||
          is_one_of(code_.tokens()[close + 1].text, {"(", "::", "{", "&"}));
}

int Edits::precedence(std::size_t token) const {
  static const std::map<std::string_view, int> all = {
      {"*", 10}, {"/", 10}, {"%", 10}, {"+", 9}, {"-", 9}, {"<", 7}, {"<=", 7}, {">", 7},
      {">=", 7}, {"==", 6}, {"!=", 6}, {"&", 5}, {"^", 4}, {"|", 3}, {"&&", 2}, {"||", 1}};
  const auto found = all.find(code_.tokens()[token].text);
  if (found == all.end() || token == 0 || token + 1 >= code_.tokens().size()) return 0;
  const Token& left = code_.tokens()[token - 1];
  const auto touch = [&](std::size_t a) {
    return after(a) == before(a + 1) &&
           code_.tokens()[a].text.back() == code_.tokens()[a + 1].text.front();
  };
  if (found->second == 7 && (touch(token - 1) || touch(token))) return 8;  // a shift or a launch
  if (found->second == 7 && is_template_bracket(token)) return 0;
  const bool ends = left.kind == Kind::number || left.kind == Kind::identifier ||
                    left.text == ")" || left.text == "]";
  if (!ends || is_type(left.text) || left.text == "return") return 0;
  // A cast: `(long long)i`
  if (left.text == ")" && is_type(code_.tokens()[token - 2].text) &&
      is_type(code_.tokens()[code_.partner(token - 1) + 1].text))
    return 0;
  return is_type(code_.tokens()[token + 1].text) ? 0 : found->second;
}

Range Edits::left_of(std::size_t op) const {
  std::size_t begin = op;
  for (; begin > 0; --begin) {
    const std::size_t i = begin - 1;
    if (code_.is(i, ")") || code_.is(i, "]")) {
      begin = code_.partner(i) + 1;
      continue;
    }
    const int binds = precedence(i);
    const std::string_view text = code_.tokens()[i].text;
    if ((binds > 0 && binds < precedence(op)) || (binds == 0 && is_assignment(text)) ||
        is_one_of(text, {"(", "[", "{", "}", ";", ",", "?", ":", "return", "else", "<<", ">>"}))
      break;
  }
  return {begin, op};
}

Range Edits::right_of(std::size_t op) const {
  std::size_t end = op + 1;
  for (; end < code_.tokens().size(); ++end) {
    const int binds = end == op + 1 ? 0 : precedence(end);
    const std::string_view text = code_.tokens()[end].text;
    if ((binds > 0 && binds <= precedence(op)) ||
        is_one_of(text, {")", "]", "}", ";", ",", "?", ":"}))
      break;
    if (text == "(" || text == "[" || text == "{") end = code_.partner(end);
  }
  return {op + 1, end};
}

std::string Edits::operand(Range r) const {
  for (std::size_t i = r.begin; i < r.end; ++i) {
    if (code_.is(i, "(") || code_.is(i, "[")) i = code_.partner(i);
    if (i > r.begin && precedence(i) > 0) return "(" + text(r) + ")";
  }
  return text(r);
}

void Edits::replace(Range expression, const std::string& code, Cause cause) {
  const Function* f = code_.function_at(code_.line(expression.begin));
  if (is_tried(expression.begin) && (f == nullptr || !is_of_launch(*f, expression.begin)))
    instead(expression, code, std::move(cause));
}

}  // namespace warpgrade::remedy
