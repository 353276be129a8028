// Families of PTX instructions, one file each.
#pragma once

#include <map>
#include <string_view>

#include "simt/rewriter/ptx/ptx_instruction.h"
#include "simt/rewriter/ptx/ptx_operands.h"

namespace simt::rewrite {

// Each function returns whether the instruction belongs to its family; if so, it translates it.

/// mma, ldmatrix, stmatrix, movmatrix.
bool translate_matrices(const PtxInstruction& i, PtxOperands& operands);
/// Arithmetic on f16, bf16 and pairs of them, conversions from and to these, fp8 and tf32.
bool translate_small_floats(const PtxInstruction& i, PtxOperands& operands);
/// f32 and f64 with .rz, .rm, .rp or .sat.
bool translate_roundings(const PtxInstruction& i, PtxOperands& operands);
/// Arithmetic, bit operations, conversions, comparisons of all other types.
bool translate_arithmetic(const PtxInstruction& i, PtxOperands& operands);
/// Loads, stores, atomics, address spaces.
bool translate_memory(const PtxInstruction& i, PtxOperands& operands);
/// Shuffles, votes, barriers, fences, thread exit.
bool translate_threads(const PtxInstruction& i, PtxOperands& operands);
/// cp.async, mbarrier, mapa.
bool translate_copies(const PtxInstruction& i, PtxOperands& operands);
/// Translates those with `.bulk`.
void translate_bulk_copy(const PtxInstruction& i, PtxOperands& operands);

/// The translation function for each operation of a family.
using PtxTable = std::map<std::string_view, void (*)(const PtxInstruction&, PtxOperands&)>;

inline bool translate_by(const PtxTable& table, const PtxInstruction& i, PtxOperands& operands) {
  const auto found = table.find(i.op);
  if (found != table.end()) found->second(i, operands);
  return found != table.end();
}

}  // namespace simt::rewrite
