// The parts of a variable's declaration: specifiers, then one declarator for each name.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "simt/rewriter/program.h"

namespace simt::rewrite {

struct Declarator {
  std::size_t name = none;         // the last word of a qualified one
  std::size_t end = none;          // past its array bounds, before an initialiser
  std::size_t initialiser = none;  // the `=`, `{` or `(`
  bool qualified = false;          // S::name
  bool pointer = false;
  bool is_const = false;  // the variable itself, not what it points at
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

/// Past a possibly qualified name with template arguments that starts at `i`; `i` if none does.
std::size_t past_qualified_name(const Program& program, std::size_t i);

/// Past `alignas(…)`, `__attribute__((…))`, `[[…]]` and the like at `i`; `i` if there is none.
std::size_t past_attribute(const Program& program, std::size_t i);

/// Where the `{` of the class that is defined by the class-key at `i` stands; `none` when this is
/// not a definition (`struct S s;`, `template <class T>`).
std::size_t class_body(const Program& program, std::size_t i);

/// Reads the declaration that begins at `begin`; nothing when it is not one of variables.
std::optional<VariableDeclaration> read_variables(const Program& program, std::size_t begin);

/// Where the statement or declaration that holds token `i` of its specifiers begins.
std::size_t declaration_begin(const Program& program, std::size_t i);

/// Whether the declaration at `begin` declares a function rather than variables.
bool declares_function(const Program& program, std::size_t begin);

}  // namespace simt::rewrite
