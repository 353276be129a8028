#include "remedy/proposer.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
namespace warpgrade::remedy {

using Kind = Token::Kind;

bool is_whole_number(const std::string& type) {
  for (const char* no : {"*", "&", "float", "double", "real", "bool", "dim3", "char"})
    if (type.find(no) != type.npos) return false;
  for (const char* yes : {"int", "size_t", "long", "unsigned", "short"})
    if (type.find(yes) != type.npos) return true;
  return false;
}

std::string one_less(const std::string& divisor) {
  return is_digits(divisor) ? std::to_string(std::atoi(divisor.c_str()) - 1) : divisor + " - 1";
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isspace(c) != 0; });
  return text;
}

bool is_assignment(std::string_view text) {
  return text.size() <= 2 && text.back() == '=' && text != "==" && text != "!=" && text != "<=" &&
         text != ">=";
}

bool is_macro(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](unsigned char c) { return std::islower(c); });
}

std::string without_const(const std::string& type) {
  return type.rfind("const ", 0) == 0 ? type.substr(6) : type;
}

/// The column of the first insertion on the remedy's line that precedes its old code.
int ProposalList::column(const Remedy& remedy, const std::vector<Insertion>& insertions) const {
  const std::vector<Token>& tokens = code_.tokens();
  for (const Insertion& each : insertions) {
    const auto token =
        std::lower_bound(tokens.begin(), tokens.end(), each.offset,
                         [](const Token& t, std::size_t offset) { return t.offset < offset; });
    if (token == tokens.end() || token->offset != each.offset ||
        static_cast<int>(token->line) != remedy.line)
      continue;
    const auto begin = static_cast<std::size_t>(token - tokens.begin());
    std::size_t end = begin + 1;
    while (end < tokens.size() && code_.spelled(begin, end).size() < remedy.old_code.size()) ++end;
    if (!remedy.old_code.empty() && code_.spelled(begin, end) != remedy.old_code) continue;
    const std::size_t line = code_.text().rfind('\n', each.offset) + 1;  // npos + 1 is 0
    return static_cast<int>(each.offset - line) + 1;
  }
  return 0;
}

namespace {

/// Of two long expressions that differ inside one pair of brackets, what stands there:
/// "first * N + e" of "out[first * N + e] = stage[e]".
std::pair<std::string, std::string> narrowed(const std::string& old, const std::string& code) {
  constexpr std::size_t long_enough = 30;
  std::size_t begin = 0, end = 0, least = std::min(old.size(), code.size());
  while (begin < least && old[begin] == code[begin]) ++begin;
  while (end < least - begin && old[old.size() - 1 - end] == code[code.size() - 1 - end]) ++end;
  // Out of the word and of all brackets that are open between the two ends.
  const auto is_open = [](char c) { return c == '(' || c == '['; };
  const auto is_closed = [](char c) { return c == ')' || c == ']'; };
  int depth = 0, least_depth = 0;
  for (std::size_t i = begin; i < old.size() - end; ++i) {
    depth += is_open(old[i]) - is_closed(old[i]);
    least_depth = std::min(least_depth, depth);
  }
  if (old.size() < long_enough || depth != 0 || least_depth < 0) return {old, code};
  for (; begin > 0 && !(depth == 0 && is_open(old[begin - 1])); --begin)
    depth += is_closed(old[begin - 1]) - is_open(old[begin - 1]);
  for (depth = 0; end > 0 && !(depth == 0 && is_closed(old[old.size() - end])); --end)
    depth += is_open(old[old.size() - end]) - is_closed(old[old.size() - end]);
  return {old.substr(begin, old.size() - end - begin),
          code.substr(begin, code.size() - end - begin)};
}

}  // namespace

void ProposalList::add(std::vector<Remedy> remedies, std::vector<Insertion> insertions) {
  for (const Insertion& each : insertions)
    for (const auto& [begin, end] : kept_)
      if (begin < each.offset && each.offset < end) return;
  std::string key;
  for (Remedy& each : remedies) {
    each.file = file_;
    each.column = column(each, insertions);
    key += each.id + std::to_string(each.line) + ":" + std::to_string(each.column) + each.code +
           "|" + each.old_code;
  }
  if (proposals_.size() >= most_ || !seen_.insert(key).second) return;
  for (Remedy& each : remedies) {
    if (!each.cause.known()) continue;
    const auto [old, code] = narrowed(each.old_code, each.code);
    each.cause.facts.emplace("code", code);
    if (!old.empty()) each.cause.facts.emplace("old", old);
  }
  Remedy remedy = std::move(remedies.front());
  remedies.erase(remedies.begin());
  proposals_.push_back({next_, std::move(remedy), std::move(insertions), std::move(remedies)});
  ++next_;
}

void Proposer::put_after(const std::string& id, std::size_t s, const std::string& what,
                         Cause cause) {
  const std::size_t last = code_.statements()[s].end - 1;
  propose(id, code_.line(last), what, {{after(last), " if (" + asks() + ") { " + what + " }"}}, "",
          std::move(cause));
}

bool Proposer::is_pointer_parameter(std::size_t token) const {
  const Function* f = code_.function_at(code_.line(token));
  return f != nullptr &&
         std::any_of(f->parameters.begin(), f->parameters.end(), [&](const auto& v) {
           return v.type.find('*') != v.type.npos && code_.is(token, v.name);
         });
}

std::vector<Insertion> Proposer::around(Range expression, const std::string& before_it,
                                        const std::string& behind) const {
  const std::size_t begin = before(expression.begin), end = after(expression.end - 1);
  // In templates, g++ refuses nested conditionals of pointers in front of a subscript.
  if (expression.end == expression.begin + 1 && code_.is(expression.end, "[") &&
      is_pointer_parameter(expression.begin))
    return {{begin, "(+" + before_it, end}, {end, behind + ")", begin}};
  return {{begin, before_it, end}, {end, behind, begin}};
}

bool Proposer::compares_with_itself(Range operand, const std::string& code) const {
  const auto compares = [&](std::size_t at) {
    for (const char* sign : {"<", ">", "<=", ">=", "==", "!="})
      if (code_.is(at, sign)) return true;
    return false;
  };
  const std::size_t size = operand.end - operand.begin;
  return (compares(operand.begin - 1) && operand.begin > size &&
          code_.spelled(operand.begin - 1 - size, operand.begin - 1) == code) ||
         (compares(operand.end) && operand.end + 1 + size < code_.tokens().size() &&
          code_.spelled(operand.end + 1, operand.end + 1 + size) == code);
}

void Proposer::instead(Range expression, const std::string& code, Cause cause) {
  if (compares_with_itself(expression, code)) return;  // `i < i` is right by chance alone
  propose("expression.instead", code_.line(expression.begin), code,
          around(expression, "(" + asks() + " ? (" + code + ") : (", "))"),
          code_.spelled(expression.begin, expression.end), std::move(cause));
}

void Proposer::replace_all(std::vector<Piece> pieces, Cause cause) {
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.range.begin < b.range.begin; });
  std::vector<Remedy> remedies;
  std::vector<Insertion> insertions;
  for (std::size_t i = 0; i < pieces.size();) {
    const int line = code_.line(pieces[i].range.begin);
    const std::size_t first = pieces[i].range.begin;
    std::string code;
    std::size_t end = first;
    for (; i < pieces.size() && code_.line(pieces[i].range.begin) == line; ++i) {
      const auto [from, to] = pieces[i].range;
      if (from > end) {  // what stands between, with its blanks
        const std::string part = code_.spelled(end - 1, from + 1);
        code +=
            part.substr(code_.tokens()[end - 1].length,
                        part.size() - code_.tokens()[end - 1].length - code_.tokens()[from].length);
      }
      code += pieces[i].by;
      end = to;
      for (Insertion& each :
           around(pieces[i].range, "(" + asks() + " ? " + pieces[i].by + " : ", ")"))
        insertions.push_back(std::move(each));
    }
    remedies.push_back({"expression.instead", "", line, code, code_.spelled(first, end),
                        remedies.empty() ? std::move(cause) : Cause{}});
  }
  propose_together(std::move(remedies), std::move(insertions));
}

bool Proposer::is_constant(std::size_t token) const {
  const std::string_view name = code_.tokens()[token].text;
  if (code_.tokens()[token].kind != Kind::identifier) return false;
  if (!is_macro(name) && !code_.declares_constant(name)) return false;
  const Function* f = code_.function_at(code_.line(token));
  const bool pointer =
      f != nullptr &&
      std::any_of(f->parameters.begin(), f->parameters.end(), [&](const Variable& v) {
        return v.name == name && v.type.find('*') != v.type.npos;
      });
  return !pointer;
}

std::vector<std::string> Proposer::constants_in(const Function& f) const {
  std::vector<std::string> all;
  for (std::size_t i = f.open; i < f.close; ++i) {
    if (!is_constant(i) || code_.is(i + 1, "(")) continue;
    const std::string name(code_.tokens()[i].text);
    bool variable = std::any_of(f.parameters.begin(), f.parameters.end(),
                                [&](const Variable& v) { return v.name == name; });
    for (std::size_t at = f.open + 1; at + 1 < f.close; ++at)  // const int NAME = …
      variable |= code_.is(at, name) && code_.is(at + 1, "=") &&
                  code_.tokens()[at - 1].kind == Kind::identifier;
    if (!variable && std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  return all;
}

bool Proposer::holds(std::size_t begin, std::size_t end, std::string_view what) const {
  for (std::size_t i = begin; i < end; ++i)
    if (code_.is(i, what)) return true;
  return false;
}

bool Proposer::is_operands_end(std::size_t token) const {
  const Token::Kind kind = code_.tokens()[token].kind;
  return kind == Kind::number || code_.is(token, ")") || code_.is(token, "]") ||
         (kind == Kind::identifier && !code_.is(token, "return"));
}

Range Proposer::left_operand(std::size_t op) const {
  std::size_t begin = op - 1;
  if (code_.is(begin, ")") || code_.is(begin, "]")) begin = code_.partner(begin);
  while (begin > 0 && (code_.is(begin, "(") || code_.is(begin, "[")) &&
         code_.tokens()[begin - 1].kind == Kind::identifier)
    --begin;
  while (begin > 1 && code_.is(begin - 1, ".")) begin -= 2;
  // Skip a factor of a longer product or quotient: `48 * 1024 / size`.
  const bool goes_on = begin > 1 && (code_.is(begin - 1, "*") || code_.is(begin - 1, "/") ||
                                     code_.is(begin - 1, "%"));
  if (goes_on && is_operands_end(begin - 2)) begin = left_operand(begin - 1).begin;
  return {begin, op};
}

Range Proposer::right_operand(std::size_t op) const {
  std::size_t end = op + 2;
  if (code_.is(op + 1, "(")) end = code_.partner(op + 1) + 1;
  // A cast: (size_t)row
  if (code_.is(end - 1, ")") && code_.tokens()[end].kind == Kind::identifier) ++end;
  while (code_.is(end, ".") || code_.is(end, "(") || code_.is(end, "["))
    end = code_.is(end, ".") ? end + 2 : code_.partner(end) + 1;
  return {op + 1, end};
}

std::vector<Range> Proposer::arguments(std::size_t open) const {
  std::vector<Range> list;
  std::size_t begin = open + 1;
  for (std::size_t i = open + 1; i <= code_.partner(open); ++i) {
    if (to_close(i) != i) {
      i = to_close(i);
      continue;
    }
    if (code_.is(i, ",") || i == code_.partner(open)) {
      if (i > begin) list.push_back({begin, i});
      begin = i + 1;
    }
  }
  return list;
}

std::vector<Launch> Proposer::launches(const Function& f) const {
  std::vector<Launch> all;
  for (std::size_t i = f.open + 1; i + 6 < f.close; ++i) {
    if (!code_.is(i, "<") || !code_.is(i + 1, "<") || !code_.is(i + 2, "<")) continue;
    Launch launch;
    launch.name = i - 1;
    // k<256><<<…>>>
    for (int open = code_.is(i - 1, ">"); open > 0 && launch.name > f.open;) {
      --launch.name;
      open += code_.is(launch.name, ">") ? 1 : code_.is(launch.name, "<") ? -1 : 0;
      if (open == 0) --launch.name;
    }
    std::size_t begin = i + 3, at = begin;
    for (; at + 2 < f.close; ++at) {
      if (code_.is(at, "(") || code_.is(at, "{")) at = code_.partner(at);
      const bool end = code_.is(at, ">") && code_.is(at + 1, ">") && code_.is(at + 2, ">");
      if (code_.is(at, ",") || end) {
        launch.sizes.push_back({begin, at});
        begin = at + 1;
      }
      if (end) break;
    }
    if (code_.is(at + 3, "(")) launch.arguments = arguments(at + 3);
    all.push_back(std::move(launch));
    i = at;
  }
  return all;
}

std::vector<Variable> Proposer::list_pointers(const Function& f) const {
  std::vector<Variable> all;
  for (const Variable& v : f.parameters)
    if (v.type.find('*') != v.type.npos) all.push_back(v);
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind == Statement::Kind::other && s.parent == none) add_pointers(s, all);
  }
  return all;
}

Range Proposer::find_condition(const Statement& s) const {
  const bool tests = s.kind == Statement::Kind::branch || s.kind == Statement::Kind::loop;
  if (tests && code_.is(s.begin + 1, "(")) return {s.begin + 1, code_.partner(s.begin + 1)};
  if (tests && code_.is(s.begin, "do") && s.end > s.begin + 2 && code_.is(s.end - 2, ")"))
    return {code_.partner(s.end - 2), s.end - 2};
  return {0, 0};
}

Range Proposer::with_branches(const Statement& s) const {
  Range all = {s.begin, s.end};
  for (std::size_t up = s.parent; up != none; up = code_.statements()[up].parent)
    if (code_.statements()[up].kind == Statement::Kind::branch)
      all.begin = code_.statements()[up].begin;
  return all;
}

std::vector<std::string> Proposer::indices_of_threads(const Function& f) const {
  std::vector<std::string> names;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other) continue;
    std::string name;
    for (std::size_t i = s.begin + 1; i < s.end; ++i) {
      if (code_.is(i, "=") && code_.tokens()[i - 1].kind == Token::Kind::identifier)
        name = code_.tokens()[i - 1].text;
      if (code_.is(i, ",") || code_.is(i, ";")) name.clear();
      if (code_.is(i, "threadIdx") && !name.empty() &&
          std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  }
  return names;
}

/// The variables declared by `T *a, *b = x;`.
void Proposer::add_pointers(const Statement& s, std::vector<Variable>& all) const {
  std::size_t type = s.begin;
  while (code_.is(type, "const")) ++type;
  if (code_.tokens()[type].kind != Kind::identifier || !code_.is(type + 1, "*")) return;
  for (std::size_t i = type + 1; i + 1 < s.end; ++i) {
    i = to_close(i);
    // Skip the initializer, which may contain products.
    if (code_.is(i, "="))
      for (; i + 1 < s.end && !code_.is(i, ","); ++i) i = to_close(i);
    if (code_.is(i, "*") && code_.tokens()[i + 1].kind == Kind::identifier &&
        (code_.is(i + 2, ",") || code_.is(i + 2, ";") || code_.is(i + 2, "=")))
      all.push_back(
          {code_.spelled(s.begin, type + 1) + "*", std::string(code_.tokens()[i + 1].text)});
  }
}

std::vector<Range> Proposer::conditions(const Function& f) const {
  std::vector<Range> all;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    const bool tests = s.kind == Statement::Kind::branch || s.kind == Statement::Kind::loop;
    if (tests && code_.is(s.begin + 1, "("))
      all.push_back({s.begin + 2, code_.partner(s.begin + 1)});
  }
  return all;
}

bool Proposer::is_in_scope(const Function& f, std::string_view name, std::size_t token) const {
  for (std::size_t i = f.open + 2; i + 1 < token; ++i) {
    if (!code_.is(i, name) || !(code_.is(i + 1, "=") || code_.is(i + 1, ";"))) continue;
    if (code_.tokens()[i - 1].kind != Kind::identifier && !code_.is(i - 1, ",")) continue;
    std::size_t around = none;  // innermost enclosing statement
    for (const std::size_t s : f.statements)
      if (code_.statements()[s].begin <= i && i < code_.statements()[s].end) around = s;
    if (around == none) continue;
    // A variable declared in a loop's head is visible in the loop; any other, in its block.
    if (code_.statements()[around].kind == Statement::Kind::other)
      around = code_.statements()[around].parent;
    if (around == none ||
        (code_.statements()[around].begin <= token && token < code_.statements()[around].end))
      return true;
  }
  return false;
}

void Proposer::exchange_statements(const Statement& one, const Statement& two, Cause cause) {
  const std::string first = code_.spelled(one.begin, one.end),
                    second = code_.spelled(two.begin, two.end), other = second + " " + first;
  propose("statement.instead", code_.line(one.begin), other,
          {{before(one.begin), "if (" + asks() + ") { " + other + " } else "},
           {before(two.begin), "if (!" + asks() + ") "}},
          first + " " + second, std::move(cause));
}

std::vector<std::string> Proposer::names_in_subscripts(std::size_t begin, std::size_t end) const {
  std::vector<std::string> names;
  for (std::size_t i = begin; i < end; ++i) {
    if (!code_.is(i, "[")) continue;
    for (std::size_t at = i + 1; at < code_.partner(i) && at < end; ++at) {
      const Token& token = code_.tokens()[at];
      const bool plain = token.kind == Kind::identifier && !code_.is(at + 1, "(") &&
                         !code_.is(at + 1, ".") && !code_.is(at - 1, ".") && !code_.is(at + 1, "[");
      const std::string name(token.text);
      if (plain && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  }
  return names;
}

bool Proposer::is_shared(const Function& f, std::string_view name) const {
  for (std::size_t i = f.open; i < f.close; ++i) {
    if (!code_.is(i, "__shared__")) continue;
    for (std::size_t at = i; !code_.is(at, ";") && at < f.close; ++at)
      if (code_.is(at, name)) return true;
  }
  return false;
}

std::size_t Proposer::name_token(const Function& f) const {
  std::size_t name = f.open;
  while (name > 0 && !(code_.is(name, f.name) && code_.is(name + 1, "("))) --name;
  return name;
}

bool Proposer::uses_all_results(const Function& f, std::size_t begin, std::size_t end) const {
  bool inside = false;
  for (std::size_t i = f.open; i < f.close; ++i)
    for (const Variable& v : f.parameters) {
      const bool result = v.type.find('*') != v.type.npos && !v.type.starts_with("const ");
      if (!result || !code_.is(i, v.name)) continue;
      if (i < begin || i >= end) return false;
      inside = true;
    }
  return inside;
}

bool Proposer::is_call(std::size_t token, const std::string& name) const {
  if (!code_.is(token, name)) return false;
  std::size_t open = token + 1;
  if (code_.is(open, "<"))
    while (open < token + 12 && !code_.is(open, "(") && !code_.is(open, ";")) ++open;
  return code_.is(open, "(") && (open == token + 1 || code_.is(open - 1, ">"));
}

bool Proposer::uses_shuffles(std::size_t begin, std::size_t end) const {
  for (std::size_t i = begin; i + 1 < end; ++i) {
    if (code_.tokens()[i].text.starts_with("__shfl_")) return true;
    if (code_.tokens()[i].kind != Kind::identifier) continue;
    for (const Function& f : code_.functions())
      if (f.on_device && is_call(i, f.name) && (begin < f.open || begin > f.close))
        for (std::size_t at = f.open; at < f.close; ++at)
          if (code_.tokens()[at].text.starts_with("__shfl_")) return true;
  }
  return false;
}

Range Proposer::initial_value(const Function& f, Range size) const {
  if (size.end != size.begin + 1) return {0, 0};
  for (std::size_t i = f.open + 2; i + 1 < size.begin; ++i) {
    if (!code_.is(i, code_.tokens()[size.begin].text) ||
        code_.tokens()[i - 1].kind != Kind::identifier)
      continue;
    if (code_.is(i + 1, "(") || code_.is(i + 1, "{")) return {i + 1, code_.partner(i + 1) + 1};
    std::size_t end = i + 1;
    while (end < size.begin && !code_.is(end, ";")) ++end;
    return {i + 1, end};
  }
  return {0, 0};
}

Range Proposer::term_around(std::size_t token, Range within) const {
  const auto parts = [&](std::size_t i) {
    for (const char* t : {"&&", "||", ";", ",", "?", ":", "{", "}"})
      if (code_.is(i, t)) return true;
    return false;
  };
  Range term = {token, token + 1};
  while (term.begin > within.begin && !parts(term.begin - 1) && !code_.is(term.begin - 1, "(")) {
    --term.begin;
    if (code_.is(term.begin, ")") || code_.is(term.begin, "]"))
      term.begin = code_.partner(term.begin);
  }
  while (term.end < within.end && !parts(term.end) && !code_.is(term.end, ")"))
    term.end = code_.is(term.end, "(") || code_.is(term.end, "[") ? code_.partner(term.end) + 1
                                                                  : term.end + 1;
  return term;
}

std::string Proposer::spelled_behind(std::size_t token, std::size_t end) const {
  return code_.spelled(token, end).substr(code_.tokens()[token].length);
}

}  // namespace warpgrade::remedy
