#include "simt/rewriter/ptx/inline_ptx.h"

#include <string>
#include <utility>

namespace simt::rewrite {

namespace {

/// The value of a plain string literal; PTX needs no other escapes.
std::string meaning(std::string_view literal) {
  std::string text;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\') {
      text += literal[i];
      continue;
    }
    const char next = literal[++i];
    text += next == 'n' || next == 'r' ? '\n' : next == 't' ? '\t' : next;
  }
  return text;
}

/// The text of "R(…)" between its delimiters.
std::string raw_meaning(std::string_view literal) {
  const std::size_t open = literal.find('('), close = literal.rfind(')');
  if (open == literal.npos || close == literal.npos || close < open) return "";
  return std::string(literal.substr(open + 1, close - open - 1));
}

std::string literal_text(std::string_view literal) {
  return literal.front() == '"' ? meaning(literal) : raw_meaning(literal);
}

}  // namespace

InlinePtx::InlinePtx(const Program& program, const Scopes& scopes) : p_(program) {
  for (std::size_t i = 0; i < p_.size(); ++i) {
    if (!p_.is_identifier(i) || !is_asm(p_[i].text)) continue;
    const Function* const f = scopes.function(i);
    // Host assembly is left to g++.
    if (f != nullptr && f->runs_on_device()) statements_.emplace(i, read(i));
  }
}

const char* InlinePtx::constraint_type(char constraint) {
  switch (constraint) {
    case 'h':
      return "unsigned short";
    case 'r':
      return "unsigned";
    case 'l':
    case 'n':
      return "unsigned long long";
    case 'f':
      return "float";
    case 'd':
      return "double";
    default:
      return nullptr;
  }
}

InlinePtx::Statement InlinePtx::read(std::size_t token) const {
  Statement statement;
  const auto lack = [&](const char* what) {
    statement.translation.lack = what;
    return statement;
  };
  std::size_t i = token + 1;
  while (p_.is(i, "volatile") || p_.is(i, "__volatile__") || p_.is(i, "__volatile")) ++i;
  const std::size_t close = p_.partner(i);
  if (!p_.is(i, "(") || close == none) return lack("an asm statement of this form");
  statement.open = i++;
  std::string assembly;
  for (; p_[i].kind == Token::Kind::string; ++i) assembly += literal_text(p_[i].text);
  const bool plain = i == close;
  // After the text come outputs, inputs and clobbers, each after a colon.
  for (int section = 0; i < close;) {
    if (p_.is(i, ":") || p_.is(i, "::")) {
      section += p_.is(i, "::") ? 2 : 1;
      ++i;
      continue;
    }
    if (p_.is(i, ",") || section > 2) {
      ++i;
      continue;
    }
    Operand operand;
    operand.constraint = i;
    operand.open = i + 1;
    operand.output = section == 1;
    if (section == 0 || p_[i].kind != Token::Kind::string || !p_.is(i + 1, "(") ||
        p_.partner(i + 1) == none)
      return lack("an asm statement of this form");
    operand.code = literal_text(p_[i].text);
    const char kind = operand.code.empty() ? ' ' : operand.code.back();
    if (constraint_type(kind) == nullptr) {
      statement.translation.lack = "the constraint \"" + operand.code + "\"";
      return statement;
    }
    i = p_.past(i + 1);
    statement.operands.push_back(std::move(operand));
  }
  statement.translation = translate_ptx(assembly, statement.operands.size(), plain);
  return statement;
}

bool InlinePtx::translates(std::size_t token) const {
  const auto found = statements_.find(token);
  return found != statements_.end() && found->second.translation.lack.empty();
}

void InlinePtx::report(Diagnostics& diagnostics) const {
  for (const auto& [token, statement] : statements_) {
    if (statement.translation.lack.empty() || p_.is_library(token)) continue;
    diagnostics.unsupported(p_[token].file, p_[token].line,
                            "inline PTX: the CPU engine does not know " +
                                statement.translation.lack + "; write it in C++");
  }
}

/// A lambda that is called at once: its body contains the translated instructions, in the place of
/// `asm`, so that findings name that line. The operands' expressions become its arguments and stay
/// in place, for other passes and for g++'s messages.
void InlinePtx::rewrite(Edits& edits) const {
  for (const auto& [token, statement] : statements_) {
    if (!statement.translation.lack.empty()) {
      if (!p_.is_library(token) || statement.open == none) continue;
      edits.erase(token + 1, p_.past(statement.open));
      edits.replace(token, "::simt::detail::unknown_instruction(" +
                               string_literal(statement.translation.lack) + ")");
      continue;
    }
    std::string parameters, registers, results;
    std::size_t at = token + 1;
    for (std::size_t n = 0; n < statement.operands.size(); ++n) {
      const Operand& operand = statement.operands[n];
      const std::string type = constraint_type(operand.code.back()), number = std::to_string(n);
      const std::string variable = "simt_v" + number, place = "simt_o" + number;
      if (n > 0) parameters += ", ";
      if (operand.output) {
        const bool updated = operand.code.front() == '+';
        parameters += "auto& " + place;
        registers += type + " " + variable +
                     (updated ? " = simt::ptx::as<" + type + ">(" + place + ")" : "{}") + "; ";
        results += "simt::ptx::put(" + place + ", " + variable + "); ";
      } else {
        parameters += "[[maybe_unused]] const " + type + " " + variable;
      }
      edits.erase(at, operand.constraint);
      edits.replace(operand.constraint,
                    (n > 0 ? ", " : "") + (operand.output ? "" : "simt::ptx::as<" + type + ">"));
      at = p_.past(operand.open);
    }
    edits.replace(token, "[&](" + parameters + ") __attribute__((always_inline)) { " + registers +
                             statement.translation.code + results + "}(");
    edits.erase(at, p_.partner(statement.open));
  }
}

}  // namespace simt::rewrite
