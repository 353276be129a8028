// A PTX instruction as text, and the exception for untranslatable ones.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace simt::rewrite {

/// Thrown for an instruction without a translation to C++.
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
  /// The C++ type; usually the last modifier.
  std::string type() const;
  /// Throws PtxLack unless there are that many operands.
  void need(std::size_t count) const;
  /// Throws PtxLack for modifiers other than these and types.
  void allow_only(std::initializer_list<std::string_view> some) const;
};

/// The C++ type for a PTX type such as "u32"; empty if it is none.
std::string ptx_type(std::string_view suffix);
bool is_floating(std::string_view type);

std::string_view trimmed(std::string_view text);

/// Splits at the character, except inside brackets.
PtxParts split_ptx(std::string_view text, char at);

/// The statements without comments. Braces around operands do not end a statement; braces around
/// statements are statements of their own.
PtxParts ptx_statements(std::string_view assembly);

}  // namespace simt::rewrite
