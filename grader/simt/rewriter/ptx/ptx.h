// Translates PTX in inline assembly to C++ (PTX ISA, "Instruction Set").
// Theory of operation: every instruction becomes statements over variables that represent
// registers. A register has bits and a size; each instruction's own types interpret them. So each
// operand is read as the instruction's type (simt::ptx::as) and the result is stored by its bits
// (simt::ptx::put), see simt/ptx.h. Instructions with an equivalent CUDA C++ function become calls
// of it, so that the check sees barriers, atomics, shuffles and accesses as usual.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace simt::rewrite {

struct PtxTranslation {
  std::string code;  // statements, on one line
  std::string lack;  // why there is no code: "mma.sync (tensor cores…)"; empty otherwise
};

/// `assembly`: the text between the quotes, with C++ escapes resolved. Operand %N is the variable
/// simt_vN. `plain`: the statement has no operands, so a percent sign means itself.
PtxTranslation translate_ptx(std::string_view assembly, std::size_t operands, bool plain);

}  // namespace simt::rewrite
