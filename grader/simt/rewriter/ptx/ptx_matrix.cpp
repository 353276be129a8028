// Instructions of tensor cores (PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions").
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "simt/rewriter/ptx/ptx_families.h"

namespace simt::rewrite {

namespace {

constexpr const char* here = "__builtin_FILE(), __builtin_LINE()";

struct MatrixType {
  const char* name;         // in PTX
  const char* of_register;  // C++ type of its registers
  int run;                  // contiguous elements per register
};
constexpr std::array<MatrixType, 8> factors{{{"f16", "unsigned", 2},
                                             {"bf16", "unsigned", 2},
                                             {"tf32", "unsigned", 1},
                                             {"f64", "double", 1},
                                             {"s8", "unsigned", 4},
                                             {"u8", "unsigned", 4},
                                             {"e4m3", "unsigned", 4},
                                             {"e5m2", "unsigned", 4}}};
constexpr std::array<MatrixType, 4> sums{
    {{"f16", "unsigned", 2}, {"f32", "float", 1}, {"f64", "double", 1}, {"s32", "int", 1}}};

template <std::size_t n>
const MatrixType* find(const std::array<MatrixType, n>& all, std::string_view name) {
  for (const MatrixType& type : all)
    if (type.name == name) return &type;
  return nullptr;
}

/// "shape: factors: sums", from the table "Shape, type of multiplicands" of the ISA.
struct Allowed {
  const char* shape;
  std::vector<std::string_view> factors, sums;
};
const std::array<Allowed, 9>& allowed() {
  static const std::array<Allowed, 9> all{{{"m16n8k8", {"f16"}, {"f16", "f32"}},
                                           {"m16n8k16", {"f16"}, {"f16", "f32"}},
                                           {"m16n8k8", {"bf16", "tf32"}, {"f32"}},
                                           {"m16n8k16", {"bf16"}, {"f32"}},
                                           {"m16n8k4", {"tf32"}, {"f32"}},
                                           {"m8n8k16", {"s8", "u8"}, {"s32"}},
                                           {"m16n8k16", {"s8", "u8"}, {"s32"}},
                                           {"m16n8k32", {"s8", "u8"}, {"s32"}},
                                           {"m16n8k32", {"e4m3", "e5m2"}, {"f16", "f32"}}}};
  return all;
}

bool contains(const std::vector<std::string_view>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

bool is_allowed(std::string_view shape, std::string_view a, std::string_view b, std::string_view c,
                std::string_view d) {
  if (a == "f64" && b == a && c == a && d == a)
    return contains({"m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"}, shape);
  // Bytes may differ in signedness, and fp8 in kind; otherwise both factors have the same type.
  const bool bytes = find(factors, a) && find(factors, a)->run == 4;
  return std::any_of(allowed().begin(), allowed().end(), [&](const Allowed& row) {
    return row.shape == shape && contains(row.factors, a) && contains(row.factors, b) &&
           (bytes || a == b) && contains(row.sums, c) && contains(row.sums, d);
  });
}

std::string fragment(const MatrixType& type, int rows, int columns, int run, bool transposed) {
  return "{simt::detail::Number::" + std::string(type.name) + ", " + std::to_string(rows) + ", " +
         std::to_string(columns) + ", " + std::to_string(run) + ", " +
         (transposed ? "true" : "false") + "}";
}

void multiply_matrices(const PtxInstruction& i, PtxOperands& operands) {
  // mma.sync.aligned.SHAPE.row.col{.satfinite}.D.A.B.C
  std::vector<std::string> mods = i.mods;
  const auto optional = std::find(mods.begin(), mods.end(), "satfinite");
  const bool saturates = optional != mods.end();
  if (saturates) mods.erase(optional);
  int m = 0, n = 0, k = 0;
  if (mods.size() != 9 || i.args.size() != 4 || mods[0] != "sync" || mods[1] != "aligned" ||
      mods[3] != "row" || mods[4] != "col" ||
      std::sscanf(mods[2].c_str(), "m%dn%dk%d", &m, &n, &k) != 3 ||
      !is_allowed(mods[2], mods[6], mods[7], mods[8], mods[5]))
    return throw PtxLack{i.whole};
  const MatrixType &a = *find(factors, mods[6]), &b = *find(factors, mods[7]),
                   &c = *find(sums, mods[8]), &d = *find(sums, mods[5]);

  const auto array = [&](const char* name, const MatrixType& type, const std::string& arg,
                         int elements) {
    const std::vector<std::string> all = operands.vector(arg);
    if (static_cast<int>(all.size()) * type.run != elements) throw PtxLack{i.whole};
    std::string values;
    for (const std::string& one : all)
      values += (values.empty() ? "" : ", ") + operands.value(one, type.of_register);
    return "const " + std::string(type.of_register) + " " + name + "[] = {" + values + "}; ";
  };
  const std::vector<std::string> to = operands.vector(i.args[0]);
  if (static_cast<int>(to.size()) * d.run != m * n / 32) throw PtxLack{i.whole};
  operands.add(
      "{ " + array("simt_a", a, i.args[1], m * k / 32) + array("simt_b", b, i.args[2], n * k / 32) +
      array("simt_c", c, i.args[3], m * n / 32) + d.of_register + " simt_d[" +
      std::to_string(to.size()) + "]; simt::detail::multiply_matrices(" +
      fragment(a, m, k, a.run, false) + ", simt_a, " + fragment(b, n, k, b.run, true) +
      ", simt_b, " + fragment(c, m, n, 2, false) + ", simt_c, " + fragment(d, m, n, 2, false) +
      ", simt_d, " + (saturates ? "true" : "false") + ", " + here + "); ");
  for (std::size_t at = 0; at < to.size(); ++at)
    operands.put(to[at], "simt_d[" + std::to_string(at) + "]");
  operands.add("} ");
}

void move_tiles(const PtxInstruction& i, PtxOperands& operands) {
  const bool loads = i.op == "ldmatrix";
  const int tiles = i.has("x4") ? 4 : i.has("x2") ? 2 : i.has("x1") ? 1 : 0;
  const bool known = i.has("sync") && i.has("aligned") && i.has("m8n8") && i.has("b16") &&
                     i.has_any({"shared", "shared::cta"}) && tiles != 0 &&
                     i.mods.size() == (i.has("trans") ? 7u : 6u) && i.args.size() == 2;
  if (!known) return throw PtxLack{i.whole};
  const std::vector<std::string> registers = operands.vector(i.args[loads ? 0 : 1]);
  if (static_cast<int>(registers.size()) != tiles) return throw PtxLack{i.whole};
  const std::string row = operands.address(i.args[loads ? 1 : 0], true),
                    of = std::string("_tiles<") + std::to_string(tiles) +
                         (i.has("trans") ? ", true>(" : ", false>(") + row + ", simt_tiles, " +
                         here + "); ";
  if (loads) {
    operands.add("{ unsigned simt_tiles[" + std::to_string(tiles) + "]; simt::ptx::load" + of);
    for (int at = 0; at < tiles; ++at)
      operands.put(registers[static_cast<std::size_t>(at)],
                   "simt_tiles[" + std::to_string(at) + "]");
    operands.add("} ");
    return;
  }
  std::string values;
  for (const std::string& one : registers)
    values += (values.empty() ? "" : ", ") + operands.value(one, "unsigned");
  operands.add("{ const unsigned simt_tiles[] = {" + values + "}; simt::ptx::store" + of + "} ");
}

}  // namespace

bool translate_matrices(const PtxInstruction& i, PtxOperands& operands) {
  if (i.op == "mma") {
    multiply_matrices(i, operands);
  } else if (i.op == "ldmatrix" || i.op == "stmatrix") {
    move_tiles(i, operands);
  } else if (i.op == "movmatrix") {
    if (i.mods != std::vector<std::string>{"sync", "aligned", "m8n8", "trans", "b16"} ||
        i.args.size() != 2)
      throw PtxLack{i.whole};
    operands.put(i.args[0], "simt::ptx::transpose_tile(" + operands.value(i.args[1], "unsigned") +
                                ", " + here + ")");
  } else {
    return false;
  }
  return true;
}

}  // namespace simt::rewrite
