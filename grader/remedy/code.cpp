#include "remedy/code.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

// No real program nests as deep; limits the recursion, so that hostile input cannot overflow the
// stack.
constexpr int most_depth = 100;

}  // namespace

Code::Code(std::string text) : text_(std::move(text)) {
  tokens_ = simt::rewrite::tokenise_file(text_, spellings_);
  std::erase_if(tokens_, [](const Token& token) {
    return token.kind == Kind::comment || token.kind == Kind::directive;
  });
  join_casts();
  if (match()) find_functions();
  find_constants();
}

void Code::join_casts() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i, ++kept) {
    tokens_[kept] = tokens_[i];
    if (!tokens_[i].text.ends_with("_cast") || !is(i + 1, "<")) continue;
    std::size_t end = i + 2;
    while (end < tokens_.size() && tokens_[end].line == tokens_[i].line && !is(end, "(")) ++end;
    if (!is(end, "(") || !is(end - 1, ">")) continue;
    Token& cast = tokens_[kept];
    cast.length = tokens_[end - 1].offset + tokens_[end - 1].length - cast.offset;
    cast.text = std::string_view(text_).substr(cast.offset, cast.length);
    i = end - 1;
  }
  tokens_.resize(kept);
}

std::string Code::spelled(std::size_t begin, std::size_t end) const {
  std::string text;
  for (std::size_t i = begin; i < std::min(end, tokens_.size()); ++i) {
    const Token& token = tokens_[i];
    if (i > begin && tokens_[i - 1].offset + tokens_[i - 1].length != token.offset) text += ' ';
    text += token.text;
  }
  return text;
}

bool Code::match() {
  partners_.assign(tokens_.size(), none);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view t = tokens_[i].text;
    if (tokens_[i].kind != Kind::punctuation || t.size() != 1) continue;
    if (t == "(" || t == "[" || t == "{") open.push_back(i);
    if (t != ")" && t != "]" && t != "}") continue;
    const char wanted = t == ")" ? '(' : t == "]" ? '[' : '{';
    if (open.empty() || tokens_[open.back()].text[0] != wanted) return false;
    partners_[i] = open.back();
    partners_[open.back()] = i;
    open.pop_back();
  }
  return open.empty();
}

void Code::find_constants() {
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    if (is(i, "template") && is(i + 1, "<")) read_template_parameters(i + 1);
    if (is(i, "enum")) {
      while (i + 1 < tokens_.size() && !is(i, "{") && !is(i, ";")) ++i;
      if (is(i, "{")) read_enumerators(i);
    }
    if (!is(i, "constexpr") && !is(i, "const")) continue;
    std::size_t name = i + 1;
    while (name + 1 < tokens_.size() && tokens_[name].kind == Kind::identifier &&
           (tokens_[name + 1].kind == Kind::identifier || is(name + 1, "::")))
      name += is(name + 1, "::") ? 2 : 1;
    if (tokens_[name].kind != Kind::identifier || (!is(name + 1, "=") && !is(name + 1, "{")))
      continue;
    const bool number = name + 3 < tokens_.size() && tokens_[name + 2].kind == Kind::number;
    const bool everywhere =
        number && (is(name + 3, ";") || is(name + 3, ",")) && function_at(line(i)) == nullptr;
    if (is(i, "constexpr") || everywhere) constants_.emplace(tokens_[name].text);
  }
}

void Code::read_enumerators(std::size_t open) {
  for (std::size_t i = open + 1; i < tokens_.size() && !is(i, "}"); ++i)
    if (tokens_[i].kind == Kind::identifier && (is(i - 1, "{") || is(i - 1, ",")))
      constants_.emplace(tokens_[i].text);
}

/// Those that are numbers: `template <int tile, class T, unsigned rows = 4>`.
void Code::read_template_parameters(std::size_t open) {
  for (std::size_t i = open + 1; i + 1 < tokens_.size() && !is(i, ">") && !is(i, "{"); ++i) {
    const bool ends = is(i + 1, ",") || is(i + 1, ">") || is(i + 1, "=");
    if (ends && tokens_[i].kind == Kind::identifier && tokens_[i - 1].kind == Kind::identifier &&
        !is(i - 1, "class") && !is(i - 1, "typename"))
      constants_.emplace(tokens_[i].text);
  }
}

/// `namespace {`, `namespace a {`, `namespace a::b {`
bool Code::opens_namespace(std::size_t brace) const {
  std::size_t at = brace;
  while (at > 0 && !is(at - 1, "namespace") &&
         (tokens_[at - 1].kind == Kind::identifier || is(at - 1, "::")))
    --at;
  return at > 0 && is(at - 1, "namespace");
}

/// `struct A {`, `class A : public B {`, `template <> struct A<int> final {`
bool Code::opens_class(std::size_t brace) const {
  for (std::size_t at = brace; at-- > 0;) {
    if (is(at, ";") || is(at, "{") || is(at, "}") || is(at, ")") || is(at, "=")) break;
    if (is(at, "struct") || is(at, "class") || is(at, "union")) return !is(at - 1, "enum");
  }
  return false;
}

void Code::find_functions() {
  for (std::size_t i = 1; i < tokens_.size(); ++i) {
    if (!is(i, "{")) continue;
    const std::size_t open = parameters_before(i);
    if (open == none) {
      const bool opens_scope =
          opens_namespace(i) || opens_class(i) || tokens_[i - 1].kind == Kind::string;
      if (!opens_scope) i = partners_[i];  // an initializer list
      continue;
    }
    Function f;
    f.name = tokens_[open - 1].text;
    f.open = i;
    f.close = partners_[i];
    read_specifiers(f, open - 1);
    read_parameters(f, open);
    read_block(f, i, none);
    i = f.close;
    functions_.push_back(std::move(f));
  }
}

/// The "(" of `name ( ... ) {` for the body at `{`, or `none`.
std::size_t Code::parameters_before(std::size_t body) const {
  std::size_t close = body - 1;
  while (close > 0 && is_one_of(tokens_[close].text, {"const", "noexcept", "override", "final"}))
    --close;
  // A constructor's `: a_(x), b_{y}`.
  for (std::size_t at = close; is(at, ")") || is(at, "}");) {
    const std::size_t name = partners_[at] - 1;
    if (name < 2 || partners_[at] == 0 || tokens_[name].kind != Kind::identifier) break;
    if (is(name - 1, ":") && is(name - 2, ")")) close = name - 2;  // not behind `public:`
    if (!is(name - 1, ",")) break;
    at = name - 2;
  }
  if (!is(close, ")")) return none;
  const std::size_t open = partners_[close];
  return open > 0 && tokens_[open - 1].kind == Kind::identifier ? open : none;
}

void Code::read_specifiers(Function& function, std::size_t name) const {
  for (std::size_t at = name; at-- > 0;) {
    if (is(at, ";") || is(at, "}") || is(at, "{")) break;
    if (is(at, "__global__")) function.kernel = true;
    if (is(at, "__global__") || is(at, "__device__")) function.on_device = true;
  }
}

void Code::read_parameters(Function& function, std::size_t open) {
  std::size_t begin = open + 1;
  for (std::size_t i = open + 1; i <= partners_[open]; ++i) {
    if (is(i, "(") || is(i, "[") || is(i, "{")) {
      i = partners_[i];
      continue;
    }
    if (!is(i, ",") && i != partners_[open]) continue;
    std::size_t name = i;
    while (name > begin && tokens_[name - 1].kind != Kind::identifier) --name;
    if (name > begin + 1)
      function.parameters.push_back(
          {spelled(begin, name - 1), std::string(tokens_[name - 1].text)});
    begin = i + 1;
  }
}

void Code::read_block(Function& function, std::size_t open, std::size_t parent) {
  for (std::size_t at = open + 1; at < partners_[open];)
    at = read_statement(function, at, parent, true);
}

/// Returns the token after the statement.
std::size_t Code::read_statement(Function& function, std::size_t at, std::size_t parent,
                                 bool in_list) {
  const std::size_t self = statements_.size();
  statements_.push_back({Statement::Kind::other, at, at + 1, parent, in_list});
  function.statements.push_back(self);
  ++depth_;
  const std::size_t end = std::min(read_rest(function, at, self), tokens_.size());
  --depth_;
  statements_[self].end = end;
  return end;
}

/// Reads what begins at `at` into the statement `self`. Returns the token after it.
std::size_t Code::read_rest(Function& function, std::size_t at, std::size_t self) {
  const auto is_a = [&](Statement::Kind kind) { statements_[self].kind = kind; };
  if (depth_ > most_depth) return is(at, "{") ? partners_[at] + 1 : at + 1;
  if ((is(at, "case") || is(at, "default")) && statements_[self].listed)
    return read_labelled(function, at, statements_[self].parent);
  if (is(at, "{")) {
    is_a(Statement::Kind::block);
    read_block(function, at, self);
    return partners_[at] + 1;
  }
  if (is(at, "if") || is(at, "switch")) {
    is_a(Statement::Kind::branch);
    return read_controlled(function, at, self);
  }
  if (is(at, "for") || is(at, "while")) {
    is_a(Statement::Kind::loop);
    return read_controlled(function, at, self);
  }
  if (is(at, "do")) {
    is_a(Statement::Kind::loop);
    std::size_t end = read_statement(function, at + 1, self, false);
    while (end < function.close && !is(end, ";")) ++end;
    return end + 1;
  }
  for (; at < function.close; ++at) {
    if (is(at, "(") || is(at, "[") || is(at, "{")) at = partners_[at];
    if (is(at, ";")) return at + 1;
  }
  return function.close;
}

/// A label belongs to the statement that follows it.
std::size_t Code::read_labelled(Function& function, std::size_t at, std::size_t parent) {
  while (at < function.close && !is(at, ":")) ++at;
  if (at + 1 < function.close && !is(at + 1, "}"))
    return read_statement(function, at + 1, parent, false);
  return at + 1;
}

/// Reads `if`, `switch`, `for` or `while`, its parentheses and the statements that it controls.
std::size_t Code::read_controlled(Function& function, std::size_t at, std::size_t self) {
  const std::size_t open = is(at + 1, "constexpr") ? at + 2 : at + 1;
  if (!is(open, "(")) return at + 1;
  const std::size_t end = read_statement(function, partners_[open] + 1, self, false);
  if (is(at, "if") && is(end, "else")) return read_statement(function, end + 1, self, false);
  return end;
}

const Function* Code::function_at(int where) const {
  for (const Function& f : functions_)
    if (line(f.open) <= where && where <= line(f.close)) return &f;
  return nullptr;
}

std::size_t Code::statement_at(const Function& function, int where) const {
  // Outer statements come first, so that the last one is the innermost.
  std::size_t found = none;
  for (const std::size_t s : function.statements) {
    const Statement& each = statements_[s];
    if (line(each.begin) <= where && where <= line(each.end - 1)) {
      // Of several statements on one line, take the first that contains no other.
      if (found != none && statements_[found].end <= each.begin) break;
      found = s;
    }
  }
  return found;
}

std::size_t Code::listed(std::size_t statement) const {
  while (statement != none && !statements_[statement].listed)
    statement = statements_[statement].parent;
  return statement;
}

}  // namespace warpgrade::remedy
