// A student's source as statements: enough C++ to know where one can be inserted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "simt/rewriter/tokenizer.h"

namespace warpgrade::remedy {

inline bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), text) != all.end();
}

using Token = simt::rewrite::Token;

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// Tokens [begin, end) of a statement. `parent`: the enclosing statement, or `none`.
struct Statement {
  enum class Kind { block, branch, loop, other };
  Kind kind = Kind::other;
  std::size_t begin = 0, end = 0;
  std::size_t parent = none;
  bool listed = false;  // directly inside { }: others may be inserted before and after it
};

/// Whether the token is `static_cast<int>` or the like: one token, so that its `<` compares
/// nothing.
inline bool is_cast(std::string_view token) {
  return token.find("_cast<") != std::string_view::npos;
}

struct Variable {
  std::string type, name;
};

struct Function {
  std::string name;
  bool on_device = false;               // __global__ or __device__
  bool kernel = false;                  // __global__
  std::size_t open = 0, close = 0;      // its { }
  std::vector<Variable> parameters;     // those that could be parsed
  std::vector<std::size_t> statements;  // all, each before the ones inside it
};

class Code {
 public:
  /// Drops preprocessor lines. A text with unmatched brackets has no functions.
  explicit Code(std::string text);
  Code(const Code&) = delete;  // tokens point into the text
  Code& operator=(const Code&) = delete;

  const std::string& text() const { return text_; }
  const std::vector<Token>& tokens() const { return tokens_; }
  const std::vector<Statement>& statements() const { return statements_; }
  const std::vector<Function>& functions() const { return functions_; }

  bool is(std::size_t token, std::string_view text) const {
    return token < tokens_.size() && tokens_[token].text == text;
  }
  std::size_t partner(std::size_t token) const { return partners_[token]; }
  /// Whether the file declares the name as a constant: constexpr, an enumerator, a template's
  /// parameter, or const with a number as its value and outside of functions.
  bool declares_constant(std::string_view name) const { return constants_.count(name) != 0; }
  int line(std::size_t token) const { return static_cast<int>(tokens_[token].line); }
  /// Tokens [begin, end) on one line, without comments.
  std::string spelled(std::size_t begin, std::size_t end) const;

  /// The function whose body contains the line, or null.
  const Function* function_at(int line) const;
  /// The innermost statement of `function` with a token on the line, or `none`.
  std::size_t statement_at(const Function& function, int line) const;
  /// The statement itself, or the innermost one around it that is directly inside { }.
  std::size_t listed(std::size_t statement) const;

 private:
  void join_casts();
  bool match();
  void find_constants();
  void read_enumerators(std::size_t open);
  void read_template_parameters(std::size_t open);
  bool opens_namespace(std::size_t brace) const;
  bool opens_class(std::size_t brace) const;
  void find_functions();
  std::size_t parameters_before(std::size_t body) const;
  void read_specifiers(Function& function, std::size_t name) const;
  void read_parameters(Function& function, std::size_t open);
  std::size_t read_statement(Function& function, std::size_t at, std::size_t parent, bool listed);
  std::size_t read_rest(Function& function, std::size_t at, std::size_t self);
  std::size_t read_labelled(Function& function, std::size_t at, std::size_t parent);
  std::size_t read_controlled(Function& function, std::size_t at, std::size_t self);
  void read_block(Function& function, std::size_t open, std::size_t parent);

  int depth_ = 0;  // nesting of statements
  std::string text_;
  simt::rewrite::Spellings spellings_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> partners_;
  std::vector<Statement> statements_;
  std::vector<Function> functions_;
  std::set<std::string, std::less<>> constants_;
};

}  // namespace warpgrade::remedy
