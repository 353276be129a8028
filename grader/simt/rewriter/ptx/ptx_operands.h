// Translates PTX operands to C++: registers, numbers, special registers, addresses. Used by the
// translation of each instruction.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/rewriter/ptx/ptx_instruction.h"

namespace simt::rewrite {

class PtxOperands {
 public:
  /// Operand %N, below `operands`, is the variable simt_vN. `plain`: the statement has no operands,
  /// so a percent sign means itself.
  PtxOperands(std::size_t operands, bool plain) : operands_(operands), plain_(plain) {}

  /// An operand in C++, read as that type.
  std::string value(std::string_view name, const std::string& type) const;
  std::string arg(const PtxInstruction& i, std::size_t index, const std::string& type) const {
    if (index >= i.args.size()) throw PtxLack{i.whole + " with too few operands"};
    return value(i.args[index], type);
  }
  /// "[%1+16]" as a pointer to char. Addresses of shared memory are separate numbers.
  std::string address(std::string_view text, bool shared) const;
  /// "{a, b}": its registers; a single one by itself.
  static PtxParts vector(std::string_view text);

  /// Adds a statement that stores the value in a register.
  void put(std::string_view to, const std::string& what);
  void add(const std::string& code) { code_ += code; }
  std::string take() { return std::move(code_); }

  /// Registers are visible up to the end of the scope that declares them.
  void open_scope() { scopes_.emplace_back(); }
  void close_scope() { scopes_.pop_back(); }
  void declare(const std::string& type, std::string_view name);

 private:
  std::string variable(std::string_view name) const;
  std::string known_variable(std::string_view name) const;

  const std::size_t operands_;
  const bool plain_;
  std::string code_;
  std::vector<std::map<std::string, std::string>> scopes_ = {{}};  // registers, by name
  int declared_ = 0;
};

}  // namespace simt::rewrite
