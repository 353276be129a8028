// An instruction of PTX as text, and what there is no translation for.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace simt::rewrite {

/// Thrown by the translation, with what it has no C++ for.
struct PtxLack {
  std::string what;
};

using PtxParts = std::vector<std::string>;

struct PtxInstruction {
  std::string whole;  // "ld.global.u32"
  std::string op;     // "ld"
  PtxParts mods;      // "global", "u32"
  PtxParts args;

  /// `text`: without guard and semicolon.
  static PtxInstruction read(std::string_view text);

  bool has(std::string_view mod) const;
  bool has_any(std::initializer_list<std::string_view> some) const;
  bool is_shared() const { return has_any({"shared", "shared::cta"}); }
  /// In C++; the last modifier as a rule is one.
  std::string type() const;
  /// So many operands.
  void need(std::size_t count) const;
  /// Nothing but these beside types.
  void allow_only(std::initializer_list<std::string_view> some) const;
};

/// A type of PTX, "u32", in C++; "" where it is none.
std::string ptx_type(std::string_view suffix);
bool is_floating(std::string_view type);

std::string_view trimmed(std::string_view text);

/// At the character, but not within brackets.
PtxParts split_ptx(std::string_view text, char at);

/// Its statements without comments. Braces around operands do not end one; those around statements
/// are one by themselves.
PtxParts ptx_statements(std::string_view assembly);

}  // namespace simt::rewrite
