// PTX, as inline assembly holds it, to C++ (PTX ISA, "Instruction Set").
//
// Theory of operation: every instruction becomes statements over variables that stand for
// registers. A register has bits and a size; what an instruction makes of them its own types say.
// So each operand is read as the instruction's type (simt::ptx::as) and what comes out is put into
// the register by its bits (simt::ptx::put), see simt/ptx.h. What has a function in CUDA C++
// becomes a call of it, so that the check sees barriers, atomics, shuffles and accesses as it does
// elsewhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace simt::rewrite {

struct PtxTranslation {
  std::string code;  // statements, on one line
  std::string lack;  // why there is none: "mma.sync (tensor cores…)"; "" if there is
};

/// `assembly`: the text between the quotes, with C++'s escapes resolved. Operand %N is the variable
/// simt_vN. `plain`: there can be no operands, so that a percent sign is one.
PtxTranslation translate_ptx(std::string_view assembly, std::size_t operands, bool plain);

}  // namespace simt::rewrite
