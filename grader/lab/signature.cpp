#include "lab/signature.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/fault.h"
#include "base/nearest.h"
#include "simt/rewriter/tokenizer.h"

namespace warpgrade {
namespace {

/// The words and punctuation of a text without comments and preprocessor lines; `lines`: the line
/// of each.
std::vector<std::string> tokenize(std::string_view text,
                                  std::vector<std::uint32_t>* lines = nullptr) {
  using Kind = simt::rewrite::Token::Kind;
  simt::rewrite::Spellings spellings;
  std::vector<std::string> tokens;
  for (const auto& token : simt::rewrite::tokenise_file(text, spellings)) {
    if (token.kind == Kind::comment || token.kind == Kind::directive) continue;
    tokens.emplace_back(token.text);
    if (lines != nullptr) lines->push_back(token.line);
  }
  return tokens;
}

bool is_word(const std::string& token) {
  return simt::rewrite::is_identifier_start(static_cast<unsigned char>(token[0]));
}

std::string joined(const std::vector<std::string>& tokens, std::size_t from, std::size_t to) {
  std::string out;
  for (std::size_t i = from; i < to; ++i) {
    const bool glue = out.empty() || out.back() == '(' || tokens[i] == "," || tokens[i] == ")" ||
                      tokens[i] == "(" || tokens[i] == "*";
    out += (glue ? "" : " ") + tokens[i];
  }
  return out;
}

/// The type named by these words: "unsigned int" is "unsigned".
std::optional<Element> element_named(std::string type) {
  if (type == "unsigned int") type = "unsigned";
  for (const Element element : {Element::real, Element::f32, Element::f64, Element::i32,
                                Element::u32, Element::u8, Element::i64})
    if (type == name(element)) return element;
  return std::nullopt;
}

std::optional<Parameter> parse_parameter(const std::vector<std::string>& words) {
  static const std::set<std::string> type_words = {"real",     "float", "double", "int",
                                                   "unsigned", "char",  "long"};
  Parameter parameter;
  bool is_const = false, is_pointer = false;
  std::string type;
  for (const auto& word : words) {
    if (word == "const") {
      is_const = is_const || !is_pointer;  // `T* const p`: the pointer is const, not its target
    } else if (word == "*") {
      if (is_pointer) return std::nullopt;
      is_pointer = true;
    } else if (type_words.count(word) > 0) {
      type += (type.empty() ? "" : " ") + word;
    } else if (parameter.name.empty()) {
      parameter.name = word;
    } else {
      return std::nullopt;
    }
  }
  const auto element = element_named(type);
  if (parameter.name.empty() || !element) return std::nullopt;
  parameter.element = *element;
  if (is_pointer) {
    parameter.kind = is_const ? Parameter::Kind::input : Parameter::Kind::output;
  } else {
    if (element != Element::i32 && element != Element::real) return std::nullopt;
    parameter.kind = element == Element::i32 ? Parameter::Kind::integer : Parameter::Kind::real;
  }
  return parameter;
}

}  // namespace

Signature parse_signature(std::string_view header, std::string_view entry,
                          const std::string& file) {
  std::vector<std::uint32_t> lines;
  const auto tokens = tokenize(header, &lines);
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    // A preceding word makes it a declaration; otherwise it is a call.
    if (tokens[i] != entry || tokens[i + 1] != "(" || !is_word(tokens[i - 1]) ||
        tokens[i - 1] == "return")
      continue;
    Signature signature;
    signature.entry = entry;
    signature.returns = tokens[i - 1];
    if (signature.returns != "void" && signature.returns != "int") {
      throw GraderError(
          fmt::format("{}:{}: {} returns `{}`; a contract's function returns void "
                      "or int.",
                      file, lines[i], signature.entry, signature.returns));
    }
    std::vector<std::string> words;
    std::size_t j = i + 2;
    for (; j < tokens.size() && tokens[j] != ")"; ++j) {
      if (tokens[j] != ",") words.push_back(tokens[j]);
      if (tokens[j] == "," || tokens[j + 1 < tokens.size() ? j + 1 : j] == ")") {
        const auto parameter = parse_parameter(words);
        if (!parameter) {
          throw GraderError(
              fmt::format("{}:{}: the parameter `{}` of {} has a type that contracts do not have. "
                          "Write `int`, `real`, `const T*` (an input array) or `T*` (an output "
                          "array), and a name.",
                          file, lines[j - 1], joined(words, 0, words.size()), signature.entry),
              "T is real, float, double, int, unsigned, unsigned char or long long.");
        }
        signature.parameters.push_back(*parameter);
        words.clear();
      }
    }
    signature.declaration = joined(tokens, i - 1, std::min(j + 1, tokens.size()));
    return signature;
  }
  std::vector<std::string> functions;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
    if (is_word(tokens[i]) && tokens[i + 1] == "(") functions.push_back(tokens[i]);
  const std::string near = nearest(entry, functions);
  throw GraderError(fmt::format("{}: no declaration of {}.{}", file, entry,
                                near.empty() ? "" : " Did you mean " + near + "?"),
                    "Declare it in the contract header, or correct lab.json.");
}

std::vector<Parameter> parameters_in(std::string_view header) {
  std::vector<Parameter> parameters;
  std::vector<std::string> words;
  for (const auto& token : tokenize(header)) {
    if (token == "," || token == ")") {
      if (auto parameter = parse_parameter(words)) parameters.push_back(std::move(*parameter));
    }
    if (is_word(token) || token == "*") {
      words.push_back(token);
    } else {
      words.clear();
    }
  }
  return parameters;
}

}  // namespace warpgrade
