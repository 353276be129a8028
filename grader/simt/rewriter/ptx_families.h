// Families of PTX instructions that have files of their own, and what they need of the translator.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace simt::rewrite {

struct PtxInstruction {
  std::string whole;              // "fma.rn.f16x2"
  std::string op;                 // "fma"
  std::vector<std::string> mods;  // "rn", "f16x2"
  std::vector<std::string> args;

  bool has(std::string_view mod) const {
    return std::find(mods.begin(), mods.end(), mod) != mods.end();
  }
  bool has_any(std::initializer_list<std::string_view> some) const {
    return std::any_of(some.begin(), some.end(), [&](std::string_view m) { return has(m); });
  }
};

class PtxOperands {
 public:
  virtual ~PtxOperands() = default;
  /// An operand in C++, read as that type.
  virtual std::string value(std::string_view name, const std::string& type) const = 0;
  /// "[%1+16]" as a pointer to char.
  virtual std::string address(std::string_view text, bool shared) const = 0;
  /// "{a, b}": its registers; a single one by itself.
  virtual std::vector<std::string> vector(std::string_view text) const = 0;
  /// Adds the statement that puts this into a register.
  virtual void put(std::string_view to, const std::string& what) = 0;
  virtual void add(const std::string& code) = 0;
  /// There is no translation; does not return.
  virtual void lack(const std::string& what) const = 0;
};

// Each tells whether the instruction is of its family.

/// mma, ldmatrix, stmatrix, movmatrix.
bool translate_matrices(const PtxInstruction& i, PtxOperands& operands);
/// Arithmetic on f16, bf16 and pairs of them, conversions from and to these, fp8 and tf32.
bool translate_small_floats(const PtxInstruction& i, PtxOperands& operands);
/// f32 and f64 with .rz, .rm, .rp or .sat.
bool translate_roundings(const PtxInstruction& i, PtxOperands& operands);

}  // namespace simt::rewrite
