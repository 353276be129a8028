#include "remedy/code.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

// Nobody writes so, but for those who want to see the grader's stack end.
constexpr int most_depth = 100;

}  // namespace

Code::Code(std::string text) : text_(std::move(text)) {
  tokens_ = simt::rewrite::tokenise_file(text_, spellings_);
  std::erase_if(tokens_, [](const Token& token) {
    return token.kind == Kind::comment || token.kind == Kind::directive;
  });
  if (match()) find_functions();
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

void Code::find_functions() {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    // name ( ... ) {   outside of any function
    if (!is(i, "{") || i == 0) continue;
    std::size_t before = i - 1;
    while (before > 0 && (is(before, "const") || is(before, "noexcept"))) --before;
    const bool function = is(before, ")") && partners_[before] > 0 &&
                          tokens_[partners_[before] - 1].kind == Kind::identifier;
    if (!function) {
      const bool opens_scope = is(i - 1, "namespace") || (i > 1 && is(i - 2, "namespace")) ||
                               tokens_[i - 1].kind == Kind::string;
      if (!opens_scope) i = partners_[i];  // a class, a list of values
      continue;
    }
    Function f;
    const std::size_t open = partners_[before];
    f.name = tokens_[open - 1].text;
    f.open = i;
    f.close = partners_[i];
    for (std::size_t at = open - 1; at > 0;) {
      --at;
      if (is(at, ";") || is(at, "}") || is(at, "{")) break;
      if (is(at, "__global__")) f.kernel = true;
      if (is(at, "__global__") || is(at, "__device__")) f.on_device = true;
    }
    read_parameters(f, open);
    read_block(f, i, none);
    i = f.close;
    functions_.push_back(std::move(f));
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

/// Returns the token behind it.
std::size_t Code::read_statement(Function& function, std::size_t at, std::size_t parent,
                                 bool in_list) {
  struct Level {
    int& depth;
    explicit Level(int& d) : depth(++d) {}
    ~Level() { --depth; }
  } const level(depth_);
  const std::size_t self = statements_.size();
  statements_.push_back({Statement::Kind::other, at, at + 1, parent, in_list});
  function.statements.push_back(self);
  const auto end_at = [&](std::size_t end) {
    statements_[self].end = std::min(end, tokens_.size());
    return statements_[self].end;
  };
  const auto kind = [&](Statement::Kind k) { statements_[self].kind = k; };
  if (depth_ > most_depth) return end_at(is(at, "{") ? partners_[at] + 1 : at + 1);
  // Labels belong to what follows them.
  if ((is(at, "case") || is(at, "default")) && in_list) {
    while (at < function.close && !is(at, ":")) ++at;
    if (at + 1 < function.close && !is(at + 1, "}"))
      return end_at(read_statement(function, at + 1, parent, false));
    return end_at(at + 1);
  }
  if (is(at, "{")) {
    kind(Statement::Kind::block);
    read_block(function, at, self);
    return end_at(partners_[at] + 1);
  }
  const bool branch = is(at, "if") || is(at, "switch"), loop = is(at, "for") || is(at, "while");
  if (branch || loop) {
    kind(branch ? Statement::Kind::branch : Statement::Kind::loop);
    std::size_t open = at + 1;
    if (is(open, "constexpr")) ++open;
    if (!is(open, "(")) return end_at(at + 1);
    std::size_t end = read_statement(function, partners_[open] + 1, self, false);
    if (is(at, "if") && is(end, "else")) end = read_statement(function, end + 1, self, false);
    return end_at(end);
  }
  if (is(at, "do")) {
    kind(Statement::Kind::loop);
    std::size_t end = read_statement(function, at + 1, self, false);
    while (end < function.close && !is(end, ";")) ++end;
    return end_at(end + 1);
  }
  for (; at < function.close; ++at) {
    if (is(at, "(") || is(at, "[") || is(at, "{")) at = partners_[at];
    if (is(at, ";")) return end_at(at + 1);
  }
  return end_at(function.close);
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
      // Of several in one line, the first that has no other within it.
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
