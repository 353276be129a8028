#include "remedy/macros.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

std::vector<Token> tokens_in(std::string_view text, simt::rewrite::Spellings& spellings) {
  return simt::rewrite::tokenise_file(text, spellings);
}

/// Whether no operator of the text before or after it can take a part of what stands here.
bool is_between(std::string_view left, std::string_view right) {
  return is_one_of(left, {"(", "[", "{", "}", ",", ";", "=", "+=", "-=", "?", ":", "return"}) &&
         is_one_of(right, {")", "]", "}", ",", ";", ":"});
}

/// The body with `by(parameter)` for each use of a parameter.
template <class By>
std::string replaced(std::string_view body, const std::vector<Token>& tokens,
                     const std::vector<std::string>& parameters, const By& by) {
  std::string text;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto p = std::find(parameters.begin(), parameters.end(), tokens[i].text);
    if (p == parameters.end()) continue;
    text += body.substr(copied, tokens[i].offset - copied);
    text += by(i, static_cast<std::size_t>(p - parameters.begin()));
    copied = tokens[i].offset + tokens[i].length;
  }
  return text + std::string(body.substr(copied));
}

}  // namespace

std::vector<Macros::Macro> Macros::one_line_macros() const {
  std::vector<Macro> all;
  const std::string& text = code_.text();
  int line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    simt::rewrite::Spellings spellings;
    // Without its `#`, a directive is tokens.
    const std::size_t hash = text.find_first_not_of(" \t", at);
    const bool directive = hash < end && text[hash] == '#' && text[end - 1] != '\\';
    const std::string_view rest =
        directive ? std::string_view(text).substr(hash + 1, end - hash - 1) : std::string_view();
    const std::vector<Token> tokens = tokens_in(rest, spellings);
    std::size_t i = 3;
    // Without a blank in front of it, `(` opens a list of parameters.
    if (tokens.size() > 5 && tokens[0].text == "define" && tokens[2].text == "(" &&
        tokens[1].offset + tokens[1].length == tokens[2].offset) {
      Macro macro{std::string(tokens[1].text), {}, 0, 0, line};
      for (; i + 1 < tokens.size() && tokens[i].kind == Kind::identifier; i += 2) {
        macro.parameters.emplace_back(tokens[i].text);
        if (tokens[i + 1].text == ")") break;
      }
      const bool body = i + 2 < tokens.size() && tokens[i + 1].text == ")" &&
                        std::none_of(tokens.begin(), tokens.end(),
                                     [](const Token& t) { return t.kind == Kind::comment; });
      if (body) {
        macro.begin = hash + 1 + tokens[i + 2].offset;
        macro.end = hash + 1 + tokens.back().offset + tokens.back().length;
        all.push_back(std::move(macro));
      }
    }
    at = end + 1;
  }
  return all;
}

void Macros::parentheses(const Macro& macro) {
  const std::string_view body =
      std::string_view(code_.text()).substr(macro.begin, macro.end - macro.begin);
  simt::rewrite::Spellings spellings;
  const std::vector<Token> tokens = tokens_in(body, spellings);
  const auto at = [&](std::size_t i) { return i < tokens.size() ? tokens[i].text : ""; };
  std::vector<bool> bare(macro.parameters.size(), false);
  int depth = 0;
  // Its brackets are around all of it, or behind a name: `A[r * n + c]`.
  const bool element = tokens.size() > 2 && tokens[0].kind == Kind::identifier && at(1) == "[";
  bool whole = at(0) == "(" || element;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_one_of(at(i), {";", "{", "#", "##", "=", "\"", "+=", "-="})) return;  // no value
    if (is_one_of(at(i), {"(", "["})) ++depth;
    if (is_one_of(at(i), {")", "]"})) --depth;
    if (depth == 0 && i + 1 < tokens.size() && (i > 0 || !element)) whole = false;
    const auto p = std::find(macro.parameters.begin(), macro.parameters.end(), at(i));
    if (p == macro.parameters.end()) continue;
    if (i > 0 && is_one_of(at(i - 1), {".", "->", "::"})) return;  // the name of a member
    if (i == 0 && element) continue;
    if (!is_between(i > 0 ? at(i - 1) : "+", i + 1 < tokens.size() ? at(i + 1) : "+"))
      bare[static_cast<std::size_t>(p - macro.parameters.begin())] = true;
  }
  std::vector<Range> calls;    // with such an argument
  std::string call, computes;  // of the first
  for (std::size_t i = 1; i + 1 < code_.tokens().size(); ++i) {
    if (!code_.is(i, macro.name) || !code_.is(i + 1, "(")) continue;
    const std::size_t close = code_.partner(i + 1);
    if (close == none) return;
    // The copy adds brackets around the whole, also while nothing is switched on.
    if (!whole &&
        !is_between(code_.tokens()[i - 1].text,
                    close + 1 < code_.tokens().size() ? code_.tokens()[close + 1].text : ""))
      return;
    const auto given = arguments(i + 1);
    if (given.size() != macro.parameters.size()) continue;
    bool broken = false;
    for (std::size_t p = 0; p < given.size(); ++p)
      for (std::size_t op = given[p].begin + 1; bare[p] && op < given[p].end; ++op) {
        if (code_.is(op, "(") || code_.is(op, "[")) op = code_.partner(op);
        broken |= is_one_of(code_.tokens()[op].text,
                            {"+", "-", "?", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^"});
      }
    if (!broken) continue;
    calls.push_back({i, close});
    if (!call.empty()) continue;
    call = code_.spelled(i, close + 1);
    computes = replaced(body, tokens, macro.parameters, [&](std::size_t, std::size_t p) {
      return code_.spelled(given[p].begin, given[p].end);
    });
  }
  if (call.empty()) return;
  // Another change of an argument would put it in parentheses, and mend it while it is off.
  for (const Range& each : calls) keep(before(each.begin), before(each.end));
  std::string better = replaced(body, tokens, macro.parameters, [&](std::size_t i, std::size_t p) {
    const bool keeps = (i == 0 && element) ||
                       is_between(i > 0 ? at(i - 1) : "+", i + 1 < tokens.size() ? at(i + 1) : "+");
    return keeps ? macro.parameters[p] : "(" + macro.parameters[p] + ")";
  });
  if (!whole) better = "(" + better + ")";
  propose("expression.instead", macro.line, better,
          {{macro.begin, "(" + asks() + " ? " + better + " : (", macro.end},
           {macro.end, "))", macro.begin}},
          std::string(body),
          because("code.macro-without-brackets", {{"call", call}, {"computes", computes}}));
}

void Macros::parentheses() {
  if (code_.functions().empty()) return;  // brackets do not match
  for (const Macro& macro : one_line_macros()) parentheses(macro);
}

}  // namespace warpgrade::remedy
