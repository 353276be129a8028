// The parts of a variable's declaration: specifiers, then one declarator for each name.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "simt/rewriter/program.h"

namespace simt::rewrite {

struct Declarator {
  std::size_t name = none;         // of a qualified name: the last word
  std::size_t end = none;          // past its array bounds, before an initialiser
  std::size_t initialiser = none;  // at `=`, `{` or `(`
  bool qualified = false;          // S::name
  bool pointer = false;
  bool is_const = false;  // of the variable itself, not of its target
};

struct Alignment {
  std::size_t begin, end;              // the whole specifier, such as alignas(16)
  std::size_t value_begin, value_end;  // 16
};

struct VariableDeclaration {
  std::size_t begin = 0;
  std::size_t end = 0;  // the `;`
  std::vector<Declarator> declarators;
  std::vector<Alignment> alignments;
};

/// The token after a possibly qualified name with template arguments that starts at `i`; `i` if
/// there is none.
std::size_t past_qualified_name(const Program& program, std::size_t i);

/// The token after `alignas(…)`, `__attribute__((…))`, `[[…]]` and the like at `i`; `i` if there is
/// none.
std::size_t past_attribute(const Program& program, std::size_t i);

/// The `{` of the class defined by the class-key at `i`; `none` if it is not a definition (`struct
/// S s;`, `template <class T>`).
std::size_t class_body(const Program& program, std::size_t i);

/// Parses the declaration that begins at `begin`; empty if it does not declare variables.
std::optional<VariableDeclaration> read_variables(const Program& program, std::size_t begin);

/// The beginning of the statement or declaration whose specifiers include token `i`.
std::size_t declaration_begin(const Program& program, std::size_t i);

/// Whether the declaration at `begin` declares a function rather than variables.
bool declares_function(const Program& program, std::size_t begin);

}  // namespace simt::rewrite
