// What general edits need: the code that a task runs, what is declared where, the operands of
// operators. A general edit knows nothing about CUDA mistakes: it changes one expression, test or
// statement, or one name in all places where it plays the same part.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "remedy/proposer.h"

namespace warpgrade::remedy {

class Edits : protected Proposer {
 public:
  /// In the function `entry` and those that it calls or launches; in these lines alone, or, if
  /// there are none, in all.
  Edits(ProposalList& list, const std::string& entry, std::set<int> lines = {});

 protected:
  struct Declared {
    std::string type, name;
    std::size_t token;  // of its name; `none`: a parameter or constant
  };

  /// Variables of all types that the function declares, and its parameters. The type of an array
  /// ends with its dimensions: "real[8]".
  std::vector<Declared> declarations(const Function& f) const;
  /// The same without arrays and classes, and with constants: those declared by `T a = …;` alone.
  std::vector<Declared> list_variables(const Function& f) const;
  /// Whether the variable declared at `declared` is visible at `token`, in a later statement.
  bool sees(const Function& f, std::size_t token, std::size_t declared) const;
  /// Whether all variables of the function that these tokens use, or others of their names and
  /// types, are visible at `token`.
  bool sees_all(const Function& f, std::size_t token, Range used) const;

  bool is_written(std::size_t token) const;
  /// Whether the token is the counter in the head of a `for`: replacing it would make the loop
  /// endless.
  bool counts(const Function& f, std::size_t token) const;
  /// Whether `name` at `token` would give `a < a`, `a = a` or the like.
  bool pairs_with_itself(std::size_t token, const std::string& name) const;
  /// Whether the token is in `<<< >>>`, or in the declaration of a variable used there: the number
  /// of threads is rarely wrong by a slip of one token.
  bool is_of_launch(const Function& f, std::size_t token) const;
  /// Whether the token is a declared array's size or a template argument.
  bool must_be_constant(std::size_t token) const;
  /// Whether the expression is of whole numbers: sizes, indices, counters.
  bool is_whole(const Function& f, Range expression) const;

  /// Whether it is a variable declared as a pointer, without a subscript.
  bool is_pointer(const Function& f, Range expression) const;

  /// Whether the token is the `<` or `>` of template arguments: `tile<32>(block)`.
  bool is_template_bracket(std::size_t token) const;
  /// The precedence of the binary operator at `token`: 10 for `*`, 1 for `||`; 0 for anything else.
  int precedence(std::size_t token) const;
  Range left_of(std::size_t op) const;
  Range right_of(std::size_t op) const;
  Range around_operator(std::size_t op) const { return {left_of(op).begin, right_of(op).end}; }
  std::string text(Range r) const { return code_.spelled(r.begin, r.end); }
  /// The expression, bracketed if it has an operator.
  std::string operand(Range r) const;

  bool is_tried(std::size_t token) const {
    return lines_.empty() || lines_.count(code_.line(token)) != 0;
  }
  /// Like instead(), in the lines that are tried.
  void replace(Range expression, const std::string& code, Cause cause);
  /// A range around `changed` that is unique on its line, for the report.
  Range shown_around(const Function& f, Range changed) const;

  std::vector<const Function*> functions_;
  std::set<int> lines_;

 private:
  void add_declared(const Statement& s, std::vector<Declared>& all) const;
};

}  // namespace warpgrade::remedy
